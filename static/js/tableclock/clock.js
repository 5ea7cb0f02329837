// @ts-check
// The clock of a match as a value in whole milliseconds, the same as games/engine/clock.py without lag and outages: reserves,
// what is left of the delay of each turn, overtime where it was agreed, and whose clock runs since when.

/** @typedef {"A" | "B"} Seat */
/** @typedef {{ kind: "simple" | "bronstein" | "fischer", reserve_ms: number, delay_ms: number, overtime_ms: number }} ClockSettings */
/** @typedef {[number, number]} Pair */
/**
 * @typedef {{ reserve: Pair, delays: Pair, overtimes: Pair, running: Seat | "", since: number | null, paused: boolean }} Clock
 * `since` is null while no clock counts.
 */

/** @param {Seat} seat @returns {Seat} */
export const other = (seat) => (seat === "A" ? "B" : "A");
/** @param {Seat} seat */
export const place = (seat) => (seat === "A" ? 0 : 1);

/** @template T @param {[T, T]} pair @param {Seat} seat @param {T} value @returns {[T, T]} */
export const withSeat = (pair, seat, value) => (seat === "A" ? [value, pair[1]] : [pair[0], value]);

/** @param {ClockSettings} settings @returns {Clock} */
export const newClock = ({ reserve_ms: reserve, delay_ms: delay, overtime_ms: overtime }) => ({
  reserve: [reserve, reserve], delays: [delay, delay], overtimes: [overtime, overtime], running: "", since: null, paused: false,
});

/**
 * What a seat has at `now`, never below 0: its reserve, its delay of this turn, its overtime.
 * @param {ClockSettings} settings @param {Clock} clock @param {Seat} seat @param {number} now
 * @returns {{ reserve: number, delay: number, overtime: number }}
 */
export function reading(settings, clock, seat, now) {
  const at = place(seat);
  const [reserve, delay, overtime] = [clock.reserve[at], clock.delays[at], clock.overtimes[at]];
  if (clock.running !== seat || clock.since === null) return { reserve, delay, overtime };
  const used = Math.max(0, now - clock.since);
  const lost = settings.kind === "simple" ? Math.max(0, used - delay) : used;
  return {
    reserve: Math.max(0, reserve - lost),
    delay: settings.kind === "fischer" ? delay : Math.max(0, delay - used),
    overtime: Math.max(0, overtime - Math.max(0, lost - reserve)),
  };
}

/** The clock with the time up to `now` taken off. @param {ClockSettings} settings @param {Clock} clock @param {number} now @returns {Clock} */
export function charged(settings, clock, now) {
  if (!clock.running || clock.since === null) return clock;
  const seat = clock.running;
  const left = reading(settings, clock, seat, now);
  return {
    ...clock,
    reserve: withSeat(clock.reserve, seat, left.reserve),
    delays: withSeat(clock.delays, seat, left.delay),
    overtimes: withSeat(clock.overtimes, seat, left.overtime),
    since: Math.max(now, clock.since),
  };
}

/** A turn is over: Bronstein gives back what was used of the delay, and a fresh delay waits. @param {ClockSettings} settings @param {Clock} clock @param {Seat} seat @returns {Clock} */
function settled(settings, clock, seat) {
  const left = clock.delays[place(seat)];
  if (left === settings.delay_ms) return clock;
  const back = settings.kind === "bronstein" ? settings.delay_ms - left : 0;
  return {
    ...clock,
    reserve: withSeat(clock.reserve, seat, clock.reserve[place(seat)] + back),
    delays: withSeat(clock.delays, seat, settings.delay_ms),
  };
}

/** Charges the time so far and lets the clock of `seat` run, or nobody's. @param {ClockSettings} settings @param {Clock} clock @param {Seat | ""} seat @param {number} now @returns {Clock} */
export function handTo(settings, clock, seat, now) {
  let next = charged(settings, clock, now);
  if (!seat) next = settled(settings, settled(settings, next, "A"), "B");
  else if (clock.running && clock.running !== seat) next = settled(settings, next, other(seat));
  return { ...next, running: seat, since: !seat || next.paused ? null : now };
}

/** Fischer's time for a finished turn. @param {ClockSettings} settings @param {Clock} clock @param {Seat} seat @returns {Clock} */
export function withIncrement(settings, clock, seat) {
  if (settings.kind !== "fischer") return clock;
  return { ...clock, reserve: withSeat(clock.reserve, seat, clock.reserve[place(seat)] + settings.delay_ms) };
}

/** @param {ClockSettings} settings @param {Clock} clock @param {number} now @returns {Clock} */
export const pause = (settings, clock, now) => ({ ...charged(settings, clock, now), since: null, paused: true });

/** @param {Clock} clock @param {number} now @returns {Clock} */
export const resume = (clock, now) => ({ ...clock, since: clock.running ? now : null, paused: false });

/** Has the running clock reached zero? @param {ClockSettings} settings @param {Clock} clock @param {number} now */
export function isFlagged(settings, clock, now) {
  if (!clock.running || clock.since === null) return false;
  const at = place(clock.running);
  const free = settings.kind === "simple" ? clock.delays[at] : 0;
  return now >= clock.since + clock.reserve[at] + clock.overtimes[at] + free;
}

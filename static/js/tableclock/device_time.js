// @ts-check
// When did a tap happen, by the server's clock? A device counts by performance.now(), which no change of its date disturbs. Some
// devices stop that count while they sleep: then the date has gone on and the count has not, and the difference is added.
// Whoever sets the date of a device looks the same, so each jump begins a new segment: what was tapped before it is placed by
// what the server answered before it, and what was tapped after it by what the server answers after it.
// Between two answers the time is interpolated, so that a device that is fast or slow is right to the answers.

/** @typedef {{ segment: number, count: number }} Moment `count`: milliseconds that this device has counted */
/** @typedef {{ segment: number, count: number, server: number, error: number }} Anchor a moment that the server has named, right to `error` milliseconds */
/** @typedef {{ count: number, date: number, segment: number, anchors: Anchor[] }} Saved */

/** The date may be corrected a little while a device is awake; a sleep is longer. */
const SLEEP_MS = 1500;
const MOST_ANCHORS = 60;
const AGREE_MS = 500;
/** The clock of a device is off by less than this share. */
const MOST_DRIFT = 0.0005;
/** An answer that took this much longer than the best one of the last minutes says less than that one. */
const BEST_FOR_MS = 300_000;

export class DeviceTime {
  /**
   * @param {{ performance: () => number, date: () => number }} clocks in milliseconds
   * @param {Saved | null} [saved] of the page that this one continues
   */
  constructor(clocks, saved = null) {
    this.clocks = clocks;
    this.lastPerformance = clocks.performance();
    this.lastDate = clocks.date();
    const away = saved ? Math.max(0, this.lastDate - saved.date) : 0;
    this.count = (saved?.count ?? 0) + away;
    this.segment = (saved?.segment ?? -1) + 1;
    /** @type {Anchor[]} */
    this.anchors = saved?.anchors ?? [];
  }

  /** Counts on; called often, so that a sleep is noticed as one. @returns {Moment} */
  now() {
    const [performance, date] = [this.clocks.performance(), this.clocks.date()];
    const counted = Math.max(0, performance - this.lastPerformance);
    const slept = date - this.lastDate - counted;
    this.lastPerformance = performance;
    this.lastDate = date;
    this.count += counted;
    if (slept > SLEEP_MS) {
      this.count += slept;
      this.segment += 1;
    } else if (slept < -SLEEP_MS) {
      this.segment += 1; // somebody has set the date back: nothing has happened to the count
    }
    return { segment: this.segment, count: this.count };
  }

  /**
   * The server has named its time in an answer.
   * @param {number} server @param {Moment} asked when the request was sent @param {Moment} answered
   */
  learn(server, asked, answered) {
    if (asked.segment !== answered.segment) return;
    const error = (answered.count - asked.count) / 2;
    const count = asked.count + error;
    const { segment } = answered;
    const recent = this.anchors.filter((anchor) => anchor.segment === segment && count - anchor.count < BEST_FOR_MS);
    if (recent.some((anchor) => anchor.error < error / 2 && error > 20)) return;
    this.anchors = thinned([...this.anchors, { segment, count, server, error }]);
  }

  /** @param {Moment} moment @returns {number} milliseconds since 1970 by the server's clock, as far as its answers tell */
  server({ segment, count }) {
    const own = this.anchors.filter((anchor) => anchor.segment === segment);
    const [before, after] = around(this.anchors, count);
    if (before && after && agree(before, after)) return interpolated(before, after, count);
    const [ownBefore, ownAfter] = around(own, count);
    const earlier = this.anchors.filter((anchor) => anchor.segment < segment);
    const nearest = ownBefore ?? ownAfter ?? earlier[earlier.length - 1] ?? this.anchors[0];
    return Math.round(nearest ? nearest.server + count - nearest.count : this.lastDate + count - this.count);
  }

  /** @returns {Saved} */
  save() {
    this.now();
    return { count: this.count, date: this.lastDate, segment: this.segment, anchors: this.anchors };
  }
}

/** The last answer up to a count, and the first after it. @param {Anchor[]} anchors @param {number} count @returns {[Anchor | undefined, Anchor | undefined]} */
function around(anchors, count) {
  const place = anchors.findIndex((anchor) => anchor.count > count);
  return place < 0 ? [anchors[anchors.length - 1], undefined] : [anchors[place - 1], anchors[place]];
}

/** Has as much time passed between two answers as the device has counted, sleep included? Not if somebody has set its date. @param {Anchor} before @param {Anchor} after */
function agree(before, after) {
  const counted = after.count - before.count;
  return before.segment === after.segment || Math.abs(after.server - before.server - counted) <= AGREE_MS + counted * MOST_DRIFT;
}

/** @param {Anchor} before @param {Anchor} after @param {number} count */
function interpolated(before, after, count) {
  const share = (count - before.count) / (after.count - before.count);
  return Math.round(before.server + share * (after.server - before.server));
}

/** Those between two others of their segment go first: between the outer ones it is interpolated. @param {Anchor[]} anchors */
function thinned(anchors) {
  if (anchors.length <= MOST_ANCHORS) return anchors;
  const inside = anchors.findIndex((anchor, n) => n > 0 && anchors[n - 1].segment === anchor.segment && anchors[n + 1]?.segment === anchor.segment);
  return anchors.filter((_anchor, n) => n !== Math.max(0, inside));
}

// @ts-check
// The sounds of the table, made here: no file is loaded. Fetched only when sound is on, and after a first gesture.

/** @typedef {"dice" | "checker" | "double" | "take" | "drop" | "turn" | "low" | "end"} Sound */

export class Synthesizer {
  constructor() {
    this.context = new AudioContext();
    this.out = this.context.createGain();
    this.out.connect(this.context.destination);
    const length = this.context.sampleRate / 4;
    this.noise = this.context.createBuffer(1, length, this.context.sampleRate);
    const data = this.noise.getChannelData(0);
    for (let i = 0; i < length; i += 1) data[i] = Math.random() * 2 - 1;
  }

  /** @param {Sound} sound @param {number} volume 0–100 */
  play(sound, volume) {
    if (this.context.state === "suspended") void this.context.resume();
    this.out.gain.value = (volume / 100) ** 1.5;
    const now = this.context.currentTime + 0.01;
    SCORES[sound](this, now);
  }

  /** Something hard on wood: a short burst of noise through a narrow band. @param {number} at @param {number} hertz @param {number} loud @param {number} [seconds] */
  knock(at, hertz, loud, seconds = 0.06) {
    const source = this.context.createBufferSource();
    source.buffer = this.noise;
    const band = this.context.createBiquadFilter();
    band.type = "bandpass";
    band.frequency.value = hertz;
    band.Q.value = 3;
    source.connect(band).connect(this.#fade(at, loud, seconds));
    source.start(at, Math.random() * 0.1, seconds + 0.02);
  }

  /** A bell-like tone. @param {number} at @param {number} hertz @param {number} loud @param {number} seconds */
  tone(at, hertz, loud, seconds) {
    for (const [times, part] of [[1, 1], [2, 0.25]]) {
      const source = this.context.createOscillator();
      source.type = "sine";
      source.frequency.value = hertz * times;
      source.connect(this.#fade(at, loud * part, seconds / times));
      source.start(at);
      source.stop(at + seconds + 0.05);
    }
  }

  /** @param {number} at @param {number} loud @param {number} seconds */
  #fade(at, loud, seconds) {
    const gain = this.context.createGain();
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loud, at + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.0008, at + seconds);
    gain.connect(this.out);
    return gain;
  }
}

/** @type {Record<Sound, (by: Synthesizer, at: number) => void>} */
const SCORES = {
  dice(by, at) {
    for (const [after, hertz, loud] of [[0, 2100, 0.9], [0.05, 1700, 0.7], [0.11, 2400, 0.8], [0.16, 1500, 0.5], [0.24, 1900, 0.4]]) by.knock(at + after, hertz, loud);
  },
  checker(by, at) {
    by.knock(at, 900, 1.2, 0.05);
    by.knock(at, 2600, 0.35, 0.03);
  },
  double(by, at) {
    by.knock(at, 600, 1.2, 0.09);
    by.tone(at + 0.06, 392, 0.3, 0.5);
    by.tone(at + 0.2, 587, 0.3, 0.7);
  },
  take(by, at) {
    by.tone(at, 440, 0.3, 0.35);
    by.tone(at + 0.12, 554, 0.3, 0.5);
  },
  drop(by, at) {
    by.tone(at, 440, 0.3, 0.35);
    by.tone(at + 0.12, 330, 0.3, 0.5);
  },
  turn(by, at) {
    by.tone(at, 659, 0.22, 0.35);
  },
  low(by, at) {
    by.tone(at, 880, 0.3, 0.12);
    by.tone(at + 0.18, 880, 0.3, 0.12);
  },
  end(by, at) {
    [392, 494, 587, 784].forEach((hertz, i) => by.tone(at + i * 0.13, hertz, 0.25, 0.9));
  },
};

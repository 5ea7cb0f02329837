// @ts-check
// The log of a match on this device: what the server has, and what was tapped here and is not sent yet. Each tap is kept by itself
// before anything else happens, so that neither a reload nor an empty battery loses it; it goes once the server has it.

import { load, namesStartingWith, remove, save } from "../storage.js";
import { byOrder, fold, idOf } from "./match.js";

/** @import { Format, Tap, Fold } from "./match.js" */
/** @import { DeviceTime, Moment } from "./device_time.js" */
/** @typedef {{ device: string, n: number, kind: string, data: Record<string, any>, moment: Moment }} Pending */
/** @typedef {Tap & { serial: number }} Stored */

const PLACE = "barpoint.clock";
const DEVICE = `${PLACE}.device`;

/** This window's name among the devices of a match; the same after a reload. */
function ownName() {
  const fresh = () => [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  try {
    const name = sessionStorage.getItem(DEVICE) ?? fresh();
    sessionStorage.setItem(DEVICE, name);
    return name;
  } catch {
    return fresh();
  }
}

export class EventLog {
  /** @param {number} slip the match @param {Format} format @param {DeviceTime} time */
  constructor(slip, format, time) {
    this.slip = slip;
    this.format = format;
    this.time = time;
    this.device = ownName();
    this.serial = 0;
    /** @type {Map<string, Stored>} */
    this.stored = new Map();
    /** @type {Pending[]} */
    this.pending = [];
    this.read();
  }

  read() {
    for (const name of namesStartingWith(`${PLACE}.log.`)) if (name !== this.place) remove(name);
    const kept = parsed(load(this.place));
    if (kept) this.receive(kept.serial, kept.events);
    const names = namesStartingWith(`${PLACE}.tap.${this.slip}.`);
    const taps = names.map((name) => parsed(load(name))).filter(Boolean);
    this.pending = taps.filter((tap) => !this.stored.has(idOf(tap)));
    this.pending.sort((a, b) => a.moment.segment - b.moment.segment || a.moment.count - b.moment.count || a.n - b.n);
  }

  get place() { return `${PLACE}.log.${this.slip}`; }

  /** @param {{ device: string, n: number }} tap */
  placeOf(tap) { return `${PLACE}.tap.${this.slip}.${tap.device}.${tap.n}`; }

  /** Something was tapped here. @param {string} kind @param {Record<string, any>} [data] */
  add(kind, data = {}) {
    /** @type {Pending} */
    const tap = { device: this.device, n: this.nextNumber(), kind, data, moment: this.time.now() };
    this.pending.push(tap);
    save(this.placeOf(tap), JSON.stringify(tap));
  }

  nextNumber() {
    const own = [...this.stored.values(), ...this.pending].filter(({ device }) => device === this.device);
    return Math.max(0, ...own.map(({ n }) => n)) + 1;
  }

  /** The server has these events. @param {number} serial @param {Stored[]} events */
  receive(serial, events) {
    if (!events.length && serial === this.serial) return;
    for (const event of events) this.stored.set(idOf(event), event);
    this.serial = Math.max(this.serial, serial);
    for (const tap of this.pending) if (this.stored.has(idOf(tap))) remove(this.placeOf(tap));
    this.pending = this.pending.filter((tap) => !this.stored.has(idOf(tap)));
    save(this.place, JSON.stringify({ serial: this.serial, events: [...this.stored.values()] }));
  }

  /** What was tapped here with its time by the server's clock; a device never taps earlier than before. @returns {Tap[]} */
  timed() {
    /** @type {Map<string, number>} */
    const last = new Map();
    for (const { device, at } of this.stored.values()) last.set(device, Math.max(at, last.get(device) ?? 0));
    return this.pending.map(({ device, n, kind, data, moment }) => {
      const at = Math.max(this.time.server(moment), last.get(device) ?? 0);
      last.set(device, at);
      return { device, n, kind, data, at };
    });
  }

  /** @returns {Fold} */
  fold() {
    return fold(this.format, [...this.stored.values(), ...this.timed()].sort(byOrder));
  }
}

/** @param {string | null} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null; // written by something else
  }
}

// Keys of a position to solve: they press a choice only while the focus is on the choices or nowhere.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

globalThis.Element = class {
  constructor(inside = "") {
    this.inside = inside;
  }

  closest(selector) {
    return selector.split(", ").includes(this.inside) ? this : null;
  }
};
globalThis.HTMLElement = class extends globalThis.Element {
  click() {
    pressed.push(this);
  }
};
let pressed = [];
let listener = () => {};
const choices = [new HTMLElement(".quiz-choices"), new HTMLElement(".quiz-choices")];
const next = new HTMLElement();
globalThis.document = {
  body: new HTMLElement(),
  addEventListener: (_kind, added) => (listener = added),
  querySelectorAll: () => choices,
  querySelector: () => next,
};
await import("../../static/js/pages/training.js");

beforeEach(() => (pressed = []));

test("a number presses its choice from the body and from the choices", () => {
  listener({ key: "2", target: document.body });
  listener({ key: "1", target: choices[1] });
  assert.deepEqual(pressed, [choices[1], choices[0]]);
});

test("a number does nothing elsewhere, with a modifier, or without a choice", () => {
  for (const place of ["input", "a", "summary", ""]) listener({ key: "1", target: new Element(place) });
  listener({ key: "1", target: document.body, ctrlKey: true });
  listener({ key: "6", target: document.body });
  assert.deepEqual(pressed, []);
});

test("Enter goes on, but not from a link or a button", () => {
  listener({ key: "Enter", target: document.body });
  listener({ key: "Enter", target: new Element("a") });
  assert.deepEqual(pressed, [next]);
});

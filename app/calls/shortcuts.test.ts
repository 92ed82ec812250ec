import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { shortcutOf } from "./shortcuts.ts";

/** As much of an element as the rule asks for. */
class FakeElement extends EventTarget {
  readonly takesText: boolean;
  constructor(takesText: boolean) {
    super();
    this.takesText = takesText;
  }
  closest() {
    return this.takesText ? this : null;
  }
}

beforeEach(() => vi.stubGlobal("Element", FakeElement));
afterEach(() => vi.unstubAllGlobals());

const press = (key: string, more = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  isComposing: false,
  defaultPrevented: false,
  target: new FakeElement(false),
  ...more,
});

test.each([
  ["m", "microphone"],
  ["M", "microphone"],
  ["v", "camera"],
  ["h", "hand"],
  ["t", "chat"],
  ["c", "captions"],
  ["d", "decision"],
  ["k", "task"],
  ["q", "question"],
  ["?", "help"],
  ["toString", null],
  ["x", null],
  ["Enter", null],
])("%s asks for %s", (key, expected) => {
  expect(shortcutOf(press(key))).toBe(expected);
});

test.each([
  ["Ctrl", { ctrlKey: true }],
  ["Cmd", { metaKey: true }],
  ["Alt", { altKey: true }],
  ["a held key", { repeat: true }],
  ["composing", { isComposing: true }],
  ["a key that something took", { defaultPrevented: true }],
  ["typing", { target: new FakeElement(true) }],
])("rests with %s", (_, more) => {
  expect(shortcutOf(press("m", more))).toBeNull();
});

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { shortcutFor } from "./shortcuts.ts";

/** The used part of an element. */
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

const keyEvent = (key: string, more = {}) => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  isComposing: false,
  defaultPrevented: false,
  target: new FakeElement(false),
  ...more,
});

describe("shortcuts", () => {
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
  ])("%s maps to %s", (key, expected) => {
    expect(shortcutFor(keyEvent(key))).toBe(expected);
  });

  test.each([
    ["Ukrainian", "ь", "KeyM", "microphone"],
    ["Ukrainian with Shift", "М", "KeyV", "camera"],
    ["Ukrainian", "й", "KeyQ", "question"],
    ["Greek", "μ", "KeyM", "microphone"],
    ["Hebrew", "צ", "KeyM", "microphone"],
    ["Arabic", "ة", "KeyM", "microphone"],
    ["Arabic, two letters by one key", "لا", "KeyB", null],
    ["Arabic", "؟", "Slash", "help"],
    ["Hindi", "स", "KeyM", "microphone"],
    ["Hindi, a sign that joins", "ू", "KeyT", "chat"],
    ["Hindi, a sign that joins", "्", "KeyD", "decision"],
    ["Thai", "้", "KeyH", "hand"],
    ["Korean", "ㅡ", "KeyM", "microphone"],
    ["Ukrainian, no letter of ours", "х", "BracketLeft", null],
    // A Latin letter counts by itself, wherever its key is.
    ["AZERTY", "m", "Semicolon", "microphone"],
    ["AZERTY", ",", "KeyM", null],
    ["AZERTY", "a", "KeyQ", null],
    ["AZERTY", "é", "Digit2", null],
    ["Dvorak", "j", "KeyC", null],
    ["Dvorak", "'", "KeyQ", null],
    ["Turkish F", "ğ", "KeyE", null],
    ["German with AltGr", "µ", "KeyM", null],
    ["any", "Dead", "KeyM", null],
    ["any", "ArrowDown", "ArrowDown", null],
  ])("%s: %s on %s maps to %s", (_, key, code, expected) => {
    expect(shortcutFor(keyEvent(key, { code }))).toBe(expected);
  });

  test.each([
    ["Ctrl", { ctrlKey: true }],
    ["Cmd", { metaKey: true }],
    ["Alt", { altKey: true }],
    ["a held key", { repeat: true }],
    ["composing", { isComposing: true }],
    ["a handled key", { defaultPrevented: true }],
    ["typing", { target: new FakeElement(true) }],
  ])("ignore %s", (_, more) => {
    expect(shortcutFor(keyEvent("m", more))).toBeNull();
  });
});

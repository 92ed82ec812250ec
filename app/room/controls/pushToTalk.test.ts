import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPushToTalk } from "./pushToTalk.ts";

class FakeElement extends EventTarget {
  readonly is: "page" | "button" | "field";
  constructor(is: "page" | "button" | "field") {
    super();
    this.is = is;
  }
  closest(selector: string) {
    if (this.is === "field") return this;
    return this.is === "button" && selector.startsWith("button") ? this : null;
  }
}

beforeEach(() => vi.stubGlobal("Element", FakeElement));
afterEach(() => vi.unstubAllGlobals());

const press = (more = {}) => ({
  key: " ",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
  defaultPrevented: false,
  target: new FakeElement("page"),
  ...more,
});

function setUp({ mayTalk = true } = {}) {
  const talked: boolean[] = [];
  return { talked, held: createPushToTalk({ canTalk: () => mayTalk, setTalking: (on) => talked.push(on) }) };
}

test("the microphone is on for as long as the bar is held", () => {
  const { held, talked } = setUp();
  expect(held.keyDown(press())).toBe(true);
  expect(held.keyDown(press({ repeat: true }))).toBe(true);
  expect(talked).toEqual([true]);
  expect(held.keyUp({ key: "a" })).toBe(false);
  expect(held.keyUp(press())).toBe(true);
  expect(talked).toEqual([true, false]);
  expect(held.keyUp(press())).toBe(false);
});

test("a page that is no longer looked at hears no release: the microphone goes off", () => {
  const { held, talked } = setUp();
  held.keyDown(press());
  held.release();
  expect(talked).toEqual([true, false]);
});

test("a microphone that is on already, or may not be, is left as it is", () => {
  const { held, talked } = setUp({ mayTalk: false });
  expect(held.keyDown(press())).toBe(false);
  expect(held.keyUp(press())).toBe(false);
  expect(talked).toEqual([]);
});

test.each([
  ["typing", { target: new FakeElement("field") }],
  ["composing", { isComposing: true }],
  ["Shift", { shiftKey: true }],
  ["Ctrl", { ctrlKey: true }],
  ["another key", { key: "b" }],
  ["a bar that was held before", { repeat: true }],
])("rests with %s", (_, more) => {
  const { held, talked } = setUp();
  expect(held.keyDown(press(more))).toBe(false);
  expect(talked).toEqual([]);
});

test("where the keyboard stands on a control the bar presses it; where a pointer pressed it, the bar talks", () => {
  const { held, talked } = setUp();
  const button = press({ target: new FakeElement("button") });
  held.setInputMethod("keyboard");
  expect(held.keyDown(button)).toBe(false);
  held.setInputMethod("pointer");
  expect(held.keyDown(button)).toBe(true);
  expect(talked).toEqual([true]);
});

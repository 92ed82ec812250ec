import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createPushToTalk } from "./pushToTalk.ts";

class FakeElement extends EventTarget {
  readonly kind: "page" | "button" | "field";
  constructor(kind: "page" | "button" | "field") {
    super();
    this.kind = kind;
  }
  closest(selector: string) {
    if (this.kind === "field") return this;
    return this.kind === "button" && selector.startsWith("button") ? this : null;
  }
}

beforeEach(() => vi.stubGlobal("Element", FakeElement));
afterEach(() => vi.unstubAllGlobals());

const keyEvent = (more = {}) => ({
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

function setUp({ canTalk = true } = {}) {
  const talking: boolean[] = [];
  return { talking, pushToTalk: createPushToTalk({ canTalk: () => canTalk, setTalking: (on) => talking.push(on) }) };
}

describe("push-to-talk", () => {
  test("turns the microphone on while the space bar is held", () => {
    const { pushToTalk, talking } = setUp();
    expect(pushToTalk.keyDown(keyEvent())).toBe(true);
    expect(pushToTalk.keyDown(keyEvent({ repeat: true }))).toBe(true);
    expect(talking).toEqual([true]);
    expect(pushToTalk.keyUp({ key: "a" })).toBe(false);
    expect(pushToTalk.keyUp(keyEvent())).toBe(true);
    expect(talking).toEqual([true, false]);
    expect(pushToTalk.keyUp(keyEvent())).toBe(false);
  });

  test("ends when the page loses focus", () => {
    const { pushToTalk, talking } = setUp();
    pushToTalk.keyDown(keyEvent());
    pushToTalk.release();
    expect(talking).toEqual([true, false]);
  });

  test("leaves a microphone that is on or muted", () => {
    const { pushToTalk, talking } = setUp({ canTalk: false });
    expect(pushToTalk.keyDown(keyEvent())).toBe(false);
    expect(pushToTalk.keyUp(keyEvent())).toBe(false);
    expect(talking).toEqual([]);
  });

  test.each([
    ["typing", { target: new FakeElement("field") }],
    ["composing", { isComposing: true }],
    ["Shift", { shiftKey: true }],
    ["Ctrl", { ctrlKey: true }],
    ["another key", { key: "b" }],
    ["a repeated key", { repeat: true }],
  ])("ignores %s", (_, more) => {
    const { pushToTalk, talking } = setUp();
    expect(pushToTalk.keyDown(keyEvent(more))).toBe(false);
    expect(talking).toEqual([]);
  });

  test("clicks a control that has keyboard focus", () => {
    const { pushToTalk, talking } = setUp();
    const button = keyEvent({ target: new FakeElement("button") });
    pushToTalk.setInputMethod("keyboard");
    expect(pushToTalk.keyDown(button)).toBe(false);
    pushToTalk.setInputMethod("pointer");
    expect(pushToTalk.keyDown(button)).toBe(true);
    expect(talking).toEqual([true]);
  });
});

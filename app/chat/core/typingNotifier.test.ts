import { describe, expect, test } from "vitest";
import { createFakeClock } from "../../../tests/fakes/clock.ts";
import { createTypingNotifier, TYPING_IDLE_MS, TYPING_STOP_DELAY_MS } from "./typingNotifier.ts";

function world() {
  const clock = createFakeClock();
  const told: boolean[] = [];
  return { clock, told, ...createTypingNotifier((typing) => told.push(typing), clock) };
}

describe("typing notifier", () => {
  test("notifies once, and again after a pause", async () => {
    const { clock, told, onInput } = world();
    onInput();
    await clock.advance(TYPING_IDLE_MS - 1);
    onInput();
    await clock.advance(TYPING_IDLE_MS - 1);
    expect(told).toEqual([true]);
    await clock.advance(1);
    expect(told).toEqual([true, false]);
    expect(clock.pending()).toBe(0);
  });

  test("delays the stop after a sent line", async () => {
    const { clock, told, onInput, onSent } = world();
    onInput();
    onSent();
    await clock.advance(TYPING_STOP_DELAY_MS - 1);
    expect(told).toEqual([true]);
    await clock.advance(1);
    expect(told).toEqual([true, false]);
    expect(clock.pending()).toBe(0);
  });

  test("starts again with the next line", async () => {
    const { clock, told, onInput, onSent } = world();
    onInput();
    onSent();
    onInput();
    onSent();
    onInput();
    await clock.advance(TYPING_STOP_DELAY_MS);
    expect(told).toEqual([true, false, true]);
    await clock.advance(TYPING_IDLE_MS);
    expect(told).toEqual([true, false, true, false]);
  });

  test("stops at once when the field is left or emptied", async () => {
    const { clock, told, onInput, onSent, stop } = world();
    onSent();
    stop();
    expect(told).toEqual([]);
    onInput();
    onSent();
    stop();
    stop();
    expect(told).toEqual([true, false]);
    await clock.advance(TYPING_STOP_DELAY_MS + TYPING_IDLE_MS);
    expect(told).toEqual([true, false]);
  });
});

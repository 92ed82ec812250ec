import { describe, expect, test } from "vitest";
import { createFakeClock } from "../../../tests/fakes/clock.ts";
import { createTypingNotifier, TYPING_IDLE_MS, TYPING_STOP_DELAY_MS } from "./typingNotifier.ts";

function world() {
  const clock = createFakeClock();
  const sent: boolean[] = [];
  return { clock, sent, ...createTypingNotifier((typing) => sent.push(typing), clock) };
}

describe("typing notifier", () => {
  test("notifies once, and again after a pause", async () => {
    const { clock, sent, onInput } = world();
    onInput();
    await clock.advance(TYPING_IDLE_MS - 1);
    onInput();
    await clock.advance(TYPING_IDLE_MS - 1);
    expect(sent).toEqual([true]);
    await clock.advance(1);
    expect(sent).toEqual([true, false]);
    expect(clock.pending()).toBe(0);
  });

  test("delays the stop after a sent line", async () => {
    const { clock, sent, onInput, onSent } = world();
    onInput();
    onSent();
    await clock.advance(TYPING_STOP_DELAY_MS - 1);
    expect(sent).toEqual([true]);
    await clock.advance(1);
    expect(sent).toEqual([true, false]);
    expect(clock.pending()).toBe(0);
  });

  test("starts again with the next line", async () => {
    const { clock, sent, onInput, onSent } = world();
    onInput();
    onSent();
    onInput();
    onSent();
    onInput();
    await clock.advance(TYPING_STOP_DELAY_MS);
    expect(sent).toEqual([true, false, true]);
    await clock.advance(TYPING_IDLE_MS);
    expect(sent).toEqual([true, false, true, false]);
  });

  test("stops at once when the field is left or emptied", async () => {
    const { clock, sent, onInput, onSent, stop } = world();
    onSent();
    stop();
    expect(sent).toEqual([]);
    onInput();
    onSent();
    stop();
    stop();
    expect(sent).toEqual([true, false]);
    await clock.advance(TYPING_STOP_DELAY_MS + TYPING_IDLE_MS);
    expect(sent).toEqual([true, false]);
  });
});

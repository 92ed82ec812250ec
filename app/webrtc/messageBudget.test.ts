import { expect, test } from "vitest";
import { createFakeClock } from "../../tests/fakes/clock.ts";
import { createMessageBudget } from "./messageBudget.ts";

const SPEAKING = JSON.stringify({ type: "speaking", speaking: true });

test("accepts what a busy call sends", async () => {
  const clock = createFakeClock();
  const decide = createMessageBudget(clock);
  const caption = "a".repeat(2_000);
  for (let second = 0; second < 60; second += 1) {
    for (let message = 0; message < 8; message += 1) expect(decide(caption)).toBe("accept");
    for (let message = 0; message < 10; message += 1) expect(decide(SPEAKING)).toBe("accept");
    await clock.advance(1_000);
  }
});

test("drops what is above the limit, and recovers", async () => {
  const clock = createFakeClock();
  const decide = createMessageBudget(clock);
  const decisions = Array.from({ length: 300 }, () => decide(SPEAKING));
  expect(decisions.filter((decision) => decision === "accept").length).toBeLessThan(130);
  expect(decisions.at(-1)).toBe("drop");
  await clock.advance(10_000);
  expect(decide(SPEAKING)).toBe("accept");
});

test.each([
  ["short messages", SPEAKING, 2_000],
  ["long messages", "a".repeat(120_000), 100],
  ["bytes", new ArrayBuffer(8), 100],
])("recognises a flood of %s", (_name, message, count) => {
  const decide = createMessageBudget(createFakeClock());
  const decisions = Array.from({ length: count }, () => decide(message));
  expect(decisions.at(-1)).toBe("flood");
});

import { expect, test } from "vitest";
import { createFakeClock } from "../../tests/fakes/clock.ts";
import { createMessageBudget, FLOOD_BUDGET } from "./messageBudget.ts";

const SPEAKING = JSON.stringify({ type: "speaking", speaking: true });

test("accepts what a busy call sends", async () => {
  const clock = createFakeClock();
  const count = createMessageBudget(clock);
  const caption = "a".repeat(2_000);
  for (let second = 0; second < 60; second += 1) {
    for (let message = 0; message < 8; message += 1) expect(count(caption)).toBeGreaterThanOrEqual(0);
    for (let message = 0; message < 10; message += 1) expect(count(SPEAKING)).toBeGreaterThanOrEqual(0);
    await clock.advance(1_000);
  }
});

test("drops what is above the limit, and recovers", async () => {
  const clock = createFakeClock();
  const count = createMessageBudget(clock);
  const budgets = Array.from({ length: 300 }, () => count(SPEAKING));
  expect(budgets.filter((budget) => budget >= 0).length).toBeLessThan(130);
  expect(budgets.at(-1)).toBeGreaterThan(FLOOD_BUDGET);
  await clock.advance(10_000);
  expect(count(SPEAKING)).toBeGreaterThanOrEqual(0);
});

test.each([
  ["short messages", SPEAKING, 2_000],
  ["long messages", "a".repeat(120_000), 100],
  ["bytes", new ArrayBuffer(8), 100],
])("recognises a flood of %s", (_name, message, times) => {
  const count = createMessageBudget(createFakeClock());
  const budgets = Array.from({ length: times }, () => count(message));
  expect(budgets.at(-1)).toBeLessThan(FLOOD_BUDGET);
});

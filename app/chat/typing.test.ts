import { expect, it } from "vitest";
import { createFakeClock } from "../../tests/fakes/clock.ts";
import { createTyping, RESTS, SENT } from "./typing.ts";

function world() {
  const clock = createFakeClock();
  const told: boolean[] = [];
  return { clock, told, ...createTyping((typing) => told.push(typing), clock) };
}

it("is told once, and its end after a rest", async () => {
  const { clock, told, typed } = world();
  typed();
  await clock.advance(RESTS - 1);
  typed();
  await clock.advance(RESTS - 1);
  expect(told).toEqual([true]);
  await clock.advance(1);
  expect(told).toEqual([true, false]);
  expect(clock.pending()).toBe(0);
});

it("the end by a line is told when the others have the line", async () => {
  const { clock, told, typed, sent } = world();
  typed();
  sent();
  await clock.advance(SENT - 1);
  expect(told).toEqual([true]);
  await clock.advance(1);
  expect(told).toEqual([true, false]);
  expect(clock.pending()).toBe(0);
});

it("who begins the next line at once writes anew, also after several lines", async () => {
  const { clock, told, typed, sent } = world();
  typed();
  sent();
  typed();
  sent();
  typed();
  await clock.advance(SENT);
  expect(told).toEqual([true, false, true]);
  await clock.advance(RESTS);
  expect(told).toEqual([true, false, true, false]);
});

it("left or emptied, the field tells at once; a line without a key tells nothing", async () => {
  const { clock, told, typed, sent, stopped } = world();
  sent();
  stopped();
  expect(told).toEqual([]);
  typed();
  sent();
  stopped();
  stopped();
  expect(told).toEqual([true, false]);
  await clock.advance(SENT + RESTS);
  expect(told).toEqual([true, false]);
});

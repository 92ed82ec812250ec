import { describe, expect, test } from "vitest";
import { fail } from "#contracts/errors.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { createWorld } from "../../tests/fakes/world.ts";

const COUNT = 500;
const WINDOW = 10_000;

/** Ana and Ben, and a server with the real rate limits. */
async function limited() {
  const world = createWorld();
  const ana = world.backend.person("Ana", "es", "es");
  const ben = world.backend.person("Ben", "es", "es");
  let rejected = 0;
  for (const person of [ana, ben]) {
    const { rpc } = person;
    let taken: number[] = [];
    person.rpc = async (name, args, options) => {
      if (name !== "post_line") return rpc(name, args, options);
      taken = taken.filter((at) => at > world.clock.now() - WINDOW);
      if (taken.length >= SERVER_LIMITS.linesPerTenSeconds) {
        rejected += 1;
        return fail("request/rate-limited");
      }
      taken.push(world.clock.now());
      return rpc(name, args, options);
    };
  }
  const anaTab = world.tab(ana);
  const benTab = world.tab(ben);
  anaTab.call.join();
  benTab.call.join();
  await world.clock.advance(1_000);
  return { ...world, anaTab, benTab, rejected: () => rejected };
}

describe("timeline flood", () => {
  test(`delivers ${COUNT} lines once, in order`, async () => {
    const { anaTab, benTab, clock, backend, rejected } = await limited();
    const texts = Array.from({ length: COUNT }, (_, index) => `line ${index}`);
    let warningCount = 0;
    let before: object | undefined;
    anaTab.timeline.subscribe(() => {
      const error = anaTab.timeline.getSnapshot().sendingBlocked?.error;
      if (error !== undefined && error !== before) warningCount += before === undefined ? 1 : 0;
      before = error;
    });
    for (const text of texts) anaTab.timeline.post(text, "es");
    await clock.advance(1_000);
    expect(anaTab.timeline.getSnapshot().sendingBlocked).toEqual({
      error: { code: "request/rate-limited" },
      waiting: COUNT - SERVER_LIMITS.linesPerTenSeconds,
    });
    const failed = anaTab.timeline.getSnapshot().entries.filter(({ delivery }) => delivery.state === "failed");
    expect(failed).toHaveLength(1);

    benTab.timeline.post("undisturbed", "es");
    await clock.advance(0);
    expect(benTab.sees().at(-1)).toBe("undisturbed");

    await clock.advance((COUNT / SERVER_LIMITS.linesPerTenSeconds) * 2 * WINDOW);
    expect(backend.lines().map(({ text }) => text)).toEqual(
      texts.toSpliced(SERVER_LIMITS.linesPerTenSeconds, 0, "undisturbed"),
    );
    expect(anaTab.timeline.getSnapshot().sendingBlocked).toBeNull();
    expect(warningCount).toBe(1);
    // Few requests are rejected.
    expect(rejected()).toBeLessThanOrEqual((3 * COUNT) / SERVER_LIMITS.linesPerTenSeconds);
  }, 60_000);
});

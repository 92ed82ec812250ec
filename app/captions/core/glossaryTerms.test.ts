/** Glossary terms of a call as they change, with a fake clock, network, database and call. */
import { describe, expect, test } from "vitest";
import type { TermEntry } from "#contracts/glossary.ts";
import { createWorld } from "../../../tests/fakes/world.ts";
import { createGlossaryTerms, TERMS_DEBOUNCE_MS, TERMS_RETRY_MS } from "./glossaryTerms.ts";

const word = (term: string): TermEntry => ({ term, language: "es", never: true, translations: {} });

async function scene() {
  const world = createWorld();
  const { backend, clock } = world;
  backend.terms = [word("uno")];
  const person = backend.person("Ana", "es", "es");
  const tab = world.tab(person);
  const read: string[][] = [];
  const terms = createGlossaryTerms({
    ...{ call: tab.call, meetingId: tab.timeline.meetingId, rpc: person.rpc, clock },
    onTerms: (found) => read.push(found.map(({ term }) => term)),
  });
  const end = tab.call.subscribe(terms.refresh);
  terms.refresh();
  tab.call.join();
  await clock.advance(2_000);
  return {
    ...{ backend, clock, person, tab, read },
    close() {
      end();
      terms.close();
    },
    requestCount: () => backend.calls.filter(({ name }) => name === "meeting_terms").length,
  };
}

describe("glossary terms", () => {
  test("are fetched at the start and after a change", async () => {
    const { clock, tab, read, requestCount } = await scene();
    expect(read).toEqual([["uno"]]);
    tab.call.setMode("sound");
    tab.call.catchUp();
    await clock.advance(120_000);
    expect(requestCount()).toBe(1);
  });

  test("debounce changes and keep the last response", async () => {
    const { backend, clock, read, requestCount } = await scene();
    for (let count = 0; count < 20; count += 1) backend.terms = [word(`${count}`)];
    await clock.advance(TERMS_DEBOUNCE_MS);
    expect([requestCount(), read.at(-1)]).toEqual([2, ["19"]]);
    // While the response is pending.
    backend.terms = [word("dos")];
    await clock.advance(TERMS_DEBOUNCE_MS);
    backend.terms = [];
    await clock.advance(TERMS_DEBOUNCE_MS);
    expect(read.slice(-2)).toEqual([["dos"], []]);
  });

  test("are fetched after a reconnect", async () => {
    const { backend, clock, tab, person, read, requestCount } = await scene();
    await tab.offline();
    backend.terms = [word("dos")];
    await clock.advance(30_000);
    expect(read).toEqual([["uno"]]);
    await tab.online();
    await clock.advance(30_000);
    expect(read.at(-1)).toEqual(["dos"]);
    // The glossary version did not change. Fetched anyway, because the call was disconnected.
    const before = requestCount();
    await tab.offline();
    await clock.advance(30_000);
    await tab.online();
    await clock.advance(30_000);
    expect(requestCount()).toBe(before + 1);
    person.failNext("meeting_terms", "network/timeout");
    backend.terms = [word("tres")];
    await clock.advance(TERMS_DEBOUNCE_MS);
    expect(read.at(-1)).toEqual(["dos"]);
    await clock.advance(TERMS_RETRY_MS);
    expect(read.at(-1)).toEqual(["tres"]);
  });

  test("are fetched again after a rate limit", async () => {
    const { backend, clock, person, read } = await scene();
    person.failNext("meeting_terms", "request/rate-limited");
    backend.terms = [word("dos")];
    await clock.advance(TERMS_DEBOUNCE_MS);
    expect(read.at(-1)).toEqual(["uno"]);
    await clock.advance(TERMS_RETRY_MS);
    expect(read.at(-1)).toEqual(["dos"]);
  });

  test("are kept after a rejection", async () => {
    const { backend, clock, person, read, requestCount } = await scene();
    person.failNext("meeting_terms", "meeting/ended");
    backend.terms = [word("dos")];
    await clock.advance(120_000);
    // The rejected request did not reach the backend.
    expect([requestCount(), read]).toEqual([1, [["uno"]]]);
  });

  test("leave no timer after closing", async () => {
    const { backend, clock, tab, read, close } = await scene();
    backend.terms = [word("dos")];
    await clock.advance(0);
    close();
    tab.close();
    await clock.advance(120_000);
    expect(read).toEqual([["uno"]]);
    expect(clock.pending()).toBe(0);
  });
});

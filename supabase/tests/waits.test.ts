/** Requests that are slow by nature. A second one of the same person would wait with a connection of the pool. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { SUMMARY } from "#contracts/summary.ts";
import { confirmationActions } from "./support/confirmations.ts";
import { glossaryActions } from "./support/glossary.ts";
import { NO_SUMMARY_TASK, summaries } from "./support/summaries.ts";
import {
  type Argument,
  callFunction,
  type DatabaseCaller,
  rejectionCode,
  service,
  testDatabaseForFile,
} from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const glossary = glossaryActions(db);
const { scene: confirmationScene } = confirmationActions(db);
const { scene, claim } = summaries(db);

/** A request, by its caller, function and arguments. */
type Request = readonly [DatabaseCaller, string, Record<string, Argument>];
const send = ([caller, name, args]: Request) => db.as(caller, (sql) => callFunction(sql, name, args));
/** Runs `next` while the request has not ended. */
const during = ([caller, name, args]: Request, next: () => Promise<void>) =>
  db.as(caller, async (sql) => {
    await callFunction(sql, name, args);
    await next();
  });

describe("a second request", () => {
  const searches = async (): Promise<readonly Request[]> => {
    const { host, workspace } = await glossary.scene();
    const other = await glossary.scene();
    const [first, second] = [
      await glossary.save(host, workspace, { id: randomUUID(), term: "puerta" }),
      await glossary.save(other.host, other.workspace, { id: randomUUID(), term: "puerta" }),
    ];
    return [
      [host, "term_occurrences", { p_term_id: first.id }],
      [other.host, "term_occurrences", { p_term_id: second.id }],
    ];
  };
  const pages = async (): Promise<readonly Request[]> => {
    const { ines, tom, call } = await confirmationScene();
    return [ines, tom].map((who) => [who, "call_confirmations", { p_call_id: call }] as const);
  };
  const claims = async (): Promise<readonly Request[]> => {
    const [first, second] = [await scene(), await scene()];
    // Without a model no quota is consumed, whose lock all wait for.
    const more = { p_language: null, p_again: false, p_model_up: false, p_translator_up: true };
    return [first, second].map(
      ({ ana }) => [service, "claim_summary", { p_call_id: ana.call, p_user_id: ana.id, ...more }] as const,
    );
  };

  test.each([
    ["term_occurrences", searches],
    ["call_confirmations", pages],
    ["claim_summary", claims],
  ])("%s waits for none of the same person", async (_, requests) => {
    const [mine, another] = await requests();
    if (mine === undefined || another === undefined) throw new Error("no requests");
    await during(mine, async () => {
      expect(await rejectionCode(send(mine))).toBe("request/busy");
      await send(another);
    });
    await send(mine);
  });

  test("about the summary of a call waits for nobody", async () => {
    const { ana, bob } = await scene();
    const more = { p_language: null, p_again: false, p_model_up: true, p_translator_up: true };
    const request: Request = [service, "claim_summary", { p_call_id: ana.call, p_user_id: ana.id, ...more }];
    await during(request, async () => expect(await rejectionCode(claim(bob))).toBe("request/busy"));
    expect(await claim(bob)).toEqual({ ...NO_SUMMARY_TASK, taken: true });
  });
});

describe("a claim of a summary without a model", () => {
  test("builds no input for the model", async () => {
    const { ana, place } = await scene();
    await db.admin`
      insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
      select gen_random_uuid(), ${place.id}, ${ana.call}, 1000 + n, 1000 + n, ${ana.id}, 'es', 'Nos vemos a las ocho'
      from generate_series(1, 20000) as n`;
    await db.admin`analyze public.lines`;
    const timeOf = async (run: () => Promise<unknown>): Promise<number> => {
      const started = performance.now();
      await run();
      return performance.now() - started;
    };
    let refused = Number.POSITIVE_INFINITY;
    for (let count = 0; count < 4; count++)
      refused = Math.min(
        refused,
        await timeOf(async () => expect((await claim(ana, { modelUp: false })).reason).toBe("summary/unavailable")),
      );
    let built = Number.POSITIVE_INFINITY;
    for (let count = 0; count < 4; count++) {
      built = Math.min(built, await timeOf(async () => expect((await claim(ana)).work).not.toBeNull()));
      await db.admin`delete from public.summaries`;
      await db.admin`delete from public.usage`;
    }
    expect(refused).toBeLessThan(built / 2);
  });

  test("returns no reason for a short call", async () => {
    const { ana } = await scene(SUMMARY.minLines - 1);
    expect(await claim(ana, { modelUp: false })).toEqual(NO_SUMMARY_TASK);
  });
});

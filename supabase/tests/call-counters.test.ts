/** The counters that pages in a call report. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { callInsights } from "#contracts/measureResults.ts";
import { MEASURE_LIMITS } from "#contracts/measures.ts";
import { captionActions } from "./support/captions.ts";
import { moderation } from "./support/moderation.ts";
import { type DatabaseCaller, emptyResult, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { scene } = captionActions(db);
const { end } = moderation(db);

const figuresOf = async (who: DatabaseCaller, call: string) =>
  (await db.rpc(who, "call_insights", { p_call_id: call }, callInsights)).figures;

describe("report_counters", () => {
  const COUNTERS = {
    ...{ watched_ms: 60_000, behind_ms: 3_000, captions: 4, delay_ms: 5_200 },
    ...{ device_lines: 2, device_characters: 90 },
  };
  const report = (who: DatabaseCaller, call: string, counters: unknown = COUNTERS) =>
    db.rpc(who, "report_counters", { p_call_id: call, p_counters: { json: counters } }, emptyResult);

  test("adds up what pages report", async () => {
    const { place, host, ana, bob } = await scene();
    await report(ana, ana.call);
    await report(bob, ana.call);
    await end(host, place);
    expect(await figuresOf(host, ana.call)).toMatchObject({
      reading: { watched_ms: 120_000, behind_ms: 6_000 },
      captions: { count: 8, delay_ms: 10_400 },
      device: { lines: 4, characters: 180 },
    });
  });

  test("stores nothing of people outside, and reports no error", async () => {
    const { host, ana } = await scene();
    await report(host, ana.call);
    await report(ana, randomUUID());
    await db.rpc(ana, "leave_call", { p_call_id: ana.call, p_peer_id: ana.peer }, emptyResult);
    await report(ana, ana.call);
    expect((await db.admin`select from public.call_counters where call_id = ${ana.call}`).count).toBe(0);
  });

  test("rejects floods and values out of bounds", async () => {
    const { ana, bob } = await scene();
    for (const wrong of [
      null,
      [],
      {},
      { ...COUNTERS, behind_ms: 60_001 },
      { ...COUNTERS, watched_ms: MEASURE_LIMITS.reportMs + 1 },
      { ...COUNTERS, captions: -1 },
      { ...COUNTERS, captions: 1.5 },
      { ...COUNTERS, captions: "4" },
      { ...COUNTERS, captions: 0 },
      { ...COUNTERS, delay_ms: 1e30 },
      { ...COUNTERS, device_lines: MEASURE_LIMITS.reportLines + 1 },
      { ...COUNTERS, device_characters: 8_001 },
    ])
      expect([wrong, await rejectionCode(report(ana, ana.call, wrong))]).toEqual([wrong, "request/invalid"]);
    for (let count = 0; count < MEASURE_LIMITS.reportsPerMinute; count++) await report(bob, ana.call);
    expect(await rejectionCode(report(bob, ana.call))).toBe("request/rate-limited");
  });

  test("stores nothing in a meeting that keeps nothing", async () => {
    const { place, ana } = await scene();
    await db.admin`update public.meetings set keep = 'nothing' where id = ${place.id}`;
    await report(ana, ana.call);
    expect((await db.admin`select from public.call_counters where call_id = ${ana.call}`).count).toBe(0);
  });
});

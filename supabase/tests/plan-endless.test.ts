/** Endless series: which ones get further occurrences, and changes in between. */
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { PlanTimes } from "#contracts/planning.ts";
import { parseLocal } from "../functions/_shared/planning/localTime.ts";
import { occurrencesOf } from "../functions/_shared/planning/occurrences.ts";
import { planActions, WEEKLY } from "./support/plans.ts";
import { rejectionCode, service, testDatabaseForFile } from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { plan, change, cancel, read, month } = planActions(db);
const { team } = workspaceActions(db);

beforeEach(() => db.admin`delete from public.meeting_series`);

/** Its first 400 occurrences are over. */
const DAILY: PlanTimes = { ...WEEKLY, start: "2025-01-01T09:00", rule: { freq: "daily" } };

const due = z.array(z.object({ series_id: z.string(), sequence: z.number(), last: z.string() }));
const listed = async (id: string) =>
  (await db.rpc(service, "series_to_extend", { p_limit: 20 }, due)).find(({ series_id }) => series_id === id);
const extend = (id: string, sequence: number, occurrences: readonly object[]) =>
  db.rpc(
    service,
    "extend_series",
    { p_series_id: id, p_sequence: sequence, p_occurrences: { json: occurrences } },
    z.boolean(),
  );

const further = (times: PlanTimes, last: string) =>
  occurrencesOf(times, [], { from: parseLocal(last) + 1 }).map(({ key, starts_at, length_minutes }) => ({
    ...{ key, starts_at: new Date(starts_at).toISOString(), length_minutes },
  }));

async function scene(times: PlanTimes) {
  const { workspace, member } = await team();
  const { series_id: id } = await plan(member, workspace, { times });
  return { workspace, member, id };
}

describe("an endless series", () => {
  test("gets its next occurrences, and keeps its sequence", async () => {
    const { id, member, workspace } = await scene(DAILY);
    let last = (await listed(id))?.last ?? "";
    expect(last).toBe("2026-02-04T09:00");
    while (last < "2027-03-05") {
      expect(await extend(id, 0, further(DAILY, last))).toBe(true);
      const [row] = await db.admin<{ last: string }[]>`
        select private.local_time_text(max(key)) as last from public.series_occurrences where series_id = ${id}`;
      last = row?.last ?? "";
    }
    const shown = await month(member, workspace, "2027-03-01T00:00:00Z", "2027-03-04T00:00:00Z");
    expect(shown.occurrences.map(({ key }) => key)).toEqual([
      "2027-03-01T09:00",
      "2027-03-02T09:00",
      "2027-03-03T09:00",
    ]);
    expect((await read(member, id)).sequence).toBe(0);
    const [series] = await db.admin`
      select ends_at = (select max(ends_at) from public.series_occurrences where series_id = ${id}) as fits
      from public.meeting_series where id = ${id}`;
    expect(series?.fits).toBe(true);
  });

  test("is extended once by two runs, and again later", async () => {
    const { id } = await scene(DAILY);
    const next = further(DAILY, "2026-02-04T09:00");
    expect((await Promise.all([extend(id, 0, next), extend(id, 0, next)])).filter((did) => did)).toHaveLength(1);
    const [row] = await db.admin`select count(*)::int as all from public.series_occurrences where series_id = ${id}`;
    expect(row?.all).toBe(800);
    await db.admin`update public.meeting_series set ends_at = now() where id = ${id}`;
    expect(await listed(id)).toMatchObject({ last: "2027-03-11T09:00" });
  });

  test("that was changed meanwhile is left alone", async () => {
    const { id, member } = await scene(DAILY);
    await change(member, id, 0, { times: { ...DAILY, start: "2025-01-01T10:00" } });
    expect(await extend(id, 0, further(DAILY, "2026-02-04T09:00"))).toBe(false);
    expect(await listed(id)).toMatchObject({ sequence: 1, last: "2026-02-04T10:00" });
  });
});

describe("a series is not extended", () => {
  test("after its end, until it is changed", async () => {
    const { id, member } = await scene({ ...DAILY, rule: { freq: "daily", until: "2025-02-01T09:00" } });
    expect(await listed(id)).toMatchObject({ last: "2025-02-01T09:00" });
    expect(await extend(id, 0, [])).toBe(false);
    expect(await listed(id)).toBeUndefined();
    await change(member, id, 0, { times: DAILY });
    expect(await listed(id)).toMatchObject({ sequence: 1 });
  });

  test("if it counts, does not repeat, ended or was cancelled", async () => {
    const counted = await scene({ ...DAILY, rule: { freq: "daily", count: 400 } });
    const single = await scene({ ...DAILY, rule: null });
    const [cancelled, ended] = [await scene(DAILY), await scene(DAILY)];
    await cancel(cancelled.member, cancelled.id, 0);
    await db.admin`update public.meetings set ended_at = now() where host = ${ended.member.id}`;
    for (const { id } of [counted, single, cancelled, ended]) expect(await listed(id)).toBeUndefined();
    expect(await extend(cancelled.id, 1, further(DAILY, "2026-02-04T09:00"))).toBe(false);
  });

  test("while its occurrences last", async () => {
    const { id } = await scene({ ...DAILY, start: "2026-11-30T09:00" });
    expect(await listed(id)).toBeUndefined();
  });

  test.each([
    ["more than 400 occurrences", Array.from({ length: 401 }, () => ({}))],
    ["no list", { key: "2027-01-01T09:00" }],
    [
      "an occurrence of two days",
      [{ key: "2027-01-01T09:00", starts_at: "2027-01-01T08:00:00Z", length_minutes: 2880 }],
    ],
    [
      "a time that does not exist",
      [{ key: "2027-02-30T09:00", starts_at: "2027-03-01T08:00:00Z", length_minutes: 60 }],
    ],
    ["no start", [{ key: "2027-01-01T09:00", length_minutes: 60 }]],
  ])("by %s", async (_name, occurrences) => {
    const { id } = await scene(DAILY);
    expect(await rejectionCode(extend(id, 0, occurrences as object[]))).toBe("request/invalid");
  });
});

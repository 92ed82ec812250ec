/** Marks of lines: decisions, tasks and questions. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { captionActions } from "./support/captions.ts";
import { post } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { moderation } from "./support/moderation.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { say, correct, mark, scene } = captionActions(db);
const { remove } = moderation(db);
const { changesOf, broadcastsAfter } = lineActions(db);

describe("mark_line", () => {
  test("broadcasts a task's changes, not its repeats", async () => {
    const { place, ana, bob } = await scene();
    const line = await say(ana);
    const { seq } = await changesOf(ana, place);
    const task = await mark(ana, line.id, "task", { assignee_id: bob.id });
    expect(task).toMatchObject({ mark: { kind: "task", who: bob.id, done: false, by: ana.id }, revision: 1 });
    expect(await mark(bob, line.id, "task", { assignee_id: bob.id })).toEqual(task);
    const done = await mark(bob, line.id, "task", { assignee_id: bob.id, done: true });
    expect(done.mark).toEqual({ kind: "task", who: bob.id, done: true, by: bob.id });
    expect(await broadcastsAfter(place, seq)).toMatchObject([
      { name: "line_changed", body: { line: task } },
      { name: "line_changed", body: { line: done } },
    ]);
    expect((await changesOf(bob, place, seq)).lines).toEqual([done]);
  });

  test("sets and removes one mark, also on chat", async () => {
    const { place, ana, bob } = await scene();
    const line = await post(db, ana, ana.call);
    await mark(ana, line.id, "decision");
    expect((await mark(bob, line.id, "question", { done: true })).mark).toMatchObject({ kind: "question", done: true });
    expect((await mark(ana, line.id, null)).mark).toBeNull();
    const { seq } = await changesOf(ana, place);
    expect((await mark(ana, line.id, null)).mark).toBeNull();
    expect(await broadcastsAfter(place, seq)).toEqual([]);
    await mark(ana, line.id, "decision");
    expect((await correct(ana, (await say(ana)).id, "x")).mark).toBeNull();
  });

  test("survives a correction", async () => {
    const { ana, bob } = await scene();
    const line = await say(ana);
    await mark(ana, line.id, "decision");
    expect((await correct(bob, line.id, "x")).mark).toMatchObject({ kind: "decision" });
  });

  test.each([
    ["idea", {}],
    ["", {}],
    ["decision", { done: true }],
    ["task", { done: null }],
    [null, { done: true }],
  ])("%j with %j is no mark", async (kind, more) => {
    const { ana } = await scene();
    expect(await rejectionCode(mark(ana, (await say(ana)).id, kind, more))).toBe("request/invalid");
  });

  test("assigns tasks to participants only", async () => {
    const { place, host, ana, bob } = await scene();
    const line = await say(ana);
    for (const kind of ["decision", "question", null])
      expect(await rejectionCode(mark(ana, line.id, kind, { assignee_id: bob.id }))).toBe("request/invalid");
    await remove(host, place, bob);
    for (const who of [bob.id, randomUUID()])
      expect(await rejectionCode(mark(ana, line.id, "task", { assignee_id: who }))).toBe("request/not-found");
  });

  test("rate-limits", async () => {
    const { ana } = await scene();
    const line = await say(ana);
    for (let count = 0; count < SERVER_LIMITS.marksPerTenSeconds; count++) await mark(ana, line.id, "task");
    expect(await rejectionCode(mark(ana, line.id, "task"))).toBe("request/rate-limited");
  });
});

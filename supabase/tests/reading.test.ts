import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { home, meetingPage } from "#contracts/account.ts";
import { history, reacted } from "#contracts/lines.ts";
import { foundLines, proposals } from "#contracts/recap.ts";
import { captionActions } from "./support/captions.ts";
import { lineActions } from "./support/lineActions.ts";
import { LINES, type LineName, PERSONAS, type Persona, READS, readingScene } from "./support/readingScene.ts";
import { summaries } from "./support/summaries.ts";
import { rejectionCode, service, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { callIsOver, historyOf, mark, missedBy, transcriptOf, summaryOf } = captionActions(db);
const { changesOf, forward } = lineActions(db);
const { claim: claimSummary, read: readSummary } = summaries(db);

const { leaveCall, createCall } = readingScene(db);
let scene: Awaited<ReturnType<typeof createCall>>;
beforeAll(async () => {
  scene = await createCall();
  await leaveCall(scene.members.whole);
  await leaveCall(scene.members.late);
  await leaveCall(scene.author);
  // Members change lines after the call.
  await callIsOver(scene.call);
  for (const id of Object.values(scene.ids))
    await db.admin`
      insert into public.files (id, meeting_id, call_id, owner, path, name, type, bytes, shared_at)
      select ${id}, meeting_id, id, ${scene.author.id}, ${id}, 'plan.pdf', 'application/pdf', 9, now()
      from public.calls where id = ${scene.call}`;
});

const namesOf = (ids: readonly string[]) => LINES.filter((name) => ids.includes(scene.ids[name]));
const linesOf = (lines: readonly { id: string; deleted?: boolean }[]) => namesOf(lines.map(({ id }) => id));
const isDenied = (persona: Persona) => persona === "removed" || persona === "stranger";
/** Names the lines for which the function succeeds. */
async function allowedLines(call: (id: string) => Promise<unknown>): Promise<LineName[]> {
  const allowed: LineName[] = [];
  for (const name of LINES)
    if (
      (await call(scene.ids[name]).then(
        () => null,
        (error: unknown) => error,
      )) === null
    )
      allowed.push(name);
  return allowed;
}

describe.each(PERSONAS)("%s reads after the call", (persona) => {
  const who = () => scene.people[persona];
  const expected = READS[persona];
  const pageOf = async (read: () => Promise<{ id: string }[]>) => {
    if (isDenied(persona)) {
      expect(await rejectionCode(read())).toBe("meeting/not-entered");
      return [];
    }
    return linesOf(await read());
  };

  test("pages of lines", async () => {
    const { call } = scene;
    const read = {
      transcript: async () => (await transcriptOf(who(), call)).lines,
      history: async () => (await db.rpc(who(), "history", { p_call_id: call, p_before_seq: null }, history)).lines,
      links: async () => (await db.rpc(who(), "lines_with_links", { p_call_id: call }, foundLines)).lines,
      marks: async () => (await missedBy(who(), call)).marks,
    };
    for (const [name, lines] of Object.entries(read))
      expect([name, await pageOf(lines)]).toEqual([name, [...expected]]);
  });

  test("single lines", async () => {
    const reads = {
      corrections: (id: string) => historyOf(who(), id),
      proposals: (id: string) => db.rpc(who(), "proposals", { p_line_id: id }, proposals),
      forward: (id: string) => forward(who(), id, scene.place),
    };
    for (const [name, read] of Object.entries(reads))
      if (!(name === "forward" && (persona === "member" || persona === "host")))
        expect([name, await allowedLines(read)]).toEqual([name, [...expected]]);
  });

  test("figures and the summary", async () => {
    const { call } = scene;
    if (isDenied(persona)) {
      expect(await rejectionCode(summaryOf(who(), call))).toBe("meeting/not-entered");
      expect(await rejectionCode(readSummary(who(), call))).toBe("meeting/not-entered");
      return;
    }
    const recap = await summaryOf(who(), call);
    expect(recap.lines.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(expected.length);
    expect(recap.whole).toBe(expected.length === LINES.length);
    const claimed = claimSummary({ ...who(), call, peer: "", joined: 1 });
    if (recap.whole) await claimed;
    else expect(await rejectionCode(claimed)).toBe("meeting/not-entered");
  });

  test("translations", async () => {
    const claimed: LineName[] = [];
    for (const name of LINES) {
      const { claimed: lines } = await db.rpc(
        service,
        "claim_translations",
        { p_line_ids: [scene.ids[name]], p_user_id: who().id, p_language: "en", p_engine_up: true },
        z.object({ claimed: z.array(z.unknown()) }),
      );
      if (lines.length > 0) claimed.push(name);
      await db.admin`delete from public.translations where line_id = ${scene.ids[name]}`;
    }
    expect(claimed).toEqual(expected);
  });

  test("files", async () => {
    const { call } = scene;
    const readable = z.array(z.object({ id: z.string() }));
    const found = await db.rpc(who(), "readable_files", { p_file_ids: Object.values(scene.ids) }, readable);
    expect(linesOf(found)).toEqual(expected);
    expect(
      await pageOf(async () => (await db.rpc(who(), "lines_with_files", { p_call_id: call }, foundLines)).lines),
    ).toEqual(isDenied(persona) ? [] : expected);
  });

  test("changes only lines that it reads", async () => {
    if (persona === "removed" || persona === "stranger") return;
    const set = (id: string) => mark(who(), id, "decision");
    expect(await allowedLines(set)).toEqual(expected);
    const react = (id: string) =>
      db.rpc(who(), "react_to_line", { p_line_id: id, p_emoji: "👍", p_given: false }, reacted);
    if (persona !== "member" && persona !== "host") expect(await allowedLines(react)).toEqual(expected);
  });

  test("the home page and the meeting's page", async () => {
    const { outcomes } = await db.rpc(who(), "home", {}, home);
    expect(namesOf(outcomes.map(({ line_id }) => line_id))).toEqual(expected);
    const page = db.rpc(who(), "meeting_page", { p_meeting_id: scene.place.id }, meetingPage);
    if (isDenied(persona)) expect(await rejectionCode(page)).toBe("request/not-found");
    else expect((await page).calls[0]?.decisions).toBe(expected.length);
  });

  test("changes of the meeting", async () => {
    const read = async () => (await changesOf(who(), scene.place)).lines;
    if (["removed", "member", "host", "stranger"].includes(persona))
      expect(["meeting/removed", "meeting/not-entered"]).toContain(await rejectionCode(read()));
    else expect(linesOf(await read())).toEqual(expected);
  });
});

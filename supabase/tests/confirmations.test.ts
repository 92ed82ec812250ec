/** "Did everybody get it?": asking, answering, changed texts, and people who may not. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { CONFIRMATIONS } from "#contracts/confirmationLimits.ts";
import { confirmationActions } from "./support/confirmations.ts";
import { account, addMember, join, person, post, workspaceOf } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { moderation } from "./support/moderation.ts";
import { rejectionCode, service, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { mark, ask, answer, answersOf, list, home, scene } = confirmationActions(db);
const { remove, change, end, receives } = moderation(db);
const { edit, wipe } = lineActions(db);

describe("a confirmation", () => {
  test("asks everybody who attended the call", async () => {
    const { ines, tom, decision, call } = await scene();
    const { confirmation } = await ask(ines, decision);
    expect(confirmation).toMatchObject({ asked_by: ines.id, revision: 1, asks_me: true, waits_for_owner: false });
    expect(confirmation.counts).toEqual({ asked: 3, understood: 1, unclear: 0, different: 0 });
    expect(await answersOf(tom, call)).toEqual([{ Inés: "understood", Tom: null, Luc: null }]);
  });

  test("is stored once", async () => {
    const { ines, tom, decision, call } = await scene();
    await ask(ines, decision);
    await ask(tom, decision);
    const { confirmations } = await list(tom, call);
    expect(confirmations.map(({ asked_by }) => asked_by)).toEqual([ines.id]);
  });

  test("needs a decision or a task", async () => {
    const { ines, decision } = await scene();
    const other = await post(db, ines, ines.call);
    expect(await rejectionCode(ask(ines, other.id))).toBe("request/invalid");
    await mark(ines, decision, "question");
    expect(await rejectionCode(ask(ines, decision))).toBe("request/invalid");
  });

  test("is hidden while the line has no mark", async () => {
    const { ines, tom, decision, call } = await scene();
    await ask(ines, decision);
    await answer(tom, decision, "understood");
    await mark(ines, decision, null);
    expect(await answersOf(tom, call)).toEqual([]);
    expect(await rejectionCode(answer(tom, decision, "understood"))).toBe("confirmation/not-found");
    await mark(ines, decision);
    expect(await answersOf(tom, call)).toEqual([{ Inés: "understood", Tom: "understood", Luc: null }]);
  });

  test("goes with its line and its call", async () => {
    const { ines, luc, decision, call } = await scene();
    await ask(ines, decision);
    await answer(luc, decision, "unclear", { text: "Quelle porte ?" });
    const left = async () => {
      const [row] = await db.admin`
        select (select count(*)::int from public.confirmations where call_id = ${call}) as confirmations,
          (select count(*)::int from public.confirmation_answers where line_id = ${decision}) as answers,
          (select count(*)::int from public.lines where about = ${decision}) as words`;
      return row;
    };
    expect(await left()).toEqual({ confirmations: 1, answers: 2, words: 1 });
    await wipe(ines, decision);
    expect(await left()).toEqual({ confirmations: 0, answers: 0, words: 0 });
  });

  test("names only ids in its event", async () => {
    const { place, ines, tom, decision } = await scene();
    await ask(ines, decision);
    const rows = await db.admin<{ payload: object }[]>`
      select payload from realtime.messages
      where event = 'board_changed' and topic in (${`board:${place.id}`}) order by inserted_at`;
    expect(rows.map(({ payload }) => Object.keys(payload).filter((key) => key !== "id"))).toEqual([
      expect.arrayContaining(["seq", "line_id", "about"]),
    ]);
    expect(JSON.stringify(rows)).not.toContain("autobús");
    expect(await receives(tom, `board:${place.id}`)).toBe(true);
  });

  test("announces each change of a mark to board readers", async () => {
    const { place, ines, decision, call } = await scene();
    await mark(ines, decision, "task");
    await db.as(ines, (sql) => sql`select public.set_task_due(${decision}, '2026-12-01')`);
    await mark(ines, decision, null);
    const rows = await db.admin<{ payload: { call_id: string } }[]>`
      select payload from realtime.messages
      where event = 'marks_changed' and topic = ${`board:${place.id}`}`;
    // The decision of the scene is the first one.
    expect(rows.map(({ payload }) => payload.call_id)).toEqual([call, call, call, call]);
  });

  test("stops at the limit of a call", async () => {
    const { ines, decision, call } = await scene();
    await db.admin`
      with more as (
        insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
        select gen_random_uuid(), meeting_id, call_id, 1000 + number, 1000 + number, author, 'es', 'x'
        from public.lines, generate_series(1, ${CONFIRMATIONS.perCall}) as number where id = ${decision}
        returning id
      ),
      marks as (insert into public.line_marks (line_id, kind, by) select id, 'decision', ${ines.id} from more)
      insert into public.confirmations (line_id, call_id, asked_by) select id, ${call}, ${ines.id} from more`;
    expect(await rejectionCode(ask(ines, decision))).toBe("confirmation/too-many");
  });
});

describe("an answer", () => {
  test("comes with a question or an own wording", async () => {
    const { ines, tom, luc, decision, call } = await scene();
    await ask(ines, decision);
    await answer(luc, decision, "unclear", { text: "Quelle porte ?" });
    await answer(tom, decision, "different", { text: "At nine" });
    const { confirmations, lines } = await list(ines, call);
    const words = confirmations[0]?.people.map(({ words }) => lines.find(({ id }) => id === words));
    expect(words?.map((line) => line && [line.text, line.about, line.call_id])).toEqual([
      undefined,
      ["At nine", decision, null],
      ["Quelle porte ?", decision, null],
    ]);
  });

  test("is never silent: words belong to unclear and different only", async () => {
    const { ines, tom, decision } = await scene();
    await ask(ines, decision);
    expect(await rejectionCode(answer(tom, decision, "unclear"))).toBe("request/invalid");
    expect(await rejectionCode(answer(tom, decision, "different"))).toBe("request/invalid");
    expect(await rejectionCode(answer(tom, decision, "understood", { text: "no" }))).toBe("request/invalid");
    expect(await rejectionCode(answer(tom, decision, "unclear", { text: " " }))).toBe("line/empty");
  });

  test("replaces an earlier one with its words", async () => {
    const { ines, luc, decision, call } = await scene();
    await ask(ines, decision);
    await answer(luc, decision, "unclear", { text: "Quelle porte ?" });
    await answer(luc, decision, "unclear", { text: "Quel jour ?" });
    expect((await list(ines, call)).lines.map(({ text }) => text)).toEqual([
      "El autobús sale a las ocho",
      "Quel jour ?",
    ]);
    await answer(luc, decision, "understood");
    expect((await list(ines, call)).lines).toHaveLength(1);
    expect(await answersOf(ines, call)).toEqual([{ Inés: "understood", Tom: null, Luc: "understood" }]);
    expect(await db.admin`select from public.lines where about = ${decision}`).toHaveLength(0);
  });

  test("that is repeated changes nothing", async () => {
    const { place, ines, luc, decision } = await scene();
    await ask(ines, decision);
    const id = randomUUID();
    await answer(luc, decision, "unclear", { text: "Quelle porte ?", id });
    const [before] = await db.admin`select seq from public.meetings where id = ${place.id}`;
    await answer(luc, decision, "unclear", { text: "Quelle porte ?", id });
    const [after] = await db.admin`select seq from public.meetings where id = ${place.id}`;
    expect(after).toEqual(before);
    expect(await db.admin`select from public.lines where about = ${decision}`).toHaveLength(1);
  });

  test("records the text that was read", async () => {
    const { ines, tom, decision, call } = await scene();
    await ask(ines, decision);
    await db.admin`
      insert into public.translations (line_id, revision, language, status, text, lease_until)
      values (${decision}, 1, 'en', 'ready', 'The bus leaves at eight', now())`;
    await answer(tom, decision, "understood", { reads: "en" });
    const read = async () => {
      const [found] = (await list(ines, call)).confirmations;
      const one = found?.people.find(({ user_id }) => user_id === tom.id);
      return [one?.read_language, one?.read_text, one?.answered_before];
    };
    expect(await read()).toEqual(["en", "The bus leaves at eight", false]);
    await edit(ines, decision, "El autobús sale a las nueve");
    expect(await read()).toEqual([null, null, true]);
    expect(
      await db.admin`
      select from public.confirmation_answers where line_id = ${decision} and read_text is not null`,
    ).toHaveLength(0);
  });
});

describe("a changed text", () => {
  test("asks everybody but its author again", async () => {
    const { ines, tom, luc, decision, call } = await scene();
    await ask(tom, decision);
    await answer(ines, decision, "understood");
    await answer(luc, decision, "unclear", { text: "Quelle porte ?" });
    await edit(ines, decision, "El autobús sale a las ocho de la puerta norte");
    const [found] = (await list(tom, call)).confirmations;
    expect(found?.revision).toBe(2);
    expect(await answersOf(tom, call)).toEqual([{ Inés: "understood", Tom: null, Luc: null }]);
    expect(await rejectionCode(answer(luc, decision, "understood", { revision: 1 }))).toBe("confirmation/changed");
    await answer(luc, decision, "understood", { revision: 2 });
    await answer(tom, decision, "understood", { revision: 2 });
    expect((await list(tom, call)).confirmations[0]?.counts).toEqual({
      ...{ asked: 3, understood: 3, unclear: 0, different: 0 },
    });
  });
});

describe("a task", () => {
  test("is confirmed by its owner first", async () => {
    const { ines, tom, luc, decision, call } = await scene();
    await mark(ines, decision, "task", luc);
    await ask(ines, decision);
    const [found] = (await list(tom, call)).confirmations;
    expect(found?.waits_for_owner).toBe(true);
    expect(found?.people.map(({ display_name, owner }) => [display_name, owner])).toEqual([
      ["Luc", true],
      ["Inés", false],
      ["Tom", false],
    ]);
    expect(await rejectionCode(answer(tom, decision, "understood"))).toBe("confirmation/owner-first");
    await answer(luc, decision, "unclear", { text: "Quelle porte ?" });
    expect(await rejectionCode(answer(tom, decision, "understood"))).toBe("confirmation/owner-first");
    await answer(luc, decision, "understood");
    await answer(tom, decision, "understood");
  });

  test("waits for no owner who cannot answer", async () => {
    const { place, ines, tom, luc, decision } = await scene();
    await mark(ines, decision, "task", luc);
    await ask(ines, decision);
    await remove(ines, place, luc);
    await answer(tom, decision, "understood");
  });

  test("has a day by which it is due", async () => {
    const { ines, tom, decision, call } = await scene();
    const due = (day: string | null, who = ines, line = decision) =>
      db.as(who, (sql) => sql`select public.set_task_due(${line}, ${day})`);
    expect(await rejectionCode(due("2026-12-01"))).toBe("request/invalid");
    await mark(ines, decision, "task", tom);
    await due("2026-12-01");
    expect((await list(tom, call)).tasks).toMatchObject([{ line_id: decision, due_on: "2026-12-01" }]);
    await due(null);
    expect((await list(tom, call)).tasks).toMatchObject([{ due_on: null }]);
    expect(await rejectionCode(due("9999-12-01"))).toBe("request/invalid");
    const stranger = { ...(await account(db)), peer: "", call: "", joined: 0 };
    expect(await rejectionCode(due("2026-12-01", stranger))).toBe("line/not-found");
  });
});

describe("people who were not there", () => {
  test("cannot answer", async () => {
    const { ines, decision } = await scene();
    await ask(ines, decision);
    const member = await account(db);
    await addMember(db, await workspaceOf(db, ines), member, "member");
    const stranger = await account(db);
    for (const who of [member, stranger, await person(db)])
      expect(await rejectionCode(answer(who, decision, "understood"))).toBe("confirmation/not-found");
    expect((await list(member, ines.call)).confirmations).toMatchObject([{ asks_me: false }]);
    expect(await rejectionCode(list(stranger, ines.call))).toBe("meeting/not-entered");
    expect(await rejectionCode(ask(member, decision))).toBe("meeting/not-entered");
  });

  test("cannot answer after they were removed", async () => {
    const { place, ines, tom, decision, call } = await scene();
    await ask(ines, decision);
    await remove(ines, place, tom);
    expect(await rejectionCode(answer(tom, decision, "understood"))).toBe("confirmation/not-found");
    expect(await answersOf(ines, call)).toEqual([{ Inés: "understood", Luc: null }]);
    expect(await home(tom)).toEqual([]);
  });

  test("read what was put to them, and nothing else", async () => {
    const { place, ines, tom, decision } = await scene();
    await change(ines, place, { reading: "present" });
    const late = await join(db, place, { name: "Late", speaks: "en" });
    const claim = (line: string, who = late.id) =>
      db.as(service, async (sql) => {
        const [row] = await sql`
          select public.claim_translations(${[line]}, ${who}, true, 'en') -> 'absent' as absent`;
        return row?.absent;
      });
    expect(await rejectionCode(ask(late, decision))).toBe("line/not-found");
    expect(await claim(decision)).toEqual([decision]);
    await ask(tom, decision);
    expect(await claim(decision)).toEqual([]);
    expect(await claim(decision, (await account(db)).id)).toEqual([decision]);
    const [found] = (await list(late, ines.call)).lines;
    expect(found?.text).toBe("El autobús sale a las ocho");
    const other = await post(db, tom, tom.call, { text: "Otra cosa" });
    expect(await claim(other.id)).toEqual([]);
    await answer(late, decision, "understood");
  });

  test("keep their answers when the meeting ends", async () => {
    const { place, ines, decision, call } = await scene();
    const guest = await join(db, place, { name: "Guest" });
    await ask(ines, decision);
    await answer(guest, decision, "understood");
    await end(ines, place);
    expect(await rejectionCode(answer(guest, decision, "understood"))).toBe("confirmation/not-found");
    expect((await answersOf(ines, call))[0]).toMatchObject({ Guest: "understood" });
  });
});

describe("the home page", () => {
  test("lists what waits for the person first", async () => {
    const { ines, tom, decision } = await scene();
    await ask(ines, decision);
    expect(await home(tom)).toMatchObject([{ line_id: decision, waits_for_me: true, counts: { understood: 1 } }]);
    expect(await home(ines)).toMatchObject([{ waits_for_me: false }]);
    await answer(tom, decision, "understood");
    expect(await home(tom)).toMatchObject([{ waits_for_me: false, counts: { understood: 2 } }]);
    expect(await home(await account(db))).toEqual([]);
  });
});

/** Emails about open confirmations, and answers by their links without signing in. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { CONFIRMATIONS } from "#contracts/confirmationLimits.ts";
import { confirmationActions } from "./support/confirmations.ts";
import { account, join, person, room } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { moderation } from "./support/moderation.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { mark, ask, answer, answersOf, list, openLink, answerByLink, queueEmails, emails, endCall } =
  confirmationActions(db);
const { scene, asked, passHours } = confirmationActions(db);
const { remove } = moderation(db);
const { edit, wipe } = lineActions(db);

beforeEach(async () => {
  await db.admin`delete from public.confirmations`;
  await db.admin`delete from private.outbox_emails`;
  await db.admin`delete from private.confirmation_emails`;
});

describe("an email", () => {
  test("goes to silent attendees after the call", async () => {
    const { ines, tom, decision, call, mails, place } = await scene();
    await join(db, place, { name: "Guest" }, await person(db));
    await ask(ines, decision);
    expect(await queueEmails()).toBe(0);
    await answer(tom, decision, "understood");
    await endCall(call);
    expect(await queueEmails()).toBe(1);
    expect(await emails()).toMatchObject([
      {
        recipient: mails.luc,
        ...{ reads: "fr", language: "es", text: "El autobús sale a las ocho", translation: null },
        ...{ reminder: false, title: "Trip", asker: "Inés" },
      },
    ]);
    expect(await queueEmails()).toBe(0);
  });

  test("waits while the text is still being changed", async () => {
    const { ines, decision, call } = await scene();
    await ask(ines, decision);
    await endCall(call, 1);
    expect(await queueEmails()).toBe(0);
    await endCall(call, CONFIRMATIONS.emailDelayMs / 60_000);
    expect(await queueEmails()).toBe(2);
  });

  test("is followed by a single reminder a day later", async () => {
    const { tom, decision, mails } = await asked();
    await answer(tom, decision, "understood");
    await passHours(23);
    expect(await queueEmails()).toBe(0);
    await passHours(1);
    expect(await queueEmails()).toBe(1);
    expect((await emails()).filter(({ reminder }) => reminder)).toMatchObject([{ recipient: mails.luc }]);
    await passHours(48);
    expect(await queueEmails()).toBe(0);
  });

  test("asks about each new text", async () => {
    const { ines, decision, call, tom, luc } = await asked();
    await edit(ines, decision, "El autobús sale a las nueve");
    await endCall(call);
    await passHours(24);
    expect(await queueEmails()).toBe(2);
    expect(await rejectionCode(openLink(tom.token))).toBe("confirmation/changed");
    expect(await rejectionCode(answerByLink(luc.token, "understood"))).toBe("confirmation/changed");
  });

  test("goes to the owner of a task first", async () => {
    const { ines, luc, decision, call, mails } = await scene();
    await mark(ines, decision, "task", luc);
    await ask(ines, decision);
    await endCall(call);
    await queueEmails();
    expect((await emails()).map(({ recipient }) => recipient)).toEqual([mails.luc]);
    await answer(luc, decision, "understood");
    await queueEmails();
    expect((await emails()).map(({ recipient }) => recipient).sort()).toEqual([mails.luc, mails.tom].sort());
  });

  test("loses its link and words once it is sent", async () => {
    await asked();
    await db.admin`update private.outbox_emails set state = 'sent', ended_at = now() where template = 'confirmation'`;
    const rows = await db.admin`select payload from private.outbox_emails where template = 'confirmation'`;
    expect(rows.map(({ payload }) => payload)).toEqual([{}, {}]);
  });

  test("has a token that only its hash is stored of", async () => {
    const { tom } = await asked();
    const [row] = await db.admin`
      select count(*)::int as hashes from private.confirmation_links where token_hash = sha256(decode(${tom.token}, 'hex'))`;
    expect(row?.hashes).toBe(1);
  });
});

describe("a link", () => {
  test("shows the decision and changes nothing", async () => {
    const { ines, luc, call } = await asked();
    for (let visit = 0; visit < 2; visit++)
      expect(await openLink(luc.token)).toMatchObject({
        ...{ revision: 1, kind: "decision", title: "Trip", author: "Inés", writer: null, reads: "fr", answer: null },
        ...{ text: "El autobús sale a las ocho", translation: null },
      });
    expect(await answersOf(ines, call)).toEqual([{ Inés: "understood", Tom: null, Luc: null }]);
  });

  test("names the person who corrected a caption", async () => {
    const { ines, luc, tom, decision } = await asked();
    await db.admin`
      update public.lines
      set kind = 'speech', spoken_at = now(), spoken_ms = 900, corrected_by = ${luc.id}, edited_at = now()
      where id = ${decision}`;
    expect(await openLink(tom.token)).toMatchObject({ author: "Inés", writer: "Luc" });
    await db.admin`update public.lines set corrected_by = ${ines.id} where id = ${decision}`;
    expect(await openLink(tom.token)).toMatchObject({ author: "Inés", writer: null });
  });

  test("answers as its person, also twice", async () => {
    const { ines, luc, tom, call } = await asked();
    const id = randomUUID();
    await answerByLink(luc.token, "unclear", "Quelle porte ?", id);
    expect(await answerByLink(luc.token, "unclear", "Quelle porte ?", id)).toMatchObject({
      ...{ answer: "unclear", words: "Quelle porte ?" },
    });
    expect(await answerByLink(tom.token, "understood")).toMatchObject({ answer: "understood", words: null });
    expect(await answersOf(ines, call)).toEqual([{ Inés: "understood", Tom: "understood", Luc: "unclear" }]);
    expect((await list(ines, call)).lines.map(({ text, author }) => [text, author])).toContainEqual([
      "Quelle porte ?",
      luc.id,
    ]);
    await answerByLink(luc.token, "understood");
    expect(await answersOf(ines, call)).toMatchObject([{ Luc: "understood" }]);
  });

  test.each([
    ["of other characters", "g".repeat(64)],
    ["that nobody got", "0".repeat(64)],
    ["that is short", "00"],
    ["that is empty", ""],
    ["with SQL", "' or true --"],
  ])("%s is rejected", async (_, token) => {
    await asked();
    expect(await rejectionCode(openLink(token))).toBe("confirmation/link-refused");
    expect(await rejectionCode(answerByLink(token, "understood"))).toBe("confirmation/link-refused");
  });

  test("is rejected if made of the stored hash", async () => {
    await asked();
    const [row] = await db.admin`select encode(token_hash, 'hex') as hash from private.confirmation_links limit 1`;
    expect(await rejectionCode(openLink(row?.hash))).toBe("confirmation/link-refused");
  });

  test("ends with its time, its line and its person", async () => {
    const { place, ines, tom, luc, decision } = await asked();
    await remove(ines, place, tom);
    expect(await rejectionCode(answerByLink(tom.token, "understood"))).toBe("confirmation/link-refused");
    await db.admin`update private.confirmation_links set expires_at = now() - interval '1 second'`;
    expect(await rejectionCode(openLink(luc.token))).toBe("confirmation/link-refused");
    await db.admin`update private.confirmation_links set expires_at = now() + interval '1 day'`;
    await openLink(luc.token);
    await wipe(ines, decision);
    expect(await rejectionCode(openLink(luc.token))).toBe("confirmation/link-refused");
  });

  test("opens nothing for another account", async () => {
    const { ines, luc, call } = await asked();
    const stranger = await account(db);
    await openLink(luc.token, stranger);
    expect(await rejectionCode(list(stranger, call))).toBe("meeting/not-entered");
    expect(await answersOf(ines, call)).toMatchObject([{ Luc: null }]);
  });
});

describe("a merge", () => {
  test("moves the answers of a guest to the account", async () => {
    const { place, ines, decision, call } = await scene();
    const guest = await join(db, place, { name: "Ana" });
    await ask(guest, decision);
    await answer(ines, decision, "understood");
    const target = await account(db);
    await room(db, null, target);
    await db.admin`select private.transfer_guest_step(${guest.id}, ${target.id})`;
    expect((await answersOf(ines, call))[0]).toMatchObject({ Ana: "understood", Inés: "understood" });
    const rows = await db.admin`
      select from public.confirmation_answers where user_id = ${guest.id}
      union all select from public.confirmations where asked_by = ${guest.id}`;
    expect(rows).toHaveLength(0);
    expect((await list(ines, call)).confirmations[0]?.asked_by).toBe(target.id);
  });

  test("keeps the later of two answers", async () => {
    const { place, ines, tom, decision, call } = await scene();
    await ask(ines, decision);
    const guest = await join(db, place, { name: "Ana" });
    await answer(tom, decision, "understood");
    await answer(guest, decision, "unclear", { text: "Quelle porte ?" });
    await db.admin`select private.transfer_guest_step(${guest.id}, ${tom.id})`;
    expect((await answersOf(ines, call))[0]).toMatchObject({ Tom: "unclear" });
  });
});

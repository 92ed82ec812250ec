/** Quotas against guests and other people who try to use up what others need. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { LIMITS } from "#contracts/limits.ts";
import { QUOTAS } from "#contracts/quotas.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { fileActions } from "./support/files.ts";
import { account, join, type Person, person, post, room } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { rejectionCode, service, testDatabaseForFile, waitForBlockedQuery } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { offer, withdraw, upload } = fileActions(db);
const { react } = lineActions(db);

beforeEach(() => db.admin`delete from public.usage`);

describe("guests' quotas", () => {
  /** Reads what the meeting's line would cost, as the function `translate` does. */
  const claimed = async (who: Person, lines: readonly string[], language: string | null = null) => {
    const shape = z.object({
      claimed: z.array(z.unknown()),
      others: z.array(z.object({ reason: z.nullable(z.string()) })),
    });
    const args = { p_line_ids: lines, p_user_id: who.id, p_language: language };
    const { claimed: made, others } = await db.rpc(service, "claim_translations", args, shape);
    return { made: made.length, reasons: others.map(({ reason }) => reason) };
  };

  test("five guests with 35 requests stop no other meeting", async () => {
    const languages = ["fr", "de", "it", "pt", "pl", "nl", "sv"];
    let refused = 0;
    for (let guest = 0; guest < 5; guest += 1) {
      const own = await join(db, await room(db), { speaks: "en" });
      const lines = [];
      for (let count = 0; count < 4; count += 1)
        lines.push((await post(db, own, own.call, { text: `${count}${"x".repeat(3_999)}`, language: "en" })).id);
      for (const language of languages)
        refused += (await claimed(own, lines, language)).reasons.filter(
          (reason) => reason === "translate/quota",
        ).length;
    }
    expect(refused).toBeGreaterThan(0);
    const meeting = await room(db);
    const ana = await join(db, meeting, { speaks: "es" });
    await join(db, meeting, { speaks: "en" });
    const line = await post(db, ana, ana.call, { text: "hola" });
    expect(await claimed(ana, [line.id])).toEqual({ made: 1, reasons: [] });
  });

  test("people who left cost nobody a translation", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting, { speaks: "es" });
    for (const speaks of ["fr", "de", "it"] as const) {
      const passerBy = await join(db, meeting, { speaks });
      await db.rpc(passerBy, "leave_call", { p_call_id: passerBy.call, p_peer_id: passerBy.peer }, z.unknown());
    }
    const line = await post(db, ana, ana.call, { text: "hola" });
    expect(await claimed(ana, [line.id])).toEqual({ made: 0, reasons: [] });
    await join(db, meeting, { speaks: "en" });
    expect(await claimed(ana, [line.id])).toEqual({ made: 1, reasons: [] });
  });

  test("all guests leave a quarter to the members", async () => {
    const host = await account(db);
    const meeting = await room(db, "Trip", host);
    const [owner, guest] = [await join(db, meeting, {}, host), await join(db, meeting, {})];
    const offerFile = (who: typeof guest) => rejectionCode(offer(who, { bytes: 1_000 }));
    await db.admin`
      insert into public.usage (day, kind, scope, subject, amount)
      select (now() at time zone 'utc')::date, 'file', scope, subject, day_limit
      from private.quota_scopes('file', ${guest.id}, ${meeting.id}, null) where scope in ('guests', 'workspace_guests')`;
    expect(await offerFile(guest)).toBe("file/quota");
    expect(await offerFile(owner)).toMatch(/^no refusal/u);
    const [limits] = await db.admin`
      select day_limit::int as guests from private.quota_scopes('file', ${guest.id}, ${meeting.id}, null) where scope = 'guests'`;
    expect(limits?.guests).toBe((QUOTAS.file.meeting * 3) / 4);
  });

  test("guests leave members a quarter of a call's lines", async () => {
    const host = await account(db);
    const meeting = await room(db, "Trip", host);
    const [owner, guest] = [await join(db, meeting, {}, host), await join(db, meeting, {})];
    await db.admin`update public.calls set line_count = ${(SERVER_LIMITS.linesPerCall * 3) / 4} where id = ${guest.call}`;
    expect(await rejectionCode(post(db, guest, guest.call, { text: "hola" }))).toBe("line/call-full");
    await post(db, owner, owner.call, { text: "hola" });
  });

  test("three guests cannot offer 1.57 GB to a meeting", async () => {
    const host = await account(db);
    const meeting = await room(db, "Trip", host);
    let accepted = 0;
    for (let guest = 0; guest < 3; guest += 1) {
      const own = await join(db, meeting, {});
      for (let file = 0; file < 10; file += 1) {
        const offered = db.rpc(
          own,
          "offer_file",
          {
            p_file_id: randomUUID(),
            p_call_id: own.call,
            p_name: "a.pdf",
            p_type: "application/pdf",
            p_bytes: 52_428_800,
          },
          z.unknown(),
        );
        const code = await rejectionCode(offered);
        if (code.startsWith("no refusal")) accepted += 52_428_800;
        else expect(code).toBe("file/quota");
      }
    }
    expect(accepted).toBeGreaterThan(0);
    expect(accepted).toBeLessThanOrEqual(QUOTAS.file.meeting);
  });

  test("guests share 50 MB a day without a host's account", async () => {
    const own = await join(db, await room(db), {});
    const offerBytes = (bytes: number) =>
      rejectionCode(
        db.rpc(
          own,
          "offer_file",
          { p_file_id: randomUUID(), p_call_id: own.call, p_name: "a.pdf", p_type: "application/pdf", p_bytes: bytes },
          z.unknown(),
        ),
      );
    expect(await offerBytes(20_000_000)).toMatch(/^no refusal/u);
    expect(await offerBytes(40_000_000)).toBe("file/quota");
  });

  test("a guest's bytes are those of one meeting", async () => {
    const guest = await person(db);
    const offered: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const own = await join(db, await room(db, null, guest), {}, guest);
      const args = { p_file_id: randomUUID(), p_call_id: own.call, p_name: "a.pdf", p_type: "application/pdf" };
      offered.push(await rejectionCode(db.rpc(own, "offer_file", { ...args, p_bytes: 13_000_000 }, z.unknown())));
    }
    expect(offered.map((code) => code.replace(/:.*/u, ""))).toEqual(["no refusal", "no refusal", "file/quota"]);
  });

  test("withdrawn offers without a byte stop nobody", async () => {
    const meeting = await room(db);
    const [ana, eve] = [await join(db, meeting, {}, meeting.host), await join(db, meeting, {})];
    const bytes = 25_000_000;
    for (const who of [eve, await join(db, meeting, {})])
      for (let count = 0; count < LIMITS.filesAtOnce; count += 1) {
        const id = randomUUID();
        await offer(who, { id, bytes });
        await withdraw(who, id);
        await withdraw(who, id);
      }
    await offer(ana, { bytes });
    const used = await db.admin`select distinct amount::int from public.usage where kind = 'file' and amount > 0`;
    expect(used).toEqual([{ amount: bytes }]);
  });

  test("withdrawn offers with bytes, or of another day, still count", async () => {
    const eve = await join(db, await room(db), {});
    const used = async () =>
      (await db.admin`select amount::int from public.usage where kind = 'file' and scope = 'user'`)[0]?.amount;
    const id = randomUUID();
    await upload(eve, await offer(eve, { id, bytes: 700 }), { bytes: 700 });
    await withdraw(eve, id);
    expect(await used()).toBe(700);
    const old = randomUUID();
    await offer(eve, { id: old, bytes: 50 });
    await db.admin`update public.files set offered_at = now() - interval '1 day' where id = ${old}`;
    await withdraw(eve, old);
    expect(await used()).toBe(750);
  });

  test("an upload that ends after the withdrawal is not stored", async () => {
    const eve = await join(db, await room(db), {});
    const id = randomUUID();
    const path = await offer(eve, { id });
    await withdraw(eve, id);
    // Storage stores the row of an upload that began earlier without the policies.
    const stored = db.admin`insert into storage.objects (bucket_id, name, version) values ('files', ${path}, 'v')`;
    await expect(stored).rejects.toThrow("row-level security");
  });

  test("a withdrawal during the end of an upload refunds nothing", async () => {
    const eve = await join(db, await room(db), {});
    const id = randomUUID();
    const path = await offer(eve, { id, bytes: 700 });
    const withdrawal = await db.admin.begin(async (sql) => {
      await sql`insert into storage.objects (bucket_id, name, version) values ('files', ${path}, 'v')`;
      const done = withdraw(eve, id);
      await waitForBlockedQuery(db, "withdraw_file");
      return { done };
    });
    await withdrawal.done;
    const [used] = await db.admin`select amount::int from public.usage where kind = 'file' and scope = 'all'`;
    expect(used).toEqual({ amount: 700 });
  });

  test("a reaction counts like twenty characters, once", async () => {
    const ana = await join(db, await room(db), {});
    const line = await post(db, ana, ana.call, { text: "hola" });
    const used = async () =>
      (await db.admin`select amount::int from public.usage where kind = 'line' and scope = 'user'`)[0]?.amount;
    for (const given of [true, true, false]) await react(ana, line.id, "👍", given);
    expect(await used()).toBe(60);
    await db.admin`update public.usage set amount = ${QUOTAS.line.user} where kind = 'line' and scope = 'user'`;
    expect(await rejectionCode(react(ana, line.id))).toBe("line/quota");
  });

  test("a person writes 200,000 characters a day", async () => {
    const ana = await join(db, await room(db), {});
    await post(db, ana, ana.call, { text: "hola" });
    const used = await db.admin`select amount::int from public.usage where kind = 'line' and scope = 'user'`;
    expect(used.at(-1)).toEqual({ amount: 40 });
    await db.admin`update public.usage set amount = ${QUOTAS.line.user - 40} where kind = 'line' and subject = ${ana.id}`;
    await post(db, ana, ana.call, { text: "vale" });
    expect(await rejectionCode(post(db, ana, ana.call, { text: "no" }))).toBe("line/quota");
  });
});

/** The quota of translations: what claims consume, and what users see of it. */
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { QUOTA_SHARES, QUOTAS } from "#contracts/quotas.ts";
import { translateResponse, translationQuota } from "#contracts/translate.ts";
import { join, type MeetingFixture, type Person, person, post, room } from "./support/fixtures.ts";
import { rejectionCode, service, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const NOBODY = "00000000-0000-0000-0000-000000000000";

const claims = z.object({
  claimed: z.array(z.unknown()),
  others: translateResponse.shape.results,
  absent: z.array(z.guid()),
});
const claim = (lines: readonly string[], user: string) =>
  db.rpc(service, "claim_translations", { p_line_ids: lines, p_user_id: user }, claims);

/** Records today's use of a quota. */
const use = (kind: string, scope: string, subject: string, amount: number) => db.admin`
  insert into public.usage (day, kind, scope, subject, amount)
  values ((now() at time zone 'utc')::date, ${kind}, ${scope}, ${subject}, ${amount})`;

/** Creates a call where Ana writes Spanish and Bob reads English, with one line of Ana's. */
async function scene(text: string) {
  const meeting = await room(db);
  const ana = await join(db, meeting, { speaks: "es" });
  const bob = await join(db, meeting, { speaks: "en" });
  const line = await post(db, ana, ana.call, { text });
  return { meeting, ana, bob, line };
}

beforeEach(() => db.admin`delete from public.usage`);

describe("claim_translations", () => {
  const used = async () => {
    const rows = await db.admin<{ scope: string; amount: string }[]>`
      select scope, amount from public.usage where kind = 'translate'`;
    return Object.fromEntries(rows.map(({ scope, amount }) => [scope, Number(amount)]));
  };

  test("counts source characters for each language", async () => {
    const { meeting, ana, line } = await scene("hola");
    await join(db, meeting, { speaks: "fr" });
    await claim([line.id], ana.id);
    expect(await used()).toEqual({ all: 8, guest: 8, meeting: 8, user: 8, workspace: 8 });
    await claim([line.id], ana.id);
    expect(await used()).toEqual({ all: 8, guest: 8, meeting: 8, user: 8, workspace: 8 });
  });

  test("charges the author for languages of the call", async () => {
    const { ana, bob, line } = await scene("hola");
    await claim([line.id], bob.id);
    const rows = await db.admin`select subject from public.usage where kind = 'translate' and scope = 'user'`;
    expect(rows).toEqual([{ subject: ana.id }]);
  });

  test("charges a reader for any other language", async () => {
    const { bob, line } = await scene("hola");
    const args = { p_line_ids: [line.id], p_user_id: bob.id, p_language: "fr" };
    expect((await db.rpc(service, "claim_translations", args, claims)).claimed).toHaveLength(1);
    const rows = await db.admin`select subject from public.usage where kind = 'translate' and scope = 'user'`;
    expect(rows).toEqual([{ subject: bob.id }]);
  });

  test.each(["user", "meeting", "workspace", "all"] as const)(
    "claims nothing beyond the quota of %s",
    async (scope) => {
      const { meeting, ana, line } = await scene("hola");
      const subject = { user: ana.id, meeting: meeting.id, workspace: NOBODY, all: NOBODY }[scope];
      await use("translate", scope, subject, QUOTAS.translate[scope] - 3);
      const before = await used();
      expect(await claim([line.id], ana.id)).toEqual({
        claimed: [],
        others: [{ line_id: line.id, language: "en", status: "failed", reason: "translate/quota" }],
        absent: [],
      });
      expect((await db.admin`select from public.translations where line_id = ${line.id}`).count).toBe(0);
      expect(await used()).toEqual(before);

      // The next day the quota is available again.
      await db.admin`update public.usage set day = day - 1`;
      expect((await claim([line.id], ana.id)).claimed).toHaveLength(1);
    },
  );
});

describe("translation_quota", () => {
  const quotaOf = (who: Person, meeting: MeetingFixture) =>
    db.rpc(who, "translation_quota", { p_meeting_id: meeting.id }, translationQuota);

  test("separates own and meeting use", async () => {
    const text = "hola";
    const { meeting, ana, bob, line } = await scene(text);
    await claim([line.id], ana.id);
    const elsewhere = await room(db);
    const cy = await join(db, elsewhere, { speaks: "es" });
    await join(db, elsewhere, { speaks: "en" });
    const other = await post(db, cy, cy.call, { text: "mucho más" });
    await claim([other.id], cy.id);

    const { meeting: ofMeeting, workspace } = QUOTAS.translate;
    const limit = Math.floor(Math.min(ofMeeting, workspace / QUOTA_SHARES.meeting));
    const user = limit / QUOTA_SHARES.guestOfGuests;
    expect(await quotaOf(ana, meeting)).toMatchObject({
      user: { used: text.length, limit: user },
      meeting: { used: text.length, limit },
    });
    expect(await quotaOf(bob, meeting)).toMatchObject({
      user: { used: 0, limit: user },
      meeting: { used: text.length, limit },
    });
  });

  test("adds up the parts used at the same time", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting, { speaks: "es" });
    await db.admin`
      insert into public.usage (day, kind, scope, subject, part, amount)
      select (now() at time zone 'utc')::date, 'translate', 'meeting', ${meeting.id}, part, 100 from generate_series(0, 2) as part`;
    expect((await quotaOf(ana, meeting)).meeting.used).toBe(300);
  });

  test("resets at midnight UTC", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting, { speaks: "es" });
    await use("translate", "user", ana.id, 1);
    await db.admin`update public.usage set day = day - 1`;
    await use("speech", "user", ana.id, 1);
    const { user, resets_at } = await quotaOf(ana, meeting);
    expect(user.used).toBe(0);
    const [row] = await db.admin<{ wait: number; midnight: boolean }[]>`
      select
        extract(epoch from ${resets_at}::timestamptz - now())::float8 as wait,
        to_char(${resets_at}::timestamptz at time zone 'utc', 'HH24:MI:SS') = '00:00:00' as midnight`;
    expect(row?.midnight).toBe(true);
    expect(row?.wait).toBeGreaterThan(0);
    expect(row?.wait).toBeLessThanOrEqual(86_400);
  });

  test("denies non-participants", async () => {
    const meeting = await room(db);
    const stranger = await person(db);
    expect(await rejectionCode(quotaOf(stranger, meeting))).toBe("meeting/not-entered");
  });
});

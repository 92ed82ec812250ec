/** Failed translations: counted attempts, refunded quotas, and the charged person. */
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { translateResponse } from "#contracts/translate.ts";
import { account, type CallMember, join, post, room } from "./support/fixtures.ts";
import { emptyResult, service, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { results } = translateResponse.shape;

interface Outcome {
  readonly status?: string;
  readonly text?: string;
  readonly reason?: string;
  readonly sent?: boolean;
  readonly counts?: boolean;
}
/** Reports of the function: engine unreachable, no response, text not translatable, translated. */
const AWAY: Outcome = { sent: false, counts: false };
const SILENT: Outcome = { sent: true, counts: false };
const CANNOT: Outcome = { sent: true, counts: true };
const PAIRLESS: Outcome = { status: "unavailable", reason: "translate/unsupported-pair", sent: false, counts: false };
const made = (text: string): Outcome => ({ status: "ready", text });

const claims = z.object({ claimed: z.array(z.object({ line_id: z.guid(), claim: z.guid() })), others: results });
const ask = (who: CallMember, line: string, engineUp = true) =>
  db.rpc(service, "claim_translations", { p_line_ids: [line], p_user_id: who.id, p_engine_up: engineUp }, claims);
/** Claims the line and returns the token. */
async function claim(who: CallMember, line: string): Promise<string> {
  const [first] = (await ask(who, line)).claimed;
  if (first === undefined) throw new Error("Nothing was claimed.");
  return first.claim;
}
const store = (who: CallMember, line: string, token: string, outcome: Outcome) =>
  db.rpc(
    service,
    "store_translations",
    {
      p_user_id: who.id,
      p_results: {
        json: [
          {
            ...{ line_id: line, revision: 1, language: "en", status: "failed", reason: "translate/unavailable" },
            ...{ claim: token, ...outcome },
          },
        ],
      },
    },
    results,
  );
const standing = async (line: string) => {
  const rows = await db.admin<{ status: string; text: string | null; attempts: number; again: boolean }[]>`
    select status, text, attempts, again from public.translations where line_id = ${line}`;
  return rows[0];
};
const leaseOver = (line: string) =>
  db.admin`update public.translations set lease_until = now() - interval '1 second' where line_id = ${line}`;
const retry = (who: CallMember, line: string) =>
  db.rpc(who, "retry_translation", { p_line_id: line, p_language: "en" }, emptyResult);
const used = async () => {
  const rows = await db.admin<{ scope: string; amount: string }[]>`
    select scope, amount from public.usage where kind = 'translate' and scope <> 'guest' order by scope, amount`;
  return rows.map(({ scope, amount }) => `${scope} ${amount}`);
};

async function scene(text = "hola") {
  const meeting = await room(db, "Trip", await account(db));
  const ana = await join(db, meeting, { speaks: "es" });
  const bob = await join(db, meeting, { speaks: "en" });
  const line = await post(db, ana, ana.call, { text });
  return { meeting, ana, bob, id: line.id };
}

beforeEach(() => db.admin`delete from public.usage`);

describe("attempts", () => {
  test("an absent engine costs none", async () => {
    const { ana, id } = await scene();
    for (let time = 0; time < 20; time += 1)
      expect(await store(ana, id, await claim(ana, id), AWAY)).toMatchObject([{ status: "failed" }]);
    expect(await standing(id)).toMatchObject({ status: "failed", attempts: 0 });
    expect(await store(ana, id, await claim(ana, id), made("hello"))).toMatchObject([{ status: "ready" }]);
  });

  test("an unresponsive engine ends after the limit", async () => {
    const { ana, id } = await scene();
    const statuses: (string | undefined)[] = [];
    for (let time = 0; time < SERVER_LIMITS.translationAttemptsWithoutResponse; time += 1) {
      const [stored] = await store(ana, id, await claim(ana, id), SILENT);
      statuses.push(stored?.status);
    }
    expect(statuses).toEqual([
      ...Array(SERVER_LIMITS.translationAttemptsWithoutResponse - 1).fill("failed"),
      "unavailable",
    ]);
    expect((await ask(ana, id)).others).toMatchObject([{ status: "unavailable" }]);
    // A reader can request a retry.
    await retry(ana, id);
    expect(await store(ana, id, await claim(ana, id), SILENT)).toMatchObject([{ status: "failed" }]);
  });

  test("a rejected text is final at the last attempt", async () => {
    const { ana, id } = await scene();
    const statuses: (string | undefined)[] = [];
    for (const outcome of [CANNOT, AWAY, CANNOT, SILENT, CANNOT]) {
      const [stored] = await store(ana, id, await claim(ana, id), outcome);
      statuses.push(stored?.status);
    }
    expect(statuses).toEqual(["failed", "failed", "failed", "failed", "unavailable"]);
  });
});

describe("two claims, the first late", () => {
  test("a late failure leaves the later claim", async () => {
    const { ana, bob, id } = await scene();
    const late = await claim(ana, id);
    await leaseOver(id);
    const now = await claim(bob, id);
    for (const failure of [AWAY, SILENT, CANNOT, PAIRLESS, made(" ")])
      expect(await store(ana, id, late, failure)).toEqual([]);
    expect(await standing(id)).toMatchObject({ status: "claimed", attempts: 2 });
    expect(await store(bob, id, now, made("hello"))).toMatchObject([{ status: "ready" }]);
  });

  test("the first good result counts", async () => {
    const { ana, bob, id } = await scene();
    const late = await claim(ana, id);
    await leaseOver(id);
    const now = await claim(bob, id);
    expect(await store(ana, id, late, made("hello"))).toMatchObject([{ status: "ready" }]);
    expect(await store(bob, id, now, made("hi"))).toEqual([]);
    expect(await store(bob, id, now, CANNOT)).toEqual([]);
    expect(await standing(id)).toMatchObject({ status: "ready", text: "hello" });
  });

  test("retranslations follow the same rules", async () => {
    const { ana, bob, id } = await scene();
    await store(ana, id, await claim(ana, id), made("hello"));
    await retry(bob, id);
    const late = await claim(ana, id);
    await leaseOver(id);
    const now = await claim(bob, id);
    expect(await store(ana, id, late, CANNOT)).toEqual([]);
    expect(await standing(id)).toMatchObject({ again: true });
    expect(await store(bob, id, now, made("hi"))).toMatchObject([{ status: "ready", reason: null }]);
    expect(await standing(id)).toMatchObject({ text: "hi", again: false });
  });
});

describe("quotas", () => {
  const spent = (amount: number) =>
    ["all", "guests", "meeting", "user", "workspace", "workspace_guests"].map((scope) => `${scope} ${amount}`);

  test.each([
    ["no engine is reachable", AWAY, 0],
    ["no engine has the pair", PAIRLESS, 0],
    ["the engine does not respond", SILENT, 4],
    ["the engine cannot translate it", CANNOT, 4],
    ["the engine translates it", made("hello"), 4],
  ])("are refunded or charged when %s", async (_name, outcome, amount) => {
    const { ana, id } = await scene("hola");
    const token = await claim(ana, id);
    expect(await used()).toEqual(spent(4));
    await store(ana, id, token, outcome);
    expect(await used()).toEqual(spent(amount));
    // The refund happens once.
    await store(ana, id, token, outcome);
    expect(await used()).toEqual(spent(amount));
  });

  test("yesterday's use is not refunded today", async () => {
    const { ana, id } = await scene("hola");
    const token = await claim(ana, id);
    await db.admin`update public.translations set lease_until = lease_until - interval '1 day'`;
    await store(ana, id, token, AWAY);
    expect(await used()).toEqual(spent(4));
  });

  test("claims and refunds wait for no quota", async () => {
    const { ana, bob, id } = await scene("hola");
    const second = await post(db, ana, ana.call, { text: "adiós" });
    const token = await claim(ana, second.id);
    await db.admin.begin(async (sql) => {
      await sql`select from public.usage where kind = 'translate' for update`;
      expect((await ask(bob, id)).claimed).toMatchObject([{ line_id: id }]);
      expect(await store(ana, second.id, token, AWAY)).toHaveLength(1);
    });
    const sums = await db.admin`
      select distinct sum(amount)::int as amount from public.usage where kind = 'translate' group by scope, subject`;
    expect([...sums]).toEqual([{ amount: 4 }]);
  });
});

describe("a stored translation to be remade", () => {
  async function freed() {
    const given = await scene();
    await store(given.ana, given.id, await claim(given.ana, given.id), made("hello"));
    await retry(given.bob, given.id);
    return given;
  }

  test("stays, with the reason of the failure", async () => {
    const { bob, id } = await freed();
    expect((await ask(bob, id, false)).others).toMatchObject([{ status: "ready", reason: "translate/unavailable" }]);
    expect(await store(bob, id, await claim(bob, id), AWAY)).toMatchObject([
      { status: "ready", reason: "translate/unavailable" },
    ]);
    await db.admin`
      update public.usage set amount = ${SERVER_LIMITS.translateQuota.user} where scope = 'user' and subject = ${bob.id}`;
    expect((await ask(bob, id)).others).toMatchObject([{ status: "ready", reason: "translate/quota" }]);
    await db.admin`delete from public.usage`;
    expect(await store(bob, id, await claim(bob, id), made("hi"))).toMatchObject([{ status: "ready", reason: null }]);
    expect(await standing(id)).toMatchObject({ text: "hi", again: false });
  });

  test("stays without a reason after giving up", async () => {
    const { bob, id } = await freed();
    for (let time = 0; time < SERVER_LIMITS.translationAttempts; time += 1) {
      expect(await store(bob, id, await claim(bob, id), CANNOT)).toMatchObject([
        { status: "ready", reason: "translate/unavailable" },
      ]);
    }
    expect(await standing(id)).toMatchObject({ status: "ready", text: "hello", again: false });
    expect((await ask(bob, id)).others).toMatchObject([{ status: "ready", reason: null }]);
  });
});

test("claims of two meetings do not block each other", async () => {
  const [first, second] = [await scene(), await scene()];
  await db.as(service, async (sql) => {
    await sql`select public.claim_translations(${[first.id]}, ${first.ana.id}, false)`;
    expect((await ask(second.ana, second.id)).claimed).toHaveLength(1);
  });
});

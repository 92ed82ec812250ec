/** Daily quotas and their shares: what requests consume. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { QUOTA_SHARES, QUOTAS } from "#contracts/quotas.ts";
import { account, enterCall, join, type Person, person, room, workspaceOf } from "./support/fixtures.ts";
import { moderation } from "./support/moderation.ts";
import { rejectionCode, service, testDatabaseForFile, waitForBlockedQuery } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { remove, end } = moderation(db);
const KINDS = ["translate", "summary", "speech"] as const;
const SCOPES = ["user", "meeting", "workspace", "all"] as const;
type Kind = (typeof KINDS)[number];
type Scope = (typeof SCOPES)[number];

beforeEach(() => db.admin`delete from public.usage`);

interface Spent {
  user?: string;
  meeting?: string;
  cost?: number;
  address?: string | null;
  wish?: boolean;
}
/** Consumes a quota as the claiming functions do. */
async function spend(
  kind: string,
  { user = randomUUID(), meeting = randomUUID(), cost = 1, address = null, wish = false }: Spent = {},
) {
  const [row] = await db.admin<{ taken: boolean }[]>`
    select private.consume_quota(${kind}, ${user}, ${meeting}, ${cost}, ${address}, ${wish}) as taken`;
  return row?.taken;
}

/** Returns the limit of a scope in a meeting of guests. */
const limitOf = (kind: Kind, scope: Scope): number => {
  const { meeting, workspace } = QUOTAS[kind];
  return scope === "meeting" ? Math.floor(Math.min(meeting, workspace / QUOTA_SHARES.meeting)) : QUOTAS[kind][scope];
};

/** Leaves this much of today's quota. */
const leave = (kind: Kind, scope: Scope, subject: string, rest: number) => db.admin`
  insert into public.usage (day, kind, scope, subject, amount)
  values ((now() at time zone 'utc')::date, ${kind}, ${scope}, ${subject}, ${limitOf(kind, scope) - rest})
  on conflict (day, kind, scope, subject, part) do update set amount = excluded.amount`;

/** Creates a meeting in the workspace of a new account. */
const ofWorkspace = async () => room(db, "Trip", await account(db));

const NOBODY = "00000000-0000-0000-0000-000000000000";
const usage = async (kind: Kind) => {
  const rows = await db.admin<{ scope: string; subject: string; amount: string }[]>`
    select scope, subject, amount from public.usage
    where kind = ${kind} and scope <> 'guest'
    order by scope, subject`;
  return rows.map(({ scope, subject, amount }) => `${scope} ${subject} ${amount}`);
};

describe.each(KINDS)("the quota of %s", (kind) => {
  test.each(SCOPES)("grants %s up to the daily limit", async (scope) => {
    const [user, meeting] = [randomUUID(), randomUUID()];
    const subject = { user, meeting, workspace: NOBODY, all: NOBODY }[scope];
    await leave(kind, scope, subject, 3);
    const before = await usage(kind);
    expect(await spend(kind, { user, meeting, cost: 4 })).toBe(false);
    expect(await usage(kind)).toEqual(before);
    expect(await spend(kind, { user, meeting, cost: 3 })).toBe(true);
    expect(await spend(kind, { user, meeting })).toBe(false);
    // Unrelated users in a meeting of guests and in a meeting of a workspace.
    expect(await spend(kind)).toBe(scope === "user" || scope === "meeting");
    expect(await spend(kind, { meeting: (await ofWorkspace()).id })).toBe(scope !== "all");
    await db.admin`update public.usage set day = day - 1`;
    expect(await spend(kind, { user, meeting })).toBe(true);
  });

  test("strangers wait for nobody and are all counted", async () => {
    await leave(kind, "all", NOBODY, 5);
    await db.admin.begin(async (sql) => {
      await sql`select private.consume_quota(${kind}, ${randomUUID()}, ${randomUUID()}, 2)`;
      expect(await spend(kind, { cost: 3 })).toBe(true);
    });
    expect(await spend(kind)).toBe(false);
    const [all] = await db.admin`select sum(amount)::float8 as amount from public.usage where scope = 'all'`;
    expect(all?.amount).toBe(QUOTAS[kind].all);
  });

  test("the first use of a day resets one kind", async () => {
    for (const each of KINDS) await leave(each, "user", randomUUID(), 1);
    await db.admin`update public.usage set day = day - 1`;
    const [user, meeting] = [randomUUID(), randomUUID()];
    await spend(kind, { user, meeting, cost: 2 });
    expect(await usage(kind)).toEqual([
      `all ${NOBODY} 2`,
      `meeting ${meeting} 2`,
      `user ${user} 2`,
      `workspace ${NOBODY} 2`,
    ]);
    for (const other of KINDS) if (other !== kind) expect(await usage(other)).toHaveLength(1);
  });
});

test.each(KINDS)("only meetings of a workspace share its quota of %s", async (kind) => {
  const host = await account(db);
  const workspace = await workspaceOf(db, host);
  const [first, second] = [await room(db, "One", host), await room(db, "Other", host)];
  await leave(kind, "workspace", workspace, 2);
  expect(await spend(kind, { meeting: first.id })).toBe(true);
  expect(await spend(kind, { meeting: second.id })).toBe(true);
  expect(await spend(kind, { meeting: first.id })).toBe(false);
  expect(await spend(kind, { meeting: (await ofWorkspace()).id })).toBe(true);
  expect(await spend(kind, { meeting: (await room(db)).id })).toBe(true);
});

test.each(KINDS)("guests leave most of the %s quota to workspaces", async (kind) => {
  const { workspace, all } = QUOTAS[kind];
  await leave(kind, "workspace", NOBODY, 0);
  expect(await spend(kind)).toBe(false);
  expect(workspace).toBeLessThanOrEqual(all / 2);
  expect(await spend(kind, { meeting: (await ofWorkspace()).id })).toBe(true);
});

// A claim consumes the translations of several people, so it waits for none of them.
describe.each(KINDS.filter((kind) => kind !== "translate"))("the quota of %s for a meeting", (kind) => {
  test("concurrent spending is serialised", async () => {
    const meeting = randomUUID();
    await leave(kind, "meeting", meeting, 3);
    const second = await db.admin.begin(async (sql) => {
      const [first] = await sql`select private.consume_quota(${kind}, ${randomUUID()}, ${meeting}, 2) as taken`;
      expect(first?.taken).toBe(true);
      const spending = spend(kind, { meeting, cost: 2 });
      await waitForBlockedQuery(db, "private.consume_quota");
      return { spending };
    });
    expect(await second.spending).toBe(false);
    expect(await usage(kind)).toContain(`meeting ${meeting} ${limitOf(kind, "meeting") - 1}`);
  });

  test("many concurrent requests never exceed a meeting's quota", async () => {
    const meeting = randomUUID();
    await leave(kind, "meeting", meeting, 5);
    const taken = await Promise.all(Array.from({ length: 12 }, () => spend(kind, { meeting })));
    expect(taken.filter((granted) => granted)).toHaveLength(5);
    expect(await usage(kind)).toContain(`meeting ${meeting} ${limitOf(kind, "meeting")}`);
  });
});

test("a missing quota grants nothing", async () => {
  expect(await spend("fortune-telling")).toBe(false);
});

describe.each(KINDS)("shares of %s", (kind) => {
  const { workspace, all, meeting } = QUOTAS[kind];
  /** Consumes in parts until it is rejected, by new users in new meetings unless given. Returns the amount. */
  async function drain(spent: Spent & { cost: number }): Promise<number> {
    let amount = 0;
    while (await spend(kind, spent)) amount += spent.cost;
    return amount;
  }
  const part = (amount: number, count: number) => Math.max(1, Math.floor(amount / count));

  test("an hour of guests is a twelfth of their day", async () => {
    const hour = Math.floor(workspace / QUOTA_SHARES.hour);
    const cost = part(hour, 10);
    expect(await drain({ cost })).toBe(Math.floor(hour / cost) * cost);
    await db.admin`update public.usage set hour = (hour + 23) % 24`;
    expect(await spend(kind, { cost })).toBe(true);
  });

  test("one meeting takes a twentieth of the shared buckets", async () => {
    const guests = randomUUID();
    const limit = Math.floor(Math.min(meeting, workspace / QUOTA_SHARES.meeting));
    const cost = part(limit, 5);
    await drain({ meeting: guests, cost });
    expect(await spend(kind, { meeting: guests, cost })).toBe(false);
    expect(limit).toBeLessThanOrEqual(workspace / 20);
    expect(await spend(kind, { cost })).toBe(true);
    expect(Math.min(meeting, all / QUOTA_SHARES.meeting)).toBeLessThanOrEqual(all / 20);
  });

  test("one address takes a fifth of an hour", async () => {
    const address = randomUUID();
    const share = Math.floor(Math.floor(workspace / QUOTA_SHARES.hour) / QUOTA_SHARES.address);
    const cost = part(share, 4);
    expect(await drain({ address, cost })).toBe(Math.floor(share / cost) * cost);
    expect(await spend(kind, { address: randomUUID(), cost })).toBe(true);
    expect(await spend(kind, { cost })).toBe(true);
    const elsewhere = (await ofWorkspace()).id;
    expect(await spend(kind, { address, cost, meeting: elsewhere })).toBe(true);
  });

  test.each([
    ["guest", person],
    ["account of another workspace", account],
  ] as const)("one %s takes a quarter of a meeting's day", async (_, create) => {
    const host = await account(db);
    const { id } = await room(db, "Trip", host);
    const guest = (await create(db)).id;
    const cost = part(meeting, 8);
    expect(await drain({ user: guest, meeting: id, cost })).toBeLessThanOrEqual(meeting / 4);
    expect(await spend(kind, { user: guest, meeting: id, cost })).toBe(false);
    expect(await spend(kind, { meeting: id, cost })).toBe(true);
    expect(await spend(kind, { user: (await account(db)).id, meeting: id, cost })).toBe(true);
    expect(await spend(kind, { user: host.id, meeting: id, cost })).toBe(true);
    // The member has no such share.
    expect(await db.admin`select from public.usage where scope = 'guest'`).toHaveLength(3);
  });

  test("wishes leave half to those in the call", async () => {
    const guests = randomUUID();
    const limit = Math.floor(Math.min(meeting, workspace / QUOTA_SHARES.meeting));
    const cost = part(limit, 12);
    expect(await drain({ meeting: guests, cost, wish: true })).toBeLessThanOrEqual(limit / 2);
    expect(await spend(kind, { meeting: guests, cost, wish: true })).toBe(false);
    expect(await spend(kind, { meeting: guests, cost })).toBe(true);
  });

  test("a refund gives back every share", async () => {
    const [user, place, address] = [randomUUID(), randomUUID(), randomUUID()];
    await spend(kind, { user, meeting: place, address, cost: 3 });
    await db.admin`select private.refund_quota(${kind}, ${user}, ${place}, 3, ${address})`;
    const rows = await db.admin`select from public.usage where amount <> 0 or hour_amount <> 0`;
    expect(rows).toHaveLength(0);
  });

  test("a refund counts although another transaction holds the use", async () => {
    const [user, meeting] = [randomUUID(), randomUUID()];
    await spend(kind, { user, meeting, cost: 5 });
    await db.admin.begin(async (sql) => {
      await sql`select from public.usage where scope = 'all' for update`;
      await db.admin`select private.refund_quota(${kind}, ${user}, ${meeting}, 4)`;
    });
    const [all] = await db.admin`select sum(amount)::int as amount from public.usage where scope = 'all'`;
    expect(all?.amount).toBe(1);
  });

  test("a used-up quota does not wait for others", async () => {
    const user = randomUUID();
    await leave(kind, "user", user, 0);
    await db.admin.begin(async (sql) => {
      await sql`select private.consume_quota(${kind}, ${randomUUID()}, ${randomUUID()}, 1)`;
      expect(await spend(kind, { user })).toBe(false);
    });
  });
});

describe("consume_speech_quota", () => {
  const spendSpeech = (who: Person, call: string, milliseconds: number | null = 1_500) =>
    db.rpc(
      service,
      "consume_speech_quota",
      { p_call_id: call, p_user_id: who.id, p_milliseconds: milliseconds },
      z.guid(),
    );
  const scene = async () => {
    const place = await room(db);
    return { place, ana: await join(db, place, {}, place.host), bob: await join(db, place) };
  };

  test("counts milliseconds for person, meeting and project", async () => {
    const { place, ana, bob } = await scene();
    expect(await spendSpeech(ana, ana.call)).toBe(place.id);
    await spendSpeech(bob, ana.call, 500);
    expect(new Set(await usage("speech"))).toEqual(
      new Set([
        ...[`user ${ana.id} 1500`, `user ${bob.id} 500`, `meeting ${place.id} 2000`],
        ...[`workspace ${NOBODY} 2000`, `all ${NOBODY} 2000`],
      ]),
    );
  });

  test("spends nothing outside the call", async () => {
    const { place, ana, bob } = await scene();
    const elsewhere = await join(db, await room(db));
    const out = async (who: Person, call: string) =>
      expect(await rejectionCode(spendSpeech(who, call))).toBe("meeting/not-entered");
    await out(await person(db), ana.call);
    await out(elsewhere, ana.call);
    await out(ana, elsewhere.call);
    await out(ana, randomUUID());
    await db.rpc(bob, "leave_call", { p_call_id: bob.call, p_peer_id: bob.peer }, z.unknown());
    await out(bob, bob.call);
    await enterCall(db, bob, place.id, randomUUID());
    expect(await spendSpeech(bob, bob.call)).toBe(place.id);
    await remove(ana, place, bob);
    await out(bob, bob.call);
    await end(ana, place);
    await out(ana, ana.call);
    expect(await usage("speech")).toContain(`all ${NOBODY} 1500`);
  });

  test("refunds nothing for an invalid length", async () => {
    const { ana } = await scene();
    for (const milliseconds of [0, -1_000, null])
      expect(await rejectionCode(spendSpeech(ana, ana.call, milliseconds))).toBe("request/invalid");
    expect(await usage("speech")).toEqual([]);
  });

  test.each(SCOPES)("rejects more than is left of %s free of charge", async (scope) => {
    const { place, ana } = await scene();
    await leave("speech", scope, { user: ana.id, meeting: place.id, workspace: NOBODY, all: NOBODY }[scope], 1_499);
    const before = await usage("speech");
    expect(await rejectionCode(spendSpeech(ana, ana.call))).toBe("speech/quota");
    expect(await usage("speech")).toEqual(before);
    expect(await spendSpeech(ana, ana.call, 1_499)).toBe(place.id);
  });
});

/** The sessions of a person: listed, recorded, ended. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { CONCURRENCY } from "#contracts/quotas.ts";
import { SESSIONS } from "#contracts/sessionLimits.ts";
import { account, type CallMember, enterCall, join, type Person, person, post, room } from "./support/fixtures.ts";
import { deviceHash, sessionActions } from "./support/sessions.ts";
import {
  anon,
  callFunction,
  emptyResult,
  rejectionCode,
  service,
  testDatabaseForFile,
} from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { record, signIn, signInAtAuth, list, end, endOthers, age, openSessions, admit } = sessionActions(db);

const { team, invite, accept, look } = workspaceActions(db);

const leave = (who: Person, { call, peer }: CallMember) =>
  db.rpc(who, "leave_call", { p_call_id: call, p_peer_id: peer }, emptyResult);

/** Gives a person many sessions without emails. */
async function addSessions(user: string, count: number): Promise<void> {
  await db.admin.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      insert into auth.sessions (id, user_id, created_at, updated_at, aal)
      select gen_random_uuid(), ${user}, now() - number * interval '1 minute', now(), 'aal1'
      from generate_series(1, ${count}) as number`;
  });
  await db.admin`analyze auth.sessions`;
}

describe("record_sign_in", () => {
  test("no user calls it, not even for their own session", async () => {
    const ana = await signIn(await account(db));
    for (const who of [ana, await person(db), anon])
      expect(await rejectionCode(record(ana.session, "desk", "FR", who))).toMatch(/permission denied/u);
    expect((await list(ana)).current?.country).toBe("ES");
  });

  test("stores the country of a session once", async () => {
    const ana = await signIn(await account(db));
    await record(ana.session, "desk", "FR");
    expect((await list(ana)).current?.country).toBe("ES");
  });

  test.each([
    ["a forged country", { p_country: "Spain" }],
    ["markup as a country", { p_country: "<b" }],
    ["a lower-case country", { p_country: "es" }],
    ["no device", { p_device: null }],
    ["a device that is no hash", { p_device: "desk" }],
    ["no session", { p_session_id: null }],
  ])("rejects %s", async (_name, fault) => {
    const { session } = await signInAtAuth(await account(db));
    const args = { p_session_id: session, p_country: "ES", p_device: deviceHash("desk"), p_user_agent: null, ...fault };
    expect(await rejectionCode(db.rpc(service, "record_sign_in", args, emptyResult))).toBe("request/invalid");
  });

  test("rejects sessions of guests and sessions that ended", async () => {
    const guest = await signInAtAuth(await person(db));
    for (const session of [guest.session, randomUUID()])
      expect(await rejectionCode(record(session, "desk"))).toBe("request/not-found");
  });

  test("keeps no row of a session that ended", async () => {
    const ana = await signIn(await account(db));
    const phone = await signIn(ana, "phone");
    await end(ana, phone.session);
    const rows = await db.admin`select from private.session_origins where session_id = ${phone.session}`;
    expect(rows.count).toBe(0);
  });

  test("keeps a bounded number of devices", async () => {
    const ana = await account(db);
    for (let at = 0; at < SESSIONS.knownDevices + 3; at += 1) await signIn(ana, `device ${at}`);
    const rows = await db.admin`select from private.known_devices where user_id = ${ana.id}`;
    expect(rows.count).toBe(SESSIONS.knownDevices);
  });
});

describe("my_sessions", () => {
  test("lists own sessions with place, time and method", async () => {
    const ana = await signIn(await account(db));
    const phone = await signInAtAuth(ana, "Safari");
    await signIn(await account(db));
    const { current, others, more } = await list(ana);
    expect(current).toMatchObject({
      id: ana.session,
      current: true,
      country: "ES",
      methods: ["otp"],
      user_agent: "Chrome",
    });
    expect(others).toMatchObject([{ id: phone.session, current: false, user_agent: "Safari", country: null }]);
    expect(more).toBe(false);
  });

  test("shows the last renewal as last seen", async () => {
    const ana = await signIn(await account(db));
    await db.admin`
      update auth.sessions set created_at = '2026-01-01T10:00:00Z', refreshed_at = '2026-02-03 10:00:00' where id = ${ana.session}`;
    expect(Date.parse((await list(ana)).current?.last_seen ?? "")).toBe(Date.parse("2026-02-03T10:00:00Z"));
  });

  test("does not show another person's session as own", async () => {
    const [ana, eve] = [await signIn(await account(db)), await account(db)];
    expect(await list({ ...eve, session: ana.session })).toEqual({ current: null, others: [], more: false });
  });

  test("guests and visitors have no list", async () => {
    expect(await rejectionCode(list(await signInAtAuth(await person(db))))).toBe("account/needed");
    expect(await rejectionCode(list(anon))).toMatch(/permission denied/u);
  });

  test("reads few of ten thousand sessions", async () => {
    const ana = await signIn(await account(db));
    await addSessions(ana.id, 10_000);
    const rows = await db.as(ana, async (sql) => {
      const total = async () => {
        const [read] = await sql<{ rows: number }[]>`
          select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_all_tables
          where schemaname in ('public', 'private', 'auth')`;
        return read?.rows ?? Number.NaN;
      };
      const before = await total();
      await callFunction(sql, "my_sessions", {});
      return (await total()) - before;
    });
    expect(rows).toBeLessThan(1_000);
    const { others, more, current } = await list(ana);
    expect([others.length, more, current?.id]).toEqual([SESSIONS.listed, true, ana.session]);
  });
});

describe("end_session", () => {
  test("ends an own session", async () => {
    const ana = await signIn(await account(db));
    const phone = await signIn(ana, "phone");
    await end(ana, phone.session);
    expect(await openSessions(ana)).toEqual([ana.session]);
    await end(ana, phone.session);
  });

  test("never ends another person's session", async () => {
    const [ana, eve] = [await signIn(await account(db)), await signIn(await account(db))];
    await end(eve, ana.session);
    await endOthers(eve, true);
    expect(await openSessions(ana)).toEqual([ana.session]);
  });

  test("rejects guests, visitors and a missing id", async () => {
    const guest = await signInAtAuth(await person(db));
    expect(await rejectionCode(end(guest, guest.session))).toBe("account/needed");
    expect(await rejectionCode(end(anon, guest.session))).toMatch(/permission denied/u);
    const ana = await signIn(await account(db));
    const nothing = db.rpc(ana, "end_session", { p_session_id: null }, emptyResult);
    expect(await rejectionCode(nothing)).toBe("request/invalid");
  });

  test("ends few sessions in a minute", async () => {
    const ana = await signIn(await account(db));
    for (let count = 0; count < SESSIONS.changesPerMinute; count += 1) await end(ana, randomUUID());
    expect(await rejectionCode(end(ana, randomUUID()))).toBe("request/rate-limited");
    expect(await rejectionCode(endOthers(ana))).toBe("request/rate-limited");
  });

  test("a distrusted session leaves only the own device known", async () => {
    const ana = await signIn(await account(db));
    await signIn(ana, "thief");
    const known = async () => {
      const rows = await db.admin<{ hash: string }[]>`
        select encode(device_hash, 'hex') as hash from private.known_devices where user_id = ${ana.id}`;
      return rows.map(({ hash }) => hash);
    };
    await signIn(ana, "phone");
    await end(ana, randomUUID());
    expect(await known()).toHaveLength(3);
    await endOthers(ana, true);
    expect(await known()).toEqual([deviceHash(`desk of ${ana.id}`)]);
  });
});

describe("an older session", () => {
  const lateSession = async () => {
    const old = await signIn(await account(db));
    await age(old);
    return { old, fresh: await signIn(old, "phone") };
  };

  test("ends newer ones only after a fresh proof", async () => {
    const { old, fresh } = await lateSession();
    expect(await rejectionCode(end(old, fresh.session))).toBe("account/sign-in-again");
    expect(await rejectionCode(endOthers(old))).toBe("account/sign-in-again");
    expect(await rejectionCode(endOthers(old, true))).toBe("account/sign-in-again");
    expect(await openSessions(old)).toEqual([old.session, fresh.session]);
    await endOthers(fresh);
    expect(await openSessions(old)).toEqual([fresh.session]);
  });

  test("ends itself and those that are older still", async () => {
    const { old, fresh } = await lateSession();
    const oldest = await signIn(old, "tablet");
    await age(oldest);
    await age(oldest);
    await end(old, oldest.session);
    await end(old, old.session);
    expect(await openSessions(old)).toEqual([fresh.session]);
  });
});

test("a distrusted session ends the person's open invitations", async () => {
  const { workspace, owner } = await team();
  const [ana, friend] = [await signIn(owner), await account(db)];
  const { token } = await invite(owner, workspace);
  await end(ana, randomUUID());
  expect(await look(token)).toMatchObject({ role: "member" });
  await endOthers(ana, true);
  expect(await rejectionCode(accept(friend, token))).toBe("workspace/invitation-refused");
});

test("a distrusted session ends what was begun at Auth", async () => {
  const ana = await signIn(await account(db));
  await db.admin`
    insert into auth.flow_state (id, user_id, provider_type, authentication_method, created_at)
    values (${randomUUID()}, ${ana.id}, 'google', 'oauth', now())`;
  const flows = async () => (await db.admin`select from auth.flow_state where user_id = ${ana.id}`).count;
  await end(ana, (await signIn(ana, "phone")).session);
  expect(await flows()).toBe(1);
  await endOthers(ana, true);
  expect(await flows()).toBe(0);
});

describe("a token whose session was ended", () => {
  test("is rejected at once", async () => {
    const ana = await signIn(await account(db));
    const phone = await signIn(ana, "phone");
    await admit(phone);
    await end(ana, phone.session);
    expect(await rejectionCode(admit(phone))).toBe("request/sign-in-needed");
    await admit(ana);
  });

  test("uses up none of the person's time for rejected requests", async () => {
    const ana = await signIn(await account(db));
    const slow = db.as({ ...ana, session: randomUUID() }, async (sql) => {
      await sql`select pg_sleep(${CONCURRENCY.refusedMsPerTenSeconds / 1000})`;
      await sql`select private.admit_request()`;
    });
    expect(await rejectionCode(slow)).toBe("request/sign-in-needed");
    await admit(ana);
  });

  test("may still leave the call that it entered", async () => {
    const ana = await signIn(await account(db));
    const phone = await signIn(ana, "phone");
    const visit = await join(db, await room(db), {}, phone);
    await end(ana, phone.session);
    await admit(phone, "/rpc/leave_call");
    for (const path of ["/rpc/enter_call", "/rpc/leave_callx", "/rpc/withdraw_knock"])
      expect(await rejectionCode(admit(phone, path))).toBe("request/sign-in-needed");
    await leave(phone, visit);
    const [peer] = await db.admin`select left_reason from public.call_peers where peer_id = ${visit.peer}`;
    expect(peer).toEqual({ left_reason: "left" });
  });

  test("takes neither slots nor time of the person", async () => {
    const ana = await signIn(await account(db));
    const phone = await signIn(ana, "phone");
    await end(ana, phone.session);
    const leaving = db.as(phone, async (sql) => {
      await sql`select set_config('request.path', '/rpc/leave_call', true)`;
      await sql`select private.admit_request()`;
      const free = await db.admin`
        select from generate_series(1, ${CONCURRENCY.requests}) as slot
        where pg_try_advisory_xact_lock(hashtextextended('concurrency.requests:' || ${ana.id}, slot))`;
      expect(free).toHaveLength(CONCURRENCY.requests);
      await sql`select pg_sleep(${CONCURRENCY.refusedMsPerTenSeconds / 1000})`;
      await callFunction(sql, "leave_call", { p_call_id: randomUUID(), p_peer_id: randomUUID() });
    });
    expect(await rejectionCode(leaving)).toBe("meeting/not-entered");
    await admit(ana);
    expect(await rejectionCode(admit(phone, "/rpc/leave_call"))).toBe("request/rate-limited");
  });

  test("leaves no call that another session entered", async () => {
    const ana = await signIn(await account(db));
    const phone = await signIn(ana, "phone");
    const place = await room(db);
    const visit = await join(db, place, {}, ana);
    // An open session of the same person may, as another tab may. The peer belongs to the session that entered last.
    await leave(phone, visit);
    await enterCall(db, ana, place.id, visit.peer);
    await end(ana, phone.session);
    expect(await rejectionCode(leave(phone, visit))).toBe("request/not-allowed");
  });

  test("claims and spends nothing through the functions", async () => {
    const place = await room(db);
    const ana = await join(db, place, {}, await signIn(await account(db)));
    const line = await post(db, ana, ana.call);
    const claim = (session: string | null) =>
      db.rpc(
        service,
        "claim_translations",
        { p_line_ids: [line.id], p_user_id: ana.id, p_session_id: session },
        z.unknown(),
      );
    const speak = (session: string | null) =>
      db.rpc(
        service,
        "consume_speech_quota",
        { p_call_id: ana.call, p_user_id: ana.id, p_milliseconds: 100, p_session_id: session },
        z.guid(),
      );
    const own = (await openSessions(ana))[0] ?? "";
    const eve = await signIn(await account(db));
    for (const act of [claim, speak]) {
      for (const session of [randomUUID(), eve.session])
        expect(await rejectionCode(act(session))).toBe("request/sign-in-needed");
      await act(own);
    }
  });

  test("joins no topic", async () => {
    const ana = await signIn(await account(db));
    const open = (who: typeof ana) =>
      db.as(who, async (sql) => (await sql`select private.has_open_session() as open`)[0]?.open);
    expect(await open(ana)).toBe(true);
    expect(await open({ ...ana, session: randomUUID() })).toBe(false);
    const [policy] = await db.admin<{ rule: string }[]>`
      select pg_get_expr(polqual, polrelid) as rule from pg_policy where polrelid = 'realtime.messages'::regclass and polcmd = 'r'`;
    expect(policy?.rule).toMatch(/has_open_session/u);
  });

  test("services and visitors have none to end", async () => {
    await admit(service);
    await admit(anon);
  });
});

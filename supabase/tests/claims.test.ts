/** A guest whose address is taken signs in to that account, and what they had as a guest comes over. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { claimed, claimOffer, home, profile } from "#contracts/account.ts";
import { LIMITS } from "#contracts/limits.ts";
import { changes, enteredCall, heartbeat } from "#contracts/meetings.ts";
import { type Caller, houseForFile, nothing, refusal, untilWaiting } from "./support/house.ts";
import {
  account,
  addMember,
  age,
  becomeAccount,
  enter,
  events,
  join,
  knock,
  type Person,
  person,
  post,
  room,
  workspaceOf,
} from "./support/scenes.ts";

const house = houseForFile();
const offer = async (guest: Caller) => (await house.rpc(guest, "offer_claim", {}, claimOffer)).token;
const accept = (who: Caller, token: string | null) => house.rpc(who, "accept_claim", { token }, claimed);
const claim = async (guest: Caller, who: Caller) => accept(who, await offer(guest));
const changesOf = (who: Caller, meeting: string, after = 0) =>
  house.rpc(who, "changes", { meeting_id: meeting, after }, changes);

/** What is left of a person in a meeting, by table. */
async function traces({ id }: Person) {
  const [row] = await house.admin`
    select
      (select count(*)::int from public.participants where user_id = ${id}) as participants,
      (select count(*)::int from public.attendance where user_id = ${id}) as attendance,
      (select count(*)::int from public.call_peers where user_id = ${id}) as peers,
      (select count(*)::int from public.lines where author = ${id}) as lines,
      (select count(*)::int from public.meetings where host = ${id}) as hosted`;
  return row;
}
const NONE = { participants: 0, attendance: 0, peers: 0, lines: 0, hosted: 0 };

describe("an offer", () => {
  test("is 256 random bits, kept as their hash alone", async () => {
    const guest = await person(house);
    const token = await offer(guest);
    expect(token).toMatch(/^[0-9a-f]{64}$/u);
    const rows = await house.admin<{ hash: string }[]>`
      select encode(token_hash, 'hex') as hash from private.claim_offers where guest = ${guest.id}`;
    const [expected] = await house.admin`select encode(sha256(decode(${token}, 'hex')), 'hex') as hash`;
    expect([...rows]).toEqual([expected]);
    expect(rows[0]?.hash).not.toBe(token);
  });

  test("is a guest's alone", async () => {
    expect(await refusal(offer(await account(house)))).toBe("request/not-allowed");
  });

  test("takes the place of the one before, and there are only so many in an hour", async () => {
    const guest = await person(house);
    const ana = await account(house);
    const tokens = [];
    for (let count = 0; count < LIMITS.claimOffersPerHour; count++) tokens.push(await offer(guest));
    expect(await refusal(offer(guest))).toBe("request/rate-limited");
    expect(await refusal(accept(ana, tokens[0] ?? ""))).toBe("account/claim-refused");
    await accept(ana, tokens.at(-1) ?? "");
    await house.admin`
      update private.claim_offers set offered_at = offered_at - interval '1 hour' where guest = ${guest.id}`;
    await offer(guest);
  });

  test("made twice at once leaves one that counts", async () => {
    const guest = await person(house);
    const tokens = await Promise.all([offer(guest), offer(guest)]);
    const [row] = await house.admin`
      select count(*)::int as live from private.claim_offers where guest = ${guest.id} and ends_at > now()`;
    expect({ ...row, tokens: new Set(tokens).size }).toEqual({ live: 1, tokens: 2 });
  });
});

describe("a token is refused in one way", () => {
  test.each(["", "x", "0".repeat(64), "G".repeat(64), "0".repeat(10_000), null, `${"0".repeat(64)}\n`])(
    "%j never was one",
    async (token) => {
      expect(await refusal(accept(await account(house), token))).toBe("account/claim-refused");
    },
  );

  test("in capitals it is another", async () => {
    const token = (await offer(await person(house))).replace(/^./u, "a");
    expect(await refusal(accept(await account(house), token.toUpperCase()))).toBe("account/claim-refused");
  });

  test("used, by the same account or another", async () => {
    const token = await offer(await person(house));
    const ana = await account(house);
    await accept(ana, token);
    expect(await refusal(accept(ana, token))).toBe("account/claim-refused");
    expect(await refusal(accept(await account(house), token))).toBe("account/claim-refused");
  });

  test("too old", async () => {
    const guest = await person(house);
    const token = await offer(guest);
    const [row] = await house.admin`
      update private.claim_offers set ends_at = ends_at - ${`${LIMITS.claimLife} milliseconds`}::interval
      where guest = ${guest.id} returning ends_at = offered_at as full_life`;
    expect(row?.full_life).toBe(true);
    expect(await refusal(accept(await account(house), token))).toBe("account/claim-refused");
  });

  test("one's own, or of a guest who became an account meanwhile", async () => {
    const guest = await person(house);
    const token = await offer(guest);
    expect(await refusal(accept(guest, token))).toBe("account/needed");
    await becomeAccount(house, guest);
    expect(await refusal(accept(guest, token))).toBe("account/claim-refused");
    expect(await refusal(accept(await account(house), token))).toBe("account/claim-refused");
  });

  test("two accounts at once: one of them gets it", async () => {
    const meeting = await room(house);
    const token = await offer(meeting.host);
    const answers = await Promise.all(
      [await account(house), await account(house)].map((who) => refusal(accept(who, token))),
    );
    expect(answers.sort()).toEqual(["account/claim-refused", 'no refusal: {"meetings":1}']);
  });
});

describe("what comes over", () => {
  test("everything, and live pages hear who is who; the account is found at the door, with a name", async () => {
    const meeting = await room(house, "Sync");
    const { host } = meeting;
    const guest = await join(house, meeting, { name: "Inés", speaks: "es", reads: "en" }, host);
    const bob = await join(house, meeting, { name: "Bob" });
    const lines = [await post(house, guest, guest.call, { text: "uno" }), await post(house, bob, bob.call)];
    const before = (await changesOf(bob, meeting.id)).seq;
    const ana = await account(house);

    expect(await claim(guest, ana)).toEqual({ meetings: 1 });
    expect(await traces(guest)).toEqual(NONE);
    expect(await traces(ana)).toEqual({ participants: 1, attendance: 1, peers: 1, lines: 1, hosted: 1 });
    const place = { user_id: ana.id, number: 1, role: "host", display_name: "Inés", speaks: "es", reads: "en" };
    const heard = (await events(house, meeting.id)).filter(({ body }) => body.seq > before);
    expect(heard).toMatchObject([
      { name: "peer_left", body: { seq: before + 1, peer_id: guest.peer, user_id: guest.id, reason: "gone" } },
      // The number between is the line's: who misses it asks for changes.
      { name: "participant_changed", body: { seq: before + 3, participant: place } },
    ]);
    const missed = await changesOf(bob, meeting.id, before);
    expect(missed).toMatchObject({ seq: before + 3, participants: [place], peers: [{ peer_id: bob.peer }] });
    expect(missed.lines).toEqual([{ ...lines[0], author: ana.id }]);

    const shown = await house.rpc(ana, "home", {}, home);
    expect(shown).toMatchObject({ profile: { display_name: "Inés", speaks: "es", reads: "en" } });
    expect(shown.meetings).toMatchObject([{ meeting_id: meeting.id, role: "host", inside: 1, people_count: 2 }]);
    const [row] = await house.admin`select workspace_id from public.meetings where id = ${meeting.id}`;
    expect(row?.workspace_id).toBe(await workspaceOf(house, ana));
  });

  test("the page in the call goes on as the account, and its guest no more", async () => {
    const meeting = await room(house);
    const guest = await join(house, meeting);
    const ana = await account(house);
    await claim(guest, ana);
    const beat = (who: Caller) => house.rpc(who, "heartbeat", { call_id: guest.call, peer_id: guest.peer }, heartbeat);
    expect(await refusal(beat(guest))).toBe("meeting/not-entered");
    expect((await beat(ana)).standing).toBe("gone");
    expect((await enter(house, ana, meeting.id, guest.peer)).me).toMatchObject({ user_id: ana.id, join_number: 2 });
    expect((await beat(ana)).standing).toBe("in");
    expect(await refusal(post(house, guest, guest.call))).toBe("meeting/not-entered");
  });

  test("a line that was sent again after the claim is there once", async () => {
    const meeting = await room(house);
    const guest = await join(house, meeting);
    const words = { id: randomUUID(), text: "hola" };
    await post(house, guest, guest.call, words);
    const ana = await account(house);
    await claim(guest, ana);
    expect((await post(house, ana, guest.call, words)).author).toBe(ana.id);
    expect((await changesOf(ana, meeting.id)).lines).toHaveLength(1);
  });

  test("where the account already is, the two become one: no line lost, one place, the lower number", async () => {
    const meeting = await room(house);
    const ana = await account(house);
    const guest = await join(house, meeting, { name: "Guest" });
    const bob = await join(house, meeting, { name: "Bob" });
    await join(house, meeting, { name: "Ana", reads: "en" }, ana);
    await post(house, guest, guest.call, { text: "as a guest" });
    await post(house, bob, bob.call, { text: "Bob's" });
    await post(house, ana, guest.call, { text: "as Ana" });
    await house.rpc(guest, "leave_call", { call_id: guest.call, peer_id: guest.peer }, nothing);

    expect(await claim(guest, ana)).toEqual({ meetings: 1 });
    const all = await changesOf(bob, meeting.id);
    expect(all.participants).toMatchObject([
      { user_id: ana.id, number: 1, role: "guest", display_name: "Ana", reads: "en" },
      { user_id: bob.id, number: 2 },
    ]);
    expect(all.lines.toSorted((a, b) => a.seq - b.seq).map(({ author, text }) => [author, text])).toEqual([
      [ana.id, "as a guest"],
      [bob.id, "Bob's"],
      [ana.id, "as Ana"],
    ]);
    // The account's own tab was never touched.
    expect(all.peers.map(({ user_id }) => user_id)).toEqual([bob.id, ana.id]);
    const rows = await house.admin`
      select user_id, left_at is null as inside from public.attendance where call_id = ${guest.call} order by joined_at`;
    expect([...rows]).toEqual([
      { user_id: ana.id, inside: true },
      { user_id: bob.id, inside: true },
    ]);
    expect(await traces(guest)).toEqual(NONE);
    const next = await knock(house, await person(house), meeting.code);
    expect(next.participant.number).toBe(3);
  });

  test("both inside with a tab each: the guest's ends", async () => {
    const meeting = await room(house);
    const ana = await account(house);
    const guest = await join(house, meeting);
    const tab = await join(house, meeting, {}, ana);
    await claim(guest, ana);
    const { peers } = await changesOf(ana, meeting.id);
    expect(peers).toEqual([{ peer_id: tab.peer, user_id: ana.id, join_number: 2 }]);
  });

  test("what the guest attended is read by the account, and no more than that", async () => {
    const meeting = await room(house);
    const guest = await join(house, meeting);
    await post(house, guest, guest.call);
    await house.rpc(guest, "leave_call", { call_id: guest.call, peer_id: guest.peer }, nothing);
    await age(house, guest.call, 3600);
    const later = await join(house, meeting);
    await post(house, later, later.call);
    const ana = await account(house);
    const read = () => house.as(ana, async (sql) => (await sql`select from public.lines`).count);
    expect(await read()).toBe(0);
    await claim(guest, ana);
    expect(await read()).toBe(1);
  });

  test("what the account said of itself stays", async () => {
    const ana = await account(house);
    const guest = await person(house);
    await knock(house, guest, (await room(house)).code, { name: "Guest", speaks: "es" });
    await house.rpc(ana, "update_profile", { display_name: "Ana", time_zone: "Asia/Tokyo" }, profile);
    await claim(guest, ana);
    expect(await house.rpc(ana, "read_profile", {}, profile)).toEqual({
      ...{ display_name: "Ana", speaks: "es", reads: "es", ui_locale: null, time_zone: "Asia/Tokyo" },
    });
  });

  test("a meeting stays in the workspace that it is of", async () => {
    const meeting = await room(house);
    const elsewhere = await workspaceOf(house, await account(house));
    await house.admin`update public.meetings set workspace_id = ${elsewhere} where id = ${meeting.id}`;
    await claim(meeting.host, await account(house));
    const [row] = await house.admin`select workspace_id from public.meetings where id = ${meeting.id}`;
    expect(row?.workspace_id).toBe(elsewhere);
  });

  test("a hundred and more lines are all told, page by page", async () => {
    const meeting = await room(house);
    const guest = await join(house, meeting);
    const bob = await join(house, meeting);
    const many = LIMITS.changesPage + 5;
    await house.admin`
      insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
      select gen_random_uuid(), ${meeting.id}, ${guest.call}, number, number, ${guest.id}, 'es', 'n' || number
      from generate_series(101, ${100 + many}) as number`;
    await house.admin`update public.meetings set seq = ${100 + many} where id = ${meeting.id}`;
    const ana = await account(house);
    await claim(guest, ana);
    const first = await changesOf(bob, meeting.id, 100 + many);
    const second = await changesOf(bob, meeting.id, first.seq);
    expect([first.more, second.more]).toEqual([true, false]);
    const told = [...first.lines, ...second.lines];
    expect(told.map(({ text }) => text)).toEqual(Array.from({ length: many }, (_, index) => `n${101 + index}`));
    expect(new Set(told.map(({ author }) => author))).toEqual(new Set([ana.id]));
  });
});

describe("a removal", () => {
  test("of the guest is not lifted: the meeting stays behind, and what was said there unread", async () => {
    const meeting = await room(house);
    const guest = await join(house, meeting);
    await post(house, guest, guest.call);
    const ana = await account(house);
    await knock(house, ana, meeting.code);
    await house.admin`update public.participants set admission = 'removed' where user_id = ${guest.id}`;
    expect(await claim(guest, ana)).toEqual({ meetings: 0 });
    expect((await changesOf(ana, meeting.id)).lines).toEqual([]);
    expect(await traces(guest)).toMatchObject({ participants: 1, lines: 1 });
  });

  test("of the account is not lifted either", async () => {
    const meeting = await room(house);
    const ana = await account(house);
    await knock(house, ana, meeting.code);
    await house.admin`update public.participants set admission = 'removed' where user_id = ${ana.id}`;
    const guest = await join(house, meeting);
    expect(await claim(guest, ana)).toEqual({ meetings: 0 });
    expect(
      await refusal(house.rpc(ana, "enter_call", { meeting_id: meeting.id, peer_id: randomUUID() }, enteredCall)),
    ).toBe("request/not-allowed");
  });
});

describe("at the same moment", () => {
  test("a line that the guest is writing is either moved or refused, never lost", async () => {
    const meeting = await room(house);
    const guest = await join(house, meeting);
    const ana = await account(house);
    const token = await offer(guest);
    const id = randomUUID();
    // The page is on its way out: no tab of the guest is in the call any more.
    await house.rpc(guest, "leave_call", { call_id: guest.call, peer_id: guest.peer }, nothing);
    let accepting: Promise<unknown> = Promise.resolve();
    await house.as(guest, async (sql) => {
      await sql`select public.post_line(id => ${id}, call_id => ${guest.call}, language => 'es', text => 'hola')`;
      accepting = accept(ana, token);
      await untilWaiting(house, "accept_claim");
    });
    await accepting;
    const [row] = await house.admin`select author from public.lines where id = ${id}`;
    expect(row?.author).toBe(ana.id);

    let posting: Promise<unknown> = Promise.resolve();
    const other = await join(house, meeting);
    const second = await offer(other);
    await house.as(ana, async (sql) => {
      await sql`select public.accept_claim(token => ${second})`;
      posting = refusal(post(house, other, other.call));
      await untilWaiting(house, "post_line");
    });
    expect(await posting).toBe("meeting/not-entered");
  });

  test("a meeting that the guest is opening comes over", async () => {
    const guest = await person(house);
    const ana = await account(house);
    const token = await offer(guest);
    const id = randomUUID();
    let accepting: Promise<unknown> = Promise.resolve();
    await house.as(guest, async (sql) => {
      await sql`select public.create_meeting(id => ${id})`;
      accepting = accept(ana, token);
      await untilWaiting(house, "accept_claim");
    });
    expect(await accepting).toEqual({ meetings: 1 });
    expect(await traces(guest)).toEqual(NONE);
  });

  test("the guest becoming an account waits for the claim, and then starts with nothing", async () => {
    const meeting = await room(house);
    const ana = await account(house);
    const token = await offer(meeting.host);
    let becoming: Promise<void> = Promise.resolve();
    await house.as(ana, async (sql) => {
      await sql`select public.accept_claim(token => ${token})`;
      becoming = becomeAccount(house, meeting.host);
      await untilWaiting(house, "is_anonymous = false");
    });
    await becoming;
    expect(await traces(meeting.host)).toEqual(NONE);
    expect(await traces(ana)).toMatchObject({ hosted: 1 });
  });

  test("many guests of one meeting come over to many accounts without a deadlock", async () => {
    const rooms = [await room(house), await room(house)];
    const pairs = [];
    for (let count = 0; count < 4; count++) {
      const guest = await person(house);
      for (const { code } of count % 2 === 0 ? rooms : rooms.toReversed()) await knock(house, guest, code);
      pairs.push({ who: await account(house), token: await offer(guest) });
    }
    const moved = await Promise.all(pairs.map(({ who, token }) => accept(who, token)));
    expect(moved).toEqual([{ meetings: 2 }, { meetings: 2 }, { meetings: 2 }, { meetings: 2 }]);
  });

  test("a member of the workspace reads what came over, as all of its meetings", async () => {
    const meeting = await room(house);
    const guest = await join(house, meeting, {}, meeting.host);
    await post(house, guest, guest.call);
    const ana = await account(house);
    const member = await account(house);
    await addMember(house, await workspaceOf(house, ana), member, "member");
    await claim(guest, ana);
    expect((await house.as(member, (sql) => sql`select from public.lines`)).count).toBe(1);
  });
});

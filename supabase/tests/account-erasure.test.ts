/** The deletion of an account after its week: what goes, what stays without a name, and bad luck in between. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { type Line, line as lineShape, reacted } from "#contracts/lines.ts";
import { changes } from "#contracts/meetings.ts";
import { transcript } from "#contracts/recap.ts";
import { sentInvitation, workspace as workspaceShape } from "#contracts/workspaces.ts";
import { AFTER_GRACE, erasureActions } from "./support/erasure.ts";
import { account, addMember, join, type Person, person, post, room, workspaceOf } from "./support/fixtures.ts";
import { DAY_MS, endCall, rowCount, storeFile, storeLines, sweepAll, sweepOnce, sweepStep } from "./support/sweep.ts";
import { emptyResult, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { leaving, erase, tracesOf, state, cancel, emails } = erasureActions(db);
const { team, roles, changes: changesOf } = workspaceActions(db);

beforeEach(() => db.admin`delete from private.account_deletions`);

/** A call of Bob's in which Ana, whose account is to be deleted, did what a person can do. */
async function sharedCall() {
  const ana = await leaving();
  const bob = await account(db);
  const place = await room(db, "Market", bob);
  const host = await join(db, place, { name: "Bob", speaks: "en" }, bob);
  const guest = await join(db, place, { name: "Ana", speaks: "es" }, ana);
  const own = await post(db, guest, guest.call, { text: "a secret of Ana" });
  const other = await post(db, host, host.call, { text: "words of Bob", language: "en" });
  const answer = { p_line_id: randomUUID(), p_call_id: host.call, p_language: "en", p_text: "yes", p_reply_to: own.id };
  const reply = await db.rpc(host, "post_line", answer, lineShape);
  await db.rpc(guest, "react_to_line", { p_line_id: other.id, p_emoji: "👍" }, reacted);
  await db.rpc(host, "react_to_line", { p_line_id: own.id, p_emoji: "👍" }, reacted);
  await db.rpc(guest, "mark_line", { p_line_id: other.id, p_kind: "task", p_assignee_id: ana.id }, lineShape);
  await db.rpc(guest, "propose_correction", { p_line_id: other.id, p_text: "Ana's idea" }, lineShape);
  const path = await storeFile(db, guest.call, ana.id);
  await db.admin`update public.lines set mentions = array[${ana.id}::uuid], corrected_by = ${ana.id} where id = ${reply.id}`;
  await db.admin`
    insert into public.line_corrections (line_id, revision, text, language, author, made_at)
    values (${other.id}, 1, 'earlier', 'en', ${ana.id}, now())`;
  await db.admin`
    insert into public.confirmations (line_id, call_id, asked_by) values (${other.id}, ${guest.call}, ${ana.id})`;
  await db.admin`
    insert into public.confirmation_answers (line_id, user_id, revision, answer)
    values (${other.id}, ${ana.id}, 1, 'understood'), (${other.id}, ${bob.id}, 1, 'understood')`;
  await db.admin`
    insert into public.glossary_terms (id, workspace_id, term, language, never, translations, note, state, proposed_by)
    values (${randomUUID()}, ${await workspaceOf(db, bob)}, ${own.id}, 'es', true, '{}', '', 'approved', ${ana.id})`;
  await db.admin`
    insert into public.translations (line_id, revision, language, status, text, lease_until)
    values (${own.id}, 1, 'en', 'ready', 'a translated secret of Ana', now())`;
  return { ana, bob, guest, host, place, own, other, reply, path };
}

const linesOf = async (who: Parameters<typeof db.rpc>[0], call: string): Promise<readonly Line[]> =>
  (await db.rpc(who, "transcript", { p_call_id: call }, transcript)).lines;

describe("a deleted account", () => {
  test.each([
    ["in a call that is over", true],
    ["in a call that continues", false],
  ])("leaves a nameless mark %s", async (_, over) => {
    const { ana, bob, guest, own, other, reply } = await sharedCall();
    if (over) await endCall(db, guest.call, 1);
    await erase();
    expect(await tracesOf(ana.id)).toEqual([]);
    const lines = await linesOf(bob, guest.call);
    expect(lines).toMatchObject([
      { id: own.id, deleted: true, text: "", reactions: [], translations: [] },
      { id: other.id, text: "words of Bob", author: bob.id, mark: { kind: "task", who: null } },
      { id: reply.id, text: "yes", reply_to: own.id, mentions: [] },
    ]);
    const mark = lines[0]?.author ?? "";
    expect(
      await db.admin`
      select email, phone, is_anonymous, display_name from auth.users join public.profiles using (id) where id = ${mark}
    `,
    ).toEqual([{ email: null, phone: null, is_anonymous: true, display_name: null }]);
    const texts = await db.admin`select from public.translations where text like '%secret%'`;
    expect(texts.length).toBe(0);
  });

  test("disappears from pages that are open", async () => {
    const { bob, place, own, other } = await sharedCall();
    await erase();
    const { lines } = await db.rpc(bob, "changes_since", { p_meeting_id: place.id, p_after_seq: other.seq }, changes);
    expect(lines).toContainEqual(expect.objectContaining({ id: own.id, deleted: true, text: "" }));
  });

  test("keeps what others wrote and forwarded", async () => {
    const { bob, guest, path, other } = await sharedCall();
    const kept = await storeFile(db, guest.call, bob.id, path);
    await sweepAll(db, AFTER_GRACE);
    expect(await rowCount(db, `storage.objects where name = '${kept}'`)).toBe(1);
    expect(await rowCount(db, `public.lines where id = '${other.id}' and text = 'words of Bob'`)).toBe(1);
  });

  test("ends every session and token at once", async () => {
    const { ana, bob } = await sharedCall();
    // The first batch of any size.
    expect(await sweepOnce(db, "deleted-accounts", { ...AFTER_GRACE, rows: 1 })).toMatchObject({ deleted: 1 });
    expect(await rowCount(db, `auth.sessions where user_id = '${ana.id}'`)).toBe(0);
    expect(await rejectionCode(state(ana))).toBe("request/sign-in-needed");
    expect(await rejectionCode(cancel(ana))).toBe("request/sign-in-needed");
    await sweepOnce(db, "deleted-accounts", { ...AFTER_GRACE, rows: 1 });
    expect(await rowCount(db, `public.call_peers where user_id = '${ana.id}' and left_at is null`)).toBe(0);
    expect((await state(bob)).delete_at).toBeNull();
    await erase();
  });

  test("leaves nothing to a new account of its address", async () => {
    const mail = "again@parley.example";
    const old = await leaving(mail);
    const shared = await team();
    const invite = { p_workspace_id: shared.workspace, p_invitation_id: randomUUID(), p_email: mail };
    const sent = await db.rpc(shared.owner, "invite_member", invite, sentInvitation);
    await sweepOnce(db, "deleted-accounts", AFTER_GRACE);
    // The address is free before the last row is gone.
    const fresh = await account(db, mail);
    await erase();
    expect(await tracesOf(old.id)).toEqual([]);
    expect((await state(fresh)).delete_at).toBeNull();
    expect(await rejectionCode(db.rpc(fresh, "accept_invitation", { p_token: sent.token }, workspaceShape))).toBe(
      "workspace/invitation-refused",
    );
    expect(await emails(mail)).toEqual(["account-deleted"]);
  });

  test("signs in during the week and keeps everything", async () => {
    const { ana, bob, guest } = await sharedCall();
    await cancel({ role: "authenticated", id: ana.id });
    await erase();
    expect((await linesOf(bob, guest.call))[0]).toMatchObject({ author: ana.id, text: "a secret of Ana" });
  });
});

describe("workspaces of a deleted account", () => {
  test("go with their only member", async () => {
    const ana = await leaving();
    const workspace = await workspaceOf(db, ana);
    const place = await room(db, null, ana);
    const guest = await join(db, place, {}, await person(db));
    await post(db, guest, guest.call);
    await storeFile(db, guest.call, ana.id);
    await sweepAll(db, AFTER_GRACE);
    await sweepAll(db, AFTER_GRACE);
    expect(await rowCount(db, `public.workspaces where id = '${workspace}'`)).toBe(0);
    expect(await rowCount(db, `public.meetings where id = '${place.id}'`)).toBe(0);
    expect(await tracesOf(ana.id)).toEqual([]);
  });

  test("belong to the oldest admin if members have joined", async () => {
    const ana = await leaving();
    const workspace = await workspaceOf(db, ana);
    const [member, admin] = [await account(db), await account(db)];
    await addMember(db, workspace, member, "member");
    await addMember(db, workspace, admin, "admin");
    const place = await room(db, null, ana);
    await erase();
    expect(await roles(workspace)).toEqual({ [member.id]: "member", [admin.id]: "owner" });
    expect(await rowCount(db, `public.meetings where id = '${place.id}' and host is null`)).toBe(1);
    expect((await changesOf(admin, workspace)).changes).toMatchObject([
      { action: "member-left", actor: null, person: null },
      { action: "role-changed", person: admin.id, detail: { to: "owner" } },
    ]);
  });

  test("keep what belongs to another account with the address", async () => {
    const { workspace, owner } = await team();
    const mail = "twin@parley.example";
    const invite = { p_workspace_id: workspace, p_invitation_id: randomUUID(), p_email: mail };
    const { token } = await db.rpc(owner, "invite_member", invite, sentInvitation);
    await leaving(mail);
    const twin: Person = { role: "authenticated", id: randomUUID() };
    await db.admin`
      insert into auth.users (id, aud, role, email, email_confirmed_at, is_anonymous, is_sso_user)
      values (${twin.id}, 'authenticated', 'authenticated', ${mail}, now(), false, true)`;
    await erase();
    expect(await rowCount(db, `public.workspace_changes where detail::text like '%${mail}%'`)).toBe(1);
    await db.rpc(twin, "accept_invitation", { p_token: token }, workspaceShape);
    expect(Object.keys(await roles(workspace))).toContain(twin.id);
  });

  test("log no address of the person", async () => {
    const { workspace, owner } = await team();
    const mail = "logged@parley.example";
    const invite = { p_workspace_id: workspace, p_invitation_id: randomUUID(), p_email: mail };
    const { token } = await db.rpc(owner, "invite_member", invite, sentInvitation);
    // A workspace that the person was only invited to.
    const other = await team();
    const sent = await db.rpc(
      other.owner,
      "invite_member",
      { p_workspace_id: other.workspace, p_invitation_id: randomUUID(), p_email: mail },
      sentInvitation,
    );
    await db.rpc(other.owner, "revoke_invitation", { p_invitation_id: sent.id }, emptyResult);
    const ana = await leaving(mail);
    // An invitation that arrives during the week can be accepted, and gives nothing after it.
    await db.rpc(ana, "accept_invitation", { p_token: token }, workspaceShape);
    await erase();
    expect(Object.keys(await roles(workspace))).not.toContain(ana.id);
    expect(await rowCount(db, `public.workspace_changes where detail::text like '%${mail}%'`)).toBe(0);
    expect(await rowCount(db, `public.workspace_invitations where email = '${mail}'`)).toBe(0);
  });
});

describe("bad luck", () => {
  test("finds mentions by their index among many lines", async () => {
    const { ana, bob, guest } = await sharedCall();
    await storeLines(db, guest.call, bob.id, 3_000);
    await db.admin`analyze public.lines`;
    await sweepOnce(db, "deleted-accounts", AFTER_GRACE);
    const rows = await db.admin.begin(async (sql) => {
      const total = async () => {
        const [read] = await sql<{ rows: number }[]>`
          select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_all_tables
          where schemaname = 'public'`;
        return read?.rows ?? Number.NaN;
      };
      const before = await total();
      await sql`select private.delete_account_rows(${ana.id}, 50)`;
      return (await total()) - before;
    });
    expect(rows).toBeLessThan(2_000);
    await erase();
  });

  test("a deletion that fails does not stop the others", async () => {
    const [first, second] = [await leaving(), await leaving()].sort((a, b) => (a.id < b.id ? -1 : 1));
    await db.admin`delete from private.account_deletions where user_id not in (${first?.id ?? ""}, ${second?.id ?? ""})`;
    await db.admin.unsafe(`
      create function private.fail_for_test() returns trigger language plpgsql as $$ begin raise exception 'trap'; end $$;
      create trigger fail_for_test before update on public.profiles for each row when (old.id = '${first?.id}')
      execute function private.fail_for_test();`);
    const run = await sweepOnce(db, "deleted-accounts", AFTER_GRACE);
    expect(run).toMatchObject({ deleted: 0, failed: 1, next: { id: first?.id } });
    await erase();
    expect(await tracesOf(second?.id ?? "")).toEqual([]);
    await db.admin.unsafe("drop function private.fail_for_test() cascade");
    await erase();
    expect(await tracesOf(first?.id ?? "")).toEqual([]);
  });

  test("a person with many calls is deleted in short batches", async () => {
    const { ana, bob } = await sharedCall();
    for (let calls = 0; calls < 12; calls += 1) await join(db, await room(db, null, bob), {}, ana);
    await sweepOnce(db, "deleted-accounts", AFTER_GRACE);
    expect(await sweepOnce(db, "deleted-accounts", AFTER_GRACE)).toMatchObject({ deleted: 10 });
    await erase();
    expect(await tracesOf(ana.id)).toEqual([]);
  });

  test("a person with many lines is deleted in short batches", async () => {
    const { ana, guest } = await sharedCall();
    await storeLines(db, guest.call, ana.id, 5_000);
    await endCall(db, guest.call, 1);
    await sweepOnce(db, "deleted-accounts", AFTER_GRACE);
    const rows = 200;
    const sizes = await sweepStep(db, "deleted-accounts", { ...AFTER_GRACE, rows });
    expect(Math.max(...sizes)).toBeLessThanOrEqual(rows);
    expect(sizes.length).toBeGreaterThan(5_000 / rows);
    expect(await tracesOf(ana.id)).toEqual([]);
  });

  test("a run that is killed is continued by the next", async () => {
    const { ana, bob, guest } = await sharedCall();
    await storeLines(db, guest.call, ana.id, 50);
    for (let batches = 0; batches < 3; batches += 1)
      await sweepOnce(db, "deleted-accounts", { ...AFTER_GRACE, rows: 10 });
    const killed = db.admin.begin(async (sql) => {
      await sql`select private.sweep('deleted-accounts', 10, null, now() + interval '8 days')`;
      throw new Error("killed");
    });
    await expect(killed).rejects.toThrow("killed");
    expect((await linesOf(bob, guest.call)).length).toBeGreaterThan(50);
    await erase(10);
    expect(await tracesOf(ana.id)).toEqual([]);
    expect(await erase()).toEqual([0]);
  });

  test("two runs at once do not wait for each other", async () => {
    const { ana, guest } = await sharedCall();
    await storeLines(db, guest.call, ana.id, 300);
    await Promise.all([erase(20), erase(20)]);
    await erase();
    expect(await tracesOf(ana.id)).toEqual([]);
    const sql = db.admin;
    const other = (await sharedCall()).ana;
    await sql.begin(async (locked) => {
      await locked`select from private.account_deletions where user_id = ${other.id} for update`;
      expect(await sweepStep(db, "deleted-accounts", { aheadMs: 8 * DAY_MS })).toEqual([0]);
    });
    await erase();
    expect(await tracesOf(other.id)).toEqual([]);
  });

  test("bytes go once Storage is up again", async () => {
    const { ana, path } = await sharedCall();
    await sweepAll(db, { ...AFTER_GRACE, storage: false });
    expect(await tracesOf(ana.id)).toEqual([]);
    expect(await rowCount(db, `storage.objects where name = '${path}'`)).toBe(1);
    expect(await rowCount(db, `public.files where path = '${path}' and name is null`)).toBe(1);
    await sweepAll(db, AFTER_GRACE);
    expect(await rowCount(db, `storage.objects where name = '${path}'`)).toBe(0);
  });

  test("marks go when no line is left", async () => {
    const { bob, guest } = await sharedCall();
    await erase();
    const mark = (await linesOf(bob, guest.call))[0]?.author ?? "";
    await db.admin`delete from public.lines where author = ${mark}`;
    await db.admin`delete from public.files where owner = ${mark}`;
    await db.admin`update auth.users set created_at = now() - interval '40 days' where id = ${mark}`;
    await sweepStep(db, "users");
    expect(await rowCount(db, `auth.users where id = '${mark}'`)).toBe(0);
  });
});

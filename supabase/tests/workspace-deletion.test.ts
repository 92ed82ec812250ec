/** The deletion of a workspace: request, withdrawal, and the sweep. */
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { PERSONAL_DATA } from "#contracts/personalDataLimits.ts";
import { type Workspace, workspace as workspaceShape } from "#contracts/workspaces.ts";
import { AFTER_GRACE, erasureActions } from "./support/erasure.ts";
import {
  account,
  addMember,
  ageRateLimits,
  join,
  type Person,
  person,
  post,
  room,
  workspaceOf,
} from "./support/fixtures.ts";
import { DAY_MS, rowCount, storeFile, sweepAll, sweepStep } from "./support/sweep.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { signIn, emails } = erasureActions(db);
const { team, mine, setRole, changes, update } = workspaceActions(db);

const request = (who: Person, workspace: string, name: string): Promise<Workspace> =>
  db.rpc(who, "request_workspace_deletion", { p_workspace_id: workspace, p_name: name }, workspaceShape);
const cancel = (who: Person, workspace: string): Promise<Workspace> =>
  db.rpc(who, "cancel_workspace_deletion", { p_workspace_id: workspace }, workspaceShape);

/** A workspace with the name "Market", whose owner has just signed in. */
async function market() {
  const found = await team();
  await update(found.owner, found.workspace, { name: "Market" });
  return { ...found, owner: await signIn(found.owner) };
}

test("an owner requests it by name; members get an email", async () => {
  const { workspace, owner, admin, member } = await market();
  expect(await rejectionCode(request(owner, workspace, "market"))).toBe("request/invalid");
  const { delete_at } = await request(owner, workspace, " Market ");
  expect(delete_at).not.toBeNull();
  expect(await request(owner, workspace, "Market")).toMatchObject({ delete_at });
  expect((await changes(admin, workspace)).changes[0]).toMatchObject({ action: "deletion-requested", actor: owner.id });
  for (let run = 0; run < 2; run += 1) await sweepStep(db, "deleted-workspaces", { rows: 1 });
  const emailsOf = ({ id }: Person) => emails(`${id}@parley.example`);
  expect([await emailsOf(owner), await emailsOf(admin), await emailsOf(member)]).toEqual([
    ...[[], ["workspace-deletion"], ["workspace-deletion"]],
  ]);
  expect(await mine(member)).toContainEqual(expect.objectContaining({ id: workspace, delete_at }));
});

test("rejects admins, old sign-ins and many requests", async () => {
  const { workspace, owner, admin } = await market();
  expect(await rejectionCode(request(await signIn(admin), workspace, "Market"))).toBe("role/owner-needed");
  expect(await rejectionCode(cancel(admin, workspace))).toBe("role/owner-needed");
  expect(await rejectionCode(request(await signIn(owner, 11), workspace, "Market"))).toBe("account/sign-in-again");
  for (let count = 0; count < PERSONAL_DATA.workspaceRequestsInDay; count += 1) {
    await request(owner, workspace, "Market");
    await cancel(owner, workspace);
  }
  await ageRateLimits(db, owner, 61);
  expect(await rejectionCode(request(owner, workspace, "Market"))).toBe("request/rate-limited");
});

test("counts the requests of a person in all workspaces", async () => {
  const { workspace, owner } = await market();
  await request(owner, workspace, "Market");
  await cancel(owner, workspace);
  await db.admin`
    insert into public.workspace_changes (workspace_id, action, actor, detail)
    select ${(await market()).workspace}, 'deletion-requested', ${owner.id}, '{}'
    from generate_series(2, ${PERSONAL_DATA.personRequestsInDay})`;
  expect(await rejectionCode(request(owner, workspace, "Market"))).toBe("request/rate-limited");
});

test("counts requests behind many other changes", async () => {
  const { workspace, owner } = await market();
  for (let count = 0; count < PERSONAL_DATA.workspaceRequestsInDay; count += 1) {
    await request(owner, workspace, "Market");
    await cancel(owner, workspace);
  }
  await db.admin`
    insert into public.workspace_changes (workspace_id, action, detail)
    select ${workspace}, 'workspace-renamed', '{}' from generate_series(1, 600)`;
  await ageRateLimits(db, owner, 61);
  expect(await rejectionCode(request(owner, workspace, "Market"))).toBe("request/rate-limited");
});

test("a member with a long address stops no other workspace", async () => {
  const long = await account(db, `${"a".repeat(PERSONAL_DATA.address.max - 10)}@b.example`);
  const trap = await market();
  await addMember(db, trap.workspace, long, "member");
  await request(trap.owner, trap.workspace, "Market");
  const honest = await market();
  await request(honest.owner, honest.workspace, "Market");
  await sweepStep(db, "deleted-workspaces", {});
  for (const { member } of [trap, honest])
    expect(await emails(`${member.id}@parley.example`)).toEqual(["workspace-deletion"]);
  await sweepStep(db, "deleted-workspaces", AFTER_GRACE);
  for (const { workspace } of [trap, honest])
    expect(await rowCount(db, `public.workspaces where id = '${workspace}'`)).toBe(0);
});

test("any owner withdraws it until the sweep begins", async () => {
  const { workspace, owner, member } = await market();
  await setRole(owner, workspace, member, "owner");
  await request(owner, workspace, "Market");
  expect(await cancel(member, workspace)).toMatchObject({ delete_at: null });
  await sweepStep(db, "deleted-workspaces", AFTER_GRACE);
  expect(await rowCount(db, `public.workspaces where id = '${workspace}'`)).toBe(1);
  await request(owner, workspace, "Market");
  await db.admin`update private.workspace_deletions set started_at = now() where workspace_id = ${workspace}`;
  expect(await rejectionCode(cancel(member, workspace))).toBe("request/not-found");
});

test("the sweep deletes everything of it, and nothing of others", async () => {
  const { workspace, owner, admin, member } = await market();
  const only = await account(db);
  await db.admin`delete from public.workspaces where id = ${await workspaceOf(db, only)}`;
  await addMember(db, workspace, only, "member");
  const place = await room(db, "Ours", owner);
  const guest = await join(db, place, {}, await person(db));
  await post(db, guest, guest.call);
  const path = await storeFile(db, guest.call, guest.id);
  const other = await room(db, "Theirs", admin);
  const elsewhere = await join(db, other, {}, await person(db));
  const kept = await post(db, elsewhere, elsewhere.call);
  await db.admin`
    insert into public.glossary_terms (id, workspace_id, term, language, never, translations, note, state)
    select gen_random_uuid(), ${workspace}, 'term ' || number, 'es', true, '{}', '', 'approved'
    from generate_series(1, 30) as number`;
  await request(owner, workspace, "Market");
  await sweepAll(db, { aheadMs: 6 * DAY_MS });
  expect(await rowCount(db, `public.meetings where id = '${place.id}'`)).toBe(1);

  // Storage is down for the first run. Two runs at once.
  await sweepAll(db, { ...AFTER_GRACE, storage: false, rows: 7 });
  expect(await rowCount(db, `public.lines where meeting_id = '${place.id}'`)).toBe(0);
  expect(await rowCount(db, `public.workspace_members where workspace_id = '${workspace}'`)).toBe(0);
  expect(await rowCount(db, `storage.objects where name = '${path}'`)).toBe(1);
  await sweepAll(db, AFTER_GRACE);
  await Promise.all([sweepAll(db, AFTER_GRACE), sweepAll(db, AFTER_GRACE)]);
  const left = z.array(z.object({ place: z.string() })).parse(
    await db.admin`
      select 'workspace' as place from public.workspaces where id = ${workspace}
      union all select 'meeting' from public.meetings where workspace_id = ${workspace}
      union all select 'terms' from public.glossary_terms where workspace_id = ${workspace}
      union all select 'log' from public.workspace_changes where workspace_id = ${workspace}
      union all select 'bytes' from storage.objects where name = ${path}`,
  );
  expect(left).toEqual([]);
  expect(await rowCount(db, `public.lines where id = '${kept.id}'`)).toBe(1);
  for (const who of [owner, member, only]) expect((await mine(who)).map(({ id }) => id)).toHaveLength(1);
});

test("a call in it ends for everybody", async () => {
  const { workspace, owner } = await market();
  const place = await room(db, null, owner);
  const guest = await join(db, place, {}, await person(db));
  await request(owner, workspace, "Market");
  await sweepStep(db, "deleted-workspaces", { ...AFTER_GRACE, rows: 1 });
  const [event] = await db.admin`
    select event from realtime.messages where topic like ${`meeting:${place.id}:%`} and event = 'meeting_ended'`;
  expect(event).toMatchObject({ event: "meeting_ended" });
  expect(await rejectionCode(post(db, guest, guest.call))).not.toContain("no refusal");
});

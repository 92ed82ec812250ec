/** Workspaces that require the single sign-on of a company, attacks and lock-outs first. */
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { home } from "#contracts/account.ts";
import { workspace as workspaceShape } from "#contracts/workspaces.ts";
import { companyActions } from "./support/companies.ts";
import { factorActions } from "./support/factors.ts";
import { account, addMember, join, knock, type Person, person, post, room, tryKnock } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { moderation } from "./support/moderation.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";
import { waitingRoom } from "./support/waitingRoom.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { company, employee, disable, removeDomain, remove } = companyActions(db);
const { team, mine, members, update, leave, roles, changes, invite, accept, choose, setRole } = workspaceActions(db);
const { signIn, withFactor } = factorActions(db);
const { change, beat, remove: putOut } = moderation(db);
const { admit } = waitingRoom(db);
const { changesOf } = lineActions(db);

const NEEDED = "workspace/sso-needed";
const require = (who: Person, workspace: string, required = true) =>
  db.rpc(who, "require_single_sign_on", { p_workspace_id: workspace, p_required: required }, workspaceShape);
const requireFresh = async (who: Person, workspace: string, required = true) =>
  await require(await signIn(who), workspace, required);

/** How an operator ends the provider of a company. */
const ENDS = { disabled: disable, deleted: remove, moved: removeDomain };

/** A team whose workspace requires the company of one of its admins. Its owner, an admin and a member sign in by codes. */
async function companyTeam() {
  const [found, acme] = [await team(), await company()];
  const boss = await employee(acme);
  await addMember(db, found.workspace, boss, "owner");
  await requireFresh(boss, found.workspace);
  await setRole(found.owner, found.workspace, boss, "admin");
  return { ...found, acme, boss };
}

/** A workspace of an owner and a member who sign in by codes, and an admin of a company. */
async function mixedTeam() {
  const [{ workspace, owner, admin, member }, acme] = [await team(), await company()];
  await setRole(owner, workspace, admin, "member");
  const boss = await employee(acme);
  await addMember(db, workspace, boss, "admin");
  return { workspace, owner, member, acme, boss };
}

test("a workspace whose owner is deleted goes to a person of the company", async () => {
  const { workspace, owner, admin, boss } = await companyTeam();
  await db.admin`select private.leave_all_workspaces(${owner.id}, now())`;
  expect(await roles(workspace)).toMatchObject({ [admin.id]: "admin", [boss.id]: "owner" });
});

test("helps to reset a factor only by admins whom it lets in", async () => {
  const { workspace, owner, boss } = await companyTeam();
  const colleague = await account(db);
  await addMember(db, workspace, colleague, "member");
  const helpers = await db.admin<{ id: string }[]>`
    select user_id as id from private.factor_reset_helpers(${colleague.id}) where workspace_id = ${workspace}`;
  expect(helpers.map(({ id }) => id).toSorted()).toEqual([owner.id, boss.id].toSorted());
});

describe("require_single_sign_on", () => {
  test("is for admins of the company, and is logged", async () => {
    const { workspace, owner, admin, member } = await team();
    const acme = await company();
    expect(await rejectionCode(require(member, workspace))).toBe("role/admin-needed");
    expect(await rejectionCode(require(await person(db), workspace))).toBe("request/not-allowed");
    expect(await rejectionCode(require(await employee(acme), workspace))).toBe("request/not-allowed");
    for (const who of [owner, admin]) expect(await rejectionCode(requireFresh(who, workspace))).toBe(NEEDED);
    await setRole(owner, workspace, admin, "member");
    const boss = await employee(acme);
    await addMember(db, workspace, boss, "admin");
    for (const _ of [1, 2]) {
      expect(await requireFresh(boss, workspace)).toMatchObject({
        ...{ sso_domains: [acme.domain], locked: false, needs_sso: false },
      });
    }
    const { changes: log } = await changes(boss, workspace, { actions: ["sso-changed"] });
    expect(log).toMatchObject([{ actor: boss.id, detail: { from: "", to: acme.domain } }]);
  });

  test("needs a fresh proof", async () => {
    const { workspace, boss } = await mixedTeam();
    for (const who of [boss, await signIn(boss, 11)])
      expect(await rejectionCode(require(who, workspace))).toBe("account/sign-in-again");
    expect((await mine(boss)).find(({ id }) => id === workspace)?.sso_domains).toBeNull();
  });

  test("is switched on with a full log, not off", async () => {
    const { workspace, boss, acme } = await mixedTeam();
    await db.admin`
      insert into public.workspace_changes (workspace_id, action, actor)
      select ${workspace}, 'workspace-renamed', ${boss.id} from generate_series(1, 300)`;
    expect(await requireFresh(boss, workspace)).toMatchObject({ sso_domains: [acme.domain] });
    expect(await rejectionCode(requireFresh(boss, workspace, false))).toBe("request/rate-limited");
  });

  // Only owners take the role of admins.
  test("does not let an admin shut out another", async () => {
    const { workspace, owner, member, boss, acme } = await mixedTeam();
    await setRole(owner, workspace, member, "admin");
    expect(await rejectionCode(requireFresh(boss, workspace))).toBe("role/owner-needed");
    await setRole(owner, workspace, boss, "owner");
    expect(await requireFresh(boss, workspace)).toMatchObject({ sso_domains: [acme.domain] });
    expect(await rejectionCode(members(member, workspace))).toBe(NEEDED);
  });

  test("takes the company of the caller only", async () => {
    const { workspace, acme, boss } = await companyTeam();
    const stranger = await employee(await company());
    await addMember(db, workspace, stranger, "admin");
    for (const required of [true, false])
      expect(await rejectionCode(requireFresh(stranger, workspace, required))).toBe(NEEDED);
    expect((await mine(boss)).find(({ id }) => id === workspace)?.sso_domains).toEqual([acme.domain]);
  });

  test.for(["disabled", "deleted", "moved"] as const)("takes no company that the operator has %s", async (end) => {
    const { workspace, acme, boss } = await mixedTeam();
    await ENDS[end](acme);
    expect(await rejectionCode(requireFresh(boss, workspace))).toBe(NEEDED);
  });

  test("passes to another company by an owner with a fresh proof", async () => {
    const { workspace, owner } = await companyTeam();
    const other = await company();
    const heir = await employee(other);
    await addMember(db, workspace, heir, "admin");
    await setRole(owner, workspace, heir, "owner");
    expect(await rejectionCode(require(heir, workspace))).toBe("account/sign-in-again");
    expect(await requireFresh(heir, workspace)).toMatchObject({ sso_domains: [other.domain] });
  });

  test("is switched off by an owner, not an outside admin", async () => {
    const { workspace, owner, admin } = await companyTeam();
    expect(await rejectionCode(requireFresh(admin, workspace, false))).toBe(NEEDED);
    expect(await rejectionCode(require(owner, workspace, false))).toBe("account/sign-in-again");
    expect(await requireFresh(owner, workspace, false)).toMatchObject({ sso_domains: null });
    await members(admin, workspace);
  });
});

describe("an owner", () => {
  test("always has access, whatever happens to the provider", async () => {
    const { workspace, owner, boss, acme } = await companyTeam();
    await members(owner, workspace);
    for (const end of [ENDS.disabled, ENDS.deleted]) {
      await end(acme);
      expect(await rejectionCode(members(boss, workspace))).toBe(NEEDED);
      expect((await mine(owner)).find(({ id }) => id === workspace)).toMatchObject({ locked: false });
    }
    expect((await mine(owner)).find(({ id }) => id === workspace)?.sso_domains).toEqual([]);
    expect(await requireFresh(owner, workspace, false)).toMatchObject({ sso_domains: null });
  });

  test("loses access with the role", async () => {
    const { workspace, owner, boss } = await companyTeam();
    await setRole(owner, workspace, boss, "owner");
    await setRole(boss, workspace, owner, "admin");
    expect(await rejectionCode(members(owner, workspace))).toBe(NEEDED);
  });
});

test("a member of a domain that moved is kept out", async () => {
  const { workspace, boss, acme } = await companyTeam();
  await members(boss, workspace);
  await ENDS.moved(acme);
  expect(await rejectionCode(members(boss, workspace))).toBe(NEEDED);
});

describe("a member of another way", () => {
  test("keeps the membership and sees what is missing", async () => {
    const { workspace, member, acme } = await companyTeam();
    expect((await mine(member)).find(({ id }) => id === workspace)).toMatchObject({
      ...{ role: "member", sso_domains: [acme.domain], locked: true, needs_sso: true, chosen: false },
    });
    const { workspaces } = await db.rpc(member, "home", {}, home);
    expect(workspaces.find(({ id }) => id === workspace)).toMatchObject({ locked: true, needs_sso: true });
    expect((await roles(workspace))[member.id]).toBe("member");
  });

  test("does nothing in the workspace", async () => {
    const { workspace, admin, member } = await companyTeam();
    const refusals = [
      members(member, workspace),
      choose(member, workspace),
      update(admin, workspace, { name: "Mine" }),
      invite(admin, workspace),
      changes(admin, workspace),
      require(admin, workspace, false),
    ].map((act) => rejectionCode(act));
    expect(new Set(await Promise.all(refusals))).toEqual(new Set([NEEDED]));
    const days = { p_workspace_id: workspace, p_from: "2026-01-01", p_until: "2026-02-01" };
    expect(await rejectionCode(db.rpc(member, "insights", days, z.unknown()))).toBe("request/not-allowed");
  });

  test("has an account with the same address, and stays outside", async () => {
    const { workspace, acme } = await companyTeam();
    const twin = await account(db, `${crypto.randomUUID()}@${acme.domain}`);
    await addMember(db, workspace, twin, "member");
    expect(await rejectionCode(members(twin, workspace))).toBe(NEEDED);
  });

  test("reads and writes nothing more in meetings of members", async () => {
    const { workspace, owner, member, acme, boss } = await mixedTeam();
    await choose(owner, workspace);
    const place = await room(db, "Plans", owner);
    await change(owner, place, { access: "members" });
    const host = await join(db, place, {}, owner);
    const visit = await join(db, place, {}, member);
    await post(db, visit, visit.call, { text: "mine" });
    await requireFresh(boss, workspace);
    for (const act of [() => changesOf(member, place), () => beat(visit), () => post(db, member, visit.call)])
      expect(await rejectionCode(act())).toBe("meeting/members-only");
    await beat(host);
    const [peer] = await db.admin`select left_reason from public.call_peers where peer_id = ${visit.peer}`;
    expect(peer).toEqual({ left_reason: "left" });
    expect(await rejectionCode(knock(db, member, place.code))).toBe("meeting/members-only");
    const colleague = await employee(acme);
    await addMember(db, workspace, colleague, "member");
    await knock(db, colleague, place.code);
    expect(JSON.stringify(await changesOf(colleague, place))).toContain("Plans");
  });

  test("is not let in by an earlier admission", async () => {
    const { workspace, owner, member, boss } = await mixedTeam();
    await choose(owner, workspace);
    const place = await room(db, "Plans", owner);
    await change(owner, place, { access: "knock" });
    const host = await join(db, place, {}, owner);
    await putOut(host, place, await join(db, place, {}, member));
    await admit(host, place, member);
    expect((await tryKnock(db, member, place.code)).admission).toBe("admitted");
    await requireFresh(boss, workspace);
    expect((await tryKnock(db, member, place.code)).admission).toBe("waiting");
    await admit(host, place, member);
    expect((await tryKnock(db, member, place.code)).admission).toBe("admitted");
  });

  test("accepts an invitation, and stays outside", async () => {
    const { workspace, boss, acme } = await companyTeam();
    const [stranger, colleague] = [await account(db), await employee(acme)];
    for (const who of [stranger, colleague]) await accept(who, (await invite(boss, workspace)).token);
    expect((await roles(workspace))[stranger.id]).toBe("member");
    expect(await rejectionCode(members(stranger, workspace))).toBe(NEEDED);
    await members(colleague, workspace);
  });

  test("may leave", async () => {
    const { workspace, member } = await companyTeam();
    await leave(member, workspace);
    expect((await roles(workspace))[member.id]).toBeUndefined();
  });
});

test("both policies hold at once", async () => {
  const { workspace, boss } = await companyTeam();
  await db.admin`insert into private.two_factor_workspaces (workspace_id) values (${workspace})`;
  expect(await rejectionCode(members(boss, workspace))).toBe("workspace/factor-needed");
  const strong = await withFactor(boss);
  expect((await mine(strong)).find(({ id }) => id === workspace)).toMatchObject({ locked: false });
});

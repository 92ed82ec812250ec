/** Terms that participants propose in a meeting, and the decisions about them. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { GLOSSARY } from "#contracts/glossaryLimits.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { account, addMember, ageRateLimits, join, person, room, workspaceOf } from "./support/fixtures.ts";
import { glossaryActions } from "./support/glossary.ts";
import { guestMerge as claiming } from "./support/guestMerge.ts";
import { moderation } from "./support/moderation.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { save, propose, decide, takeIn, glossaryOf, termsIn, proposedIn, scene, fill } = glossaryActions(db);
const { remove, end, setRole } = moderation(db);
const { claim: claimGuest } = claiming(db);

describe("deciding a proposal denies", () => {
  test("proposers, participants and outsiders", async () => {
    const { place, host, ana, bob } = await scene();
    const { id } = await propose(ana, place);
    for (const who of [ana, bob])
      for (const approved of [true, false])
        expect(await rejectionCode(decide(who, id, approved))).toBe("request/not-allowed");
    const other = await scene();
    for (const who of [other.host, other.ana, await account(db), await person(db)])
      expect(await rejectionCode(decide(who, id))).toBe("request/not-found");
    await remove(host, place, bob);
    expect(await rejectionCode(decide(bob, id))).toBe("request/not-found");
    expect(await rejectionCode(decide(host, randomUUID()))).toBe("request/not-found");
    expect(await rejectionCode(decide(host, id, null))).toBe("request/invalid");
    expect(await proposedIn(host, place)).toMatchObject([{ id, state: "proposed" }]);
  });

  test("co-hosts who are not members", async () => {
    const { place, host, ana, bob } = await scene();
    const visitor = await join(db, place, {}, await account(db));
    const { id } = await propose(ana, place);
    for (const who of [bob, visitor]) {
      await setRole(host, place, who, "co-host");
      for (const approved of [true, false])
        expect(await rejectionCode(decide(who, id, approved))).toBe("request/not-allowed");
    }
    expect(await proposedIn(host, place)).toMatchObject([{ id, state: "proposed" }]);
    await end(host, place);
    expect(await rejectionCode(decide(bob, id))).toBe("request/not-found");
    expect(await decide(host, id)).toMatchObject({ state: "approved" });
  });

  test("members rejecting an approved term", async () => {
    const { place, host, workspace, ana } = await scene();
    const member = await account(db);
    await addMember(db, workspace, member, "member");
    const { id } = await propose(ana, place);
    await decide(host, id);
    expect(await decide(member, id)).toMatchObject({ approved_by: host.id });
    expect(await rejectionCode(decide(member, id, false))).toBe("request/not-allowed");
    expect(await glossaryOf(host, workspace)).toHaveLength(1);
  });
});

describe("propose_term", () => {
  test("is pending until approved", async () => {
    const { place, host, workspace, ana, bob } = await scene();
    const term = await propose(ana, place, { translations: { en: "North Gate" } });
    expect(term).toMatchObject({
      ...{ state: "proposed", meeting_id: place.id, proposed_by: ana.id, approved_by: null, workspace_id: workspace },
    });
    expect(await termsIn(ana, place)).toEqual([]);
    for (const who of [ana, bob, host]) expect(await proposedIn(who, place)).toEqual([term]);
    const member = await account(db);
    await addMember(db, workspace, member, "member");
    expect(await proposedIn(member, place)).toEqual([term]);
    expect(await decide(member, term.id)).toMatchObject({ id: term.id, state: "approved", proposed_by: ana.id });
    expect(await proposedIn(ana, place)).toEqual([]);
    expect(await termsIn(ana, place)).toMatchObject([{ term: term.term }]);
  });

  test("returns no note of members to a proposer outside", async () => {
    const { place, host, ana } = await scene();
    const workspace = await workspaceOf(db, host);
    const { id } = await propose(ana, place, { term: "Puerta" });
    await decide(host, id);
    await save(host, workspace, { id, term: "Puerta", note: "internal" });
    const again = await propose(ana, place, { id, term: "Puerta" });
    expect(again).toMatchObject({ id, state: "approved", note: "", approved_by: null });
  });

  test("a rejected term can be proposed again", async () => {
    const { place, host, workspace, ana } = await scene();
    const { id } = await propose(ana, place);
    expect(await decide(host, id, false)).toBeNull();
    expect(await glossaryOf(host, workspace)).toEqual([]);
    await propose(ana, place);
  });

  test("only its proposer changes a pending proposal", async () => {
    const { place, host, workspace, ana, bob } = await scene();
    const { id } = await propose(ana, place);
    expect(await propose(ana, place, { id, term: "Puerta Sur" })).toMatchObject({ id, term: "Puerta Sur" });
    expect(await rejectionCode(propose(bob, place, { id, term: "stolen" }))).toBe("request/not-allowed");
    const own = await save(host, workspace, { term: "own" });
    expect(await rejectionCode(propose(ana, place, { id: own.id, term: "stolen" }))).toBe("request/not-allowed");
    const approved = await decide(host, id);
    expect(await propose(ana, place, { id, term: "too late" })).toEqual({ ...approved, approved_by: null });
  });

  test("rejects known and pending terms", async () => {
    const { place, host, workspace, ana, bob } = await scene();
    await save(host, workspace, { term: "known" });
    expect(await rejectionCode(propose(ana, place, { term: "KNOWN" }))).toBe("glossary/duplicate");
    await propose(ana, place, { term: "new" });
    expect(await rejectionCode(propose(bob, place, { term: "New" }))).toBe("glossary/duplicate");
    const { id } = await propose(bob, place, { term: "other" });
    expect(await rejectionCode(propose(bob, place, { id, term: "new" }))).toBe("glossary/duplicate");
  });

  test("a member's own entry settles it", async () => {
    const { place, host, workspace, ana, bob } = await scene();
    await propose(ana, place, { term: "one" });
    await propose(bob, place, { term: "two" });
    const own = await save(host, workspace, { term: "One", never: true });
    expect(await takeIn(host, workspace, [{ term: "Two", language: "es" }])).toMatchObject({ added: 0, changed: 1 });
    expect(await proposedIn(ana, place)).toEqual([]);
    expect(await glossaryOf(host, workspace)).toMatchObject([own, { term: "Two", proposed_by: bob.id }]);
  });

  test("absent members may propose, other workspaces not", async () => {
    const { place, host, workspace } = await scene();
    const member = await account(db);
    const other = await scene();
    expect(await rejectionCode(propose(member, place))).toBe("meeting/not-entered");
    await addMember(db, workspace, member, "member");
    const { id } = await propose(member, place);
    expect(await rejectionCode(propose(other.host, place, { term: "theirs" }))).toBe("meeting/not-entered");
    expect(await rejectionCode(propose(member, other.place, { term: "mine" }))).toBe("meeting/not-entered");
    await end(host, place);
    expect(await propose(member, place, { id, term: "later" })).toMatchObject({ id, term: "later", state: "proposed" });
    expect(await proposedIn(host, place)).toMatchObject([{ id, proposed_by: member.id, meeting_id: place.id }]);
    expect(await proposedIn(member, place)).toHaveLength(1);
    await db.admin`delete from public.workspace_members where user_id = ${member.id} and workspace_id = ${workspace}`;
    expect(await rejectionCode(propose(member, place, { term: "gone" }))).toBe("meeting/not-entered");
  });

  test("a guest is never a member", async () => {
    const { place, workspace } = await scene();
    const guest = await person(db);
    await addMember(db, workspace, guest, "member");
    expect(await rejectionCode(propose(guest, place))).toBe("meeting/not-entered");
  });

  test("admitted participants may propose, guests during the meeting", async () => {
    const { place, host, ana, bob } = await scene();
    expect(await rejectionCode(propose(await account(db), place))).toBe("meeting/not-entered");
    expect(await rejectionCode(proposedIn(await account(db), place))).toBe("meeting/not-entered");
    expect(await rejectionCode(propose(ana, { ...place, id: randomUUID() }))).toBe("meeting/not-entered");
    const tom = await join(db, place, { name: "Tom" }, await account(db));
    await remove(host, place, bob);
    expect(await rejectionCode(propose(bob, place))).toBe("meeting/removed");
    expect(await rejectionCode(proposedIn(bob, place))).toBe("meeting/removed");
    await end(host, place);
    expect(await rejectionCode(propose(ana, place))).toBe("meeting/ended");
    expect(await rejectionCode(proposedIn(ana, place))).toBe("meeting/ended");
    await propose(tom, place);
  });

  test("rate-limits proposals without blocking members", async () => {
    const { place, host, workspace, ana, bob } = await scene();
    await fill(workspace, "approved", GLOSSARY.glossaryTerms - 1);
    for (let count = 0; count < SERVER_LIMITS.termProposalsPerMinute; count++)
      await propose(ana, place, { term: `t${count}` });
    expect(await rejectionCode(propose(ana, place))).toBe("request/rate-limited");
    await ageRateLimits(db, ana, 60);
    await fill(workspace, "proposed", SERVER_LIMITS.glossaryProposals - SERVER_LIMITS.termProposalsPerMinute);
    expect(await rejectionCode(propose(bob, place))).toBe("glossary/full");
    await save(host, workspace);
  });

  test("leaves proposals to others than one eager guest", async () => {
    const { place, host, ana, bob } = await scene();
    const { id } = await propose(ana, place, { term: "t0" });
    for (let count = 1; count < SERVER_LIMITS.glossaryProposals / 4; count++) {
      await ageRateLimits(db, ana, 60);
      await propose(ana, place, { term: `t${count}` });
    }
    await ageRateLimits(db, ana, 60);
    expect(await rejectionCode(propose(ana, place))).toBe("glossary/full");
    expect(await propose(ana, place, { id, term: "changed" })).toMatchObject({ id });
    await propose(bob, place);
    await decide(host, id, false);
    await propose(ana, place, { term: "again" });
  });

  test("leaves proposals to other meetings than one", async () => {
    const { place, host, workspace, bob } = await scene();
    await fill(workspace, "proposed", SERVER_LIMITS.glossaryProposals / 2);
    await db.admin`update public.glossary_terms set meeting_id = ${place.id} where workspace_id = ${workspace}`;
    expect(await rejectionCode(propose(bob, place))).toBe("glossary/full");
    const other = await room(db, "Other", host);
    await propose(await join(db, other), other);
  });

  test("rejects approval into a full glossary", async () => {
    const { place, host, workspace, ana } = await scene();
    const { id } = await propose(ana, place);
    await fill(workspace, "approved", GLOSSARY.glossaryTerms);
    expect(await rejectionCode(decide(host, id))).toBe("glossary/full");
    expect(await rejectionCode(save(host, workspace, { id }))).toBe("glossary/full");
    expect(await decide(host, id, false)).toBeNull();
  });

  test("moves with a merged guest", async () => {
    const { place, host, workspace, ana } = await scene();
    const { id } = await propose(ana, place);
    const tom = await account(db);
    await claimGuest(ana, tom);
    expect(await glossaryOf(host, workspace)).toMatchObject([{ id, proposed_by: tom.id }]);
    await db.admin`delete from public.meetings where id = ${place.id}`;
    expect(await rejectionCode(decide(tom, id))).toBe("request/not-found");
    expect(await decide(host, id)).toMatchObject({ meeting_id: null, state: "approved" });
  });
});

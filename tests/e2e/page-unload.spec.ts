/** A closed tab sends a beacon on unload, and forged beacons are rejected. */
import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { type Account, openAccount, signIn } from "../support/accounts.ts";
import type { App } from "../support/app.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { hostMeeting, joinByLink } from "../support/moderation.ts";
import type { Person } from "../support/people.ts";
import { expect, test } from "../support/test.ts";
import { expectRemoteVideo, fillPreJoin, joinCall, openMeeting } from "../support/userActions.ts";
import { openWaitingRoom } from "../support/waitingRoom.ts";

const TOM = { name: "Tom", speaks: "en", reads: "en" };

/** Returns why peers left this meeting's calls, the newest first. */
async function leftBecause({ stack }: App, link: string): Promise<string[]> {
  const sql = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  const code = (link.split("/").at(-1) ?? "").replaceAll("-", "");
  const rows = await sql<{ reason: string }[]>`
    select left_reason as reason
    from public.call_peers
    join public.calls on calls.id = call_peers.call_id
    join public.meetings on meetings.id = calls.meeting_id
    where meetings.code = ${code} and left_at is not null
    order by left_at desc`;
  await sql.end();
  return rows.map(({ reason }) => reason);
}

test("closing a tab leaves the call at once", async ({ app, person }) => {
  const ana = await person({ locale: "en" });
  const link = await hostMeeting(ana);
  const ben = await person({ locale: "en" });
  for (const runBeforeUnload of [false, true]) {
    const tab = await ben.openTab();
    await joinByLink(tab, link, "Ben");
    await expectRemoteVideo(ana);
    await tab.page.close({ runBeforeUnload });
    // Well before the timeout of a silent peer.
    await expect(ana.page.locator("video")).toHaveCount(1);
  }
  expect(await leftBecause(app, link)).toEqual(["left", "left"]);
});

/** Tom, who has an account, is alone in his own meeting. */
async function tomInside(app: App, arrive: (options: { locale: "en" }) => Promise<Person>) {
  const account = await openAccount(app, "tom");
  const tom = await arrive({ locale: "en" });
  await signIn(tom.page, account);
  const link = await openMeeting(tom);
  await fillPreJoin(tom, TOM);
  await joinCall(tom);
  return { tom, link };
}

test("signing out elsewhere leaves the call", async ({ app, person }) => {
  const { tom, link } = await tomInside(app, person);
  const { page: other } = await tom.openTab();
  await other.goto("/sign-out");
  await other.getByRole("button", { name: "Sign out" }).click();
  await expect(other.getByRole("link", { name: "Sign in" })).toBeVisible();
  await expect(tom.page.getByRole("button", { name: "Join now" })).toBeVisible();
  await expect.poll(() => leftBecause(app, link)).toEqual(["left"]);
  await fillPreJoin(tom, TOM);
  await joinCall(tom);
  await expect(tom.page.getByText("Tom (you)")).toBeVisible();
});

test("signing out before hydration reaches other tabs", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const { tom, link } = await tomInside(app, person);
  const { page: other } = await tom.openTab();
  const pressed = Promise.withResolvers<void>();
  await other.route("**/build/**/*.js", async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await other.goto("/sign-out", { waitUntil: "commit" });
  await other.getByRole("button", { name: "Sign out" }).click({ noWaitAfter: true });
  await other.waitForURL(app.url, { waitUntil: "commit" });
  pressed.resolve();
  await expect(tom.page.getByRole("button", { name: "Join now" })).toBeVisible();
  await expect.poll(() => leftBecause(app, link)).toEqual(["left"]);
});

test.describe("forged leave beacons", () => {
  /** Ana is a moderator in the call, Tom waits, and the test sends their beacons. */
  async function scene(app: App) {
    const waitingRoom = await openWaitingRoom(app, { title: "Trip" });
    const code = waitingRoom.link.split("/").at(-1);
    const tom = await openAccount(app, "tom");
    await waitingRoom.call("knock", { p_code: code, p_display_name: "Ana", p_speaks: "es", p_reads: "es" });
    const ana = { to: "call", peer_id: randomUUID(), call_id: "" };
    const entered = { p_meeting_id: waitingRoom.id, p_peer_id: ana.peer_id };
    ana.call_id = (await waitingRoom.call<{ call: { id: string } }>("enter_call", entered)).call.id;
    const { error } = await tom.client.rpc("knock", {
      p_code: code,
      p_display_name: "Tom",
      p_speaks: "en",
      p_reads: "en",
    });
    expect(error).toBeNull();
    const tomsKnock = { to: "knock", meeting_id: waitingRoom.id };

    /**
     * Sends a beacon as this account's browser would, or without a session. Returns the status; no cookie is ever set.
     */
    async function say(who: Pick<Account, "cookies"> | null, body: object | string, origin: string | null = app.url) {
      const headers = new Headers({ Cookie: [...(who?.cookies ?? [])].map((pair) => pair.join("=")).join("; ") });
      if (origin !== null) headers.set("Origin", origin);
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const response = await fetch(`${app.url}/leave`, { method: "POST", headers, body: text });
      expect(response.headers.getSetCookie()).toEqual([]);
      return response.status;
    }
    const now = async () => ({
      inside: (
        await waitingRoom.call<{ inside: { display_name: string }[] }>("find_meeting", { p_code: code })
      ).inside.map(({ display_name }) => display_name),
      waiting: await waitingRoom.waiting(),
    });
    return { waitingRoom, tom, ana, tomsKnock, say, now, before: { inside: ["Ana"], waiting: ["Tom"] } };
  }

  test("are ignored from other sites or without a session", ONLY_IN_LONG_RUN, async ({ app }) => {
    const { waitingRoom, tom, ana, tomsKnock, say, now, before } = await scene(app);
    for (const origin of ["https://evil.example", "null", `${app.url}.evil.example`, null]) {
      expect(await say(tom, tomsKnock, origin)).toBe(403);
      expect(await say(waitingRoom.host, ana, origin)).toBe(403);
    }
    for (const body of ["", "to=knock", "[]", { ...tomsKnock, user_id: randomUUID() }, { to: "knock" }])
      expect(await say(tom, body)).toBe(400);
    expect(await say(tom, { ...tomsKnock, more: "x".repeat(1024 * 1024) })).toBe(413);
    for (const beacon of [tomsKnock, ana]) expect(await say(null, beacon)).toBe(204);
    expect(await now()).toEqual(before);

    expect(await say(tom, tomsKnock)).toBe(204);
    await expect.poll(now).toEqual({ ...before, waiting: [] });
    expect(await say(waitingRoom.host, ana)).toBe(204);
    await expect.poll(now).toEqual({ inside: [], waiting: [] });
  });

  test("cannot end somebody else's session", async ({ app }) => {
    const { waitingRoom, tom, ana, tomsKnock, say, now, before } = await scene(app);
    const eve = await openAccount(app, "eve");
    const stranger = await openAccount(app, "mallory");
    const code = waitingRoom.link.split("/").at(-1);
    expect(
      (await eve.client.rpc("knock", { p_code: code, p_display_name: "Eve", p_speaks: "en", p_reads: "en" })).error,
    ).toBeNull();
    for (const who of [eve, stranger, tom]) expect(await say(who, ana)).toBe(204);
    expect(await say(stranger, tomsKnock)).toBe(204);
    expect(await say(eve, tomsKnock)).toBe(204);
    await expect.poll(now).toEqual(before);
    // Tom is now in the call with his own peer, and Ana's peer stays hers.
    await waitingRoom.decide("admit");
    const peer_id = randomUUID();
    expect((await tom.client.rpc("enter_call", { p_meeting_id: waitingRoom.id, p_peer_id: peer_id })).error).toBeNull();
    expect(await say(tom, ana)).toBe(204);
    expect(await say(tom, { ...ana, peer_id })).toBe(204);
    await expect.poll(now).toEqual({ inside: ["Ana"], waiting: [] });
  });

  test("an expired token neither leaves nor renews", ONLY_IN_LONG_RUN, async ({ app }) => {
    const { waitingRoom, tom, ana, tomsKnock, say, now } = await scene(app);
    const { data } = await tom.client.auth.getSession();
    const ended = Buffer.from(JSON.stringify({ ...data.session, expires_at: 1 })).toString("base64url");
    expect(await say({ cookies: new Map([["__Host-parley", `base64-${ended}`]]) }, tomsKnock)).toBe(204);
    // The server handles every beacon after its response, so a later effect proves that this beacon was handled.
    expect(await say(waitingRoom.host, ana)).toBe(204);
    await expect.poll(now).toEqual({ inside: [], waiting: ["Tom"] });
    expect(await say(tom, tomsKnock)).toBe(204);
    await expect.poll(now).toEqual({ inside: [], waiting: [] });
  });
});

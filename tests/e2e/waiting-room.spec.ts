/** Visitors knock, wait, and are admitted or denied. */
import type { Page } from "@playwright/test";
import postgres from "postgres";
import { SERVER_LIMITS } from "../../supabase/functions/_shared/contracts/serverLimits.ts";
import { joinAsAccount } from "../support/accounts.ts";
import type { App } from "../support/app.ts";
import { expectAccessible } from "../support/axe.ts";
import { hostMeeting, requireKnocking, waitingRoomCard } from "../support/moderation.ts";
import type { Person } from "../support/people.ts";
import { heading } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { fillPreJoin, text } from "../support/userActions.ts";
import { knockWithoutPage, openWaitingRoom } from "../support/waitingRoom.ts";

async function knock({ page }: Person, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Your name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Ask to join" }).click();
}

test("an admitted visitor joins without another click", async ({ app, person }) => {
  const waitingRoom = await openWaitingRoom(app, { title: "Secret trip", keep: "nothing" });
  const leave = await joinAsAccount(waitingRoom.host, waitingRoom.link.split("/").at(-1) ?? "", {
    name: "Inés",
    speaks: "es",
    reads: "es",
  });
  const tom = await person({ locale: "en" });
  await tom.page.goto(waitingRoom.link);
  // Before admission a visitor sees only that the meeting is in progress.
  await expect(tom.page.getByText("The meeting is in progress")).toBeVisible();
  await expect(tom.page.getByText("A host sees your name and lets you in.")).toBeVisible();
  await expect(tom.page.getByText("Messages are deleted after a minute.")).toBeVisible();
  expect(await tom.page.content()).not.toMatch(/Secret trip|Inés/u);

  await knock(tom, waitingRoom.link, "Tom");
  await expect(heading(tom, "Waiting to be let in")).toBeFocused();
  await expect(tom.page.getByText("The host knows that you are here.")).toBeVisible();
  await expect(tom.page.getByText("They see: Tom speaks English, reads English.")).toBeVisible();
  // The visitor still controls their camera and microphone.
  await tom.page.getByRole("button", { name: "Camera" }).click();
  await expect(tom.page.getByText("Your camera is off")).toBeVisible();
  await expect.poll(waitingRoom.waiting).toEqual(["Tom"]);

  await waitingRoom.decide("admit");
  await expect(tom.page.getByRole("button", { name: "Leave" })).toBeVisible();
  await expect(tom.page.getByText("Tom (you)")).toBeVisible();
  await expect(tom.page.getByRole("button", { name: "Camera" })).toHaveAttribute("aria-pressed", "false");
  expect(await waitingRoom.waiting()).toEqual([]);
  await leave();
});

test("an empty meeting is explained; the name can change", async ({ app, person }) => {
  const waitingRoom = await openWaitingRoom(app);
  const tom = await person({ locale: "en" });
  await knock(tom, waitingRoom.link, "Tom");
  await expect(tom.page.getByText("Nobody is in the meeting yet. Your request waits for a host.")).toBeVisible();
  await tom.page.getByRole("button", { name: "Change name or languages" }).click();
  const name = tom.page.getByLabel("Your name", { exact: true });
  for (const [typed, message] of [
    ["", "Enter your name."],
    [" \u202e\u200b ", "Enter your name."],
    ["n".repeat(10_000), "This name is too long."],
  ] as const) {
    await name.fill(typed);
    await tom.page.getByRole("button", { name: "Save" }).click();
    await expect(tom.page.getByText(message)).toBeVisible();
    await expect(name).toHaveValue(typed);
  }
  await expectAccessible(tom.page, "waiting");
  expect(await waitingRoom.waiting()).toEqual(["Tom"]);
  await name.fill("\u202eThomas <b>");
  await tom.page.getByLabel("I read", { exact: true }).selectOption("fr");
  await tom.page.getByRole("button", { name: "Save" }).click();
  await expect(tom.page.getByText("They see: Thomas <b> speaks English, reads Français.")).toBeVisible();
  expect(await waitingRoom.waiting()).toEqual(["Thomas <b>"]);
});

test("focus moves to the replaced content", async ({ app, person }) => {
  const waitingRoom = await openWaitingRoom(app);
  const tom = await person({ locale: "en" });
  await knock(tom, waitingRoom.link, "Tom");
  await expect(heading(tom, "Waiting to be let in")).toBeFocused();
  const change = tom.page.getByRole("button", { name: "Change name or languages" });
  const name = tom.page.getByLabel("Your name", { exact: true });
  for (const [typed, end] of [
    ["Thomas", "Save"],
    ["Nobody", "Cancel"],
  ] as const) {
    await change.press("Enter");
    await expect(name).toBeFocused();
    await name.fill(typed);
    await tom.page.getByRole("button", { name: end, exact: true }).press("Enter");
    await expect(change).toBeFocused();
  }
  expect(await waitingRoom.waiting()).toEqual(["Thomas"]);
  // Changes by others never move the focus, unless the focused element is gone.
  await change.press("Enter");
  await expect(name).toBeFocused();
  await waitingRoom.decide("deny");
  await expect(heading(tom, "You were not admitted")).toBeFocused();
});

test("a denied visitor may knock again later", async ({ app, person }) => {
  const waitingRoom = await openWaitingRoom(app);
  const tom = await person({ locale: "en" });
  await knock(tom, waitingRoom.link, "Tom");
  await expect.poll(waitingRoom.waiting).toEqual(["Tom"]);
  const user = await waitingRoom.decide("deny");
  await expect(heading(tom, "You were not admitted")).toBeVisible();
  await expect(tom.page.getByText(/You can ask again in 0[45]:\d\d\./u)).toBeVisible();
  await expect(tom.page.getByRole("button", { name: "Ask again" })).toHaveCount(0);
  await expectAccessible(tom.page, "denied");
  // A second knock changes nothing and does not notify the moderators again.
  await tom.page.getByRole("button", { name: "Back" }).click();
  await expect(tom.page.getByLabel("Your name", { exact: true })).toHaveValue("Tom");
  await tom.page.getByRole("button", { name: "Ask to join" }).click();
  await expect(heading(tom, "You were not admitted")).toBeVisible();
  expect(await waitingRoom.waiting()).toEqual([]);

  await waitingRoom.call("admit", { p_meeting_id: waitingRoom.id, p_user_id: user });
  await expect(tom.page.getByRole("button", { name: "Leave" })).toBeVisible();
});

test("leaving or closing the page withdraws the knock", async ({ app, person }) => {
  const waitingRoom = await openWaitingRoom(app);
  const tom = await person({ locale: "en" });
  await knock(tom, waitingRoom.link, "Tom");
  await expect.poll(waitingRoom.waiting).toEqual(["Tom"]);
  await tom.page.getByRole("button", { name: "Stop waiting" }).click();
  await expect(tom.page.getByRole("button", { name: "Ask to join" })).toBeVisible();
  await expect(tom.page.getByLabel("Your name", { exact: true })).toHaveValue("Tom");
  await expect.poll(waitingRoom.waiting).toEqual([]);

  await tom.page.getByRole("button", { name: "Ask to join" }).click();
  await expect(heading(tom, "Waiting to be let in")).toBeVisible();
  expect(await waitingRoom.waiting()).toEqual(["Tom"]);
  // Leaves by a link in the page.
  await tom.page.getByRole("link", { name: "Parley" }).click();
  await expect(tom.page.getByRole("button", { name: "Start a meeting" })).toBeVisible();
  await expect.poll(waitingRoom.waiting).toEqual([]);

  await knock(tom, waitingRoom.link, "Tom");
  await expect(heading(tom, "Waiting to be let in")).toBeVisible();
  await tom.page.goto("about:blank");
  await expect.poll(waitingRoom.waiting).toEqual([]);

  for (const runBeforeUnload of [false, true]) {
    const tab = await tom.openTab();
    await knock(tab, waitingRoom.link, "Tom");
    await expect(heading(tab, "Waiting to be let in")).toBeVisible();
    expect(await waitingRoom.waiting()).toEqual(["Tom"]);
    await tab.page.close({ runBeforeUnload });
    await expect.poll(waitingRoom.waiting).toEqual([]);
  }
});

test("two tabs share one knock", async ({ app, person }) => {
  const waitingRoom = await openWaitingRoom(app);
  const tom = await person({ locale: "en" });
  await knock(tom, waitingRoom.link, "Tom");
  await expect(heading(tom, "Waiting to be let in")).toBeVisible();
  const tab = await tom.openTab();
  await knock(tab, waitingRoom.link, "Tom");
  await expect(heading(tab, "Waiting to be let in")).toBeVisible();
  // The other tab knocks again by itself, shown by its request.
  const again = tom.page.waitForResponse((response) => response.url().endsWith("/rpc/knock") && response.ok());
  await tab.page.close();
  await again;
  expect(await waitingRoom.waiting()).toEqual(["Tom"]);
  await expect(heading(tom, "Waiting to be let in")).toBeVisible();
  await waitingRoom.decide("admit");
  await expect(tom.page.getByRole("button", { name: "Leave" })).toBeVisible();
});

test("a members-only change reaches waiting visitors", async ({ app, person }) => {
  const waitingRoom = await openWaitingRoom(app);
  const tom = await person({ locale: "en" });
  // The page receives the event and fetches its status.
  tom.allowConsoleError(/status of 403/u);
  await knock(tom, waitingRoom.link, "Tom");
  await expect(heading(tom, "Waiting to be let in")).toBeVisible();
  await waitingRoom.call("update_meeting", { p_meeting_id: waitingRoom.id, p_access: "members" });
  await expect(heading(tom, await text(tom.page, "error.meeting/members-only"))).toBeVisible();
  expect(await waitingRoom.waiting()).toEqual([]);
});

/** Makes every knock in this meeting older by this number of milliseconds. */
async function knocksAge({ stack }: App, code: string, by: number): Promise<void> {
  const sql = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  const aged = await sql`
    update public.knocks set knocked_at = knocked_at - ${`${by} milliseconds`}::interval
    where meeting_id = (select id from public.meetings where code = ${code.replaceAll("-", "")})`;
  await sql.end();
  expect(aged.count).toBe(1);
}

test("an unanswered knock expires and can be repeated", async ({ app, person }) => {
  const ana = await person({ locale: "en" });
  const link = await hostMeeting(ana);
  await requireKnocking(ana);
  const tom = await person({ locale: "en" });
  await knock(tom, link, "Tom");
  const card = waitingRoomCard(ana);
  await expect(card.getByText("Tom wants to join")).toBeVisible();
  await knocksAge(app, link.split("/").at(-1) ?? "", SERVER_LIMITS.knockTtlMs);

  // Nothing is broadcast: both pages poll.
  const soon = { timeout: 60_000 };
  await expect(heading(tom, "Nobody responded")).toBeVisible(soon);
  await expect(tom.page.getByText("Your request has expired.")).toBeVisible();
  await expect(card).toBeHidden(soon);
  await expectAccessible(tom.page, "a knock that ran out");

  await tom.page.getByRole("button", { name: "Ask again" }).click();
  await expect(heading(tom, "Waiting to be let in")).toBeFocused();
  await card.getByRole("button", { name: "Admit" }).click();
  await expect(tom.page.getByRole("button", { name: "Leave" })).toBeVisible();
});

test("the fifty-first visitor may retry when a place frees", async ({ app, person }) => {
  const waitingRoom = await openWaitingRoom(app);
  const waiting = [];
  for (let number = 1; number <= SERVER_LIMITS.waitingParticipants; number += 1)
    waiting.push(await knockWithoutPage(app, waitingRoom.link, `Guest ${number}`));
  const field = async (page: Page, key: "prejoin.name" | `language.${"speaks" | "reads"}`) =>
    page.getByLabel(await text(page, key), { exact: true });
  async function asksInVain(tom: Person) {
    tom.allowConsoleError(/status of 409/u);
    await tom.page.goto(waitingRoom.link);
    await fillPreJoin(tom, { name: "Tomás", speaks: "ca", reads: "pt" });
    await tom.page.getByRole("button", { name: await text(tom.page, "prejoin.ask") }).click();
    const refusal = tom.page.getByRole("alert").filter({ hasText: "La sala de espera está llena." });
    await expect(refusal).toContainText("Inténtalo de nuevo en unos minutos.");
    await expect(await field(tom.page, "prejoin.name")).toHaveValue("Tomás");
    await expect(await field(tom.page, "language.speaks")).toHaveValue("ca");
    await expect(await field(tom.page, "language.reads")).toHaveValue("pt");
    expect(await waitingRoom.waiting()).toHaveLength(SERVER_LIMITS.waitingParticipants);
  }
  // A submit before hydration has the same effect.
  await asksInVain(await person({ locale: "es", scripts: false }));
  const tom = await person({ locale: "es" });
  await asksInVain(tom);

  expect((await waiting[0]?.rpc("withdraw_knock", { p_meeting_id: waitingRoom.id }))?.error).toBeNull();
  await tom.page.getByRole("button", { name: await text(tom.page, "prejoin.ask") }).click();
  await expect(heading(tom, await text(tom.page, "waiting.title"))).toBeVisible();
  expect((await waitingRoom.waiting()).at(-1)).toBe("Tomás");
});

test("an ended meeting reaches waiting visitors", async ({ app, person }) => {
  const waitingRoom = await openWaitingRoom(app);
  const tom = await person({ locale: "en" });
  // The page polls its status, with or without an event.
  tom.allowConsoleError(/status of 410/u);
  await knock(tom, waitingRoom.link, "Tom");
  await expect(heading(tom, "Waiting to be let in")).toBeVisible();
  await waitingRoom.call("end_meeting", { p_meeting_id: waitingRoom.id });
  await expect(heading(tom, "This meeting has ended.")).toBeVisible();
  await expect(tom.page.getByRole("link", { name: "To the start page" })).toBeVisible();
});

test("a knock survives a changed code", async ({ app, person }) => {
  const waitingRoom = await openWaitingRoom(app);
  const tom = await person({ locale: "en" });
  tom.allowConsoleError(/status of 404/u);
  await knock(tom, waitingRoom.link, "Tom");
  // A click before hydration submits a form, and its result is fetched by the old code.
  await expect(heading(tom, "Waiting to be let in")).toBeVisible();
  await expect.poll(waitingRoom.waiting).toEqual(["Tom"]);
  await waitingRoom.call("rotate_code", { p_meeting_id: waitingRoom.id });
  await waitingRoom.decide("admit");
  await expect(tom.page.getByRole("button", { name: "Leave" })).toBeVisible();
  await tom.page.goto(waitingRoom.link);
  await expect(heading(tom, "No meeting has this code.")).toBeVisible();
});

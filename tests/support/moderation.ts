/** Actions of moderators, and attempts of participants who are none. */
import type { Locator } from "@playwright/test";
import { sessionResponse } from "../../supabase/functions/_shared/contracts/session.ts";
import type { App } from "./app.ts";
import { expect } from "./expect.ts";
import type { Person } from "./people.ts";
import { fillPreJoin, joinCall, openMeeting, type ParticipantChoices, text } from "./userActions.ts";

/** Ana's form values: she speaks and reads English. */
const choicesOf = (name: string): ParticipantChoices => ({ name, speaks: "en", reads: "en" });

/** Creates a meeting, joins it and returns its link. */
export async function hostMeeting(person: Person, name = "Ana"): Promise<string> {
  const link = await openMeeting(person);
  await fillPreJoin(person, choicesOf(name));
  await joinCall(person);
  return link;
}

export async function joinByLink(person: Person, link: string, name: string): Promise<void> {
  await person.page.goto(link);
  await fillPreJoin(person, choicesOf(name));
  await joinCall(person);
}

type Arrive = (options: { locale: "en" }) => Promise<Person>;

/** Sets up a call with the moderator Ana and the guests Ben and Chloé. */
export async function setupThreeInCall(person: Arrive) {
  const ana = await person({ locale: "en" });
  const link = await hostMeeting(ana);
  const ben = await person({ locale: "en" });
  await joinByLink(ben, link, "Ben");
  const chloe = await person({ locale: "en" });
  await joinByLink(chloe, link, "Chloé");
  return { ana, ben, chloe, link };
}

/** Knocks on the pre-join page of a meeting and waits. */
export async function knockByLink(person: Person, link: string, name: string): Promise<void> {
  await person.page.goto(link);
  await fillPreJoin(person, choicesOf(name));
  await person.page.getByRole("button", { name: "Ask to join" }).click();
  await expect(person.page.getByRole("heading", { name: "Waiting to be let in" })).toBeVisible();
}

/** Waits for the call's controls. */
export const expectInCall = ({ page }: Person) =>
  expect(page.getByRole("button", { name: "Leave", exact: true })).toBeVisible();

/** Opens the people panel unless it is open. */
export async function openPeoplePanel({ page }: Person): Promise<Locator> {
  const name = await text(page, "people.title");
  const panel = page.getByRole("complementary", { name });
  const begins = new RegExp(`^${name}`, "u");
  if (!(await panel.isVisible())) {
    const inBar = page.getByRole("button", { name: begins });
    const more = page.getByRole("button", { name: await text(page, "call.more"), exact: true });
    await expect(inBar.or(more).first()).toBeVisible();
    if (await inBar.isVisible()) await inBar.click();
    else {
      await more.click();
      await page.getByRole("menuitem", { name: await text(page, "call.panel"), exact: true }).click();
    }
  }
  await expect(panel.getByRole("heading", { name: begins })).toBeVisible();
  return panel;
}

export const participantRow = (panel: Locator, name: string) =>
  panel.locator("li[data-user]").filter({ hasText: name });

/** Chooses an item in a participant's menu. */
export async function chooseParticipantAction(person: Person, name: string, item: string): Promise<void> {
  const panel = await openPeoplePanel(person);
  const menu = (await text(person.page, "people.menu")).replace("{name}", name);
  await panel.getByRole("button", { name: menu }).click();
  await person.page.getByRole("menuitem", { name: item }).click();
}

/** Opens the share sheet from the people panel. */
export async function openShare(person: Person): Promise<Locator> {
  const { page } = person;
  const panel = await openPeoplePanel(person);
  await panel.getByRole("button", { name: await text(page, "people.invite") }).click();
  const sheet = page.getByRole("dialog", { name: await text(page, "people.share.title") });
  await expect(sheet).toBeVisible();
  return sheet;
}

/** Sets the access so that newcomers have to knock. */
export async function requireKnocking(person: Person): Promise<void> {
  const { page } = person;
  const sheet = await openShare(person);
  const wanted = sheet.getByRole("radio", { name: new RegExp(`^${await text(page, "people.access.knock")}`, "u") });
  await wanted.check();
  const group = sheet.getByRole("group", { name: await text(page, "people.access.title") });
  await expect(group).not.toHaveAttribute("aria-busy", "true");
  await expect(wanted).toBeChecked();
  await sheet.getByRole("button", { name: await text(page, "action.close") }).click();
  await expect(sheet).toBeHidden();
}

/** Waits until the list has been stable by the page's clock, because clicks right after a change are ignored. */
export async function waitUntilStable({ page }: Person): Promise<void> {
  const from = await page.evaluate(() => performance.now());
  await page.waitForFunction((since) => performance.now() - since > 1_000, from);
}

/** The card at the top of the call. */
export const waitingRoomCard = ({ page }: Person) => page.getByRole("region", { name: "Someone wants to join" });

/** Returns the page's short-lived token, as a script in the page could fetch it. */
export async function tokenOf({ page }: Person): Promise<string> {
  const session: unknown = await page.evaluate(async () => {
    const response = await fetch("/session", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: '{"renew":false}',
    });
    return await response.json();
  });
  return sessionResponse.parse(session).accessToken;
}

/** Calls an rpc function with this person's token, past the buttons. Returns `done` or the error message. */
export async function callRpcDirectly(person: Person, { stack }: App, rpc: string, args: object): Promise<string> {
  return await person.page.evaluate(
    async ({ url, key, token, args }) => {
      const response = await fetch(url, {
        method: "POST",
        headers: { "Content-Type": "application/json", apikey: key, Authorization: `Bearer ${token}` },
        body: JSON.stringify(args),
      });
      if (response.ok) return "done";
      const error: { message: string } = await response.json();
      return error.message;
    },
    { url: `${stack.url}/rest/v1/rpc/${rpc}`, key: stack.publishableKey, token: await tokenOf(person), args },
  );
}

/** A call that works only over a relay: coturn, with the credentials of the function `ice`. */
import { createHmac } from "node:crypto";
import { test as base, type Locator } from "@playwright/test";
import { type Coturn, missingCoturn, startCoturn } from "../../scripts/lib/coturn.ts";
import { type App, startApp } from "../support/app.ts";
import { expect } from "../support/expect.ts";
import { localCandidateTypes, watchConnections } from "../support/media.ts";
import { knockByLink, requireKnocking } from "../support/moderation.ts";
import { arrive, type Person } from "../support/people.ts";
import {
  chooseMoreItem,
  expectRemoteVideo,
  fillPreJoin,
  joinCall,
  lineWithText,
  openChat,
  openMeeting,
  sendMessage,
} from "../support/userActions.ts";

const SECRET = "shared-by-coturn-and-the-function";

interface World {
  coturn: Coturn;
  /** An app whose function has coturn's secret. */
  app: App;
  /** An app with another secret, so coturn rejects its credentials. */
  wrong: App;
}

const test = base.extend<{ guests(app: App): Promise<[Person, Person]> }, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const [missing] = await missingCoturn();
      if (missing !== undefined) throw new Error(`${missing} is not on this machine: \`npm run setup:test\``);
      const coturn = await startCoturn(SECRET);
      const TURN_URLS = coturn.urls.join(",");
      const app = await startApp({ functionsEnv: { TURN_URLS, TURN_SHARED_SECRET: SECRET } });
      const wrong = await startApp({ functionsEnv: { TURN_URLS, TURN_SHARED_SECRET: `${SECRET}-not` } });
      await use({ coturn, app, wrong });
      await Promise.all([app.close(), wrong.close()]);
      await coturn.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
  guests: async ({}, use) => {
    const people: Person[] = [];
    await use(async ({ url }) => {
      const two = [await arrive({ locale: "en", url }), await arrive({ locale: "en", url })] as const;
      people.push(...two);
      for (const participant of two) await watchConnections(participant, { relayOnly: true });
      return [...two];
    });
    const complaints = people.flatMap((person) => person.consoleErrors());
    await Promise.all(people.map((person) => person.leave()));
    expect(complaints, "console errors").toEqual([]);
  },
});

async function meet([ana, ben]: [Person, Person]): Promise<void> {
  const link = await openMeeting(ana);
  await fillPreJoin(ana, { name: "Ana", speaks: "en", reads: "en" });
  await joinCall(ana);
  await ben.page.goto(link);
  await fillPreJoin(ben, { name: "Ben", speaks: "en", reads: "en" });
  await joinCall(ben);
}

const lost = ({ page }: Person) => page.getByText("No video or audio from here.", { exact: false });

test("peers behind firewalls connect through the relay", async ({ world, guests }) => {
  const people = await guests(world.app);
  await meet(people);
  for (const participant of people) {
    await expectRemoteVideo(participant);
    expect(await localCandidateTypes(participant)).toEqual(["relay"]);
  }
});

/** Creates people without the relay-only browsers of the other tests. */
async function meetHidden({ url }: App): Promise<{ people: [Person, Person]; sent: string[] }> {
  const people = [await arrive({ locale: "en", url }), await arrive({ locale: "en", url })] as [Person, Person];
  const [ana, ben] = people;
  for (const participant of people) await watchConnections(participant);
  const sent: string[] = [];
  ana.page.on("request", (request) => {
    if (request.url().endsWith("/rpc/send_signal")) sent.push(request.postData() ?? "");
  });
  const link = await openMeeting(ana);
  await ana.page.getByRole("button", { name: "Devices and connection" }).click();
  const hide = ana.page.getByRole("dialog").getByRole("checkbox", { name: "Hide my IP address", exact: false });
  await expect(hide).toBeEnabled();
  await ana.page.getByText("Hide my IP address", { exact: false }).click();
  await expect(hide).toBeChecked();
  await ana.page.keyboard.press("Escape");
  await fillPreJoin(ana, { name: "Ana", speaks: "en", reads: "en" });
  await joinCall(ana);
  await ben.page.goto(link);
  await fillPreJoin(ben, { name: "Ben", speaks: "en", reads: "en" });
  await joinCall(ben);
  return { people, sent };
}

test("a hidden address never leaves the page", async ({ world }) => {
  const { people, sent } = await meetHidden(world.app);
  const [ana, ben] = people;
  for (const participant of people) await expectRemoteVideo(participant);
  expect(await localCandidateTypes(ana)).toEqual(["relay"]);
  await test.step("also as the one who offers", async () => {
    await ana.page.reload();
    await fillPreJoin(ana, { name: "Ana", speaks: "en", reads: "en" });
    await joinCall(ana);
    for (const participant of people) await expectRemoteVideo(participant);
  });
  const candidates = sent.flatMap((signal) => signal.match(/candidate:[^"\\]+/gu) ?? []);
  expect(candidates.length).toBeGreaterThan(0);
  expect(
    candidates.filter((candidate) => !candidate.includes(" typ relay ") || /raddr (?!0\.0\.0\.0)/u.test(candidate)),
  ).toEqual([]);
  await Promise.all([ana.leave(), ben.leave()]);
});

test("wrong credentials are reported; chat continues", async ({ world, guests }) => {
  const people = await guests(world.wrong);
  const [ana, ben] = people;
  await meet(people);
  await expect(lost(ana)).toBeVisible({ timeout: 40_000 });
  await openChat(ana);
  await openChat(ben);
  await sendMessage(ana, "Can you read this?");
  await expect(lineWithText(ben, "Can you read this?")).toHaveCount(1);
});

test("expired credentials are replaced and the call connects", async ({ world, guests }) => {
  const people = await guests(world.app);
  // The function's first response is from yesterday, for both.
  for (const { page } of people) {
    let requestCount = 0;
    await page.route("**/functions/v1/ice", async (route) => {
      requestCount += 1;
      if (requestCount > 1) return route.continue();
      const username = `${Math.floor(Date.now() / 1_000) - 86_400}:yesterday`;
      const credential = createHmac("sha1", SECRET).update(username).digest("base64");
      const ice_servers = [{ urls: world.coturn.urls, username, credential }];
      await route.fulfill({
        json: { ice_servers, expires_in: 3_600_000 },
        headers: { "access-control-allow-origin": "*" },
      });
    });
  }
  await meet(people);
  for (const participant of people) {
    await expect.poll(() => localCandidateTypes(participant), { timeout: 90_000 }).toEqual(["relay"]);
    await expectRemoteVideo(participant);
    await expect(lost(participant)).toHaveCount(0);
  }
});

/** Starts the connection test where it is offered and returns the dialog. */
async function tryConnection({ page }: Person) {
  const dialog = page.getByRole("dialog", { name: "Devices and connection" });
  await dialog.getByRole("button", { name: "Test the connection" }).click();
  return dialog;
}
const runConnectionTest = async (person: Person) => {
  await person.page.getByRole("button", { name: "Devices and connection" }).click();
  return tryConnection(person);
};
/** The test waits for candidates until its deadline. */
const TRIED = { timeout: 40_000 };
async function willDo(dialog: Locator) {
  await expect(dialog.getByText(/Video, audio and chat will work|Everything will work/u)).toBeVisible(TRIED);
  await expect(dialog.getByText("through a relay", { exact: true })).toBeVisible();
}

test("the pre-join test uses the relay", async ({ world, guests }) => {
  const [ana, ben] = await guests(world.app);
  const link = await openMeeting(ana);
  await willDo(await runConnectionTest(ana));
  await ana.page.keyboard.press("Escape");

  // No user exists yet, so no credentials are requested: the switch and the test only read whether there is a relay.
  const requests: string[] = [];
  ben.page.on("request", (request) => {
    if (request.url().endsWith("/functions/v1/ice")) requests.push(request.method());
  });
  await ben.page.goto(link);
  const unsure = await runConnectionTest(ben);
  await expect(unsure.getByText("In the call, a relay may carry them.", { exact: false })).toBeVisible(TRIED);
  expect(requests).toEqual(["GET", "GET"]);

  await fillPreJoin(ana, { name: "Ana", speaks: "en", reads: "en" });
  await joinCall(ana);
  await requireKnocking(ana);
  await knockByLink(ben, link, "Ben");
  await willDo(await runConnectionTest(ben));
  await test.step("the same holds in the call", async () => {
    await chooseMoreItem(ana, "call.devices");
    await willDo(await tryConnection(ana));
  });
});

test("the pre-join test reports wrong credentials", async ({ world, guests }) => {
  const [ana] = await guests(world.wrong);
  await openMeeting(ana);
  const dialog = await runConnectionTest(ana);
  await expect(dialog.getByText("Video and audio may not work from here. Chat will.")).toBeVisible(TRIED);
});

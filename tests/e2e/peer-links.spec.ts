/**
 * Browser behaviour that the call's links depend on. Textbook perfect negotiation hung here in 2 of 12 simultaneous
 * joins. With a single side that makes the first offer it must never hang.
 */
import { type Browser, chromium, type Page, test } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "../../scripts/lib/chromium.ts";
import { expect } from "../support/expect.ts";
import { checkedVariants, ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { type ModuleServer, serveModules } from "../support/moduleServer.ts";
import { runPeerLinks } from "../support/peerLinks.ts";

const JOINS = 20;
let server: ModuleServer;
let browser: Browser;
let page: Page;

test.beforeAll(async () => {
  server = await serveModules();
  const executablePath = await findChromium();
  if (executablePath === null) throw new Error("Chromium is not on this machine: `npm run setup:test`");
  browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  page = await browser.newPage();
  await page.goto(server.url);
});
test.afterAll(async () => {
  await browser.close();
  await server.close();
});

for (const [how, what] of checkedVariants([
  ["at the same moment", "joinSimultaneously"],
  ["one after the other", "joinInTurn"],
] as const))
  test(`connects ${JOINS} times by one offer and answer, ${how}`, async () => {
    for (let join = 0; join < JOINS; join += 1)
      expect(await runPeerLinks(page, what)).toMatchObject({ offers: 1, answers: 1 });
  });

test("the offering side uses the pre-warmed connection once", ONLY_IN_LONG_RUN, async () => {
  expect(await runPeerLinks(page, "joinPrewarmed")).toMatchObject({
    offers: 1,
    answers: 1,
    createdConnections: 0,
    attachedTracks: 2,
  });
  expect(await runPeerLinks(page, "joinInTurn")).toMatchObject({
    offers: 1,
    answers: 1,
    createdConnections: 1,
    attachedTracks: 4,
  });
});

test("the remote follows a rebuilt connection", async () => {
  expect(await runPeerLinks(page, "rebuildConnection")).toMatchObject({ offers: 2, answers: 2 });
});

/** Sign-in by another provider, and accounts that are connected to it: a stand-in of OpenID Connect signs in whoever the test says. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { freePort } from "../../scripts/lib/ports.ts";
import { startWranglerServer, type WranglerServer } from "../../scripts/lib/wranglerServer.ts";
import { type IdentityProvider, startIdentityProvider } from "../fakes/identityProvider.ts";
import { type App, TEST_BUILD } from "../support/app.ts";
import { expectAccessible } from "../support/axe.ts";
import { emailsTo, newEmailAddress, newestEmail, requestCode, typeCode } from "../support/emails.ts";
import { sendQueuedEmails } from "../support/jobs.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { text } from "../support/userActions.ts";

const PHONE = { width: 360, height: 740 };
const ID = `custom:acme-${crypto.randomUUID().slice(0, 8)}`;

let provider: IdentityProvider;
let worker: WranglerServer;
let url = "";
let data = "";
test.beforeAll(async ({ app }) => {
  provider = await startIdentityProvider();
  const { url: supabaseUrl, publishableKey, secretKey } = app.stack;
  const admin = createClient(supabaseUrl, secretKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const { error } = await admin.auth.admin.customProviders.createProvider({
    ...{ provider_type: "oidc", identifier: ID, name: "Acme", client_id: "parley", client_secret: "of the client" },
    ...{ issuer: provider.url, scopes: ["openid", "email"] },
  });
  if (error) throw error;
  data = await mkdtemp(join(tmpdir(), "parley-providers-"));
  const port = await freePort();
  url = `http://localhost:${port}`;
  worker = await startWranglerServer({
    build: TEST_BUILD,
    port,
    data,
    vars: {
      ...{ SUPABASE_URL: supabaseUrl, SUPABASE_PUBLISHABLE_KEY: publishableKey, SUPABASE_SECRET_KEY: secretKey },
      ICE_SERVERS: "[]",
      SIGN_IN_PROVIDERS: `${ID}=Acme`,
    },
  });
});
test.afterAll(async () => {
  await worker.close();
  await provider.close();
  await rm(data, { recursive: true, force: true });
});
test.beforeEach(() => {
  provider.refuses = false;
  provider.person = { sub: crypto.randomUUID(), email: newEmailAddress("tom"), email_verified: true };
});

const acme = async (page: Page) =>
  page.getByRole("button", { name: (await text(page, "sign-in.provider")).replace("{name}", "Acme") });

/** Clicks "Continue with Acme". The provider answers at once. */
async function enter(page: Page, next = "/home"): Promise<void> {
  await page.goto(`${url}/sign-in?${new URLSearchParams({ next })}`);
  await waitForHydration(page);
  await (await acme(page)).click();
}

/** Starts a meeting as a guest. Returns its path. */
async function startMeeting(page: Page): Promise<string> {
  await page.goto(url);
  await waitForHydration(page);
  await page
    .getByRole("button", { name: await text(page, "landing.start") })
    .first()
    .click();
  await page.waitForURL(/\/m\//u);
  return new URL(page.url()).pathname;
}

test("signs in on desktop and phone, and remembers it", async ({ person }) => {
  const [desk, phone] = [await person({ locale: "en" }), await person({ locale: "ar", viewport: PHONE, touch: true })];
  for (const { page } of [desk, phone]) {
    for (const path of ["/sign-in", "/sign-up"]) {
      await page.goto(`${url}${path}`);
      await waitForHydration(page);
      await expect(await acme(page)).toBeVisible();
      await expectAccessible(page, path);
    }
    await enter(page, "/settings/security");
    await expect(page).toHaveURL(`${url}/settings/security`);
    await page.goto(`${url}/sign-out`);
    await page.getByRole("main").getByRole("button").click();
    await expect(page).toHaveURL(`${url}/`);
    await page.goto(`${url}/sign-in`);
    await expect(page.getByText((await text(page, "sign-in.lastProvider")).replace("{name}", "Acme"))).toBeVisible();
  }
});

test("a guest keeps a meeting, in two tabs", async ({ person }) => {
  const { page } = await person({ locale: "en" });
  const meeting = await startMeeting(page);
  const other = await page.context().newPage();
  await other.goto(`${url}/sign-in`);
  await enter(page, meeting);
  await expect(page).toHaveURL(`${url}${meeting}`);
  await page.goto(`${url}/home`);
  await expect(page.getByRole("main").locator(`a[href*="${meeting}"]`).first()).toBeVisible();
});

test("a denial and a lost flow lead back", ONLY_IN_LONG_RUN, async ({ person }) => {
  for (const [locale, viewport] of [
    ["en", undefined],
    ["ar", PHONE],
  ] as const) {
    const somebody = await person({ locale, ...(viewport && { viewport }) });
    somebody.allowConsoleError(/status of 400/u);
    const { page } = somebody;
    const meeting = await startMeeting(page);
    provider.refuses = true;
    await enter(page, meeting);
    const shown = async (key: "providers.refused" | "providers.elsewhere" | "providers.unverified") =>
      (await text(page, key)).replace("{name}", "Acme");
    await expect(page.getByText(await shown("providers.refused"))).toBeVisible();
    await expectAccessible(page, "a refusal");
    await page.getByRole("link", { name: await text(page, "providers.meeting") }).click();
    await expect(page).toHaveURL(`${url}${meeting}`);

    provider.refuses = false;
    provider.person = { sub: crypto.randomUUID(), email: newEmailAddress("eve"), email_verified: false };
    await enter(page, meeting);
    await expect(page.getByText(await shown("providers.unverified"))).toBeVisible();

    await page.goto(`${url}/auth/callback?code=${crypto.randomUUID()}&flow=${crypto.randomUUID()}`);
    await expect(page.getByText(await shown("providers.elsewhere"))).toBeVisible();
    await page.getByRole("link", { name: await text(page, "providers.again") }).click();
    await expect(await acme(page)).toBeVisible();
    await page.goto(`${url}/?error=invalid_request&error_code=bad_oauth_state`);
    await expect(page.getByText(await text(page, "providers.expired"))).toBeVisible();
  }
});

test("works without JavaScript", ONLY_IN_LONG_RUN, async ({ person }) => {
  const { page } = await person({ locale: "en", scripts: false });
  await page.goto(`${url}/sign-in?next=%2Ffiles`);
  await (await acme(page)).click();
  await expect(page).toHaveURL(`${url}/files`);
});

const SECURITY = "/settings/security";

/** Signs in by a code, and opens the page of connected accounts. */
async function openConnections(page: Page, { stack }: App, address: string): Promise<void> {
  await page.goto(`${url}/sign-in?${new URLSearchParams({ next: SECURITY })}`);
  await requestCode(page, address);
  await typeCode(page, (await newestEmail(stack, address)).code);
  await expect(page).toHaveURL(`${url}${SECURITY}`);
  await waitForHydration(page);
}
const connections = async (page: Page) => page.getByRole("region", { name: await text(page, "connections.title") });
const connect = async (page: Page) =>
  (await connections(page)).getByRole("button", { name: `${await text(page, "connections.connect")} Acme` });
const named = async (page: Page, key: "connections.connected" | "connections.disconnected") =>
  (await text(page, key)).replace("{name}", "Acme");

test("connects an account, signs in by it, disconnects it", async ({ app, person }) => {
  test.slow();
  for (const [locale, viewport] of [
    ["en", undefined],
    ["ar", PHONE],
  ] as const) {
    const { page } = await person({ locale, ...(viewport && { viewport, touch: true }) });
    const [address, atAcme] = [newEmailAddress("tom"), newEmailAddress("acme")];
    provider.person = { sub: crypto.randomUUID(), email: atAcme, email_verified: true };
    await openConnections(page, app, address);
    await expectAccessible(page, "an account to connect");
    await (await connect(page)).click();
    const own = await connections(page);
    await expect(own.getByRole("status")).toHaveText(await named(page, "connections.connected"));
    await expect(own).toContainText(atAcme);
    await expectAccessible(page, "a connected account");

    const other = await person({ locale: "en" });
    await enter(other.page, SECURITY);
    await expect(await connections(other.page)).toContainText(address);

    const disconnect = await text(page, "connections.disconnect");
    await own.getByRole("link", { name: `${disconnect} Acme` }).click();
    const question = own.getByRole("button", { name: disconnect, exact: true });
    await expect(question).toBeVisible();
    await expectAccessible(page, "the question");
    await question.click();
    await expect(own.getByRole("status")).toHaveText(await named(page, "connections.disconnected"));
    await expect(await connect(page)).toBeVisible();

    const before = (await emailsTo(app.stack, address)).length;
    await sendQueuedEmails(app.stack);
    await expect.poll(async () => (await emailsTo(app.stack, address)).length).toBeGreaterThanOrEqual(before + 2);
  }
});

test("connects nothing in another browser", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const [mallory, vera] = [await person({ locale: "en" }), await person({ locale: "ar", viewport: PHONE })];
  vera.allowConsoleError(/status of 400/u);
  await openConnections(mallory.page, app, newEmailAddress("mallory"));
  let address = "";
  await mallory.page.route(`${provider.url}/**`, async (route) => {
    address = route.request().url();
    await route.fulfill({ status: 204 });
  });
  await (await connect(mallory.page)).click();
  await expect.poll(() => address).not.toBe("");
  await vera.page.goto(address);
  await expect(vera.page.getByText(await text(vera.page, "connections.callback.elsewhere"))).toBeVisible();
  await expectAccessible(vera.page, "another browser");
  await mallory.page.goto(`${url}${SECURITY}`);
  await expect(await connect(mallory.page)).toBeVisible();
});

test("a denial, and an identity of another account", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const [owner, tom] = [await person({ locale: "en" }), await person({ locale: "en" })];
  tom.allowConsoleError(/status of 400/u);
  await enter(owner.page);
  await expect(owner.page).toHaveURL(`${url}/home`);
  const { page } = tom;
  await openConnections(page, app, newEmailAddress("tom"));
  for (const [refuses, key] of [
    [true, "connections.callback.refused"],
    [false, "connections.callback.taken"],
  ] as const) {
    provider.refuses = refuses;
    await (await connect(page)).click();
    await expect(page.getByText((await text(page, key)).replace("{name}", "Acme"))).toBeVisible();
    await expectAccessible(page, key);
    await page.getByRole("link", { name: await text(page, "connections.callback.back") }).click();
    await expect(page).toHaveURL(`${url}${SECURITY}`);
  }
});

test("connects without JavaScript", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const { page } = await person({ locale: "en", scripts: false });
  const address = newEmailAddress("tom");
  await page.goto(`${url}/sign-in?${new URLSearchParams({ next: SECURITY })}`);
  await requestCode(page, address);
  await typeCode(page, (await newestEmail(app.stack, address)).code);
  provider.person = { sub: crypto.randomUUID(), email: newEmailAddress("acme"), email_verified: true };
  await (await connect(page)).click();
  await expect((await connections(page)).getByRole("status")).toHaveText(await named(page, "connections.connected"));
});

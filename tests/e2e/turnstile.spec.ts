/**
 * Turnstile in the forms, with a scripted widget. The Worker's own request to Turnstile has no network here, so that every
 * token is rejected; `functions/turnstile.test.ts` has the other answers.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { freePort } from "../../scripts/lib/ports.ts";
import { startWranglerServer, type WranglerServer } from "../../scripts/lib/wranglerServer.ts";
import { TEST_BUILD } from "../support/app.ts";
import { newEmailAddress } from "../support/emails.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { expect, test } from "../support/test.ts";

const SITE_KEY = "0x4AAAAAAAsite12";
const REFUSED = "The robot check failed.";
/** Returns its token half a second after the form appeared. */
const WIDGET = `
const fields = [];
window.turnstile = {
  render(element, options) {
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = options["response-field-name"];
    element.append(field);
    setTimeout(() => {
      field.value = "token for " + options.sitekey;
      options.callback();
    }, 500);
    return String(fields.push(field) - 1);
  },
  getResponse: (id) => fields[id].value || undefined,
  reset() {},
};`;

let worker: WranglerServer;
let url = "";
let data = "";
test.beforeAll(async ({ app }) => {
  data = await mkdtemp(join(tmpdir(), "parley-turnstile-"));
  const port = await freePort();
  url = `http://localhost:${port}`;
  worker = await startWranglerServer({
    build: TEST_BUILD,
    port,
    data,
    vars: {
      SUPABASE_URL: app.stack.url,
      SUPABASE_PUBLISHABLE_KEY: app.stack.publishableKey,
      SUPABASE_SECRET_KEY: app.stack.secretKey,
      ICE_SERVERS: "[]",
      TURNSTILE_SITE_KEY: SITE_KEY,
      TURNSTILE_SECRET_KEY: "0x4AAAAAAAsecret1234567890123456789",
    },
  });
});
test.afterAll(async () => {
  await worker.close();
  await rm(data, { recursive: true, force: true });
});

/** Clicks at once, before there is a token, and returns the token that the form carries. */
async function tokenOf(page: Page, button: string): Promise<string | null> {
  // The focus of the field requests the challenge of a passkey.
  const sent = page.waitForRequest(
    (request) =>
      request.method() === "POST" && request.url().startsWith(url) && !request.url().endsWith("/sign-in/passkey"),
  );
  await page.getByRole("button", { name: button }).first().click();
  const body = (await sent).postData() ?? "";
  return new URLSearchParams(body).get("captcha");
}

test("forms wait for the token and send it", async ({ person }) => {
  const tom = await person({ locale: "en" });
  tom.allowConsoleError(/status of 403/u);
  const { page } = tom;
  await page.route("https://challenges.cloudflare.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: WIDGET }),
  );
  await page.goto(`${url}/sign-in`);
  const address = newEmailAddress("tom");
  await page.getByLabel("Email").fill(address);
  expect(await tokenOf(page, "Send me a code")).toBe(`token for ${SITE_KEY}`);
  await expect(page.getByText(REFUSED)).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(address);

  await page.goto(url);
  expect(await tokenOf(page, "Start a meeting")).toBe(`token for ${SITE_KEY}`);
  await expect(page.getByText(REFUSED)).toBeVisible();
});

test("a form without JavaScript says what is missing", ONLY_IN_LONG_RUN, async ({ person }) => {
  const tom = await person({ locale: "en", scripts: false });
  tom.allowConsoleError(/status of 403/u);
  await tom.page.goto(`${url}/sign-in`);
  await tom.page.getByLabel("Email").fill(newEmailAddress("tom"));
  await tom.page.getByRole("button", { name: "Send me a code" }).click();
  await expect(tom.page.getByText(REFUSED)).toBeVisible();
  await expect(tom.page.getByText("It needs JavaScript")).toBeVisible();
});

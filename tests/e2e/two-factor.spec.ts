/** Two-factor sign-in: enrolment from the secret, the second step, recovery codes, removal. */
import type { Page } from "@playwright/test";
import { TOTP } from "otpauth";
import postgres from "postgres";
import type { App } from "../support/app.ts";
import { expectAccessible } from "../support/axe.ts";
import { newEmailAddress, resetEmailCooldown, signInByCode } from "../support/emails.ts";
import { waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { text } from "../support/userActions.ts";
import { factorCode, turnOnFactor } from "../support/waysIn.ts";

const SECURITY = "/settings/security";
const PHONE = { width: 360, height: 740 };

/** No code of now, a moment ago or a moment ahead. */
function wrongCode(secret: string): string {
  const near = [-1, 0, 1].map((drift) => new TOTP({ secret }).generate({ timestamp: Date.now() + drift * 30_000 }));
  return ["000000", "111111", "222222", "333333"].find((code) => !near.includes(code)) ?? "444444";
}

/** Signs in with the first factor. */
async function firstStep(page: Page, { stack }: App, address: string, path = "/home"): Promise<void> {
  await resetEmailCooldown(stack, address);
  await signInByCode(page, stack, address, path);
}

test("adds a second step to the sign-in and removes it", async ({ app, person }) => {
  test.slow();
  const address = newEmailAddress("tom");
  const [desk, phone] = [await person({ locale: "en" }), await person({ locale: "en" })];
  await phone.page.setViewportSize(PHONE);
  await firstStep(desk.page, app, address);
  const { secret, codes } = await turnOnFactor(desk.page);
  await expectAccessible(desk.page, "security with a factor");

  const verify = /\/sign-in\/verify\?next=%2Ffiles/u;
  await resetEmailCooldown(app.stack, address);
  await signInByCode(phone.page, app.stack, address, "/files", verify);
  await phone.page.goto("/glossary");
  await expect(phone.page).toHaveURL(/\/sign-in\/verify\?next=%2Fglossary/u);
  await waitForHydration(phone.page);
  await expectAccessible(phone.page, "the second step");
  phone.allowConsoleError(/status of 400/u);
  await phone.page.getByLabel("Code from the app").fill(wrongCode(secret));
  await phone.page.getByRole("button", { name: "Sign in" }).click();
  await expect(phone.page.getByText("This code is wrong.")).toBeVisible();
  await phone.page.getByRole("link", { name: "Use a recovery code" }).click();
  await phone.page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await phone.page.getByRole("button", { name: "Sign in" }).click();
  await expect(phone.page).toHaveURL("/glossary");

  await desk.page.goto(SECURITY);
  await waitForHydration(desk.page);
  await expect(desk.page.getByText("9 codes left")).toBeVisible();
  await desk.page.getByRole("link", { name: /^Remove/u }).click();
  await desk.page.getByRole("button", { name: "Remove" }).click();
  await expect(desk.page.getByText("The app is removed.")).toBeVisible();
  await expect(desk.page.getByText("It is off.")).toBeVisible();
});

test("a workspace requires it; one code serves two Spanish tabs", async ({ app, person }) => {
  test.slow();
  const address = newEmailAddress("ines");
  const ines = await person({ locale: "es" });
  const { page } = ines;
  await firstStep(page, app, address);
  const sql = postgres(app.stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  await sql`
    insert into private.two_factor_workspaces (workspace_id)
    select workspace_id from public.workspace_members
    where user_id = (select id from auth.users where email = ${address})`;
  await sql.end();
  await page.goto("/home");
  await waitForHydration(page);
  await expectAccessible(page, "home with a closed workspace");
  // People who sign in by passkey have to know that it does not count.
  await expect(page.getByRole("main").getByText(/Una clave de acceso sola no basta/u)).toBeVisible();
  const setUp = page.getByRole("link", { name: await text(page, "home.locked.setUp"), exact: true });
  await setUp.click();
  await expect(page).toHaveURL(SECURITY);
  const { secret } = await turnOnFactor(page);
  await page.goto("/home");
  await waitForHydration(page);
  await expect(setUp).toHaveCount(0);

  await page.goto("/sign-out");
  await page.getByRole("button", { name: await text(page, "sign-out.press") }).click();
  await expect(page).toHaveURL("/");
  await resetEmailCooldown(app.stack, address);
  await signInByCode(page, app.stack, address, "/home", /\/sign-in\/verify/u);
  const { page: second } = await ines.openTab();
  await second.goto("/files");
  await expect(second).toHaveURL(/\/sign-in\/verify\?next=%2Ffiles/u);
  await waitForHydration(second);
  await page.getByLabel(await text(page, "factors.code")).fill(factorCode(secret));
  await page.getByRole("button", { name: await text(page, "factors.signIn.enter"), exact: true }).click();
  await expect(page).toHaveURL("/home");
  await expect(second).toHaveURL("/files");
});

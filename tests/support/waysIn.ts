/** Steps that several ways to sign in share: an authenticator of the browser, an app with codes, and signing out. */
import type { CDPSession, Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { expect } from "./expect.ts";
import { waitForHydration } from "./screens.ts";
import { text } from "./userActions.ts";

export interface Authenticator {
  readonly cdp: CDPSession;
  readonly id: string;
}

/** Adds an authenticator to the browser, which answers as its owner does at once. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return { cdp, id: authenticatorId };
}

export async function addPasskey(page: Page): Promise<void> {
  await page.goto("/settings/security");
  await waitForHydration(page);
  const add = await text(page, "passkeys.add");
  await page.getByRole("main").getByRole("button", { name: add, exact: true }).click();
  await expect(page.getByText(await text(page, "passkeys.done.add"))).toBeVisible();
}

/** Signs in with one click. */
export async function pressPasskey(page: Page, next: string): Promise<void> {
  await page.goto(`/sign-in?${new URLSearchParams({ next })}`);
  await waitForHydration(page);
  const press = await text(page, "sign-in.passkey");
  await page.getByRole("main").getByRole("button", { name: press, exact: true }).click();
}

/** Returns the code that an authenticator app shows now. */
export const factorCode = (secret: string): string => new TOTP({ secret }).generate();

/** Turns on two-factor authentication. Returns the secret and the recovery codes. */
export async function turnOnFactor(page: Page): Promise<{ secret: string; codes: readonly string[] }> {
  await page.goto("/settings/security");
  await waitForHydration(page);
  await page.getByRole("link", { name: await text(page, "factors.add") }).click();
  await page.getByRole("button", { name: await text(page, "factors.continue") }).click();
  const key = page.getByTestId("factor-key");
  await expect(page.getByRole("img", { name: await text(page, "factors.qr") })).toBeVisible();
  const secret = ((await key.textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel(await text(page, "factors.code")).fill(factorCode(secret));
  await page.getByRole("button", { name: await text(page, "factors.turnOn") }).click();
  const codes = page.getByRole("region", { name: await text(page, "factors.codes.new") }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  return { secret, codes: await codes.allTextContents() };
}

export async function signOut(page: Page): Promise<void> {
  await page.goto("/sign-out");
  await page.getByRole("main").getByRole("button").click();
  await expect(page).toHaveURL("/");
}

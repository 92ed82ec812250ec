/** Helpers that open and operate the pages of people with an account. */
import type { Page } from "@playwright/test";
import { type Account, openAccount, signIn } from "./accounts.ts";
import type { App } from "./app.ts";
import { expect } from "./expect.ts";
import type { Person } from "./people.ts";

/** Opens `path` with a new account. */
export async function openAs(path: string, { page }: Person, app: App): Promise<Account> {
  const account = await openAccount(app, "tom");
  await signIn(page, account);
  await page.goto(path);
  await waitForHydration(page);
  return account;
}

/** Waits for hydration. Before it, links and forms load a new document and other buttons do nothing. */
export const waitForHydration = (page: Page) =>
  expect
    .poll(() =>
      page.getByRole("main").evaluate((main) => Object.keys(main).some((key) => key.startsWith("__reactProps$"))),
    )
    .toBe(true);

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Clicks the button and waits for the response, because the button ignores further clicks until then. */
export async function clickButton(page: Page, name: string): Promise<void> {
  const answered = page.waitForResponse(
    (response) => response.request().method() === "POST" && new URL(response.url()).pathname !== "/session",
  );
  await button(page, name).click();
  await answered;
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

/** The main heading of a page. */
export const heading = ({ page }: Person, name: string) => page.getByRole("heading", { name, level: 1 });

export const nameField = (page: Page) => page.getByLabel("Your name", { exact: true });

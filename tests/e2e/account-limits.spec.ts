/** Sign-in pages: rate limits and their messages, the health check, and axe. */
import { expectAccessible } from "../support/axe.ts";
import { newEmailAddress, newestEmail, requestCode, typeCode } from "../support/emails.ts";
import { CHECKED_LOCALES, ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { expect, test } from "../support/test.ts";

test.describe("request limits", () => {
  test("an oversized field is rejected and keeps its text", ONLY_IN_LONG_RUN, async ({ person }) => {
    const tom = await person({ locale: "en" });
    tom.allowConsoleError(/status of 413/u);
    await tom.page.goto("/sign-in");
    const field = tom.page.getByLabel("Email");
    const long = "x".repeat(1_100_000);
    await field.fill(long);
    await tom.page.getByRole("button", { name: "Send me a code" }).click();
    await expect(tom.page.getByText("The request is too large.")).toBeVisible();
    expect((await field.inputValue()).length).toBe(long.length);
  });

  test("asks to wait after too many emails and keeps input", async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    tom.allowConsoleError(/status of 4(?:29|00)/u);
    const from = { "CF-Connecting-IP": "203.0.113.77" };
    await tom.page.setExtraHTTPHeaders(from);
    await tom.page.goto("/sign-in");
    const field = tom.page.getByLabel("Email");
    await field.fill("tom at home");
    // The rate limit restarts when a minute ends in between.
    await expect(async () => {
      let last = new Response();
      for (let times = 0; times < 31; times += 1)
        last = await fetch(`${app.url}/sign-in`, {
          method: "POST",
          headers: { ...from, Origin: app.url, "Content-Type": "application/x-www-form-urlencoded" },
          body: "mail=x&next=",
        });
      expect(last.status).toBe(429);
      expect(last.headers.get("Retry-After")).toBe("60");
      await tom.page.getByRole("button", { name: "Send me a code" }).click();
      await expect(tom.page.getByText("Too many requests.")).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await expect(field).toHaveValue("tom at home");
  });
});

test("/health reports database, functions and jobs only", async ({ app }) => {
  const response = await fetch(`${app.url}/health`);
  expect(response.status).toBe(200);
  expect(response.headers.get("Cache-Control")).toContain("no-store");
  const job = { lastSuccess: null, state: "late", error: null };
  expect(await response.json()).toEqual({
    ...{ ok: true, version: expect.any(String), database: true, functions: true },
    jobs: { "send-emails": job, remind: job, sweep: job, "sweep-broadcasts": job },
  });
});

test("account screens pass axe", async ({ app, person }) => {
  for (const locale of CHECKED_LOCALES) {
    const tom = await person({ locale });
    tom.allowConsoleError(/status of 400/u);
    const { page } = tom;
    const address = newEmailAddress("tom");
    await page.goto("/sign-out");
    await expectAccessible(page, `sign-out, nobody, ${locale}`);
    await page.goto("/sign-in");
    await expectAccessible(page, `sign-in, ${locale}`);
    await requestCode(page, address);
    await typeCode(page, "1");
    await expect(page.getByRole("alert")).toBeVisible();
    await expectAccessible(page, `code, ${locale}`);
    const { code, link } = await newestEmail(app.stack, address);
    await page.goto(link);
    await expectAccessible(page, `confirm, ${locale}`);
    await page.goto("/auth/confirm");
    await expectAccessible(page, `confirm, no link, ${locale}`);
    await page.goto("/sign-in/code");
    await typeCode(page, code);
    await expect(page).toHaveURL("/home");
    await page.goto("/sign-out");
    await expectAccessible(page, `sign-out, ${locale}`);
    await tom.leave();
  }
});

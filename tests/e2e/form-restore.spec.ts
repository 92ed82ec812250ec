/** Form values survive the submit of another form and hydration. */
import { createMeeting, openAccount } from "../support/accounts.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { heading, nameField, openAs, waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { fillPreJoin, joinCall, openMeeting, text } from "../support/userActions.ts";
import { openWaitingRoom } from "../support/waitingRoom.ts";

test.describe("changing the interface language", () => {
  test("keeps pre-join input for that meeting, once", async ({ person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    const link = await openMeeting(tom);
    await fillPreJoin(tom, { name: "Tomás", speaks: "ca", reads: "pt" });
    await waitForHydration(page);
    await page.getByText("English", { exact: true }).first().click();
    await page.getByRole("button", { name: "Español", exact: true }).click();
    const enterEs = page.getByRole("button", { name: "Unirse", exact: true });
    await expect(enterEs).toBeVisible();
    await waitForHydration(page);
    const name = page.getByLabel(await text(page, "prejoin.name"), { exact: true });
    await expect(name).toHaveValue("Tomás");
    await expect(page.getByLabel(await text(page, "language.speaks"), { exact: true })).toHaveValue("ca");
    await expect(page.getByLabel(await text(page, "language.reads"), { exact: true })).toHaveValue("pt");
    await page.reload();
    await waitForHydration(page);
    await expect(name).toHaveValue("");

    await fillPreJoin(tom, { name: "Tomás", speaks: "ca", reads: "pt" });
    await page.getByText("Español", { exact: true }).first().click();
    await page.getByRole("button", { name: "English", exact: true }).click();
    await expect(page).toHaveURL(link);
    await expect(nameField(page)).toHaveValue("Tomás");
    await joinCall(tom);
    await expect(page.getByText("Tomás (you)")).toBeVisible();
  });

  test("keeps the code and the meeting options", ONLY_IN_LONG_RUN, async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    await page.goto("/");
    await waitForHydration(page);
    await page.getByLabel("Meeting code").fill("k3f9-2mxa");
    await page.getByRole("navigation").getByRole("button", { name: "العربية" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "ar");
    await expect(page.getByLabel(await text(page, "landing.code"))).toHaveValue("k3f9-2mxa");

    const ana = await person({ locale: "en" });
    await openAs("/home", ana, app);
    await ana.page.getByText("Access, storage").click();
    await ana.page.getByLabel("Title").fill("Spring trip");
    await ana.page.getByLabel("Store nothing").check();
    await ana.page.getByText("English", { exact: true }).first().click();
    await ana.page.getByRole("button", { name: "Español", exact: true }).click();
    await expect(ana.page.locator("html")).toHaveAttribute("lang", "es");
    await expect(ana.page.getByLabel(await text(ana.page, "home.titleField"))).toHaveValue("Spring trip");
    await expect(ana.page.getByLabel(await text(ana.page, "home.keepNothing"))).toBeChecked();
  });

  test("is hidden in the waiting room", ONLY_IN_LONG_RUN, async ({ app, person }) => {
    const waitingRoom = await openWaitingRoom(app);
    const tom = await person({ locale: "en" });
    await tom.page.goto(waitingRoom.link);
    const menu = tom.page.getByText("Interface language");
    await expect(menu).toBeAttached();
    await nameField(tom.page).fill("Tom");
    await tom.page.getByRole("button", { name: "Ask to join" }).click();
    await expect(heading(tom, "Waiting to be let in")).toBeVisible();
    await expect(menu).toHaveCount(0);
    await tom.page.getByRole("button", { name: "Stop waiting" }).click();
    await expect(menu).toBeAttached();
  });
});

test("a rate-limited submit before hydration keeps the input", async ({ app, person }) => {
  const account = await openAccount(app, "tom");
  const code = await createMeeting(account, null);
  const tom = await person({ locale: "en", scripts: false });
  tom.allowConsoleError(/status of 4(?:29|00)/u);
  const { page } = tom;
  const from = { "CF-Connecting-IP": "203.0.113.78" };
  await page.setExtraHTTPHeaders(from);
  const tooOften = page.getByText("Too many requests.");

  /** The rate limit restarts when a minute ends in between. */
  const untilRefused = (press: () => Promise<void>) =>
    expect(async () => {
      let last = new Response();
      for (let times = 0; times < 121; times += 1)
        last = await fetch(`${app.url}/?index`, {
          method: "POST",
          headers: { ...from, Origin: app.url, "Content-Type": "application/x-www-form-urlencoded" },
          body: "intent=join&code=x",
        });
      expect(last.status).toBe(429);
      await press();
      await expect(tooOften).toBeVisible({ timeout: 5_000 });
    }).toPass();

  await untilRefused(async () => {
    await page.goto(`/m/${code}`);
    await fillPreJoin(tom, { name: "Tomás", speaks: "ca", reads: "pt" });
    await page.getByRole("button", { name: "Join now" }).click();
  });
  await expect(nameField(page)).toHaveValue("Tomás");
  await expect(page.getByLabel("I speak", { exact: true })).toHaveValue("ca");
  await expect(page.getByLabel("I read", { exact: true })).toHaveValue("pt");

  await untilRefused(async () => {
    await page.goto("/");
    await page.getByLabel("Meeting code").fill("k3f9-2mxa");
    await page.getByRole("button", { name: "Join" }).click();
  });
  await expect(page.getByLabel("Meeting code")).toHaveValue("k3f9-2mxa");
});

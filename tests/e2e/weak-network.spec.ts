/** Failed submits on the pre-join page and the start forms: the page stays as it is and shows the reason. */
import type { Page, Route } from "@playwright/test";
import { createMeeting } from "../support/accounts.ts";
import { newEmailAddress } from "../support/emails.ts";
import { checkedVariants, ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { button, heading, nameField, openAs, waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { expectCallAlive, joinAndWaitElsewhere } from "../support/twoTabs.ts";
import { fillPreJoin, joinCall, openMeeting } from "../support/userActions.ts";

const TOM = { name: "Tom", speaks: "ca", reads: "pt" };
const TOO_LONG = "The server took too long to respond.";
/** Messages of the browser and of Remix about a failed request or a response that is not Parley's. */
const CUT = /ERR_FAILED|ERR_INTERNET_DISCONNECTED|status of 502|SyntaxError|decode/u;

type Fault = (route: Route) => Promise<void>;

const NETWORK_FAULTS: readonly (readonly [name: string, fault: Fault, message: string])[] = [
  ["no response", (route) => route.abort(), TOO_LONG],
  [
    "a proxy's error page",
    (route) => route.fulfill({ status: 502, contentType: "text/html", body: "<html><h1>Bad gateway</h1></html>" }),
    "Parley was not reached.",
  ],
];

/** Injects a fault into the page's requests for its data, until `act` is done and at least one request has failed. */
async function during(page: Page, fault: Fault, act: () => Promise<void>): Promise<void> {
  const data = /\.data(?:\?|$)/u;
  const happened = new Promise<void>((resolve) => {
    void page.route(data, (route) => fault(route).then(resolve));
  });
  await act();
  await happened;
  await page.unroute(data);
}

const alert = (page: Page, message = TOO_LONG) => page.getByRole("alert").filter({ hasText: message });

for (const [name, fault, message] of checkedVariants(NETWORK_FAULTS)) {
  test(`pre-join keeps its values and joins next time (${name})`, async ({ person }) => {
    const tom = await person({ locale: "en" });
    tom.allowConsoleError(CUT);
    const { page } = tom;
    await openMeeting(tom);
    await fillPreJoin(tom, TOM);
    await waitForHydration(page);
    await during(page, fault, async () => {
      await button(page, "Join now").click();
      await expect(alert(page, message)).toContainText("Nothing is lost.");
    });
    await expect(nameField(page)).toHaveValue("Tom");
    await expect(page.getByLabel("I speak", { exact: true })).toHaveValue("ca");
    await expect(page.getByLabel("I read", { exact: true })).toHaveValue("pt");
    await joinCall(tom);
    await expect(page.getByText("Tom (you)")).toBeVisible();
  });

  test(`the start page keeps its code and retries (${name})`, async ({ person }) => {
    const tom = await person({ locale: "en" });
    tom.allowConsoleError(CUT);
    const { page } = tom;
    await page.goto("/");
    await waitForHydration(page);
    const code = page.getByLabel("Meeting code");
    await code.fill("k3f9-2mxa-7qpd");
    await during(page, fault, async () => {
      await button(page, "Join").click();
      await expect(code).toHaveAccessibleDescription(new RegExp(message, "u"));
    });
    await expect(code).toHaveValue("k3f9-2mxa-7qpd");
    await during(page, fault, () => button(page, "Start a meeting").click());
    // The error describes the last submit, no longer the code.
    await expect(code).toHaveAccessibleDescription("");
    await expect(alert(page, message)).toBeVisible();
    await button(page, "Start a meeting").click();
    await page.waitForURL(/\/m\//u);
  });
}

test("home keeps input while offline", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  tom.allowConsoleError(CUT);
  const { page } = tom;
  const account = await openAs("/home", tom, app);
  const code = await createMeeting(account, null);
  const title = page.getByLabel("Title");
  await title.fill("Spring trip");
  await page.getByLabel("Meeting code").fill(code);
  await tom.context.setOffline(true);
  await button(page, "Start a meeting").click();
  const offline = page.getByRole("alert").filter({ hasText: "You are offline." });
  await expect(offline).toContainText("Nothing is lost.");
  await expect(title).toHaveValue("Spring trip");
  await button(page, "Join").click();
  await expect(page.getByText("You are offline.")).toBeVisible();
  await tom.context.setOffline(false);
  await button(page, "Join").click();
  await page.waitForURL(/\/m\//u);
});

test("sign-in keeps the address while offline", ONLY_IN_LONG_RUN, async ({ person }) => {
  const tom = await person({ locale: "en" });
  tom.allowConsoleError(CUT);
  const { page } = tom;
  await page.goto("/sign-in");
  await waitForHydration(page);
  const mail = page.getByLabel("Email");
  const address = newEmailAddress("tom");
  await mail.fill(address);
  await during(
    page,
    (route) => route.abort(),
    async () => {
      await button(page, "Send me a code").click();
      await expect(alert(page)).toBeVisible();
    },
  );
  await expect(mail).toHaveValue(address);
  await button(page, "Send me a code").click();
  await expect(page).toHaveURL("/sign-in/code");
  await during(
    page,
    (route) => route.abort(),
    async () => {
      await page.getByLabel("Code", { exact: true }).fill("12345678");
      await page.getByLabel("Code", { exact: true }).press("Enter");
      await expect(page.getByText(TOO_LONG)).toBeVisible();
    },
  );
  await expect(page.getByLabel("Code", { exact: true })).toHaveValue("12345678");
});

test("a failed navigation names the network", async ({ person }) => {
  const tom = await person({ locale: "en" });
  tom.allowConsoleError(CUT);
  const { page } = tom;
  await page.goto("/");
  await waitForHydration(page);
  await during(
    page,
    (route) => route.abort(),
    async () => {
      await page.getByRole("link", { name: "Sign in" }).click();
      await expect(heading(tom, TOO_LONG)).toBeVisible();
    },
  );
});

const ROOT = /_routes=root$/u;

test("a call survives a failed user request", async ({ person }) => {
  const link = await openMeeting(await person({ locale: "es" }));
  const tom = await person({ locale: "en" });
  tom.allowConsoleError(CUT);
  const { page } = tom;
  // Joining creates a user for the visitor, so the page fetches the current user.
  await page.goto(link);
  await fillPreJoin(tom, TOM);
  await waitForHydration(page);
  await page.route(ROOT, (route) => route.abort());
  const cut = page.waitForEvent("requestfailed", (request) => ROOT.test(request.url()));
  await joinCall(tom);
  await cut;
  await expectCallAlive(tom);
});

test("call and waiting room survive failed revalidation", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  tom.allowConsoleError(CUT);
  const { page } = tom;
  const { waitingRoom, waiting } = await joinAndWaitElsewhere(app, tom, TOM);

  const { page: third } = await tom.openTab();
  await third.goto("/settings/profile");
  await waitForHydration(third);
  for (const name of ["Thomas", "Tomás"]) {
    const cut = [page, waiting.page].map(async (tab) => {
      await tab.route(ROOT, (route) => route.abort());
      await tab.waitForEvent("requestfailed", (request) => ROOT.test(request.url()));
      await tab.unroute(ROOT);
    });
    await nameField(third).fill(name);
    await button(third, "Save").click();
    await Promise.all(cut);
  }
  await expectCallAlive(tom);
  await expect(heading(waiting, "Waiting to be let in")).toBeVisible();
  await waitingRoom.decide("admit");
  await expectCallAlive(waiting);
});

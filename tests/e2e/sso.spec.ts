/** Single sign-on: a stand-in of SAML signs in whoever the test says, and signs the responses with a key of its own. */
import type { Page } from "@playwright/test";
import postgres from "postgres";
import { type SamlIdentityProvider, startSamlProvider } from "../fakes/samlProvider.ts";
import type { App } from "../support/app.ts";
import { expectAccessible } from "../support/axe.ts";
import { newEmailAddress, newestEmail, signInByCode, typeCode } from "../support/emails.ts";
import { checkedVariants } from "../support/longRun.ts";
import { waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { text } from "../support/userActions.ts";

const PHONE = { width: 360, height: 740 };
const SCREENS = checkedVariants([
  { locale: "ar", viewport: PHONE },
  { locale: "en", viewport: undefined },
]);
const COMPANY = `acme-${crypto.randomUUID().slice(0, 8)}.example`;

let provider: SamlIdentityProvider;
/** Calls Auth as an operator. Returns the id of the provider. */
async function operate({ stack }: App, method: string, path: string, body: object): Promise<string> {
  const response = await fetch(`${stack.url}/auth/v1/admin/sso/providers${path}`, {
    method,
    headers: { apikey: stack.secretKey, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  if (!response.ok || typeof answer !== "object" || answer === null || !("id" in answer)) {
    throw new Error(`${response.status}`);
  }
  return String(answer.id);
}
let id = "";
test.beforeAll(async ({ app }) => {
  provider = await startSamlProvider();
  id = await operate(app, "POST", "", { type: "saml", metadata_xml: provider.metadataXml, domains: [COMPANY] });
});
test.afterAll(async () => await provider.close());
test.beforeEach(() => {
  provider.refuses = false;
  provider.person = { id: crypto.randomUUID(), email: `tom-${crypto.randomUUID().slice(0, 8)}@${COMPANY}` };
});

async function openSignIn(page: Page, next = "/home"): Promise<void> {
  await page.goto(`/sign-in?${new URLSearchParams({ next })}`);
  await waitForHydration(page);
}
const type = async (page: Page, typed: string) => {
  await page.getByLabel(await text(page, "sign-in.mailOrPhone"), { exact: true }).fill(typed);
  await page.getByRole("button", { name: await text(page, "sign-in.send"), exact: true }).click();
};
const proceed = async (page: Page) => page.getByRole("button", { name: await text(page, "sso.continue") });

async function startMeeting(page: Page): Promise<string> {
  await page.goto("/");
  await waitForHydration(page);
  await page
    .getByRole("button", { name: await text(page, "landing.start") })
    .first()
    .click();
  await page.waitForURL(/\/m\//u);
  return new URL(page.url()).pathname;
}

test("an address, a domain or one press sign in", async ({ person }) => {
  test.slow();
  for (const { locale, viewport } of SCREENS) {
    const { page } = await person({ locale, ...(viewport && { viewport, touch: true }) });
    const signOut = async () => {
      await page.goto("/sign-out");
      await page.getByRole("main").getByRole("button").click();
      await page.waitForURL((url) => url.pathname === "/");
    };
    await openSignIn(page, "/files");
    await type(page, provider.person.email);
    await expect(await proceed(page)).toBeVisible();
    await expectAccessible(page, "the choice");
    await (await proceed(page)).click();
    await expect(page).toHaveURL(/\/files$/u);
    await signOut();

    await openSignIn(page);
    await type(page, COMPANY.toUpperCase());
    await expect(page).toHaveURL(/\/home$/u);
    await signOut();

    await openSignIn(page, "/settings/security");
    await page.getByRole("button", { name: (await text(page, "sign-in.provider")).replace("{name}", COMPANY) }).click();
    await expect(page.getByRole("region", { name: await text(page, "security.managed.title") })).toContainText(
      provider.person.email,
    );
    await expectAccessible(page, "a managed account");
  }
});

test("a guest keeps a meeting", async ({ person }) => {
  const { page } = await person({ locale: "en" });
  const meeting = await startMeeting(page);
  await openSignIn(page, meeting);
  await type(page, COMPANY);
  await expect(page).toHaveURL(new RegExp(`${meeting}$`, "u"));
  await page.goto("/home");
  await expect(page.getByRole("main").locator(`a[href*="${meeting}"]`).first()).toBeVisible();
});

test("a code still leads to the own account", async ({ app, person }) => {
  const { page } = await person({ locale: "en" });
  await openSignIn(page, "/settings/security");
  await type(page, provider.person.email);
  await page.getByRole("button", { name: await text(page, "sign-in.useCode") }).click();
  await page.waitForURL(/\/sign-in\/code/u);
  await typeCode(page, (await newestEmail(app.stack, provider.person.email)).code);
  await expect(page).toHaveURL(/\/settings\/security$/u);
  await expect(page.getByRole("region", { name: await text(page, "security.managed.title") })).toHaveCount(0);
});

test("every failure says why and leads back", async ({ app, person }) => {
  test.slow();
  for (const { locale, viewport } of SCREENS) {
    const somebody = await person({ locale, ...(viewport && { viewport }) });
    somebody.allowConsoleError(/status of (?:400|503)/u);
    const { page } = somebody;
    const meeting = await startMeeting(page);
    const shown = async (key: "providers.rejected" | "providers.gone" | "providers.unavailable") =>
      (await text(page, key)).replace("{name}", COMPANY);

    await openSignIn(page, meeting);
    await type(page, "nobody.example");
    await expect(
      page.getByText((await text(page, "sso.unknown")).replace("{company}", "nobody.example")),
    ).toBeVisible();
    await expectAccessible(page, "an unknown company");

    provider.refuses = true;
    await type(page, COMPANY);
    await expect(page.getByText(await shown("providers.rejected"))).toBeVisible();
    await expectAccessible(page, "a refusal");
    await page.getByRole("link", { name: await text(page, "providers.meeting") }).click();
    await expect(page).toHaveURL(new RegExp(`${meeting}$`, "u"));
    provider.refuses = false;

    provider.person = { id: crypto.randomUUID(), email: "boss@bank.example" };
    await openSignIn(page, meeting);
    await type(page, COMPANY);
    await expect(page.getByText(await shown("providers.unavailable"))).toBeVisible();

    await operate(app, "PUT", `/${id}`, { disabled: true });
    await openSignIn(page, meeting);
    await type(page, COMPANY);
    await expect(page.getByText((await text(page, "sso.unknown")).replace("{company}", COMPANY))).toBeVisible();
    await operate(app, "PUT", `/${id}`, { disabled: false });
  }
});

test("works without JavaScript, also as a fresh proof", async ({ person }) => {
  const { page } = await person({ locale: "en", scripts: false });
  await page.goto("/sign-in?next=%2Ffiles");
  await type(page, COMPANY);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/files$/u);
  await page.goto("/settings/confirm?next=%2Fsettings%2Fdata");
  await (await proceed(page)).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/settings\/data$/u);
});

const WORKSPACE = "/settings/workspace";

/** Makes people members of the owner's workspace. Returns its path in the settings. */
async function gather(
  { stack }: App,
  owner: string,
  people: Readonly<Record<string, "admin" | "member">>,
): Promise<string> {
  const sql = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  const [own] = await sql<{ id: string }[]>`
    select workspace_id as id from public.workspace_members
    where user_id = (select id from auth.users where email = ${owner})`;
  for (const [email, role] of Object.entries(people)) {
    await sql`
      insert into public.workspace_members (workspace_id, user_id, role)
      select ${own?.id ?? ""}, id, ${role} from auth.users where email = ${email}`;
  }
  await sql.end();
  return `${WORKSPACE}?${new URLSearchParams({ workspace: own?.id ?? "" })}`;
}

test("a workspace requires it, and its owner ends that", async ({ app, person }) => {
  test.slow();
  const [boss, owner, member] = [
    await person({ locale: "en" }),
    await person({ locale: "en" }),
    await person({ locale: "ar", viewport: PHONE, touch: true }),
  ];
  const [ownerEmail, memberEmail] = [newEmailAddress("ana"), newEmailAddress("tom")];
  await openSignIn(boss.page);
  await type(boss.page, COMPANY);
  await expect(boss.page).toHaveURL(/\/home$/u);
  await signInByCode(owner.page, app.stack, ownerEmail);
  await signInByCode(member.page, app.stack, memberEmail);
  const path = await gather(app, ownerEmail, { [provider.person.email]: "admin", [memberEmail]: "member" });
  const section = async (page: Page) =>
    page.getByRole("region", { name: await text(page, "members.sso"), exact: true });

  await boss.page.goto(path);
  await waitForHydration(boss.page);
  const own = await section(boss.page);
  await own.getByRole("button", { name: await text(boss.page, "members.sso.require"), exact: true }).click();
  await expect(own).toContainText(COMPANY);
  await expectAccessible(boss.page, "a required company");

  await member.page.goto("/home");
  await waitForHydration(member.page);
  await expectAccessible(member.page, "home with a closed workspace");
  await member.page.getByRole("link", { name: await text(member.page, "home.lockedSso.how") }).click();
  await expect(member.page.getByText(await text(member.page, "members.sso.steps"))).toBeVisible();
  await expectAccessible(member.page, "a closed workspace");

  await owner.page.goto(path);
  await waitForHydration(owner.page);
  const stop = (await section(owner.page)).getByRole("button", { name: await text(owner.page, "members.sso.stop") });
  await expectAccessible(owner.page, "an owner of another way");
  await stop.click();
  await expect(await section(owner.page)).toContainText(await text(owner.page, "members.sso.off"));
  await member.page.goto("/home");
  await expect(member.page.getByRole("link", { name: await text(member.page, "home.lockedSso.how") })).toHaveCount(0);
});

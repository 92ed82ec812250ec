/** What people type by mistake or on purpose: a clear message in their language, and what they typed stays. */
import { enter, fillDoor, lineShowing, openChat, openMeeting, text, write } from "../support/steps.ts";
import { expect, test } from "../support/test.ts";

const TOM = { name: "Tom", speaks: "en", reads: "en" };

test.describe("codes", () => {
  test("one that is not whole, and one that no meeting has", async ({ person }) => {
    const tom = await person({ locale: "en" });
    tom.expects(/status of 40[04]/u);
    const { page } = tom;
    await page.goto("/");
    const code = page.getByLabel("Code of the meeting");
    await code.fill("k3f9-2mxa");
    await page.getByRole("button", { name: "Join" }).click();
    await expect(page.getByText("This is not a whole code.")).toBeVisible();
    await expect(code).toHaveValue("k3f9-2mxa");
    await code.fill("K3F9 2MXA 7QPD");
    await page.getByRole("button", { name: "Join" }).click();
    await expect(page.getByText("No meeting has this code.")).toBeVisible();
    await expect(code).toHaveValue("K3F9 2MXA 7QPD");
  });

  test("in an address", async ({ person }) => {
    const tom = await person({ locale: "es" });
    tom.expects(/status of 40[04]/u);
    await tom.page.goto("/m/%3Cscript%3E");
    await expect(tom.page.getByRole("alert")).toBeVisible();
    await tom.page.goto("/m/k3f9-2mxa-7qpd");
    await expect(tom.page.getByRole("alert")).toBeVisible();
    await tom.page.getByRole("link", { name: await text(tom.page, "action.back") }).click();
    await expect(tom.page.getByRole("button", { name: await text(tom.page, "landing.start") })).toBeVisible();
  });

  test("typed as people type", async ({ person }) => {
    const host = await person({ locale: "en" });
    const link = await openMeeting(host);
    const typed = (link.split("/").at(-1) ?? "").replaceAll("-", "").toUpperCase().replaceAll("0", "O");
    await host.page.goto("/");
    await host.page.getByLabel("Code of the meeting").fill(` ${typed} `);
    await host.page.getByRole("button", { name: "Join" }).click();
    await host.page.waitForURL(link);
  });
});

test("names at the door", async ({ person }) => {
  const tom = await person({ locale: "en" });
  tom.expects(/status of 400/u);
  await openMeeting(tom);
  const name = tom.page.getByLabel("Your name", { exact: true });
  const press = () => tom.page.getByRole("button", { name: "Enter" }).click();
  for (const [typed, said] of [
    ["", "Your name is missing."],
    ["  \u202e\u200b ", "Your name is missing."],
    ["n".repeat(10_000), "This name is too long."],
  ] as const) {
    await name.fill(typed);
    await press();
    await expect(tom.page.getByText(said)).toBeVisible();
    await expect(name).toHaveValue(typed);
  }
  await name.fill("<img src=x onerror=alert(1)>\u202eTom");
  await press();
  await expect(tom.page.getByText("<img src=x onerror=alert(1)>Tom (you)")).toBeVisible();
  await expect(tom.page.locator("img[src=x]")).toHaveCount(0);
});

test("lines", async ({ person }) => {
  const tom = await person({ locale: "en" });
  await openMeeting(tom);
  await fillDoor(tom, TOM);
  await enter(tom);
  await openChat(tom);
  const message = tom.page.getByRole("textbox", { name: "Message" });

  await message.fill("   ");
  await message.press("Enter");
  await expect(tom.page.getByText("There is nothing to send.")).toBeVisible();

  const long = "long ".repeat(2_000).trim();
  await message.fill(long);
  await message.press("Enter");
  await expect(tom.page.getByText("5,999 characters too many.")).toBeVisible();
  await expect(message).toHaveValue(long);

  await write(tom, "<b>bold</b> \u0007&amp; <script>alert(1)</script>");
  const line = lineShowing(tom, "<b>bold</b> &amp; <script>alert(1)</script>");
  await expect(line).toHaveCount(1);
  await expect(line.locator("b, script")).toHaveCount(0);
  await expect(tom.page.getByRole("log").getByRole("listitem")).toHaveCount(1);
});

test("a second tab takes over, and the old one offers to continue there", async ({ person }) => {
  const tom = await person({ locale: "en" });
  const link = await openMeeting(tom);
  await fillDoor(tom, TOM);
  await enter(tom);
  await openChat(tom);
  await write(tom, "From the first tab.");

  const second = await tom.context.newPage();
  tom.watch(second);
  await second.goto(link);
  await second.getByRole("button", { name: "Enter" }).click();
  await expect(tom.page.getByRole("button", { name: "Continue here" })).toBeVisible();
  await expect(second.getByText("From the first tab.")).toBeVisible();

  await tom.page.getByRole("button", { name: "Continue here" }).click();
  await expect(tom.page.getByText("From the first tab.")).toBeVisible();
  await expect(second.getByRole("button", { name: "Continue here" })).toBeVisible();
});

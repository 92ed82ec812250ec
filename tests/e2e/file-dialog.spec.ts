/** A file's dialog on the page of a meeting and on `/files`: comments in each reader's language, keys, rights, deletion. */
import type { Page } from "@playwright/test";
import { type Account, createMeeting, joinAsAccount, openAccount, signIn } from "../support/accounts.ts";
import type { App } from "../support/app.ts";
import { expectAccessible } from "../support/axe.ts";
import { callRpc } from "../support/callFixture.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { button, waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const TEXT = { name: "notas.txt", mimeType: "text/plain", buffer: Buffer.from("<b>uno</b>\nدو\n") };
const PICTURE = { name: "plano.png", mimeType: "image/png", buffer: PIXEL };
const SVG = {
  name: "dibujo.svg",
  mimeType: "image/svg+xml",
  buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
};

interface Scene {
  readonly ines: Account;
  readonly tom: Account;
  readonly meetingId: string;
  readonly path: string;
}

/** A meeting of Inés, who reads Spanish, which Tom attended, who reads English. */
async function scene(app: App): Promise<Scene> {
  const ines = await openAccount(app, "ines");
  const code = await createMeeting(ines, "Los viernes");
  await joinAsAccount(ines, code, { name: "Inés", speaks: "es", reads: "es" });
  const tom = await openAccount(app, "tom");
  await joinAsAccount(tom, code, { name: "Tom", speaks: "en", reads: "en" });
  const { meetings } = await callRpc<{ meetings: { meeting_id: string }[] }>(ines.client, "home", {});
  const meetingId = meetings[0]?.meeting_id ?? "";
  return { ines, tom, meetingId, path: `/meetings/${meetingId}` };
}

async function open(page: Page, who: Account, path: string): Promise<void> {
  await signIn(page, who);
  await page.goto(path);
  await waitForHydration(page);
}

async function shareFiles(page: Page, files: readonly (typeof TEXT)[]): Promise<void> {
  await page.getByLabel("Choose files").setInputFiles([...files]);
  await page.getByRole("button", { name: /^Share \d file/u }).click();
}

const card = (page: Page, name: string) => page.locator("a[data-file-link]", { hasText: name });
const dialog = (page: Page) => page.getByRole("dialog").first();
const comments = (page: Page) => page.locator("[data-comment]");

/** Moves one finger over the file by so many pixels, to the right if positive. */
async function swipe(page: Page, distance: number): Promise<void> {
  const box = await page.locator("[data-file-stage]").boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 40];
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
    devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", [{ x, y }]);
  await touch("touchMove", [{ x: x + distance, y }]);
  await touch("touchEnd", []);
  await devtools.detach();
}

test("people comment on a file, each in their own language", async ({ app, person }) => {
  const { ines, tom, path } = await scene(app);
  const host = await person({ locale: "en" });
  const guest = await person({ locale: "en" });
  await open(host.page, ines, path);
  await open(guest.page, tom, path);
  await expect(guest.page.getByText("No files yet")).toBeVisible();
  await shareFiles(host.page, [TEXT, PICTURE, SVG]);
  // The board is live: Tom did not reload.
  await expect(guest.page.getByRole("article")).toHaveCount(3);

  await card(guest.page, "plano.png").click();
  await expect(guest.page).toHaveURL(/\?file=[\da-f-]{36}$/u);
  await expect(dialog(guest.page).getByRole("img", { name: "Image: plano.png" })).toBeVisible();
  await expect(dialog(guest.page).getByText("No comments yet.")).toBeVisible();
  await expectAccessible(guest.page, "file dialog");
  await guest.page.getByLabel("Write a comment").fill("The house is big.");
  await button(guest.page, "Comment").click();
  await expect(comments(guest.page)).toHaveText(/You.*The house is big\./su);
  await expect(comments(guest.page).getByText("Sending")).toHaveCount(0);

  // The owner is told: on the card, on the list of all files and on the home page.
  await expect(host.page.getByRole("article").filter({ hasText: "plano.png" })).toContainText("1 new comment");
  await host.page.goto("/home");
  await expect(host.page.getByRole("region", { name: "New comments on your files" })).toContainText("plano.png");
  await host.page.getByRole("link", { name: "plano.png" }).click();
  await expect(host.page).toHaveURL(/\/files\?file=/u);
  const fromEnglish = comments(host.page).getByRole("button", { name: "from English" });
  await expect(comments(host.page).getByText("La casa es grande.")).toBeVisible();
  await fromEnglish.click();
  await expect(comments(host.page).getByText("The house is big.")).toBeVisible();
  // Seen now.
  await expect(host.page.getByText("1 new comment", { exact: true })).toHaveCount(0);
  await host.page.getByLabel("Write a comment").fill("El perro blanco come.");
  await host.page.keyboard.press("Enter");
  await expect(comments(guest.page).getByText("The white dog eats.")).toBeVisible();
  await expect(comments(guest.page).last()).toContainText("from Spanish");

  // Tom edits, then deletes.
  await comments(guest.page).first().getByRole("button", { name: "Edit comment" }).click();
  await comments(guest.page).first().getByLabel("Edit comment").fill("The house is white.");
  await guest.page.keyboard.press("Enter");
  await expect(comments(host.page).getByText("La casa es blanca.")).toBeVisible();
  await comments(guest.page).first().getByRole("button", { name: "Delete comment" }).click();
  await comments(guest.page).first().getByRole("button", { name: "Delete", exact: true }).click();
  await expect(comments(host.page)).toHaveCount(1);
});

test("a comment that was written offline is sent once", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const { ines, path } = await scene(app);
  const writer = await person({ locale: "en" });
  writer.allowConsoleError(/ERR_INTERNET_DISCONNECTED/u);
  const { page } = writer;
  await open(page, ines, path);
  await shareFiles(page, [TEXT]);
  await card(page, "notas.txt").click();
  await expect(dialog(page).getByText("<b>uno</b>")).toBeVisible();
  let isCut = true;
  let posts = 0;
  await page.route("**/rpc/post_comment", (route) => {
    posts += 1;
    return isCut ? route.abort("internetdisconnected") : route.fallback();
  });
  await page.getByLabel("Write a comment").fill("Hello");
  await page.keyboard.press("Enter");
  await expect(comments(page)).toContainText("Not sent yet");
  await expect.poll(() => posts).toBeGreaterThan(1);
  isCut = false;
  await button(page, "Send again").click();
  await expect(comments(page).getByRole("button", { name: "Edit comment" })).toBeVisible();
  await expect(comments(page)).toHaveCount(1);
  // An unfinished text stays too.
  await page.getByLabel("Write a comment").fill("And then");
  await page.reload();
  await waitForHydration(page);
  await expect(page.getByLabel("Write a comment")).toHaveValue("And then");
  await expect(comments(page)).toHaveCount(1);
});

test("keys, Back and links open, change and close the dialog", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const { ines, path } = await scene(app);
  const { page } = await person({ locale: "en" });
  await open(page, ines, path);
  await shareFiles(page, [TEXT, PICTURE, SVG]);
  await expect(page.getByRole("article")).toHaveCount(3);
  const order = await page.locator("a[data-file-link]").allTextContents();
  const namesInOrder = (await callRpc<{ lines: { text: string }[] }>(ines.client, "board_files", {})).lines.map(
    ({ text }) => text,
  );
  expect([...order].sort()).toEqual([...namesInOrder].sort());
  const [first = "", second = "", third = ""] = namesInOrder;
  const title = dialog(page).getByRole("heading", { level: 2 });
  await card(page, first).focus();
  await page.keyboard.press("Enter");
  await expect(title).toHaveText(first);
  await expect(button(page, "Previous file")).toBeDisabled();
  await page.keyboard.press("ArrowRight");
  await expect(title).toHaveText(second);
  await page.keyboard.press("ArrowRight");
  await expect(title).toHaveText(third);
  await page.keyboard.press("ArrowLeft");
  await expect(title).toHaveText(second);
  await page.getByLabel("Write a comment").focus();
  await page.keyboard.press("ArrowRight");
  await expect(title).toHaveText(second);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(card(page, second)).toBeFocused();
  await expect(page).toHaveURL(path);

  await card(page, "dibujo.svg").click();
  // A drawing may hold scripts, so it is only downloaded.
  await expect(dialog(page).getByText("No preview for this type of file.")).toBeVisible();
  await expect(dialog(page).getByRole("img")).toHaveCount(0);
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);

  const link = `${await card(page, "notas.txt").getAttribute("data-file-link")}`;
  await page.goto(`/files?kind=image&file=${link}`);
  await expect(title).toHaveText("notas.txt");
  await expect(button(page, "Next file")).toBeDisabled();
  await button(page, "Close").click();
  await expect(page).toHaveURL("/files?kind=image");

  const arabic = await person({ locale: "ar" });
  await open(arabic.page, ines, path);
  await card(arabic.page, first).click();
  const arabicTitle = dialog(arabic.page).getByRole("heading", { level: 2 });
  await expect(arabicTitle).toHaveText(first);
  await arabic.page.keyboard.press("ArrowLeft");
  await expect(arabicTitle).toHaveText(second);
  await swipe(arabic.page, 200);
  await expect(arabicTitle).toHaveText(third);
  await swipe(arabic.page, -200);
  await expect(arabicTitle).toHaveText(second);
  await arabic.page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(arabic.page, "file dialog on a phone, in Arabic");
  expect(await arabic.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("a file is forwarded, and its deletion reaches open dialogs", async ({ app, person }) => {
  const { ines, tom, meetingId, path } = await scene(app);
  const other = await createMeeting(tom, "Museum");
  await joinAsAccount(tom, other, { name: "Tom", speaks: "en", reads: "en" });
  const host = await person({ locale: "en" });
  const guest = await person({ locale: "en" });
  await open(host.page, ines, path);
  await shareFiles(host.page, [TEXT, PICTURE]);
  await open(guest.page, tom, path);
  await card(guest.page, "plano.png").click();
  await expect(button(guest.page, "Forward")).toBeVisible();
  await expect(button(guest.page, "Delete")).toHaveCount(0);
  await button(guest.page, "Forward").click();
  await guest.page.getByRole("button", { name: "Forward: Museum" }).click();
  await expect(guest.page.getByText("Forwarded to Museum.")).toBeVisible();
  await guest.page.keyboard.press("Escape");

  await card(host.page, "plano.png").click();
  await button(host.page, "Delete").click();
  await expectAccessible(host.page, "question about a deletion");
  await button(host.page, "Delete for everyone").click();
  await expect(dialog(guest.page).getByRole("alert")).toContainText("This file was deleted");
  await expect(dialog(host.page).getByRole("heading", { level: 2 })).toHaveText("notas.txt");
  // The files beside it can still be reached.
  const next = guest.page.getByRole("button", { name: /^(?:Next|Previous) file$/u, disabled: false });
  await next.first().click();
  await expect(dialog(guest.page).getByRole("heading", { level: 2 })).toHaveText("notas.txt");
  await guest.page.keyboard.press("Escape");
  await expect(guest.page.getByRole("article")).toHaveCount(1);
  await guest.page.goto("/files");
  await expect(card(guest.page, "plano.png")).toHaveCount(1);

  // A removed person loses the file in the open dialog, too.
  await guest.page.goto(path);
  await waitForHydration(guest.page);
  await card(guest.page, "notas.txt").click();
  await expect(dialog(guest.page).getByText("<b>uno</b>")).toBeVisible();
  // The page of the meeting is no longer his.
  guest.allowConsoleError(/status of 404/u);
  const { data } = await tom.client.auth.getUser();
  await callRpc(ines.client, "remove_participant", { p_meeting_id: meetingId, p_user_id: data.user?.id });
  await host.page.getByLabel("Write a comment").fill("Adiós");
  await host.page.keyboard.press("Enter");
  await expect(comments(host.page)).toHaveCount(1);
  await expect(dialog(guest.page).getByRole("alert")).toContainText("no longer shared with you");
  await expect(guest.page.getByText("Adiós")).toHaveCount(0);
});

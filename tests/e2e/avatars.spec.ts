/** The picture of a person: choose, drop, crop by pointer and keys, remove, and files that are no picture. */
import type { Page } from "@playwright/test";
import { openAccount, signIn } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { callRpc } from "../support/callFixture.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { joinByLink, openPeoplePanel, participantRow } from "../support/moderation.ts";
import { clickButton, waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { fillPreJoin, joinCall, text } from "../support/userActions.ts";

const PROFILE = "/settings/profile";

/** Returns a picture of the browser: red on the left, blue on the right. */
async function drawPicture(page: Page, type = "image/png", [width, height] = [600, 300] as const) {
  const base64 = await page.evaluate(
    async ([mime, wide, high]) => {
      const canvas = new OffscreenCanvas(wide, high);
      const context = canvas.getContext("2d");
      if (!context) throw new Error("no canvas");
      context.fillStyle = "#f00";
      context.fillRect(0, 0, wide / 2, high);
      context.fillStyle = "#00f";
      context.fillRect(wide / 2, 0, wide / 2, high);
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: mime })).arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    },
    [type, width, height] as const,
  );
  return { name: `me.${type.slice(6)}`, mimeType: type, buffer: Buffer.from(base64, "base64") };
}

const input = (page: Page) => page.locator("input[type=file]");
const avatarImage = (page: Page) => page.getByRole("main").locator("img");
const button = async (page: Page, key: "avatars.save" | "avatars.remove" | "avatars.change" | "avatars.zoomIn") =>
  page.getByRole("button", { name: await text(page, key), exact: true });

/** Returns the colours in the middle of the left and of the right edge of the shown picture. */
const edgesOf = (page: Page) =>
  avatarImage(page).evaluate(async (image) => {
    if (!(image instanceof HTMLImageElement)) throw new Error("no image");
    const bitmap = await createImageBitmap(await (await fetch(image.src)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    if (!context) throw new Error("no canvas");
    context.drawImage(bitmap, 0, 0);
    const nameAt = (x: number) => {
      const [red = 0, , blue = 0] = context.getImageData(x, 128, 1, 1).data;
      return red > blue ? "red" : "blue";
    };
    return [bitmap.width, bitmap.height, nameAt(8), nameAt(247)];
  });

async function openProfile(page: Page): Promise<void> {
  await page.goto(PROFILE);
  await waitForHydration(page);
  await expect(input(page)).toBeAttached();
}

test("somebody chooses, crops, changes and removes their picture", async ({ app, person }) => {
  test.slow();
  const owner = await openAccount(app, "ana");
  await callRpc(owner.client, "update_profile", { p_display_name: "Ana", p_ui_locale: "en" });
  const { page } = await person({ locale: "en" });
  await signIn(page, owner);
  await openProfile(page);

  await test.step("chosen, and cropped to the middle", async () => {
    await input(page).setInputFiles(await drawPicture(page));
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page, "the crop");
    await (await button(page, "avatars.save")).click();
    await expect(avatarImage(page)).toHaveJSProperty("naturalWidth", 256);
    expect(await edgesOf(page)).toEqual([256, 256, "red", "blue"]);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(await button(page, "avatars.change")).toBeFocused();
    await expect(page.getByRole("banner").locator("img")).toHaveJSProperty("naturalWidth", 64);
    await expectAccessible(page, "the profile with a picture");
  });

  await test.step("changed, moved by keys", async () => {
    const former = await avatarImage(page).getAttribute("src");
    await input(page).setInputFiles(await drawPicture(page, "image/jpeg"));
    const area = page.getByRole("group", { name: await text(page, "avatars.part") });
    await area.focus();
    for (let count = 0; count < 20; count++) await page.keyboard.press("ArrowRight");
    await (await button(page, "avatars.save")).click();
    await expect(avatarImage(page)).not.toHaveAttribute("src", former ?? "");
    expect(await edgesOf(page)).toEqual([256, 256, "blue", "blue"]);
    // The former bytes are gone at once.
    expect((await page.request.get(former ?? "")).status()).toBe(400);
  });

  await test.step("changed, moved by a pointer", async () => {
    const former = await avatarImage(page).getAttribute("src");
    await input(page).setInputFiles(await drawPicture(page, "image/webp"));
    const box = await page.getByRole("group", { name: await text(page, "avatars.part") }).boundingBox();
    if (box === null) throw new Error("no area");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + box.width, y, { steps: 4 });
    await page.mouse.up();
    await (await button(page, "avatars.zoomIn")).click();
    await (await button(page, "avatars.save")).click();
    await expect(avatarImage(page)).not.toHaveAttribute("src", former ?? "");
    expect(await edgesOf(page)).toEqual([256, 256, "red", "red"]);
  });

  await test.step("removed", async () => {
    const former = await avatarImage(page).getAttribute("src");
    await (await button(page, "avatars.remove")).click();
    await expect(avatarImage(page)).toHaveCount(0);
    await expect(page.locator("button:focus")).toHaveText(await text(page, "avatars.choose"));
    await expect(page.getByRole("banner").locator("img")).toHaveCount(0);
    expect((await page.request.get(former ?? "")).status()).toBe(400);
  });
});

test("files that are no picture say why", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const owner = await openAccount(app, "tom");
  const reader = await person({ locale: "ar" });
  const { page } = reader;
  await signIn(page, owner);
  await openProfile(page);
  const alert = page.getByRole("main").getByRole("alert");
  const head = Buffer.from("89504e470d0a1a0a0000000d494844520000271000002710080200000000000000", "hex");
  const empty = Buffer.from("0000000049444154", "hex");
  for (const [buffer, key] of [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), "type"],
    [Buffer.from("<!doctype html><script>alert(1)</script>"), "type"],
    [Buffer.concat([head, empty]), "pixels"],
    [Buffer.alloc(10_000_001), "bytes"],
  ] as const) {
    await input(page).setInputFiles({ name: "me.png", mimeType: "image/png", buffer });
    await expect(alert).toHaveText(await text(page, `avatars.problem.${key}`));
  }
  await expectAccessible(page, "a picture that cannot be used");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await test.step("also those that the server rejects", async () => {
    reader.allowConsoleError(/status of 429/u);
    await page.route("**/functions/v1/avatars", async (route) => {
      if (route.request().method() !== "POST") return await route.continue();
      const response = await route.fetch();
      await route.fulfill({ response, status: 429, json: { error: { code: "file/quota" } } });
    });
    await input(page).setInputFiles(await drawPicture(page));
    await (await button(page, "avatars.save")).click();
    await expect(page.getByRole("dialog").getByRole("alert")).toHaveText(await text(page, "avatars.problem.quota"));
    await expectAccessible(page, "a crop that was not stored");
  });
});

test("a client cannot store or list bytes itself", async ({ app, person }) => {
  const owner = await openAccount(app, "eva");
  const { page } = await person({ locale: "en" });
  await signIn(page, owner);
  const html = btoa("<!doctype html><script>alert(1)</script>");
  const body = { workspace_id: null, set: { type: "image/webp", large: html, small: html } };
  expect((await owner.client.functions.invoke("avatars", { body })).error).not.toBeNull();
  const name = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c01/256";
  const bytes = new Blob(["RIFF"], { type: "image/webp" });
  expect((await owner.client.storage.from("avatars").upload(name, bytes)).error).not.toBeNull();
  expect((await owner.client.storage.from("avatars").download(name)).error).not.toBeNull();
  expect(
    (await owner.client.rpc("store_avatar", { p_user_id: name.slice(0, 36), p_avatar_id: name.slice(0, 36) })).error,
  ).not.toBeNull();
  await openProfile(page);
  await expect(avatarImage(page)).toHaveCount(0);
});

test("an admin sets the picture of a workspace", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  test.slow();
  const owner = await openAccount(app, "ana");
  const { page } = await person({ locale: "en" });
  await signIn(page, owner);
  await page.goto("/settings/workspace");
  await waitForHydration(page);
  await input(page).setInputFiles(await drawPicture(page));
  await (await button(page, "avatars.save")).click();
  await expect(avatarImage(page)).toHaveJSProperty("naturalWidth", 256);
  await expect(page.getByText(await text(page, "avatars.saved"))).toBeVisible();
  // The person has no picture yet.
  await expect(page.getByRole("banner").locator("img")).toHaveCount(0);
  await expectAccessible(page, "the workspace with a picture");
  await openProfile(page);
  await input(page).setInputFiles(await drawPicture(page));
  await (await button(page, "avatars.save")).click();
  await expect(avatarImage(page)).toHaveCount(1);
  await page.goto("/settings/members");
  await expect(page.getByRole("main").getByRole("listitem").locator("img")).toHaveJSProperty("naturalWidth", 256);
  await expectAccessible(page, "members with pictures");
});

test("a guest in a call sees pictures of people", async ({ app, person }) => {
  test.slow();
  const owner = await openAccount(app, "ana");
  const ana = await person({ locale: "en" });
  await signIn(ana.page, owner);
  await openProfile(ana.page);
  await input(ana.page).setInputFiles(await drawPicture(ana.page));
  await (await button(ana.page, "avatars.save")).click();
  await expect(avatarImage(ana.page)).toHaveCount(1);
  await ana.page.goto("/home");
  await clickButton(ana.page, "Start a meeting");
  await ana.page.waitForURL(/\/m\//u);
  const link = ana.page.url();
  await fillPreJoin(ana, { name: "Ana", speaks: "en", reads: "en" });
  await joinCall(ana);
  const ben = await person({ locale: "en" });
  await joinByLink(ben, link, "Ben");
  const panel = await openPeoplePanel(ben);
  await expect(participantRow(panel, "Ana").locator("img")).toHaveJSProperty("naturalWidth", 64);
  await expect(participantRow(panel, "Ben").locator("img")).toHaveCount(0);
  await test.step("and on the tile, once the video is off", async () => {
    const tile = ben.page.locator(".tile-portrait img");
    await expect(tile).toHaveCount(0);
    await ana.page.getByRole("button", { name: "Camera" }).click();
    await expect(tile).toHaveJSProperty("naturalWidth", 256);
  });
});

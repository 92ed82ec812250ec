/** A call on a phone and at a zoom of 400 %: the shared screen, and the chat's field. */

import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { hostMeeting, joinByLink } from "../support/moderation.ts";
import { expect, test } from "../support/test.ts";
import { expectRemoteVideo, lineWithText, openChat, sendMessage } from "../support/userActions.ts";

test("a shared screen is enlarged and zoomed on a phone", async ({ person }) => {
  const ana = await person({ locale: "en", viewport: { width: 360, height: 780 } });
  const link = await hostMeeting(ana);
  const ben = await person({ locale: "en" });
  await joinByLink(ben, link, "Ben");
  await expectRemoteVideo(ana);
  await ben.page.getByRole("button", { name: "Share screen", exact: true }).click();
  await ana.page.getByRole("button", { name: "Enlarge Ben’s screen" }).click();
  const viewer = ana.page.getByRole("dialog", { name: "Ben’s screen" });
  const video = viewer.locator("video");
  const width = async () => (await video.boundingBox())?.width ?? 0;
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBeGreaterThan(0);
  const whole = await width();
  expect(whole).toBeGreaterThanOrEqual(350);
  await viewer.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(width).toBeGreaterThan(whole * 1.2);
  await viewer.getByRole("button", { name: "Zoom out" }).click();
  await expect.poll(width).toBeCloseTo(whole, 0);
  await video.dblclick({ position: { x: 180, y: 390 } });
  await expect.poll(width).toBeGreaterThan(whole * 1.4);
  await viewer.getByRole("button", { name: "Close" }).click();
  await expect(viewer).toHaveCount(0);
});

test("400 % zoom leaves a line and the send button", async ({ person }) => {
  const ana = await person({ locale: "en", viewport: { width: 320, height: 256 } });
  await hostMeeting(ana);
  await openChat(ana);
  await sendMessage(ana, "The bus leaves at eight.");
  await ana.page.getByLabel("Message", { exact: true }).fill("one\ntwo\nthree\nfour\nfive");
  const line = lineWithText(ana, "The bus leaves at eight.").getByText("The bus leaves at eight.").first();
  await expect(line).toBeInViewport({ ratio: 0.9 });
  await expect(ana.page.getByRole("button", { name: "Send", exact: true })).toBeInViewport({ ratio: 0.9 });
});

test("the whole invitation fits on a phone", ONLY_IN_LONG_RUN, async ({ person }) => {
  const ana = await person({ locale: "es", viewport: { width: 360, height: 740 }, touch: true });
  const link = await hostMeeting(ana);
  const code = link.split("/").at(-1) ?? "";
  await expect(ana.page.getByText(link)).toBeInViewport({ ratio: 1 });
  await expect(ana.page.getByText(code, { exact: true })).toBeInViewport({ ratio: 1 });
});

test("a sheet on a phone hides the invitation whole", ONLY_IN_LONG_RUN, async ({ person }) => {
  const ana = await person({ locale: "es", viewport: { width: 360, height: 740 }, touch: true });
  await hostMeeting(ana);
  const invitation = ana.page.getByRole("heading", { name: "Aún no hay nadie más" });
  const chat = ana.page.getByRole("button", { name: "Chat", exact: true });
  await expect(invitation).toBeVisible();
  await chat.click();
  await expect(invitation).toBeHidden();
  await expect(ana.page.locator(".caption-idle")).toBeInViewport({ ratio: 1 });
  await chat.click();
  await expect(invitation).toBeVisible();
});

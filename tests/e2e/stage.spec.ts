/** Screen sharing, the stage, raised hands, reactions, and media modes for low bandwidth. */
import { expectAccessible } from "../support/axe.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import {
  denyScreenSharing,
  renderedVideo,
  reservedAudioCount,
  sentTrackKinds,
  stopSharingFromBrowserBar,
  watchConnections,
} from "../support/media.ts";
import { chooseParticipantAction, hostMeeting, joinByLink, openPeoplePanel } from "../support/moderation.ts";
import type { Person } from "../support/people.ts";
import { expect, test } from "../support/test.ts";
import {
  chooseMoreItem,
  expectRemoteVideo,
  joinCall,
  lineWithText,
  openChat,
  sendMessage,
} from "../support/userActions.ts";

const phone = { width: 360, height: 780 };

interface Options {
  viewport?: { width: number; height: number };
}

/** Ana, who created the meeting, and Ben, with video in both directions. */
async function two(
  person: (options: Options & { locale: "en" }) => Promise<Person>,
  options: Options = {},
): Promise<{ ana: Person; ben: Person }> {
  const ana = await person({ locale: "en", ...options });
  await watchConnections(ana);
  const link = await hostMeeting(ana);
  const ben = await person({ locale: "en" });
  await watchConnections(ben);
  await joinByLink(ben, link, "Ben");
  await Promise.all([expectRemoteVideo(ana), expectRemoteVideo(ben)]);
  return { ana, ben };
}

const control = ({ page }: Person, name: string | RegExp) =>
  page.getByRole("region", { name: "Call controls" }).getByRole("button", { name, exact: true });
const stage = ({ page }: Person) => page.getByLabel("People in the call");
const onStage = (person: Person) => stage(person).locator("[data-stage=true]");
const announced = ({ page }: Person, words: string) => page.getByRole("status").filter({ hasText: words });

test("a shared screen with audio takes the stage", async ({ person }) => {
  const { ana, ben } = await two(person);
  await control(ben, "Share screen").click();
  await expect.poll(async () => (await renderedVideo(ana, "Ben’s screen"))?.frames ?? 0).toBeGreaterThan(3);
  expect(await renderedVideo(ana, "Ben’s screen")).toMatchObject({ audioTracks: 1, muted: false });
  await expect(onStage(ana)).toContainText("Ben’s screen");
  await expect(stage(ana)).toHaveAttribute("data-layout", "stage");
  await expect(announced(ana, "Ben is sharing a screen")).toHaveCount(1);
  // The camera video continues beside it, and the local screen preview stays small.
  await expect(stage(ana).getByLabel("Ben", { exact: true })).toBeVisible();
  await expect(stage(ben)).toHaveAttribute("data-layout", "grid");
  await expect(ben.page.getByText("You are sharing your screen.")).toBeVisible();

  // A participant is pinned beside it and unpinned.
  const face = stage(ana)
    .locator("[data-person]")
    .filter({ has: ana.page.getByLabel("Ben", { exact: true }) });
  await face.hover();
  await ana.page.getByRole("button", { name: "Pin Ben", exact: true }).click();
  await expect(onStage(ana)).not.toContainText("screen");
  await expect(onStage(ana).getByText("Pinned")).toBeVisible();
  await ana.page.getByRole("button", { name: "Unpin Ben", exact: true }).click();
  await expect(onStage(ana)).toContainText("Ben’s screen");

  await ben.page.getByRole("button", { name: "Stop sharing" }).first().click();
  await expect(stage(ana).getByText("Ben’s screen")).toHaveCount(0);
  await expect(stage(ana)).toHaveAttribute("data-layout", "grid");
  await expect(ben.page.getByText("You are sharing your screen.")).toHaveCount(0);
});

test("screen audio takes its share of bandwidth", ONLY_IN_LONG_RUN, async ({ person }) => {
  const { ana, ben } = await two(person);
  await expect.poll(() => reservedAudioCount(ana)).toBe(1);
  await expect.poll(() => reservedAudioCount(ben)).toBe(1);
  await control(ben, "Share screen").click();
  await expect.poll(() => reservedAudioCount(ben)).toBe(2);
  await expect.poll(async () => (await renderedVideo(ana, "Ben’s screen"))?.audioTracks).toBe(1);
  await ben.page.getByRole("button", { name: "Stop sharing" }).first().click();
  await expect.poll(() => reservedAudioCount(ben)).toBe(1);
});

test("the browser's bar ends sharing; failures are reported", ONLY_IN_LONG_RUN, async ({ person }) => {
  const ana = await person({ locale: "en" });
  await watchConnections(ana);
  await hostMeeting(ana);
  await control(ana, "Share screen").click();
  await expect(ana.page.getByText("You are sharing your screen.")).toBeVisible();
  await stopSharingFromBrowserBar(ana);
  await expect(ana.page.getByText("You are sharing your screen.")).toHaveCount(0);
  await expect(control(ana, "Share screen")).toHaveAttribute("aria-pressed", "false");

  await denyScreenSharing(ana);
  await control(ana, "Share screen").click();
  const notice = ana.page.getByRole("status").filter({ hasText: "Your screen could not be shared." });
  await expect(notice).toBeVisible();
  await notice.getByRole("button", { name: "Close" }).click();
  await expect(notice).toHaveCount(0);
});

test("hands and reactions are shown and announced", async ({ person }) => {
  const { ana, ben } = await two(person);
  await ben.page.keyboard.press("h");
  await expect(control(ben, "Lower hand")).toHaveAttribute("aria-pressed", "true");
  await expect(stage(ana).getByText("Hand raised, number 1 in line")).toBeAttached();
  await expect(announced(ana, "Ben raised a hand")).toHaveCount(1);
  await expect(control(ana, "People, 1 waiting to be admitted")).toBeVisible();
  await control(ana, "Raise hand").click();
  await expect(stage(ben).getByText("Hand raised, number 2 in line")).toBeAttached();
  await ben.page.keyboard.press("h");
  await expect(stage(ana).getByText("Hand raised, number 1 in line")).toHaveCount(1);
  await expect(stage(ana).getByText("Hand raised, number 2 in line")).toHaveCount(0);

  await control(ben, "React").click();
  const palette = ben.page.getByRole("group", { name: "Reactions" });
  await ben.page.keyboard.press("Escape");
  await expect(palette).toHaveCount(0);
  await expect(control(ben, "React")).toBeFocused();
  await ben.page.keyboard.press("Enter");
  await palette.getByRole("button", { name: "🎉" }).click();
  await expect(stage(ana).getByText("🎉")).toBeVisible();
  await expect(announced(ana, "Ben: 🎉")).toHaveCount(1);
});

test("speaker view enlarges the speaker", async ({ person }) => {
  const { ana } = await two(person);
  await expect(stage(ana)).toHaveAttribute("data-layout", "grid");
  await chooseMoreItem(ana, "more.speakerView");
  await expect(stage(ana)).toHaveAttribute("data-layout", "stage");
  await expect(onStage(ana)).toContainText("Ben");
  const [large, small] = await Promise.all([
    onStage(ana).boundingBox(),
    stage(ana).locator("[data-stage=false]").boundingBox(),
  ]);
  expect((large?.width ?? 0) > 2 * (small?.width ?? 0)).toBe(true);
  await expectRemoteVideo(ana);
  await chooseMoreItem(ana, "more.gridView");
  await expect(stage(ana)).toHaveAttribute("data-layout", "grid");
});

test("a pin survives the pinned person's reload", ONLY_IN_LONG_RUN, async ({ person }) => {
  const { ana, ben } = await two(person);
  await chooseParticipantAction(ana, "Ben", "Pin");
  await expect(onStage(ana)).toContainText("Ben");
  await expect(stage(ana)).toHaveAttribute("data-layout", "stage");
  await ben.page.reload();
  await expect(stage(ana)).toHaveAttribute("data-layout", "alone");
  await joinCall(ben);
  await expectRemoteVideo(ana);
  await expect(onStage(ana)).toContainText("Ben");
  await expect(stage(ana)).toHaveAttribute("data-layout", "stage");
});

/** Chooses the media mode in the menu. */
async function takeOnly(who: Person, mode: RegExp): Promise<void> {
  await chooseMoreItem(who, "more.mode");
  const dialog = who.page.getByRole("dialog", { name: "Audio and video" });
  await dialog.getByRole("radio", { name: mode }).check();
  await who.page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(control(who, "More")).toBeFocused();
}

test("audio-only mode stops video both ways", async ({ person }) => {
  const { ana, ben } = await two(person);
  expect(await sentTrackKinds(ben)).toEqual(["audio", "video"]);
  await takeOnly(ana, /^Audio only/u);
  await expect.poll(() => sentTrackKinds(ana)).toEqual(["audio"]);
  await expect.poll(() => sentTrackKinds(ben)).toEqual(["audio"]);
  await expect(ana.page.getByText("Audio only: no video is sent or shown.")).toBeVisible();
  await expect(stage(ana).getByLabel("Ben", { exact: true })).toBeHidden();
  // Ben's camera stays on for everyone who receives video.
  await expect(control(ben, "Camera")).toHaveAttribute("aria-pressed", "true");
  await ana.page.getByRole("button", { name: "Back to audio and video" }).click();
  await expect.poll(() => sentTrackKinds(ben)).toEqual(["audio", "video"]);
  await expect(control(ana, "Camera")).toHaveAttribute("aria-pressed", "true");
  await Promise.all([expectRemoteVideo(ana), expectRemoteVideo(ben)]);
});

test("text-only mode stops all media", ONLY_IN_LONG_RUN, async ({ person }) => {
  const { ana, ben } = await two(person);
  await takeOnly(ana, /^Captions and chat only/u);
  await expect.poll(() => sentTrackKinds(ana)).toEqual([]);
  await expect.poll(() => sentTrackKinds(ben)).toEqual([]);
  await expect(ana.page.locator("video")).toHaveCount(0);
  await expect(ana.page.getByRole("list", { name: "People in the call" }).getByText("Ben")).toBeVisible();
  await openChat(ben);
  await sendMessage(ben, "Can you read me?");
  await expect(lineWithText(ana, "Can you read me?")).toBeVisible();
  await sendMessage(ana, "Every word.");
  await expect(lineWithText(ben, "Every word.")).toBeVisible();
  // Turning on a device raises the mode as far as needed.
  await control(ana, "Microphone").click();
  await expect.poll(() => sentTrackKinds(ana)).toEqual(["audio"]);
  await expect.poll(() => sentTrackKinds(ben)).toEqual(["audio"]);
});

test("muting turns the microphone off until the user unmutes", async ({ person }) => {
  const { ana, ben } = await two(person);
  await chooseParticipantAction(ana, "Ben", "Mute");
  await expect(control(ben, "Microphone, muted by a host")).toHaveAttribute("aria-pressed", "false");
  await expect.poll(() => renderedVideo(ana, "Ben")).toMatchObject({ muted: true });
  await expect.poll(() => sentTrackKinds(ben)).toEqual(["video"]);
  await expect(stage(ana).getByText("Muted by a host")).toBeAttached();
  await ben.page.keyboard.press("m");
  await ben.page.keyboard.down("Space");
  await expect(control(ben, "Microphone, muted by a host")).toHaveAttribute("aria-pressed", "false");
  await ben.page.keyboard.up("Space");
  await ben.page.getByRole("button", { name: "Raise hand" }).first().click();
  const panel = await openPeoplePanel(ana);
  await expect(panel.getByRole("button", { name: "Lower the hand of Ben" })).toBeVisible();

  await chooseParticipantAction(ana, "Ben", "Allow to speak");
  await expect(control(ben, "Microphone")).toHaveAttribute("aria-pressed", "false");
  await expect(ben.page.getByText("You can speak again.")).toBeVisible();
  await ben.page.keyboard.press("m");
  await expect(control(ben, "Microphone")).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => renderedVideo(ana, "Ben")).toMatchObject({ muted: false });
  await expect.poll(() => sentTrackKinds(ben)).toEqual(["audio", "video"]);
});

test("the held space bar is push-to-talk", async ({ person }) => {
  const ana = await person({ locale: "en" });
  await hostMeeting(ana);
  const { keyboard } = ana.page;
  const microphone = control(ana, "Microphone");
  await microphone.click();
  await expect(microphone).toHaveAttribute("aria-pressed", "false");
  // After a pointer click the space bar is still push-to-talk.
  await keyboard.down("Space");
  await expect(microphone).toHaveAttribute("aria-pressed", "true");
  await keyboard.up("Space");
  await expect(microphone).toHaveAttribute("aria-pressed", "false");

  await openChat(ana);
  const message = ana.page.getByRole("textbox", { name: "Message" });
  await message.pressSequentially("to be");
  await expect(message).toHaveValue("to be");
  await expect(microphone).toHaveAttribute("aria-pressed", "false");

  await microphone.focus();
  await keyboard.press("Tab");
  await expect(control(ana, "Camera")).toBeFocused();
  await keyboard.press("Space");
  await expect(control(ana, "Camera")).toHaveAttribute("aria-pressed", "false");
  await expect(microphone).toHaveAttribute("aria-pressed", "false");
});

test("picture in picture shows the stage", ONLY_IN_LONG_RUN, async ({ person }) => {
  const { ana } = await two(person);
  const floating = () => ana.page.evaluate(() => document.pictureInPictureElement !== null);
  await chooseMoreItem(ana, "more.pip");
  await expect.poll(floating).toBe(true);
  await chooseMoreItem(ana, "more.pipEnd");
  await expect.poll(floating).toBe(false);
});

test("a phone's menu holds what its bar hides", ONLY_IN_LONG_RUN, async ({ person }) => {
  const { ana, ben } = await two(person, { viewport: phone });
  await control(ana, "Raise hand").click();
  await expect(stage(ben).getByText("Hand raised, number 1 in line")).toBeAttached();
  await chooseMoreItem(ana, "call.react");
  await ana.page.getByRole("button", { name: "👍" }).click();
  await expect(announced(ben, "Ana: 👍")).toHaveCount(1);
  await chooseMoreItem(ana, "call.panel");
  await expect(ana.page.getByRole("complementary", { name: "People" })).toBeVisible();
});

test("a leaving host may end the meeting", async ({ person }) => {
  const { ana, ben } = await two(person);
  await control(ana, "Leave").click();
  await expect(ana.page.getByText("One other person is still in the meeting.")).toBeVisible();
  await expect(control(ben, "Leave")).toBeVisible();
  await ana.page.getByRole("button", { name: "End for all" }).click();
  const question = ana.page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  await ana.page.getByRole("button", { name: "End for all" }).click();
  await question.getByRole("button", { name: "End for all" }).click();
  await expect(ana.page.getByRole("heading", { name: "The meeting has ended" })).toBeVisible();
  await expect(ben.page.getByRole("heading", { name: "The meeting has ended" })).toBeVisible();
});

test("the call passes axe with panels open", async ({ person }) => {
  const { ana, ben } = await two(person);
  await openPeoplePanel(ana);
  await ben.page.keyboard.press("h");
  await expect(stage(ana).getByText("Hand raised")).not.toHaveCount(0);
  await chooseMoreItem(ana, "more.speakerView");
  await expectAccessible(ana.page, "call with people");
  await control(ben, "React").click();
  await expectAccessible(ben.page, "call with reactions");
  await ben.page.keyboard.press("Escape");
  await control(ana, "More").click();
  await expect(ana.page.getByRole("menu")).toBeVisible();
  await expectAccessible(ana.page, "call with its menu");
  await ana.page.keyboard.press("Escape");
  await takeOnly(ana, /^Captions and chat only/u);
  await expectAccessible(ana.page, "call in words alone");
});

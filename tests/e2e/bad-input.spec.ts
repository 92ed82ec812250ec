/** Invalid input, by mistake or on purpose: a clear message in the user's language, and the form keeps its values. */
import { randomUUID } from "node:crypto";
import { REALTIME_SUBSCRIBE_STATES } from "@supabase/supabase-js";
import { enteredCall } from "../../supabase/functions/_shared/contracts/meetings.ts";
import { type MeetingEventName, SIGNAL_EVENT, topics } from "../../supabase/functions/_shared/contracts/realtime.ts";
import { createTestClient } from "../support/client.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { expectInCall, hostMeeting, joinByLink } from "../support/moderation.ts";
import { expect, test } from "../support/test.ts";
import {
  expectRemoteVideo,
  fillPreJoin,
  joinCall,
  lineWithText,
  openChat,
  openMeeting,
  sendMessage,
  text,
} from "../support/userActions.ts";

const TOM = { name: "Tom", speaks: "en", reads: "en" };

test.describe("meeting codes", () => {
  test("rejects incomplete and unknown codes", async ({ person }) => {
    const tom = await person({ locale: "en" });
    tom.allowConsoleError(/status of 40[04]/u);
    const { page } = tom;
    await page.goto("/");
    const code = page.getByLabel("Meeting code");
    await code.fill("k3f9-2mxa");
    await page.getByRole("button", { name: "Join" }).click();
    await expect(page.getByText("Enter the full code.")).toBeVisible();
    await expect(code).toHaveValue("k3f9-2mxa");
    await code.fill("K3F9 2MXA 7QPD");
    await page.getByRole("button", { name: "Join" }).click();
    await expect(page.getByText("No meeting has this code.")).toBeVisible();
    await expect(code).toHaveValue("K3F9 2MXA 7QPD");
  });

  test("rejects bad codes in the URL", ONLY_IN_LONG_RUN, async ({ person }) => {
    const tom = await person({ locale: "es" });
    tom.allowConsoleError(/status of 40[04]/u);
    await tom.page.goto("/m/%3Cscript%3E");
    await expect(tom.page.getByRole("alert")).toBeVisible();
    await tom.page.goto("/m/k3f9-2mxa-7qpd");
    await expect(tom.page.getByRole("alert")).toBeVisible();
    await tom.page.getByRole("link", { name: await text(tom.page, "action.back") }).click();
    await expect(tom.page.getByRole("button", { name: await text(tom.page, "landing.start") })).toBeVisible();
  });

  test("accepts spaces, hyphens and capitals", ONLY_IN_LONG_RUN, async ({ person }) => {
    const host = await person({ locale: "en" });
    const link = await openMeeting(host);
    const typed = (link.split("/").at(-1) ?? "").replaceAll("-", "").toUpperCase().replaceAll("0", "O");
    await host.page.goto("/");
    await host.page.getByLabel("Meeting code").fill(` ${typed} `);
    await host.page.getByRole("button", { name: "Join" }).click();
    await host.page.waitForURL(link);
  });

  test("accepts a pasted link, even before hydration", async ({ person }) => {
    const host = await person({ locale: "en" });
    const link = await openMeeting(host);
    const bare = link.replace(/^https?:\/\//u, "");
    const tom = await person({ locale: "en", scripts: false });
    for (const [code, pasted] of [
      [host, `${link}?utm_source=mail#top`],
      [host, ` ${bare}/ `],
      [tom, link],
      [tom, `Come in: ${link.toUpperCase()}.`],
    ] as const) {
      await code.page.goto("/");
      await code.page.getByLabel("Meeting code").fill(pasted);
      await code.page.getByRole("button", { name: "Join" }).click();
      await code.page.waitForURL(link);
    }
    host.allowConsoleError(/status of 400/u);
    await host.page.goto("/");
    const other = "https://parley.example/help/k3f9-2mxa-7qpd";
    await host.page.getByLabel("Meeting code").fill(other);
    await host.page.getByRole("button", { name: "Join" }).click();
    await expect(host.page.getByText("Enter the full code.")).toBeVisible();
    await expect(host.page.getByLabel("Meeting code")).toHaveValue(other);
  });

  test("the page of an odd code names the wrong character", ONLY_IN_LONG_RUN, async ({ person }) => {
    const tom = await person({ locale: "en" });
    tom.allowConsoleError(/status of 400/u);
    const { page } = tom;
    for (const [path, message] of [
      ["/m/k3f9*2mxa-7qpd", "A code cannot contain “*”."],
      ["/m/k3f9-%F0%9F%9A%8C2mxa-7qpd", "A code cannot contain “🚌”."],
      ["/m/k3f9-2mxa", "Enter the full code."],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(message);
      await expect(page.getByText("A code has twelve letters and digits")).toBeVisible();
    }
  });
});

test("pre-join rejects invalid names", async ({ person }) => {
  const tom = await person({ locale: "en" });
  tom.allowConsoleError(/status of 400/u);
  await openMeeting(tom);
  const name = tom.page.getByLabel("Your name", { exact: true });
  // Both submits return the same result, and a pending one blocks further submits.
  const press = async () => {
    const answered = tom.page.waitForResponse((response) => response.url().includes("/m/"));
    await tom.page.getByRole("button", { name: "Join now", exact: true }).click();
    await answered;
  };
  for (const [typed, message] of [
    ["", "Enter your name."],
    ["  \u202e\u200b ", "Enter your name."],
    ["n".repeat(10_000), "This name is too long."],
  ] as const) {
    await name.fill(typed);
    await press();
    await expect(tom.page.getByText(message)).toBeVisible();
    await expect(name).toHaveValue(typed);
  }
  await name.fill("<img src=x onerror=alert(1)>\u202eTom");
  await press();
  await expect(tom.page.getByText("<img src=x onerror=alert(1)>Tom (you)")).toBeVisible();
  await expect(tom.page.locator("img[src=x]")).toHaveCount(0);
});

test("rejects empty, oversized and malformed lines", async ({ person }) => {
  const tom = await person({ locale: "en" });
  await openMeeting(tom);
  await fillPreJoin(tom, TOM);
  await joinCall(tom);
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

  await sendMessage(tom, "<b>bold</b> \u0007&amp; <script>alert(1)</script>");
  const line = lineWithText(tom, "<b>bold</b> &amp; <script>alert(1)</script>");
  await expect(line).toHaveCount(1);
  await expect(line.locator("b, script")).toHaveCount(0);
  await expect(tom.page.getByRole("log").getByRole("listitem")).toHaveCount(1);
});

test("a second tab takes over from the first", async ({ person }) => {
  const tom = await person({ locale: "en" });
  const link = await openMeeting(tom);
  await fillPreJoin(tom, TOM);
  await joinCall(tom);
  await openChat(tom);
  await sendMessage(tom, "From the first tab.");

  const tab = await tom.openTab();
  const second = tab.page;
  await second.goto(link);
  await second.getByRole("button", { name: "Join now" }).click();
  await expect(tom.page.getByRole("button", { name: "Continue here" })).toBeVisible();
  await openChat(tab);
  await expect(second.getByText("From the first tab.")).toBeVisible();

  await tom.page.getByRole("button", { name: "Continue here" }).click();
  await openChat(tom);
  await expect(tom.page.getByText("From the first tab.")).toBeVisible();
  await expect(second.getByRole("button", { name: "Continue here" })).toBeVisible();
});

test("forged signals, presence and moderation are rejected", async ({ app, person }) => {
  const ana = await person({ locale: "en" });
  const link = await hostMeeting(ana);
  const ben = await person({ locale: "en" });
  await joinByLink(ben, link, "Ben");
  await openChat(ana);
  await openChat(ben);
  await expectRemoteVideo(ana);

  const eve = createTestClient(app.stack);
  const { data: signedIn } = await eve.auth.signInAnonymously();
  await eve.realtime.setAuth(signedIn.session?.access_token ?? null);
  async function call<T>(rpc: string, args: object): Promise<T> {
    const { data, error } = await eve.rpc(rpc, args);
    if (error) throw error;
    return data;
  }
  const code = link.split("/").at(-1);
  const { meeting_id } = await call<{ meeting_id: string }>("knock", {
    ...{ p_code: code, p_display_name: "Eve", p_speaks: "en", p_reads: "en" },
  });
  const entered = enteredCall.parse(await call("enter_call", { p_meeting_id: meeting_id, p_peer_id: randomUUID() }));
  const userOf = (name: string) =>
    entered.participants.find(({ display_name }) => display_name === name)?.user_id ?? "nobody";
  const peerOf = (name: string) => entered.peers.find(({ user_id }) => user_id === userOf(name))?.peer_id ?? "none";
  for (const participant of [ana, ben]) await expect(participant.page.getByText("Eve").first()).toBeVisible();

  const ack = { config: { private: true, broadcast: { ack: true } } };
  const join = async (name: string) => {
    const topic = eve.channel(name, ack);
    const state = await new Promise((resolve) => {
      topic.subscribe(resolve);
    });
    return { topic, state };
  };
  // She may receive the meeting's topic and nothing more: her broadcasts are dropped, and HTTP returns an error.
  const { topic, state } = await join(topics.meeting(meeting_id, entered.meeting.epoch, entered.call.id));
  expect(state).toBe(REALTIME_SUBSCRIBE_STATES.SUBSCRIBED);
  const seq = entered.meeting.seq + 1;
  const [bensUser, bensPeer] = [userOf("Ben"), peerOf("Ben")];
  const participant = entered.participants.find(({ user_id }) => user_id === bensUser);
  const forged = {
    meeting_ended: { seq },
    participant_removed: { seq, user_id: bensUser, epoch: entered.meeting.epoch + 1 },
    participant_changed: { seq, participant: { ...participant, display_name: "Eve’s fool", muted: true } },
    peer_left: { seq, user_id: bensUser, peer_id: bensPeer, reason: "removed", epoch: entered.meeting.epoch },
    meeting_changed: { seq, meeting: { ...entered.meeting, title: "Mine", locked: true } },
  } satisfies Partial<Record<MeetingEventName, object>>;
  for (const [event, payload] of Object.entries(forged)) {
    expect({ [event]: await topic.send({ type: "broadcast", event, payload }, { timeout: 1_000 }) }).toEqual({
      [event]: "timed out",
    });
    await expect(topic.httpSend(event, payload)).rejects.toThrow("Unauthorized");
  }
  expect(await topic.track({ user_id: bensUser, name: "Ben", muted: true })).not.toBe("ok");

  // She receives nothing of the others. On her own signalling topic she receives, and may not send.
  for (const name of [
    topics.signals(entered.call.id, bensPeer),
    topics.knock(meeting_id, bensUser),
    topics.moderators(meeting_id),
  ]) {
    const refused = await join(name);
    expect({ [name]: refused.state }).toEqual({ [name]: REALTIME_SUBSCRIBE_STATES.CHANNEL_ERROR });
    await expect(refused.topic.httpSend(SIGNAL_EVENT, { type: "ready", reply: false, missed: false })).rejects.toThrow(
      "Unauthorized",
    );
  }
  const own = await join(topics.signals(entered.call.id, entered.me.peer_id));
  expect(own.state).toBe(REALTIME_SUBSCRIBE_STATES.SUBSCRIBED);
  const signal = { type: "ready", reply: false, missed: false };
  const payload = { from: bensPeer, signal };
  expect(await own.topic.send({ type: "broadcast", event: SIGNAL_EVENT, payload }, { timeout: 1_000 })).toBe(
    "timed out",
  );
  const way = { p_call_id: entered.call.id, p_to: peerOf("Ana"), p_signal: signal };
  expect(await call("send_signal", { ...way, p_from: bensPeer })).toBe(false);

  // Anything that had got through would be listed before this line, which is really hers.
  const captionArgs = {
    p_line_id: randomUUID(),
    p_call_id: entered.call.id,
    p_language: "en",
    p_text: "This one is mine.",
  };
  await call("post_line", captionArgs);
  for (const participant of [ana, ben]) {
    await expect(lineWithText(participant, "This one is mine.")).toContainText("Eve");
    await expect(participant.page.getByRole("log").getByRole("listitem")).toHaveCount(1);
    await expectInCall(participant);
    await expect(participant.page.getByText("Eve’s fool")).toHaveCount(0);
    await expect(participant.page.getByText("Muted by a host")).toHaveCount(0);
    await expect(participant.page.getByText("You were muted by a host.")).toHaveCount(0);
    await expect(participant.page).not.toHaveTitle(/Mine/u);
  }
  await expectRemoteVideo(ana);
  await expectRemoteVideo(ben);
  await eve.removeAllChannels();
});

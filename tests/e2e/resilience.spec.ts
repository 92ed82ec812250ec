/** Faults during a call: the call continues, the UI shows them, and everything recovers without user action. */
import { arrive, type Person } from "../support/people.ts";
import { createRealtimeSwitch } from "../support/realtimeOutage.ts";
import { startWithTokenTtl } from "../support/shortTokens.ts";
import { expect, test } from "../support/test.ts";
import {
  expectRemoteVideo,
  fillPreJoin,
  joinCall,
  lineWithText,
  openChat,
  openMeeting,
  remoteFrames,
  sendMessage,
} from "../support/userActions.ts";

const ANA = { name: "Ana", speaks: "es", reads: "es" };
const BEN = { name: "Ben", speaks: "en", reads: "en" };

async function meet(ana: Person, ben: Person): Promise<string> {
  const link = await openMeeting(ana);
  await fillPreJoin(ana, ANA);
  await joinCall(ana);
  await ben.page.goto(link);
  await fillPreJoin(ben, BEN);
  await joinCall(ben);
  return link;
}

const tile = ({ page }: Person, name: string) => page.locator("[data-person]:has(video)").filter({ hasText: name });

test("a Realtime outage keeps media and delivers lines once", async ({ person }) => {
  const [ana, ben] = [await person({ locale: "en" }), await person({ locale: "en" })];
  for (const participant of [ana, ben]) participant.allowConsoleError(/WebSocket/u);
  const switches = [await createRealtimeSwitch(ana.context), await createRealtimeSwitch(ben.context)];
  await meet(ana, ben);
  for (const participant of [ana, ben]) {
    await expectRemoteVideo(participant);
    await openChat(participant);
  }
  const began = Date.now();
  await Promise.all(switches.map((networkSwitch) => networkSwitch.down()));
  await sendMessage(ana, "La casa es grande.");
  await sendMessage(ben, "I have the map.");
  // The remote video keeps moving throughout.
  for (let last = await remoteFrames(ben.page); Date.now() - began < 20_000; last = await remoteFrames(ben.page))
    await expect.poll(() => remoteFrames(ben.page)).toBeGreaterThan(last + 10);
  expect(switches.every((networkSwitch) => networkSwitch.rejectedCount() > 0)).toBe(true);
  for (const networkSwitch of switches) networkSwitch.up();
  await expect(lineWithText(ben, "The house is big.")).toHaveCount(1, { timeout: 40_000 });
  await expect(lineWithText(ana, "Tengo el mapa.")).toHaveCount(1, { timeout: 40_000 });
  await sendMessage(ana, "El perro blanco come.");
  await expect(lineWithText(ben, "The white dog eats.")).toHaveCount(1);
  for (const participant of [ana, ben]) {
    await expect(participant.page.getByRole("log").getByRole("listitem")).toHaveCount(3);
    await expectRemoteVideo(participant);
  }
});

test("a reopened tab is the same participant", async ({ person }) => {
  const [ana, ben] = [await person({ locale: "en" }), await person({ locale: "en" })];
  const link = await meet(ana, ben);
  await expectRemoteVideo(ana);
  await openChat(ben);
  await sendMessage(ben, "I have the map.");
  const devtools = await ben.context.newCDPSession(ben.page);
  // The page can neither leave nor respond.
  devtools.send("Page.crash").catch(() => {});
  await ben.page.waitForEvent("crash");
  const again = await ben.openTab();
  await again.page.goto(link);
  await joinCall(again);
  await expectRemoteVideo(again);
  await expect(tile(ana, "Ben")).toHaveCount(1);
  await expectRemoteVideo(ana);
  await openChat(again);
  await expect(lineWithText(again, "I have the map.")).toHaveCount(1);
});

test("a new tab takes over and can be reversed", async ({ person }) => {
  const [ana, ben] = [await person({ locale: "en" }), await person({ locale: "en" })];
  const link = await meet(ana, ben);
  const second = await ben.openTab();
  await second.page.goto(link);
  await joinCall(second);
  const back = ben.page.getByRole("button", { name: "Continue here" });
  await expect(back).toBeVisible();
  await expect(ben.page.getByRole("heading", { level: 1 })).toBeFocused();
  await expectRemoteVideo(second);
  await expect(tile(ana, "Ben")).toHaveCount(1);
  await back.click();
  await expect(second.page.getByRole("button", { name: "Continue here" })).toBeVisible();
  await expectRemoteVideo(ben);
  await expect(tile(ana, "Ben")).toHaveCount(1);
});

test("an expiring token is renewed during the call", async () => {
  const app = await startWithTokenTtl(40);
  const [ana, ben] = [await arrive({ locale: "en", url: app.url }), await arrive({ locale: "en", url: app.url })];
  try {
    const ends: number[] = [];
    ben.page.on("request", (request) => {
      const token = /^Bearer [^.]+\.([^.]+)\./u.exec(request.headers().authorization ?? "")?.[1];
      if (token === undefined) return;
      const { exp } = JSON.parse(Buffer.from(token, "base64url").toString()) as { exp: number };
      if (!ends.includes(exp)) ends.push(exp);
    });
    await meet(ana, ben);
    await expectRemoteVideo(ben);
    const [first = 0] = ends;
    // Two seconds after the expiry of the token at join time.
    await expect.poll(() => Date.now() / 1_000, { timeout: 60_000 }).toBeGreaterThan(first + 2);
    for (const participant of [ana, ben]) await openChat(participant);
    await sendMessage(ana, "Todavía aquí.");
    await expect(lineWithText(ben, "Todavía aquí.")).toHaveCount(1);
    await sendMessage(ben, "So am I.");
    await expect(lineWithText(ana, "So am I.")).toHaveCount(1);
    await expectRemoteVideo(ben);
    expect(ends.length).toBeGreaterThan(1);
    // No translation engine runs here.
    for (const participant of [ana, ben]) participant.allowConsoleError(/status of 503/u);
    expect([...ana.consoleErrors(), ...ben.consoleErrors()]).toEqual([]);
  } finally {
    await Promise.all([ana.leave(), ben.leave()]);
    await app.close();
  }
});

test("an unplugged microphone is reported and restored", async ({ person }) => {
  const [ana, ben] = [await person({ locale: "en" }), await person({ locale: "en" })];
  await ben.page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const tracks: MediaStreamTrack[] = [];
    Reflect.set(window, "parleyTracks", tracks);
    const real = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      if (Reflect.get(window, "parleyUnplugged") && constraints?.audio) throw new DOMException("none", "NotFoundError");
      const stream = await real(constraints);
      tracks.push(...stream.getTracks());
      return stream;
    };
    const list = mediaDevices.enumerateDevices.bind(mediaDevices);
    mediaDevices.enumerateDevices = async () =>
      (await list()).filter(({ kind }) => !Reflect.get(window, "parleyUnplugged") || kind !== "audioinput");
  });
  await meet(ana, ben);
  await expectRemoteVideo(ana);
  await expect(tile(ana, "Ben").getByText("Microphone off")).toHaveCount(0);
  await ben.page.evaluate(() => {
    Reflect.set(window, "parleyUnplugged", true);
    const tracks = Reflect.get(window, "parleyTracks") as MediaStreamTrack[];
    for (const track of tracks.filter(({ kind, readyState }) => kind === "audio" && readyState === "live")) {
      track.stop();
      track.dispatchEvent(new Event("ended"));
    }
    navigator.mediaDevices.dispatchEvent(new Event("devicechange"));
  });
  await expect(ben.page.getByRole("button", { name: "Microphone" })).toHaveAttribute("aria-pressed", "false");
  await expect(ben.page.getByText("No camera or microphone found.", { exact: false }).first()).toBeVisible();
  await expect(tile(ana, "Ben").getByText("Microphone off")).toHaveCount(1);
  await ben.page.evaluate(() => {
    Reflect.set(window, "parleyUnplugged", false);
    navigator.mediaDevices.dispatchEvent(new Event("devicechange"));
  });
  await expect(ben.page.getByRole("button", { name: "Microphone" })).toHaveAttribute("aria-pressed", "true");
  await expect(tile(ana, "Ben").getByText("Microphone off")).toHaveCount(0);
  await expectRemoteVideo(ana);
});

for (const [wrong, by] of [
  ["ahead", 3_600_000],
  ["behind", -3_600_000],
] as const)
  test(`tolerates a clock that is an hour ${wrong}`, async ({ person }) => {
    const [ana, ben] = [await person({ locale: "en" }), await person({ locale: "en" })];
    await ben.page.addInitScript((by) => {
      const now = Date.now.bind(Date);
      const Real = Date;
      // biome-ignore lint/suspicious/noGlobalAssign: this browser's clock is wrong.
      Date = new Proxy(Real, {
        construct: (target, values) =>
          values.length === 0 ? new target(now() + by) : Reflect.construct(target, values),
        get: (target, name) => (name === "now" ? () => now() + by : Reflect.get(target, name)),
      });
    }, by);
    let sessions = 0;
    ben.page.on("request", (request) => {
      if (request.url().endsWith("/session")) sessions += 1;
    });
    await meet(ana, ben);
    for (const participant of [ana, ben]) {
      await expectRemoteVideo(participant);
      await openChat(participant);
    }
    await expect(ben.page.getByTitle("Time since the call began")).toHaveText(/ 00:[0-5]\d$/u);
    await sendMessage(ben, "I have the map.");
    await expect(lineWithText(ana, "Tengo el mapa.")).toHaveCount(1);
    await sendMessage(ana, "La casa es grande.");
    await expect(lineWithText(ben, "The house is big.")).toHaveCount(1);
    // The server decides the order, not this clock.
    await expect(ben.page.getByRole("log").getByRole("listitem").last()).toContainText("The house is big.");
    // One token is enough: the page does not treat it as expired.
    expect(sessions).toBeLessThan(4);
  });

/** Push-to-talk, and devices that return after they were turned off. */
import { describe, expect, test } from "vitest";
import { settle } from "../../tests/fakes/clock.ts";
import { twoInCall } from "../../tests/fakes/twoInCall.ts";

/** Ana is the host. Ben's microphone was on, and is off. */
async function quiet() {
  const world = await twoInCall();
  const { anaTab, ben, benTab, clock } = world;
  await benTab.devices.open(["microphone", "camera"]);
  await benTab.devices.toggle("microphone");
  await clock.advance(0);
  const state = () => benTab.devices.getSnapshot().microphone.name;
  const talk = async (on: boolean) => {
    benTab.call.setPushToTalk(on);
    await clock.advance(0);
    return state();
  };
  const press = async () => {
    benTab.call.toggle("microphone");
    await clock.advance(0);
    return state();
  };
  const mute = async (muted: boolean) => {
    await anaTab.lead.setMuted(ben.userId, muted);
    await clock.advance(0);
    return state();
  };
  const sounds = () => benTab.media.tracks.filter(({ kind, readyState }) => kind === "audio" && readyState === "live");
  return { ...world, state, talk, press, mute, sounds };
}

describe("push-to-talk", () => {
  test("turns the microphone on while the key is held", async () => {
    const { talk } = await quiet();
    expect([await talk(true), await talk(false)]).toEqual(["live", "off"]);
  });

  test("turns off only a microphone that it turned on", async () => {
    const { talk, press } = await quiet();
    expect(await talk(false)).toBe("off");
    // Toggled off and on again while the key is held.
    expect([await talk(true), await press(), await talk(false)]).toEqual(["live", "off", "off"]);
    expect([await talk(true), await press(), await press(), await talk(false)]).toEqual([
      "live",
      "off",
      "live",
      "live",
    ]);
    expect([await talk(true), await talk(false)]).toEqual(["live", "live"]);
  });

  test("does nothing for a muted participant", async () => {
    const { talk, mute, state } = await quiet();
    await talk(true);
    expect([await mute(true), await talk(false)]).toEqual(["off", "off"]);
    expect([await talk(true), await talk(false)]).toEqual(["off", "off"]);
    await mute(false);
    expect([await talk(false), state()]).toEqual(["off", "off"]);
  });

  test.each(["removed", "ended", "left"] as const)("opens nothing after being %s", async (how) => {
    const { anaTab, benTab, ben, clock, talk, sounds } = await quiet();
    await talk(true);
    if (how === "removed") await anaTab.lead.removeParticipant(ben.userId);
    else if (how === "ended") await anaTab.lead.endMeeting();
    else await benTab.call.leave();
    await clock.advance(0);
    expect(benTab.state()).toBe(how);
    expect([await talk(false), await talk(true), await talk(false)]).toEqual(["off", "off", "off"]);
    expect(sounds()).toEqual([]);
  });

  test("leaves the microphone off after rejoining", async () => {
    const { benTab, clock, talk, state } = await quiet();
    await talk(true);
    await benTab.call.leave();
    benTab.call.join();
    await clock.advance(1_000);
    expect([benTab.state(), state(), benTab.devices.getSnapshot().camera.name]).toEqual(["connected", "off", "live"]);
  });

  test("does not widen a mode without audio", async () => {
    const { benTab, clock, talk, state } = await quiet();
    await talk(true);
    benTab.call.setMode("text");
    await clock.advance(0);
    expect([state(), await talk(false), await talk(true), benTab.call.getSnapshot().mode]).toEqual([
      "off",
      "off",
      "off",
      "text",
    ]);
    benTab.call.setMode("all");
    await clock.advance(0);
    expect(state()).toBe("off");
  });

  test("keeps a returning device off while the mode excludes it", async () => {
    const { benTab, clock } = await quiet();
    const { media, devices, call } = benTab;
    const present = media.present;
    media.present = present.filter(({ kind }) => kind === "audioinput");
    media.tracks.find(({ kind }) => kind === "video")?.lose();
    await settle();
    call.setMode("sound");
    media.present = present;
    media.dispatchEvent(new Event("devicechange"));
    await settle();
    expect(devices.getSnapshot().camera.name).toBe("off");
    expect(media.tracks.filter(({ kind, readyState }) => kind === "video" && readyState === "live")).toEqual([]);
    call.setMode("all");
    await clock.advance(0);
    expect(devices.getSnapshot().camera.name).toBe("live");
  });

  test("keeps a returning microphone off after a mute", async () => {
    const { benTab, press, mute } = await quiet();
    const { media } = benTab;
    await press();
    const present = media.present;
    media.present = present.filter(({ kind }) => kind === "videoinput");
    media.tracks.find(({ kind }) => kind === "audio")?.lose();
    await settle();
    await mute(true);
    const requestCount = media.requests.length;
    media.present = present;
    media.dispatchEvent(new Event("devicechange"));
    await settle();
    expect(media.requests).toHaveLength(requestCount);
    expect([await mute(false), await press()]).toEqual(["off", "live"]);
  });
});

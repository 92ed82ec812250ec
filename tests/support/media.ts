/** What a page sends, shares and shows, and by which ways, looked at from inside it. */
import type { Person } from "./people.ts";

declare global {
  var connections: RTCPeerConnection[];
  var screens: { shared: MediaStream | null; refused: boolean };
}

/**
 * Before the page is opened: keeps every connection that it makes, and the screen that it shares. `relayOnly`: as behind a
 * firewall that lets nothing through but the relay.
 */
export async function watchConnections({ context }: Person, { relayOnly = false } = {}): Promise<void> {
  await context.addInitScript((relayOnly) => {
    globalThis.connections = [];
    const Real = RTCPeerConnection;
    globalThis.RTCPeerConnection = class extends Real {
      constructor(configuration?: RTCConfiguration) {
        super(relayOnly ? { ...configuration, iceTransportPolicy: "relay" } : configuration);
        globalThis.connections.push(this);
      }
    };
    globalThis.screens = { shared: null, refused: false };
    const ask = navigator.mediaDevices.getDisplayMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getDisplayMedia = async (wanted) => {
      if (globalThis.screens.refused) throw new DOMException("in use", "NotReadableError");
      globalThis.screens.shared = await ask(wanted);
      return globalThis.screens.shared;
    };
  }, relayOnly);
}

/** What the microphone has heard, in seconds, and what of it went to the first of the others, in packets (50 a second). */
export const audioSent = ({ page }: Person): Promise<{ heard: number; packets: number }> =>
  page.evaluate(async () => {
    const sound = { heard: 0, packets: 0 };
    const report = await globalThis.connections.find((one) => one.connectionState === "connected")?.getStats();
    report?.forEach((stat) => {
      if (stat.kind !== "audio") return;
      if (stat.type === "media-source") sound.heard += stat.totalSamplesDuration;
      if (stat.type === "outbound-rtp") sound.packets += stat.packetsSent;
    });
    return sound;
  });

/** Sounds for which this page's open connections keep a part of the line. */
export const reservedAudioCount = ({ page }: Person): Promise<number> =>
  page.evaluate(
    () =>
      globalThis.connections
        .filter(({ connectionState }) => connectionState === "connected")
        .flatMap((connection) => connection.getTransceivers())
        .filter(
          ({ receiver, sender }) => receiver.track.kind === "audio" && sender.getParameters().encodings[0]?.active,
        ).length,
  );

/** What the browser lets this page's pictures take now, bits a second; the least of all. */
export const minVideoBitrate = ({ page }: Person): Promise<number> =>
  page.evaluate(async () => {
    let least = Number.POSITIVE_INFINITY;
    for (const one of globalThis.connections) {
      if (one.connectionState !== "connected") continue;
      (await one.getStats()).forEach((stat) => {
        const pictured = stat.type === "outbound-rtp" && stat.kind === "video" && stat.framesEncoded > 0;
        if (pictured) least = Math.min(least, stat.targetBitrate);
      });
    }
    return least;
  });

/** Kinds of the local candidates by which the open connections go now: `host`, `srflx`, `prflx`, `relay`. */
export const localCandidateTypes = ({ page }: Person): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const one of globalThis.connections) {
      if (one.connectionState !== "connected") continue;
      const report = await one.getStats();
      report.forEach((stat) => {
        if (stat.type !== "transport") return;
        const pair = report.get(stat.selectedCandidatePairId);
        found.push(report.get(pair?.localCandidateId)?.candidateType ?? "none");
      });
    }
    return found;
  });

/** The browser's own "stop sharing". */
export const stopSharingFromBrowserBar = ({ page }: Person): Promise<void> =>
  page.evaluate(() => {
    for (const track of globalThis.screens.shared?.getTracks() ?? []) {
      track.stop();
      // A page that stops a track hears nothing of it; of the bar it does.
      track.dispatchEvent(new Event("ended"));
    }
  });

/** From now on no screen can be had. */
export const denyScreenSharing = ({ page }: Person): Promise<void> =>
  page.evaluate(() => {
    globalThis.screens.refused = true;
  });

/** Kinds of the live tracks that leave this page for the others, in the order of a connection. */
export const sends = ({ page }: Person): Promise<string[]> =>
  page.evaluate(() =>
    globalThis.connections
      .filter(({ connectionState }) => connectionState === "connected")
      .flatMap((connection) => connection.getSenders())
      .flatMap(({ track }) => (track?.readyState === "live" && track.enabled ? [track.kind] : [])),
  );

export interface RenderedVideo {
  width: number;
  height: number;
  frames: number;
  /** Live tracks of sound that it plays. */
  sounds: number;
  muted: boolean;
}

/** What a picture shows, by the name that it has for those who do not see it; null where there is none. */
export const renderedVideo = ({ page }: Person, label: string): Promise<RenderedVideo | null> =>
  page.evaluate((name) => {
    const video = [...document.querySelectorAll("video")].find((one) => one.getAttribute("aria-label") === name);
    const stream = video?.srcObject;
    if (video === undefined || !(stream instanceof MediaStream)) return null;
    return {
      width: video.videoWidth,
      height: video.videoHeight,
      frames: video.getVideoPlaybackQuality().totalVideoFrames,
      sounds: stream.getAudioTracks().filter(({ readyState, muted }) => readyState === "live" && !muted).length,
      muted: video.muted,
    };
  }, label);

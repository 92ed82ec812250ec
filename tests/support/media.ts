/** Reads from inside a page which media it sends, shares and plays, and by which connections. */
import type { Person } from "./people.ts";

declare global {
  var connections: RTCPeerConnection[];
  var screens: { shared: MediaStream | null; denied: boolean };
}

/**
 * Records every peer connection and shared screen of the pages that open from now on. `relayOnly` allows relay
 * candidates only, as behind a strict firewall.
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
    globalThis.screens = { shared: null, denied: false };
    const getDisplayMedia = navigator.mediaDevices.getDisplayMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getDisplayMedia = async (constraints) => {
      if (globalThis.screens.denied) throw new DOMException("in use", "NotReadableError");
      globalThis.screens.shared = await getDisplayMedia(constraints);
      return globalThis.screens.shared;
    };
  }, relayOnly);
}

/**
 * Returns the seconds that the microphone recorded and the packets of it (50 a second) sent to the first connected
 * peer.
 */
export const audioSent = ({ page }: Person): Promise<{ recordedSeconds: number; packets: number }> =>
  page.evaluate(async () => {
    const sent = { recordedSeconds: 0, packets: 0 };
    const report = await globalThis.connections
      .find((connection) => connection.connectionState === "connected")
      ?.getStats();
    report?.forEach((stat) => {
      if (stat.kind !== "audio") return;
      if (stat.type === "media-source") sent.recordedSeconds += stat.totalSamplesDuration;
      if (stat.type === "outbound-rtp") sent.packets += stat.packetsSent;
    });
    return sent;
  });

/** Returns the number of audio encodings that are active in this page's open connections. */
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

/** Returns the lowest target bitrate of this page's videos, in bits per second. */
export const minVideoBitrate = ({ page }: Person): Promise<number> =>
  page.evaluate(async () => {
    let lowest = Number.POSITIVE_INFINITY;
    for (const connection of globalThis.connections) {
      if (connection.connectionState !== "connected") continue;
      (await connection.getStats()).forEach((stat) => {
        const encodesVideo = stat.type === "outbound-rtp" && stat.kind === "video" && stat.framesEncoded > 0;
        if (encodesVideo) lowest = Math.min(lowest, stat.targetBitrate);
      });
    }
    return lowest;
  });

/** Returns the type of the selected local candidate of each open connection: `host`, `srflx`, `prflx`, `relay`. */
export const localCandidateTypes = ({ page }: Person): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const connection of globalThis.connections) {
      if (connection.connectionState !== "connected") continue;
      const report = await connection.getStats();
      report.forEach((stat) => {
        if (stat.type !== "transport") return;
        const pair = report.get(stat.selectedCandidatePairId);
        found.push(report.get(pair?.localCandidateId)?.candidateType ?? "none");
      });
    }
    return found;
  });

/** Stops sharing as the browser's own "stop sharing" button does. */
export const stopSharingFromBrowserBar = ({ page }: Person): Promise<void> =>
  page.evaluate(() => {
    for (const track of globalThis.screens.shared?.getTracks() ?? []) {
      track.stop();
      // `stop()` called by the page fires no event; the browser's button does.
      track.dispatchEvent(new Event("ended"));
    }
  });

/** Makes every later screen share fail. */
export const denyScreenSharing = ({ page }: Person): Promise<void> =>
  page.evaluate(() => {
    globalThis.screens.denied = true;
  });

/** Returns the kinds of the live tracks that this page sends, in the order of a connection. */
export const sentTrackKinds = ({ page }: Person): Promise<string[]> =>
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
  /** The number of live audio tracks that it plays. */
  audioTracks: number;
  muted: boolean;
}

/** Returns the state of the video with this accessible name, or null if there is none. */
export const renderedVideo = ({ page }: Person, label: string): Promise<RenderedVideo | null> =>
  page.evaluate((name) => {
    const video = [...document.querySelectorAll("video")].find(
      (element) => element.getAttribute("aria-label") === name,
    );
    const stream = video?.srcObject;
    if (video === undefined || !(stream instanceof MediaStream)) return null;
    return {
      width: video.videoWidth,
      height: video.videoHeight,
      frames: video.getVideoPlaybackQuality().totalVideoFrames,
      audioTracks: stream.getAudioTracks().filter(({ readyState, muted }) => readyState === "live" && !muted).length,
      muted: video.muted,
    };
  }, label);

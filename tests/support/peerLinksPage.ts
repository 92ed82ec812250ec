/** Runs in the browser: two real peer connections on one page, with signalling in memory. */

import type { LocalTracks } from "../../app/devices/devices.ts";
import { systemClock } from "../../app/lib/clock.ts";
import { createOfferBudget, createPeerLink, type PeerLink } from "../../app/webrtc/peerLink.ts";
import { prewarm, takeConnection } from "../../app/webrtc/prewarmedConnection.ts";
import { createSignalInbox } from "../../app/webrtc/signalInbox.ts";
import { createSignalling } from "../../app/webrtc/signalling.ts";
import { NO_TRACKS } from "../../app/webrtc/transport.ts";
import { ok } from "../../supabase/functions/_shared/contracts/errors.ts";
import { SIGNAL_EVENT, topics } from "../../supabase/functions/_shared/contracts/realtime.ts";
import { fakeIce } from "../fakes/ice.ts";
import { createFakeHub } from "../fakes/realtime.ts";

export interface PeerLinksReport {
  /** Milliseconds from the creation of the first link to the first video frame on both sides. */
  firstFrame: number;
  offers: number;
  answers: number;
  /** Connections created after the later peer joined, and tracks attached to both since then. */
  createdConnections: number;
  attachedTracks: number;
}

const CALL_ID = "c0000000-0000-4000-8000-000000000000";
const EARLIER = "e0000000-0000-4000-8000-000000000001";
const LATER = "e0000000-0000-4000-8000-000000000002";

let createdConnections = 0;
let attachedTracks = 0;
globalThis.RTCPeerConnection = class extends RTCPeerConnection {
  constructor(configuration?: RTCConfiguration) {
    super(configuration);
    createdConnections += 1;
  }
};

const { replaceTrack } = RTCRtpSender.prototype;
RTCRtpSender.prototype.replaceTrack = function (track) {
  attachedTracks += 1;
  return replaceTrack.call(this, track);
};

async function pair() {
  const hub = createFakeHub();
  const captured = await navigator.mediaDevices.getUserMedia({ audio: true, video: { width: 320, height: 180 } });
  const tracks = {
    ...NO_TRACKS,
    audio: captured.getAudioTracks()[0] ?? null,
    video: captured.getVideoTracks()[0] ?? null,
  };
  const link = (me: string, other: string, offers: boolean) => {
    const inbox = createSignalInbox(hub.client(), CALL_ID, me, async () => ok([]));
    return createPeerLink({
      createConnection: takeConnection,
      createStream: () => new MediaStream(),
      ice: fakeIce(),
      clock: systemClock,
      makesOffers: offers,
      hasOfferLeft: createOfferBudget(systemClock),
      tracks,
      statusMessages: () => [{ type: "media", microphone: true, camera: true, screen: false }],
      openSignalling: (events) =>
        createSignalling({
          ...{ inbox, clock: systemClock, remotePeerId: other, makesOffers: offers, events },
          async send(signal) {
            hub.broadcast(topics.signals(CALL_ID, other), SIGNAL_EVENT, { id: crypto.randomUUID(), from: me, signal });
            return true;
          },
        }),
    });
  };
  /** Returns the number of signals of this type or kind. */
  const sent = (word: string) =>
    hub.log.filter(({ payload }) => new RegExp(`"(?:kind|type)":"${word}"`, "u").test(JSON.stringify(payload))).length;
  return {
    tracks,
    earlier: () => link(EARLIER, LATER, false),
    later: () => link(LATER, EARLIER, true),
    sent,
    end: () => captured.getTracks().forEach((track) => void track.stop()),
  };
}

/** Resolves when the condition holds. It is checked on each change of the link. */
function until(link: PeerLink, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!holds()) return;
      end();
      resolve();
    };
    const end = link.subscribe(check);
    check();
  });
}

async function firstFrameOf(link: PeerLink): Promise<void> {
  await until(link, () => link.getSnapshot().stream !== null);
  const video = document.createElement("video");
  video.muted = true;
  video.autoplay = true;
  video.srcObject = link.getSnapshot().stream;
  document.body.appendChild(video);
  await new Promise((resolve) => video.requestVideoFrameCallback(resolve));
  video.remove();
}

const connected = (link: PeerLink) =>
  until(link, () => link.getSnapshot().connection === "connected" && link.getSnapshot().camera === true);

/**
 * Both join at the same moment, then a camera goes off and on.
 * @public Called in the browser by name.
 */
export const joinSimultaneously = (): Promise<PeerLinksReport> => join(() => Promise.resolve());

/**
 * The later peer joins long after the earlier one was ready.
 * @public Called in the browser by name.
 */
export const joinInTurn = (): Promise<PeerLinksReport> => join((sent) => untilTrue(() => sent("ready") > 0));

/**
 * The connection of the later peer was pre-warmed.
 * @public Called in the browser by name.
 */
export const joinPrewarmed = (): Promise<PeerLinksReport> =>
  join(
    (sent) => untilTrue(() => sent("ready") > 0),
    (tracks) => prewarm({ getSnapshot: () => ({ tracks }), subscribe: () => () => {} }),
  );

async function join(
  between: (sent: (type: string) => number) => Promise<void>,
  before: (tracks: LocalTracks) => void = () => {},
): Promise<PeerLinksReport> {
  const { earlier, later, tracks, sent, end } = await pair();
  const links = [earlier()];
  await between(sent);
  before(tracks);
  createdConnections = 0;
  attachedTracks = 0;
  const start = performance.now();
  links.push(later());
  await Promise.all(links.map(firstFrameOf));
  const firstFrame = performance.now() - start;
  await Promise.all(links.map(connected));
  const toStart = { createdConnections, attachedTracks };
  const [link] = links;
  link?.setTracks({ ...tracks, video: null });
  link?.setTracks(tracks);
  await Promise.all(links.map(firstFrameOf));
  const report = { firstFrame, offers: sent("offer"), answers: sent("answer"), ...toStart };
  for (const openLink of links) openLink.close();
  end();
  return report;
}

/**
 * Both join at the same moment, without speech, and stay.
 * @public Called in the browser by name.
 */
export async function joinSilent(): Promise<PeerLinksReport> {
  const { earlier, later, tracks, sent } = await pair();
  if (tracks.audio !== null) tracks.audio.enabled = false;
  const start = performance.now();
  await Promise.all([earlier(), later()].map(firstFrameOf));
  return {
    firstFrame: performance.now() - start,
    offers: sent("offer"),
    answers: sent("answer"),
    createdConnections,
    attachedTracks,
  };
}

/** Checks the condition on every animation frame. */
async function untilTrue(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/**
 * The later peer replaces its connection, as after it gave up on the first.
 * @public Called in the browser by name.
 */
export async function rebuildConnection(): Promise<PeerLinksReport> {
  const { earlier, later, sent, end } = await pair();
  const stays = earlier();
  const goes = later();
  await Promise.all([connected(stays), connected(goes)]);
  const before = stays.getSnapshot().stream;
  const start = performance.now();
  goes.close();
  const comes = later();
  await until(stays, () => stays.getSnapshot().stream !== before);
  await Promise.all([connected(stays), connected(comes)]);
  await Promise.all([firstFrameOf(stays), firstFrameOf(comes)]);
  const report = {
    firstFrame: performance.now() - start,
    offers: sent("offer"),
    answers: sent("answer"),
    createdConnections,
    attachedTracks,
  };
  stays.close();
  comes.close();
  end();
  return report;
}

/** Both links of one connection. Time, signalling and network are fakes; the rest is real. */
import { createOfferBudget, createPeerLink } from "../../app/webrtc/peerLink.ts";
import { createSignalInbox } from "../../app/webrtc/signalInbox.ts";
import { createSignalling } from "../../app/webrtc/signalling.ts";
import { NO_TRACKS } from "../../app/webrtc/transport.ts";
import { ok } from "../../supabase/functions/_shared/contracts/errors.ts";
import {
  type ReceivedSignal,
  SIGNAL_EVENT,
  type Signal,
  topics,
} from "../../supabase/functions/_shared/contracts/realtime.ts";
import { createFakeClock } from "./clock.ts";
import { fakeIce } from "./ice.ts";
import { fakeStream, fakeTrack } from "./media.ts";
import { createFakeNetwork } from "./peerConnection.ts";
import { createFakeHub, type FakeHub } from "./realtime.ts";

const CALL_ID = "c0000000-0000-4000-8000-000000000000";
const PEER_IDS = {
  early: "e0000000-0000-4000-8000-000000000001",
  late: "e0000000-0000-4000-8000-000000000002",
} as const;
type PeerName = keyof typeof PEER_IDS;
type Direction = `${PeerName}:${PeerName}`;

export function peerLinkWorld() {
  const clock = createFakeClock();
  const hub = createFakeHub();
  const network = createFakeNetwork();

  function tab(me: PeerName, other: PeerName, offers: boolean, ready?: Promise<void>) {
    const realtime = hub.client();
    const inbox = createSignalInbox(realtime, CALL_ID, PEER_IDS[me], async () => ok([]));
    const ice = fakeIce(ready);
    const tracks = { ...NO_TRACKS, audio: fakeTrack("audio"), video: fakeTrack("video") };
    const link = createPeerLink({
      createConnection: network.make,
      createStream: () => fakeStream(),
      ice,
      clock,
      makesOffers: offers,
      hasOfferLeft: createOfferBudget(clock),
      tracks,
      statusMessages: () => [{ type: "media", microphone: true, camera: false, screen: false }],
      openSignalling: (events) =>
        createSignalling({
          ...{ inbox, clock, remotePeerId: PEER_IDS[other], makesOffers: offers, events },
          async send(signal) {
            await Promise.resolve();
            if (!realtime.isOnline()) return false;
            broadcastSignal(hub, `${me}:${other}`, signal);
            return true;
          },
        }),
    });
    return { realtime, inbox, link, tracks, ice, connection: () => link.getSnapshot().connection };
  }

  return {
    clock,
    hub,
    network,
    early: () => tab("early", "late", false),
    late: (ready?: Promise<void>) => tab("late", "early", true, ready),
  };
}

export const inboxOf = (peer: PeerName): string => topics.signals(CALL_ID, PEER_IDS[peer]);

/** Broadcasts a signal as the database does. */
export function broadcastSignal(hub: FakeHub, direction: Direction, signal: Signal): void {
  const [from, to] = direction.split(":") as [PeerName, PeerName];
  hub.broadcast(inboxOf(to), SIGNAL_EVENT, { id: crypto.randomUUID(), from: PEER_IDS[from], signal });
}

export const signalOf = (payload: unknown): Signal => (payload as ReceivedSignal).signal;

/** Returns the sent signals of a type in one direction, or in both. */
export const signals = (hub: FakeHub, type: Signal["type"], direction?: Direction): Signal[] =>
  hub.log
    .map(({ payload }) => payload as ReceivedSignal)
    .filter(
      ({ from, signal }) =>
        signal.type === type && (direction === undefined || from === PEER_IDS[direction.split(":")[0] as PeerName]),
    )
    .map(({ signal }) => signal);

export async function connectedPeerLinks(given = peerLinkWorld()) {
  const early = given.early();
  const late = given.late();
  await given.clock.advance(1_000);
  if (early.connection() !== "connected" || late.connection() !== "connected") throw new Error("they did not connect");
  return { ...given, earlyTab: early, lateTab: late };
}

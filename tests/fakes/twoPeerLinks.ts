/** Both links of one connection. Time, signalling and network are fakes; the rest is real. */
import { createPeerLink } from "../../app/webrtc/peerLink.ts";
import { createSignalling } from "../../app/webrtc/signalling.ts";
import { NO_TRACKS } from "../../app/webrtc/transport.ts";
import { createFakeClock } from "./clock.ts";
import { fakeIce } from "./ice.ts";
import { fakeStream, fakeTrack } from "./media.ts";
import { createFakeNetwork } from "./peerConnection.ts";
import { createFakeHub } from "./realtime.ts";

export const CALL_ID = "c0000000-0000-4000-8000-000000000000";

export function peerLinkWorld() {
  const clock = createFakeClock();
  const hub = createFakeHub();
  const network = createFakeNetwork();

  function tab(me: string, other: string, offers: boolean, ready?: Promise<void>) {
    const realtime = hub.client();
    const ice = fakeIce(ready);
    const tracks = { ...NO_TRACKS, audio: fakeTrack("audio"), video: fakeTrack("video") };
    const link = createPeerLink({
      createConnection: network.make,
      createStream: () => fakeStream(),
      ice,
      clock,
      makesOffers: offers,
      tracks,
      statusMessages: () => [{ type: "media", microphone: true, camera: false, screen: false }],
      openSignalling: (events) =>
        createSignalling({ realtime, clock, callId: CALL_ID, ownPeerId: me, remotePeerId: other, events }),
    });
    return { realtime, link, tracks, ice, connection: () => link.getSnapshot().connection };
  }

  return {
    clock,
    hub,
    network,
    early: () => tab("early", "late", false),
    late: (ready?: Promise<void>) => tab("late", "early", true, ready),
  };
}

export const signals = (hub: ReturnType<typeof createFakeHub>, type: string, from?: string) =>
  hub.log.filter(
    ({ topic, payload }) =>
      (payload as { type: string }).type === type && (from === undefined || topic.endsWith(`:${from}`)),
  );

export async function connectedPeerLinks(given = peerLinkWorld()) {
  const early = given.early();
  const late = given.late();
  await given.clock.advance(1_000);
  if (early.connection() !== "connected" || late.connection() !== "connected") throw new Error("they did not connect");
  return { ...given, earlyTab: early, lateTab: late };
}

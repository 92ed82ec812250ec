/** The two links of one connection, real but for time, signalling and the network between them. */
import { createPeerLink } from "../../app/calls/core/peerLink.ts";
import { createSignalling } from "../../app/calls/core/signalling.ts";
import { NO_TRACKS } from "../../app/calls/core/transport.ts";
import { createFakeClock } from "./clock.ts";
import { fakeIce } from "./ice.ts";
import { fakeStream, fakeTrack } from "./media.ts";
import { createNetwork } from "./peerConnection.ts";
import { createHub } from "./realtime.ts";

export const CALL = "c0000000-0000-4000-8000-000000000000";

export function world() {
  const clock = createFakeClock();
  const hub = createHub();
  const network = createNetwork();

  function tab(me: string, other: string, offers: boolean, ready?: Promise<void>) {
    const realtime = hub.client();
    const ice = fakeIce(ready);
    const tracks = { ...NO_TRACKS, audio: fakeTrack("audio"), video: fakeTrack("video") };
    const link = createPeerLink({
      makeConnection: network.make,
      makeStream: () => fakeStream(),
      ice,
      clock,
      offers,
      tracks,
      live: () => [{ type: "media", microphone: true, camera: false, screen: false }],
      openSignalling: (events) => createSignalling({ realtime, clock, callId: CALL, me, other, events }),
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

export const signals = (hub: ReturnType<typeof createHub>, type: string, from?: string) =>
  hub.log.filter(
    ({ topic, payload }) =>
      (payload as { type: string }).type === type && (from === undefined || topic.endsWith(`:${from}`)),
  );

export async function connected(given = world()) {
  const early = given.early();
  const late = given.late();
  await given.clock.advance(1_000);
  if (early.connection() !== "connected" || late.connection() !== "connected") throw new Error("they did not connect");
  return { ...given, earlyTab: early, lateTab: late };
}

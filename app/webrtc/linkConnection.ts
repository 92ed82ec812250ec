/** One connection of a peer link, with all that ends together with it: received media, limits of messages and samples. */
import type { StatusMessage } from "#contracts/realtime.ts";
import type { Clock } from "../lib/clock.ts";
import { ABUSE_EVENT } from "../lib/pictureAbuse.ts";
import { createMessageBudget, FLOOD_BUDGET } from "./messageBudget.ts";
import type { CreatePeerConnection, PeerConnection, PeerConnectionEvents } from "./peerConnection.ts";
import { createQualitySampler, type QualitySampler } from "./qualitySampler.ts";
import { createRemoteMediaReceiver, type MediaSubscriptions } from "./remoteMediaReceiver.ts";
import type { RemoteMedia } from "./transport.ts";

export interface LinkConnectionOptions {
  createConnection: CreatePeerConnection;
  createStream: () => MediaStream;
  clock: Clock;
  /** Whether this side has the higher join number. */
  makesOffers: boolean;
  iceServers: readonly RTCIceServer[];
  /** Returns the newest message of each type, which are sent when the data channel opens. */
  statusMessages: () => readonly StatusMessage[];
}

export interface LinkConnectionEvents
  extends Pick<PeerConnectionEvents, "onCandidate" | "onStateChange" | "onNegotiationNeeded"> {
  onMedia(change: Partial<RemoteMedia>): void;
  /** The remote peer wants other media than before. */
  onSubscriptions(subscriptions: MediaSubscriptions): void;
  /** The remote peer sends what no page of Parley sends, which would freeze this page. */
  onAbuse(): void;
}

export interface LinkConnection {
  connection: PeerConnection;
  quality: QualitySampler;
  /** Closes the connection. Its events are ignored from then on. */
  dispose(): void;
}

export function createLinkConnection(options: LinkConnectionOptions, events: LinkConnectionEvents): LinkConnection {
  const { clock } = options;
  let disposed = false;
  const unlessDisposed =
    <Args extends unknown[]>(run: (...args: Args) => void) =>
    (...args: Args) => {
      if (!disposed) run(...args);
    };
  const onAbuse = unlessDisposed(events.onAbuse);
  const mediaReceiver = createRemoteMediaReceiver({
    createStream() {
      const stream = options.createStream();
      stream.addEventListener(ABUSE_EVENT, onAbuse);
      return stream;
    },
    clock,
    onChange: events.onMedia,
    onSubscriptions: events.onSubscriptions,
  });
  const countMessage = createMessageBudget(clock);
  const connectionEvents: PeerConnectionEvents = {
    onCandidate: unlessDisposed(events.onCandidate),
    onStateChange: unlessDisposed(events.onStateChange),
    onNegotiationNeeded: unlessDisposed(events.onNegotiationNeeded),
    onTrack: unlessDisposed(mediaReceiver.onTrack),
    onDataChannelOpen: unlessDisposed(() => {
      for (const message of options.statusMessages()) connection.sendData(message);
    }),
    onData: unlessDisposed((data) => {
      const budget = countMessage(data);
      if (budget >= 0) mediaReceiver.onMessage(data);
      else if (budget < FLOOD_BUDGET) onAbuse();
    }),
    onUninvitedChannel: onAbuse,
  };
  const connection = options.createConnection(options.iceServers, connectionEvents, options.makesOffers);
  return {
    connection,
    quality: createQualitySampler(
      connection,
      unlessDisposed((quality) => events.onMedia({ quality })),
      onAbuse,
    ),
    dispose() {
      disposed = true;
      mediaReceiver.close();
      connection.close();
    },
  };
}

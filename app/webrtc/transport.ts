/** How media reaches the remote peers. `mesh.ts` implements it with a connection to each of them. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { Emoji } from "#contracts/lines.ts";
import type { LiveMessage, RecognisedBy, StatusMessage, TransientMessage } from "#contracts/realtime.ts";
import type { Store } from "../lib/store.ts";
import type { ConnectionQuality } from "./stats.ts";

/** One tab of a participant. */
export interface TransportPeer {
  readonly peer_id: string;
  readonly user_id: string;
  /** Increases with each peer that joins the call. */
  readonly join_number: number;
}

export interface SentTracks {
  readonly audio: MediaStreamTrack | null;
  readonly video: MediaStreamTrack | null;
  readonly screen: MediaStreamTrack | null;
  /** Null where the browser does not capture it. */
  readonly screenAudio: MediaStreamTrack | null;
}
export type TrackName = keyof SentTracks;

/** In the order of a connection's transceivers. */
export const TRACK_NAMES = ["audio", "video", "screen", "screenAudio"] as const satisfies readonly TrackName[];

export const NO_TRACKS: SentTracks = { audio: null, video: null, screen: null, screenAudio: null };

/** The media and status of one remote peer. The peer itself reports all but the tracks and the quality. */
export interface RemoteMedia {
  /** Camera and microphone: one stream for the life of the connection, null before the first track. */
  readonly stream: MediaStream | null;
  /** The shared screen, while it is shared. */
  readonly screen: MediaStream | null;
  readonly connection: "connecting" | "connected" | "reconnecting";
  /** Null until it was measured. */
  readonly quality: ConnectionQuality | null;
  /** Set when connecting takes too long. Attempts continue. */
  readonly problem: ErrorCode | null;
  /** Null until the peer reports it. */
  readonly microphone: boolean | null;
  readonly camera: boolean | null;
  readonly speaking: boolean;
  readonly typing: boolean;
  /** Shown for `REACTION_DURATION_MS`. */
  readonly reaction: Emoji | null;
  readonly recogniser: RecognisedBy;
  /** The current or last interim caption. */
  readonly liveCaption: LiveCaption | null;
  /** Id of the line that the participant is still reading. */
  readonly readingLineId: string | null;
}

/** A caption that a peer sends: its own speech, or what it types for another participant. */
export type LiveCaption = Readonly<Omit<Extract<LiveMessage, { type: "saying" }>, "type">>;

export interface MediaTransport extends Store<ReadonlyMap<string, RemoteMedia>> {
  /** Connects to these remote peers, and disconnects from all others. */
  setPeers(remotePeers: readonly TransportPeer[]): void;
  setTracks(tracks: SentTracks): void;
  /** Sends the newest message of each type to all peers, later ones too. */
  setStatus(message: StatusMessage): void;
  /** Sends to the connected peers. */
  broadcast(message: TransientMessage): void;
  close(): void;
}

/** A transport whose ICE servers are fetched while the page enters the call. Call either method once. */
export interface PreparedTransport {
  open(call: { callId: string; me: TransportPeer }): MediaTransport;
  /** Releases it: the call was not entered. */
  dispose(): void;
}

export type PrepareTransport = (peerId: string) => PreparedTransport;

export const INITIAL_REMOTE_MEDIA: RemoteMedia = {
  stream: null,
  screen: null,
  connection: "connecting",
  quality: null,
  problem: null,
  microphone: null,
  camera: null,
  speaking: false,
  typing: false,
  reaction: null,
  recogniser: "off",
  liveCaption: null,
  readingLineId: null,
};

export const REACTION_DURATION_MS = 5_000;

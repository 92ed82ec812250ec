/** How media reaches the others: one interface, whatever carries it. `mesh.ts` connects each to each. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { Emoji } from "#contracts/lines.ts";
import type { Peer } from "#contracts/meetings.ts";
import type { LiveMessage, RecognisedBy, StatusMessage, TransientMessage } from "#contracts/realtime.ts";
import type { Store } from "../lib/store.ts";
import type { ConnectionQuality } from "./stats.ts";

/** Of one's own devices. */
export interface LocalTracks {
  readonly audio: MediaStreamTrack | null;
  readonly video: MediaStreamTrack | null;
}

/** Of one's own screen: its picture, and its sound where the browser gives it. */
export interface ScreenTracks {
  readonly screen: MediaStreamTrack | null;
  readonly screenAudio: MediaStreamTrack | null;
}

export type SentTracks = LocalTracks & ScreenTracks;
export type TrackName = keyof SentTracks;

/** In the order in which a connection has them. */
export const TRACK_NAMES = ["audio", "video", "screen", "screenAudio"] as const satisfies readonly TrackName[];

export const NO_TRACKS: SentTracks = { audio: null, video: null, screen: null, screenAudio: null };

/** What arrives from one peer. All but the tracks and the quality is what that peer says of itself. */
export interface RemoteMedia {
  /** Camera and microphone; one stream for the life of the connection, null until the first track. */
  readonly stream: MediaStream | null;
  /** Their screen, while they share it. */
  readonly screen: MediaStream | null;
  readonly connection: "connecting" | "connected" | "reconnecting";
  /** Of the line between the two; null until it is known. */
  readonly quality: ConnectionQuality | null;
  /** Set when it takes too long; it is tried further. */
  readonly problem: ErrorCode | null;
  /** Null until it is known. */
  readonly microphone: boolean | null;
  readonly camera: boolean | null;
  readonly speaking: boolean;
  readonly typing: boolean;
  /** For a moment after they gave it. */
  readonly reaction: Emoji | null;
  readonly recogniser: RecognisedBy;
  /** What is being said there just now, or was said last. */
  readonly liveCaption: LiveCaption | null;
  /** Id of the line that they are still reading. */
  readonly readingLineId: string | null;
}

/** Of a peer: its own words, or those of another for whom it types. */
export type LiveCaption = Readonly<Omit<Extract<LiveMessage, { type: "saying" }>, "type">>;

export interface MediaTransport extends Store<ReadonlyMap<string, RemoteMedia>> {
  /** The other peers of the call, all of them; who is missing is let go. */
  setPeers(others: readonly Peer[]): void;
  setTracks(tracks: SentTracks): void;
  /** Tells all peers of the call, those who come later too, the newest message of each type. */
  setStatus(message: StatusMessage): void;
  /** Tells those who are connected now. */
  broadcast(message: TransientMessage): void;
  close(): void;
}

/**
 * What the transport of a stay needs and has to ask for, while the call is being entered: `peerId` is asked for, not yet
 * given. Ends by one of both.
 */
export interface PreparedTransport {
  open(stay: { callId: string; me: Peer }): MediaTransport;
  /** The call was not entered. */
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

/** How long a reaction is shown, milliseconds. */
export const REACTION_DURATION_MS = 5_000;

/** How media reaches the others: one interface, whatever carries it. `mesh.ts` connects each to each. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { Peer } from "#contracts/meetings.ts";
import type { LiveMessage } from "#contracts/realtime.ts";
import type { Store } from "../../platform/store.ts";

export interface LocalTracks {
  readonly audio: MediaStreamTrack | null;
  readonly video: MediaStreamTrack | null;
}

/** What arrives from one peer. All but the tracks is what that peer says of itself. */
export interface RemoteMedia {
  /** One stream for the life of the connection; null until the first track. */
  readonly stream: MediaStream | null;
  readonly connection: "connecting" | "connected" | "reconnecting";
  /** Set when it takes too long; it is tried further. */
  readonly problem: ErrorCode | null;
  readonly microphone: boolean;
  readonly camera: boolean;
  readonly speaking: boolean;
  readonly typing: boolean;
}

export interface MediaTransport extends Store<ReadonlyMap<string, RemoteMedia>> {
  /** The other peers of the call, all of them; who is missing is let go. */
  setPeers(others: readonly Peer[]): void;
  setTracks(tracks: LocalTracks): void;
  /** Tells all peers of the call, those who come later too, the newest message of each type. */
  announce(message: LiveMessage): void;
  close(): void;
}

/** Makes the transport of one stay in a call. */
export type MakeTransport = (stay: { callId: string; me: Peer }) => MediaTransport;

export const NOTHING_YET: RemoteMedia = {
  stream: null,
  connection: "connecting",
  problem: null,
  microphone: false,
  camera: false,
  speaking: false,
  typing: false,
};

/** Owns this page's shared screen: requests it, provides its tracks, and stops them. */
import type { Failure } from "#contracts/errors.ts";
import { createStore, type Store } from "../lib/store.ts";

export interface ScreenTracks {
  readonly screen: MediaStreamTrack | null;
  readonly screenAudio: MediaStreamTrack | null;
}

export type ScreenShareState =
  | { readonly name: "off" }
  /** The browser's picker is open. */
  | { readonly name: "asking" }
  | { readonly name: "live"; readonly stream: MediaStream }
  | { readonly name: "error"; readonly error: Failure };

export interface ScreenShare extends Store<ScreenShareState> {
  /** False on phones: their browsers cannot share a screen. */
  readonly supported: boolean;
  tracks(): ScreenTracks;
  /** Settles when the screen is live, or not. Cancelling the browser's picker leads back to `off`. */
  start(): Promise<void>;
  stop(): void;
}

export type GetDisplayMedia = (constraints: DisplayMediaStreamOptions) => Promise<MediaStream>;

const SCREEN_SHARE_OFF: ScreenShareState = { name: "off" };
const NO_SCREEN_TRACKS: ScreenTracks = { screen: null, screenAudio: null };

/** Text must stay sharp: few frames, in full resolution. */
const SCREEN_VIDEO_CONSTRAINTS = { frameRate: { ideal: 15, max: 30 }, width: { max: 2560 }, height: { max: 1440 } };

export function createScreenShare(getDisplayMedia: GetDisplayMedia | undefined): ScreenShare {
  const store = createStore<ScreenShareState>(SCREEN_SHARE_OFF);
  let tracks = NO_SCREEN_TRACKS;

  function stop() {
    const { screen, screenAudio } = tracks;
    tracks = NO_SCREEN_TRACKS;
    screen?.stop();
    screenAudio?.stop();
    store.set(SCREEN_SHARE_OFF);
  }

  function adoptStream(stream: MediaStream) {
    const [screen] = stream.getVideoTracks();
    const [screenAudio = null] = stream.getAudioTracks();
    if (screen === undefined) return store.set(SCREEN_SHARE_OFF);
    screen.contentHint = "detail";
    tracks = { screen, screenAudio };
    // The browser's own button ends the share, too.
    screen.addEventListener("ended", () => {
      if (tracks.screen === screen) stop();
    });
    store.set({ name: "live", stream });
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    supported: getDisplayMedia !== undefined,
    tracks: () => tracks,
    async start() {
      const { name } = store.getSnapshot();
      if (getDisplayMedia === undefined || name === "asking" || name === "live") return;
      const pendingState: ScreenShareState = { name: "asking" };
      store.set(pendingState);
      try {
        const stream = await getDisplayMedia({ video: SCREEN_VIDEO_CONSTRAINTS, audio: true });
        if (store.getSnapshot() === pendingState) return adoptStream(stream);
        for (const track of stream.getTracks()) track.stop();
      } catch (error) {
        if (store.getSnapshot() !== pendingState) return;
        const cause = error instanceof Error || error instanceof DOMException ? error.name : "unknown";
        // `NotAllowedError` means that the user or the system denied it. Both know, so it is not shown as an error.
        store.set(
          cause === "NotAllowedError" ? SCREEN_SHARE_OFF : { name: "error", error: { code: "device/in-use", cause } },
        );
      }
    },
    stop,
  };
}

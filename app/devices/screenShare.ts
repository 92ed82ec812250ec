/** The one owner of this page's shared screen: asks for it, hands its tracks out, and stops them. */
import type { Failure } from "#contracts/errors.ts";
import { createStore, type Store } from "../lib/store.ts";
import type { ScreenTracks } from "../webrtc/transport.ts";

export type ScreenShareState =
  | { readonly name: "off" }
  /** The browser is asking which one. */
  | { readonly name: "asking" }
  | { readonly name: "live"; readonly stream: MediaStream }
  | { readonly name: "error"; readonly error: Failure };

export interface ScreenShare extends Store<ScreenShareState> {
  /** False where a browser cannot share its screen: on phones. */
  readonly supported: boolean;
  tracks(): ScreenTracks;
  /** Settles when it is shared, or not. Who chooses none in the browser's dialog is back at `off`. */
  start(): Promise<void>;
  stop(): void;
}

/** The part of `navigator.mediaDevices` that is used. */
export type GetDisplayMedia = (constraints: DisplayMediaStreamOptions) => Promise<MediaStream>;

const SCREEN_SHARE_OFF: ScreenShareState = { name: "off" };
const NO_SCREEN_TRACKS: ScreenTracks = { screen: null, screenAudio: null };

/** Text must stay sharp: few frames, each in full. */
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
    // Also by the browser's own "stop sharing".
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
        // The same name says "no" of the person and of the system: in both nothing is shared, and they know it.
        store.set(
          cause === "NotAllowedError" ? SCREEN_SHARE_OFF : { name: "error", error: { code: "device/in-use", cause } },
        );
      }
    },
    stop,
  };
}

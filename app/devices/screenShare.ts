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
  /**
   * Settles when the screen is live, or not. Cancelling the browser's picker leads back to `off`. A denial by the system
   * is the error `device/permission-denied`.
   */
  start(): Promise<void>;
  stop(): void;
}

/** Members that TypeScript's DOM library lacks. Browsers ignore those that they do not know. */
interface DisplayMediaOptions extends DisplayMediaStreamOptions {
  readonly selfBrowserSurface: "exclude";
  readonly systemAudio: "include" | "exclude";
  readonly audio: MediaTrackConstraints & { readonly restrictOwnAudio: true };
}
export type GetDisplayMedia = (constraints: DisplayMediaOptions) => Promise<MediaStream>;

interface ScreenShareOptions {
  /** Whether the browser can leave the page's own sound out of the system's. */
  readonly canRestrictOwnAudio?: boolean;
}

const SCREEN_SHARE_OFF: ScreenShareState = { name: "off" };
const NO_SCREEN_TRACKS: ScreenTracks = { screen: null, screenAudio: null };

/** Text must stay sharp: few frames, in full resolution. */
const SCREEN_VIDEO_CONSTRAINTS = { frameRate: { ideal: 15, max: 30 }, width: { max: 2560 }, height: { max: 1440 } };

/**
 * Participants must not hear themselves: the page's own tab is not offered, and the system's sound only if the browser can
 * leave the page's sound out of it. The sound of another tab or window is always offered.
 */
const displayMediaOptions = (canRestrictOwnAudio: boolean): DisplayMediaOptions => ({
  video: SCREEN_VIDEO_CONSTRAINTS,
  audio: { restrictOwnAudio: true },
  systemAudio: canRestrictOwnAudio ? "include" : "exclude",
  selfBrowserSurface: "exclude",
});

/** Chromium's message if the system does not let it record the screen. After a cancelled picker it ends differently. */
const SYSTEM_DENIAL_MESSAGE = /by system/iu;

/** Returns null if the user cancelled the picker. */
function screenShareFailure(error: unknown): Failure | null {
  const { name: cause, message } =
    error instanceof Error || error instanceof DOMException ? error : { name: "unknown", message: "" };
  if (cause !== "NotAllowedError") return { code: "device/in-use", cause };
  return SYSTEM_DENIAL_MESSAGE.test(message) ? { code: "device/permission-denied", cause } : null;
}

export function createScreenShare(
  getDisplayMedia: GetDisplayMedia | undefined,
  { canRestrictOwnAudio = false }: ScreenShareOptions = {},
): ScreenShare {
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
        const stream = await getDisplayMedia(displayMediaOptions(canRestrictOwnAudio));
        if (store.getSnapshot() === pendingState) return adoptStream(stream);
        for (const track of stream.getTracks()) track.stop();
      } catch (error) {
        if (store.getSnapshot() !== pendingState) return;
        const failure = screenShareFailure(error);
        store.set(failure === null ? SCREEN_SHARE_OFF : { name: "error", error: failure });
      }
    },
    stop,
  };
}

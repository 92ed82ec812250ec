/** The one owner of this page's shared screen: asks for it, hands its tracks out, and stops them. */
import type { Failure } from "#contracts/errors.ts";
import { createStore, type Store } from "../../platform/store.ts";
import type { SharedTracks } from "./transport.ts";

export type ScreenState =
  | { readonly name: "off" }
  /** The browser is asking which one. */
  | { readonly name: "asking" }
  | { readonly name: "live"; readonly stream: MediaStream }
  | { readonly name: "error"; readonly error: Failure };

export interface Screen extends Store<ScreenState> {
  /** False where a browser cannot share its screen: on phones. */
  readonly possible: boolean;
  tracks(): SharedTracks;
  /** Settles when it is shared, or not. Who chooses none in the browser's dialog is back at `off`. */
  start(): Promise<void>;
  stop(): void;
}

/** The part of `navigator.mediaDevices` that is used. */
export type GetDisplayMedia = (constraints: DisplayMediaStreamOptions) => Promise<MediaStream>;

const OFF: ScreenState = { name: "off" };
const NOTHING: SharedTracks = { screen: null, screenSound: null };

/** Text must stay sharp: few frames, each in full. */
const PICTURE = { frameRate: { ideal: 15, max: 30 }, width: { max: 2560 }, height: { max: 1440 } };

export function createScreen(getDisplayMedia: GetDisplayMedia | undefined): Screen {
  const store = createStore<ScreenState>(OFF);
  let tracks = NOTHING;

  function stop() {
    const { screen, screenSound } = tracks;
    tracks = NOTHING;
    screen?.stop();
    screenSound?.stop();
    store.set(OFF);
  }

  function take(stream: MediaStream) {
    const [screen] = stream.getVideoTracks();
    const [screenSound = null] = stream.getAudioTracks();
    if (screen === undefined) return store.set(OFF);
    screen.contentHint = "detail";
    tracks = { screen, screenSound };
    // Also by the browser's own "stop sharing".
    screen.addEventListener("ended", () => {
      if (tracks.screen === screen) stop();
    });
    store.set({ name: "live", stream });
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    possible: getDisplayMedia !== undefined,
    tracks: () => tracks,
    async start() {
      const { name } = store.getSnapshot();
      if (getDisplayMedia === undefined || name === "asking" || name === "live") return;
      const asking: ScreenState = { name: "asking" };
      store.set(asking);
      try {
        const stream = await getDisplayMedia({ video: PICTURE, audio: true });
        if (store.getSnapshot() === asking) return take(stream);
        for (const track of stream.getTracks()) track.stop();
      } catch (error) {
        if (store.getSnapshot() !== asking) return;
        const cause = error instanceof Error || error instanceof DOMException ? error.name : "unknown";
        // The same name says "no" of the person and of the system: in both nothing is shared, and they know it.
        store.set(cause === "NotAllowedError" ? OFF : { name: "error", error: { code: "device/in-use", cause } });
      }
    },
    stop,
  };
}

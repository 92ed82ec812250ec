import { createStore, type WritableStore } from "../../app/lib/store.ts";
import type { IceServerStore } from "../../app/webrtc/ice.ts";

/** Creates a store of ICE servers that a test sets. It is empty at first, and ready at once unless `ready` is given. */
export const fakeIce = (
  ready: Promise<void> = Promise.resolve(),
): IceServerStore & WritableStore<readonly RTCIceServer[]> => ({
  ...createStore<readonly RTCIceServer[]>([]),
  ready,
  renew() {},
  close() {},
});

import { createStore, type WritableStore } from "../../app/lib/store.ts";
import type { IceServerStore } from "../../app/webrtc/ice.ts";

/** Servers as a test gives them: none at first, known at once unless `ready` says when. */
export const fakeIce = (
  ready: Promise<void> = Promise.resolve(),
): IceServerStore & WritableStore<readonly RTCIceServer[]> => ({
  ...createStore<readonly RTCIceServer[]>([]),
  ready,
  renew() {},
  close() {},
});

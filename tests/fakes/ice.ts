import type { Ice } from "../../app/calls/core/ice.ts";
import { createStore, type WritableStore } from "../../app/platform/store.ts";

/** Servers as a test gives them: none at first, known at once unless `ready` says when. */
export const fakeIce = (ready: Promise<void> = Promise.resolve()): Ice & WritableStore<readonly RTCIceServer[]> => ({
  ...createStore<readonly RTCIceServer[]>([]),
  ready,
  renew() {},
  close() {},
});

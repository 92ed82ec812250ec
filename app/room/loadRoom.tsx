import type { Devices } from "~/devices/devices.ts";

/** Loads the call while the user is on the pre-join page. */
export const loadRoom = async () => (await import("./Room.client.tsx")).Room;

/** Creates the call's first connection ahead of time, with the devices that are on. The result disposes of it. */
export function prewarmConnection(devices: Devices): () => void {
  let disposed = false;
  let dispose = () => {};
  import("./Room.client.tsx").then(
    ({ prewarm }) => {
      if (!disposed) dispose = prewarm(devices);
    },
    // `loadRoom` reports the failure.
    () => {},
  );
  return () => {
    disposed = true;
    dispose();
  };
}

import type { Devices } from "~/devices/devices.ts";

/** The call itself, loaded while one stands at the door. */
export const loadRoom = async () => (await import("./Room.tsx")).Room;

/** Makes the call's first connection while one stands at the door, with what is on of `devices` until the answer is called. */
export function prewarmConnection(devices: Devices): () => void {
  let disposed = false;
  let dispose = () => {};
  import("./Room.tsx").then(
    ({ prewarm }) => {
      if (!disposed) dispose = prewarm(devices);
    },
    // Who wants the room says that it cannot be had.
    () => {},
  );
  return () => {
    disposed = true;
    dispose();
  };
}

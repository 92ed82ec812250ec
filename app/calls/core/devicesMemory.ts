/** What somebody chose of their devices, as this browser remembers it for the next door. */
import * as z from "zod/mini";

/** `id`: chosen by the person, null while that was left to the browser. `on`: as it was when one last entered. */
const part = z.object({ id: z.nullable(z.string()), on: z.boolean() });
const remembered = z.object({ microphone: part, camera: part, speaker: z.nullable(z.string()) });
export type RememberedDevices = z.infer<typeof remembered>;

export interface DevicesMemory {
  read(): RememberedDevices;
  write(now: RememberedDevices): void;
}

const STORED = "parley.devices";
export const NOTHING_CHOSEN: RememberedDevices = {
  microphone: { id: null, on: true },
  camera: { id: null, on: true },
  speaker: null,
};

/** `storage` throws where a browser stores nothing: then one is asked anew at each door. */
export const createDevicesMemory = (storage: () => Pick<Storage, "getItem" | "setItem">): DevicesMemory => ({
  read() {
    try {
      const kept = remembered.safeParse(JSON.parse(storage().getItem(STORED) ?? "null"));
      return kept.success ? kept.data : NOTHING_CHOSEN;
    } catch {
      return NOTHING_CHOSEN;
    }
  },
  write(now) {
    try {
      storage().setItem(STORED, JSON.stringify(now));
    } catch {
      // Forgotten with the page.
    }
  },
});

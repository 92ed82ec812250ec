/** What somebody chose of their devices, as this browser remembers it for the next door. */

/** `id`: chosen by the person, null while that was left to the browser. `on`: as it was when one last entered. */
interface RememberedDevice {
  readonly id: string | null;
  readonly on: boolean;
}
export interface RememberedDevices {
  readonly microphone: RememberedDevice;
  readonly camera: RememberedDevice;
  readonly speaker: string | null;
}

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
      const kept: unknown = JSON.parse(storage().getItem(STORED) ?? "null");
      return isRemembered(kept) ? kept : NOTHING_CHOSEN;
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

// By hand: pages without a call hold this too, and a parser weighs more than all of it.
const isId = (value: unknown): value is string | null => value === null || typeof value === "string";
const isDevice = (value: unknown): value is RememberedDevice =>
  typeof value === "object" &&
  value !== null &&
  "id" in value &&
  isId(value.id) &&
  "on" in value &&
  typeof value.on === "boolean";
const isRemembered = (value: unknown): value is RememberedDevices =>
  typeof value === "object" &&
  value !== null &&
  "microphone" in value &&
  isDevice(value.microphone) &&
  "camera" in value &&
  isDevice(value.camera) &&
  "speaker" in value &&
  isId(value.speaker);

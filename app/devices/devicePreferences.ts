/** What somebody chose of their devices, as this browser remembers it for the next door. */

/** `id`: chosen by the person, null while that was left to the browser. `on`: as it was when one last entered. */
interface DevicePreference {
  readonly id: string | null;
  readonly on: boolean;
}
export interface DevicePreferences {
  readonly microphone: DevicePreference;
  readonly camera: DevicePreference;
  readonly speaker: string | null;
}

export interface DevicePreferencesStore {
  read(): DevicePreferences;
  write(now: DevicePreferences): void;
}

const DEVICE_PREFERENCES_KEY = "parley.devices";
export const DEFAULT_DEVICE_PREFERENCES: DevicePreferences = {
  microphone: { id: null, on: true },
  camera: { id: null, on: true },
  speaker: null,
};

/** `storage` throws where a browser stores nothing: then one is asked anew at each door. */
export const createDevicePreferencesStore = (
  storage: () => Pick<Storage, "getItem" | "setItem">,
): DevicePreferencesStore => ({
  read() {
    try {
      const stored: unknown = JSON.parse(storage().getItem(DEVICE_PREFERENCES_KEY) ?? "null");
      return isDevicePreferences(stored) ? stored : DEFAULT_DEVICE_PREFERENCES;
    } catch {
      return DEFAULT_DEVICE_PREFERENCES;
    }
  },
  write(preferences) {
    try {
      storage().setItem(DEVICE_PREFERENCES_KEY, JSON.stringify(preferences));
    } catch {
      // Forgotten with the page.
    }
  },
});

// By hand: pages without a call hold this too, and a parser weighs more than all of it.
const isDeviceId = (value: unknown): value is string | null => value === null || typeof value === "string";
const isDevicePreference = (value: unknown): value is DevicePreference =>
  typeof value === "object" &&
  value !== null &&
  "id" in value &&
  isDeviceId(value.id) &&
  "on" in value &&
  typeof value.on === "boolean";
const isDevicePreferences = (value: unknown): value is DevicePreferences =>
  typeof value === "object" &&
  value !== null &&
  "microphone" in value &&
  isDevicePreference(value.microphone) &&
  "camera" in value &&
  isDevicePreference(value.camera) &&
  "speaker" in value &&
  isDeviceId(value.speaker);

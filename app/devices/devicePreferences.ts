/** The selected devices and which of them are on, stored in this browser for the next pre-join page. */
import * as z from "zod/mini";
import { type Persisted, persisted } from "../lib/persisted.ts";
import type { KeyValueStorage } from "../lib/storage.ts";

/** `id`: null if the browser selects the device. `on`: whether it was on at the last join. */
const devicePreference = z.object({ id: z.nullable(z.string()), on: z.boolean() });
const devicePreferences = z.object({
  microphone: devicePreference,
  camera: devicePreference,
  speaker: z.nullable(z.string()),
});
export type DevicePreferences = z.infer<typeof devicePreferences>;

export const DEFAULT_DEVICE_PREFERENCES: DevicePreferences = {
  microphone: { id: null, on: true },
  camera: { id: null, on: true },
  speaker: null,
};

export const createDevicePreferencesStore = (storage: () => KeyValueStorage): Persisted<DevicePreferences> =>
  persisted(storage, "parley.devices", devicePreferences);

/** The selected devices and which of them are on, stored in this browser for the next pre-join page. */
import * as z from "zod/mini";
import { type Persisted, persisted } from "../lib/persisted.ts";
import type { KeyValueStorage } from "../lib/storage.ts";
import { currentDeviceId, type DeviceOption } from "./deviceOptions.ts";
import type { DeviceKind } from "./getUserMedia.ts";

/** `id`: null if the browser selects the device. `on`: whether it was on at the last join. The label outlasts the id. */
const devicePreference = z.object({
  id: z.nullable(z.string()),
  label: z.optional(z.string()),
  on: z.boolean(),
});
const devicePreferences = z.object({
  microphone: devicePreference,
  camera: devicePreference,
  speaker: z.nullable(z.string()),
  speakerLabel: z.optional(z.string()),
});
export type DevicePreferences = z.infer<typeof devicePreferences>;

export const DEFAULT_DEVICE_PREFERENCES: DevicePreferences = {
  microphone: { id: null, on: true },
  camera: { id: null, on: true },
  speaker: null,
};

export const createDevicePreferencesStore = (storage: () => KeyValueStorage): Persisted<DevicePreferences> =>
  persisted(storage, "parley.devices", devicePreferences);

/** Returns the preferences with the ids under which selected devices returned, or the same object. */
export function withCurrentIds(
  preferences: DevicePreferences,
  optionsOf: (kind: DeviceKind) => readonly DeviceOption[],
): DevicePreferences {
  const idOf = (kind: DeviceKind) => currentDeviceId(optionsOf(kind), preferences[kind]);
  const [microphone, camera] = [idOf("microphone"), idOf("camera")];
  if (microphone === preferences.microphone.id && camera === preferences.camera.id) return preferences;
  return {
    ...preferences,
    microphone: { ...preferences.microphone, id: microphone },
    camera: { ...preferences.camera, id: camera },
  };
}

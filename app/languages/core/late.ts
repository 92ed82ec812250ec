/** What comes when a line first needs it; see `lateDeviceTranslator.ts`. */
export { createDeviceTranslator, DEVICE_LIMIT } from "./deviceTranslator.ts";

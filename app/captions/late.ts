/** What of captions comes into a call when it is first wanted. */
export { CallCaptions } from "./components/CallCaptions.tsx";
export { CaptionsDialog } from "./components/CaptionsDialog.tsx";
export type { Captioning } from "./core/captioning.ts";
export { createCallCaptioning } from "./core/createCallCaptioning.ts";

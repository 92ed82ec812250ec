/** What of captions comes into a call when it is first wanted. */

export type { CaptionSession } from "../captionSession.ts";
export { createCallCaptionSession } from "../core/createCallCaptionSession.ts";
export { CallCaptions } from "./CallCaptions.tsx";
export { CaptionsDialog } from "./CaptionsDialog.tsx";

/** Everything in the chunk of captions, which a call loads on first use. */
export { createCallCaptionSession } from "../core/createCallCaptionSession.ts";
export { CallCaptions } from "./CallCaptions.tsx";
export { CaptionHistoryDialog } from "./CaptionHistoryDialog.tsx";
export { CaptionsDialog } from "./CaptionsDialog.tsx";

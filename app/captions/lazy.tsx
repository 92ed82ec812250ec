/** The parts of captions that a call loads on first use. They share one chunk with `loadCaptionSession.ts`. */
import { lazyComponent } from "~/ui/lazy.tsx";

const load = () => import("./components/captionExtras.ts");

export const CallCaptions = lazyComponent("captions", () => load().then((loaded) => loaded.CallCaptions));
export const CaptionsDialog = lazyComponent("captions", () => load().then((loaded) => loaded.CaptionsDialog));
export const CaptionHistoryDialog = lazyComponent(["captions", "transcripts"], () =>
  load().then((loaded) => loaded.CaptionHistoryDialog),
);

/**
 * The people of a call, its lobby and its settings: all of it comes late. `X.preload()` on pointerenter and focus of what
 * opens X. Dialogs stay mounted with `open={false}` once they were opened, so that they close as they came and give the
 * keyboard back. The link comes from the snapshot's meeting: it changes when the code is renewed.
 */
import { lateComponent } from "~/ui/late.tsx";

/** Fills its place (a side panel, a sheet on the phone), like the chat. */
export const PeoplePanel = lateComponent("people", () => import("../extras.ts").then((loaded) => loaded.PeoplePanel));
/** Mount it at the top of the call once somebody waits, and leave it there: it shows nothing while nobody does. Announces itself. */
export const LobbyCard = lateComponent("people", () => import("../extras.ts").then((loaded) => loaded.LobbyCard));
export const ShareDialog = lateComponent("people", () => import("../extras.ts").then((loaded) => loaded.ShareDialog));
/** Rank 1 sees lock and new link, rank 2 all. */
export const MeetingDialog = lateComponent(["people", "titles"], () =>
  import("../extras.ts").then((loaded) => loaded.MeetingDialog),
);
export const LanguagesDialog = lateComponent("people", () =>
  import("../extras.ts").then((loaded) => loaded.LanguagesDialog),
);
/** Asks once, then ends the meeting for all. Rank 2. */
export const EndDialog = lateComponent("people", () => import("../extras.ts").then((loaded) => loaded.EndDialog));
export { meetingLink } from "./meetingLink.ts";

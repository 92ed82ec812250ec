/**
 * The people of a call, its lobby and its settings: all of it comes late. `X.preload()` on pointerenter and focus of what
 * opens X. Dialogs stay mounted with `open={false}` once they were opened, so that they close as they came and give the
 * keyboard back. The link comes from the snapshot's meeting: it changes when the code is renewed.
 */
import { lazyComponent } from "~/ui/lazy.tsx";

/** Fills its place (a side panel, a sheet on the phone), like the chat. */
export const PeoplePanel = lazyComponent("people", () =>
  import("./roomExtras.ts").then((loaded) => loaded.PeoplePanel),
);
/** Mount it at the top of the call once somebody waits, and leave it there: it shows nothing while nobody does. Announces itself. */
export const WaitingRoomCard = lazyComponent("people", () =>
  import("./roomExtras.ts").then((loaded) => loaded.WaitingRoomCard),
);
export const ShareDialog = lazyComponent("people", () =>
  import("./roomExtras.ts").then((loaded) => loaded.ShareDialog),
);
/** Rank 1 sees lock and new link, rank 2 all. */
export const MeetingDialog = lazyComponent(["people", "titles"], () =>
  import("./roomExtras.ts").then((loaded) => loaded.MeetingDialog),
);
export const LanguagesDialog = lazyComponent("people", () =>
  import("./roomExtras.ts").then((loaded) => loaded.LanguagesDialog),
);
/** Asks once, then ends the meeting for all. Rank 2. */
export const EndMeetingDialog = lazyComponent("people", () =>
  import("./roomExtras.ts").then((loaded) => loaded.EndMeetingDialog),
);
export { meetingLink } from "../dialogs/meetingLink.ts";

/**
 * The parts that a call loads on first use. `X.preload()` runs on pointer enter and focus of the control that opens X.
 * Opened dialogs stay mounted with `open={false}`, so that they close with their animation and restore the focus.
 */
import { lazyComponent, lazyModule } from "~/ui/lazy.tsx";

const load = () => import("./screen/roomExtras.ts");

export const PeoplePanel = lazyComponent("people", async () => (await load()).PeoplePanel);
export const WaitingRoomCard = lazyComponent("people", async () => (await load()).WaitingRoomCard);
export const ShareDialog = lazyComponent("people", async () => (await load()).ShareDialog);
export const MeetingDialog = lazyComponent(["people", "titles"], async () => (await load()).MeetingDialog);
export const LanguagesDialog = lazyComponent("people", async () => (await load()).LanguagesDialog);
export const ReadingLanguageSelect = lazyComponent("people", async () => (await load()).ReadingLanguageSelect);
export const EndMeetingDialog = lazyComponent("people", async () => (await load()).EndMeetingDialog);
export const LeaveDialog = lazyComponent("people", async () => (await load()).LeaveDialog);
export const MediaModeDialog = lazyComponent("more", async () => (await load()).MediaModeDialog);
export const ShortcutsDialog = lazyComponent("keys", async () => (await load()).ShortcutsDialog);
export const ReactionBar = lazyComponent([], async () => (await load()).ReactionBar);
export const lazyMoreMenu = lazyModule("more", async () => (await load()).MoreMenu);
export const MarkShortcuts = lazyComponent(["lines", "transcripts"], async () => (await load()).MarkShortcuts);
export const ScreenSharePreview = lazyComponent([], async () => (await load()).ScreenSharePreview);
export const CallToaster = lazyComponent([], async () => (await load()).CallToaster);
/** Loads once everybody is connected, because a call may end when the network does. */
export const { LazyBoundary: CallEnd, preload: preloadCallEnd } = lazyModule(
  [],
  () => import("./screen/CallEndScreens.tsx"),
);
/** A chunk of its own: calls show initials until it has loaded. */
export const { LazyBoundary: LazyTileAvatar } = lazyModule([], () => import("./stage/TileAvatar.tsx"));
/** A chunk of its own: a call with one participant needs no more. */
export const InvitationCode = lazyComponent(
  "people",
  async () => (await import("./dialogs/InvitationCode.tsx")).InvitationCode,
);
/** Chunks of their own: few calls have a confirmation. */
export const ConfirmationsPanel = lazyComponent(
  ["confirmations", "transcripts"],
  async () => (await import("./screen/ConfirmationsPanel.tsx")).ConfirmationsPanel,
);
export const lazyConfirmationAlert = lazyModule(
  "confirmations",
  async () => (await import("./notices/ConfirmationAlert.tsx")).ConfirmationAlert,
);
/** A chunk of its own: a call shows it after a minute of talk. */
export const TalkHint = lazyComponent("captions", async () => (await import("~/insights/TalkHint.tsx")).TalkHint);
/** A chunk of its own: few calls have a shared screen. */
export const ScreenTile = lazyComponent([], async () => (await import("./stage/ScreenTile.tsx")).ScreenTile);

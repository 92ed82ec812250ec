/** The lazy parts in one chunk: they share the heavy parts of the design system, and more chunks would split shared code. */
export { MarkShortcuts } from "../controls/MarkShortcuts.tsx";
export { MoreMenu } from "../controls/MoreMenu.tsx";
export { ReactionBar } from "../controls/ReactionBar.tsx";
export { EndMeetingDialog } from "../dialogs/EndMeetingDialog.tsx";
export { LanguagesDialog } from "../dialogs/LanguagesDialog.tsx";
export { LeaveDialog } from "../dialogs/LeaveDialog.tsx";
export { MediaModeDialog } from "../dialogs/MediaModeDialog.tsx";
export { MeetingDialog } from "../dialogs/MeetingDialog.tsx";
export { ReadingLanguageSelect } from "../dialogs/ReadingLanguageSelect.tsx";
export { ShareDialog } from "../dialogs/ShareDialog.tsx";
export { ShortcutsDialog } from "../dialogs/ShortcutsDialog.tsx";
export { ScreenSharePreview } from "../notices/ScreenSharePreview.tsx";
export { PeoplePanel } from "../people/PeoplePanel.tsx";
export { WaitingRoomCard } from "../people/WaitingRoomCard.tsx";
export { CallToaster } from "./CallToaster.tsx";

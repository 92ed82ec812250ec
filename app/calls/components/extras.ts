/**
 * What a call shows after a press or when something happens, in one chunk: they share the design system's heavy parts, and
 * every chunk of its own cuts what all pages load into smaller pieces.
 */
export { LateToaster } from "./LateToaster.tsx";
export { MarkByKey } from "./MarkByKey.tsx";
export { ModeDialog } from "./ModeDialog.tsx";
export { MoreMenu } from "./MoreMenu.tsx";
export { OwnShare } from "./OwnShare.tsx";
export { EndDialog } from "./people/EndDialog.tsx";
export { LanguagesDialog } from "./people/LanguagesDialog.tsx";
export { LobbyCard } from "./people/LobbyCard.tsx";
export { MeetingDialog } from "./people/MeetingDialog.tsx";
export { PeoplePanel } from "./people/PeoplePanel.tsx";
export { ShareDialog } from "./people/ShareDialog.tsx";
export { ReactPalette } from "./ReactPalette.tsx";
export { ShortcutsDialog } from "./ShortcutsDialog.tsx";

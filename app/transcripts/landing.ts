/** The list of a meeting's calls, and what is shown of a call wherever it is shown; without what reads a transcript. */
export { readColumn } from "./columns.ts";
export { CallHead } from "./components/CallHead.tsx";
export { CallsScreen } from "./components/CallsScreen.tsx";
export { ColumnSelect } from "./components/ColumnSelect.tsx";
export { MarkIcon, MarkLabel } from "./components/MarkLabel.tsx";
export { TranscriptFrame } from "./components/TranscriptFrame.tsx";
export { Cell, Written } from "./components/Words.tsx";
export type { Times } from "./times.ts";
export { useTimes } from "./useTimes.ts";
export type { CallHeadView, PersonView, Reader } from "./view.ts";

/** The list of a meeting's calls and the recap of one, without what reads a transcript. */
export { CallsScreen } from "./components/CallsScreen.tsx";
export { RecapScreen } from "./components/recap/RecapScreen.tsx";
export { TranscriptFrame } from "./components/TranscriptFrame.tsx";

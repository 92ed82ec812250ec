export { RecapScreen } from "./components/recap/RecapScreen.tsx";
export { TranscriptFrame } from "./components/TranscriptFrame.tsx";
export { TranscriptScreen } from "./components/TranscriptScreen.tsx";

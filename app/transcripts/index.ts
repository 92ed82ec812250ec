export { TranscriptFrame } from "./components/TranscriptFrame.tsx";
export { TranscriptScreen } from "./components/TranscriptScreen.tsx";

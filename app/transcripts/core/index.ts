export { type Column, inTime, languagesOf, lineOf, type TranscriptLine, wordsIn } from "./line.ts";

import type { TranscriptLine } from "../../app/transcripts/transcriptLine.ts";

/** Creates a Spanish caption of Ana as the pages of a call show it. */
export const shownLine = (part: Partial<TranscriptLine> = {}): TranscriptLine => ({
  id: "a",
  seq: 1,
  changed: 1,
  kind: "speech",
  author: "ana",
  at: 0,
  sentLater: false,
  durationMs: 0,
  language: "es",
  text: "hola",
  revision: 1,
  edited: false,
  typedBy: null,
  correctedBy: null,
  original: null,
  proposals: 0,
  mark: null,
  file: null,
  translations: {},
  ...part,
});

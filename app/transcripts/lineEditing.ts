/** What those who read a line make of it: other words, a mark, a term. The same on the transcript and in the call. */
import { ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line, Mark } from "#contracts/lines.ts";
import type { Rpc, RpcResults } from "../lib/rpc.ts";
import { type TranscriptLine, toTranscriptLine } from "./transcriptLine.ts";

/** Wordings of a line, the oldest first. */
export type LineRevisions = RpcResults["corrections"];

export interface CorrectionResult {
  readonly line: TranscriptLine;
  /** Somebody else's words came in between: they are in the history. */
  readonly between: boolean;
}

/** A mark as it is set. */
export type NewMark = Pick<Mark, "kind" | "who" | "done">;

export interface LineEditing {
  /** `line` as it was when its correction was begun. Errors: those of `correct_line`. */
  correct(line: TranscriptLine, text: string): Promise<Result<CorrectionResult>>;
  /** Null takes it away. Errors: those of `mark_line`. */
  setMark(id: string, mark: NewMark | null): Promise<Result<null>>;
  revisions(id: string): Promise<Result<LineRevisions>>;
  /** Errors: those of `propose_term`. */
  proposeTerm(term: string, language: Language, note: string): Promise<Result<null>>;
}

export interface LineEditingOptions {
  readonly meetingId: string;
  /** Of its workspace; a guest's meeting has none. */
  hasGlossary(): boolean;
  readonly rpc: Rpc;
  newId(): string;
  /** A line as it is now. `corrected`: its words are new, and in no other language yet. */
  onLineChanged(line: Line, corrected: boolean): void;
}

export function createLineEditing({
  meetingId,
  rpc,
  newId,
  onLineChanged,
}: Omit<LineEditingOptions, "hasGlossary">): LineEditing {
  return {
    async correct(line, text) {
      const answer = await rpc("correct_line", { p_line_id: line.id, p_revision: line.revision, p_text: text });
      if (!answer.ok) return answer;
      const { revision } = answer.value;
      onLineChanged(answer.value, revision !== line.revision);
      return ok({ line: toTranscriptLine(answer.value) ?? line, between: revision > line.revision + 1 });
    },
    async setMark(id, mark) {
      const answer = await rpc("mark_line", {
        p_line_id: id,
        p_kind: mark?.kind ?? null,
        ...(mark !== null && { p_done: mark.done }),
        ...(mark !== null && mark.who !== null && { p_assignee_id: mark.who }),
      });
      if (!answer.ok) return answer;
      onLineChanged(answer.value, false);
      return ok(null);
    },
    revisions: (id) => rpc("corrections", { p_line_id: id }),
    async proposeTerm(term, language, note) {
      const answer = await rpc("propose_term", {
        p_meeting_id: meetingId,
        p_term_id: newId(),
        p_term: term,
        p_language: language,
        p_note: note,
      });
      return answer.ok ? ok(null) : answer;
    },
  };
}

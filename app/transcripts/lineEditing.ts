/** Corrections, marks and term proposals of a line's readers, shared by the transcript and the call. */
import { ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line, Mark } from "#contracts/lines.ts";
import type { Rpc, RpcResults } from "../lib/rpc.ts";
import { type TranscriptLine, toTranscriptLine } from "./transcriptLine.ts";

export type LineProposals = RpcResults["proposals"];

/** The oldest first. */
export type LineRevisions = RpcResults["corrections"];

export interface CorrectionResult {
  readonly line: TranscriptLine;
  /** Another correction came in between. It is in the history. */
  readonly between: boolean;
}

export type NewMark = Pick<Mark, "kind" | "who" | "done">;

export interface LineEditing {
  /** `line`: the line when the correction began. Errors: those of `correct_line`. */
  correct(line: TranscriptLine, text: string): Promise<Result<CorrectionResult>>;
  /** Proposes a text to the author of a message. Errors: those of `propose_correction`. */
  propose(id: string, text: string): Promise<Result<null>>;
  proposals(id: string): Promise<Result<LineProposals>>;
  /** Accepts or dismisses a proposal for an own message. */
  answerProposal(id: string, proposal: LineProposals[number], accepted: boolean): Promise<Result<null>>;
  /** Deletes an own line. */
  remove(id: string): Promise<Result<null>>;
  /** Null removes the mark. Errors: those of `mark_line`. */
  setMark(id: string, mark: NewMark | null): Promise<Result<null>>;
  revisions(id: string): Promise<Result<LineRevisions>>;
  /** Errors: those of `propose_term`. */
  proposeTerm(term: string, language: Language, note: string): Promise<Result<null>>;
}

export interface LineEditingOptions {
  readonly meetingId: string;
  /** The user's id. */
  readonly me: string;
  /** The meeting's workspace has a glossary. A guest's meeting has no workspace. */
  hasGlossary(): boolean;
  readonly rpc: Rpc;
  newId(): string;
  /** Puts a decision or task to everybody. Errors: those of `ask_confirmation`. */
  askEverybody?(lineId: string): Promise<Result<null>>;
  /** Called with the new state of a line. `corrected`: its text is new and not translated yet. */
  onLineChanged(line: Line, corrected: boolean): void;
}

export function createLineEditing({
  meetingId,
  rpc,
  newId,
  onLineChanged,
}: Omit<LineEditingOptions, "hasGlossary" | "me" | "askEverybody">): LineEditing {
  function applied(result: Result<Line>, corrected = false): Result<null> {
    if (!result.ok) return result;
    onLineChanged(result.value, corrected);
    return ok(null);
  }
  return {
    async correct(line, text) {
      const result = await rpc("correct_line", { p_line_id: line.id, p_revision: line.revision, p_text: text });
      if (!result.ok) return result;
      const { revision } = result.value;
      onLineChanged(result.value, revision !== line.revision);
      return ok({ line: toTranscriptLine(result.value) ?? line, between: revision > line.revision + 1 });
    },
    propose: async (id, text) => applied(await rpc("propose_correction", { p_line_id: id, p_text: text })),
    proposals: (id) => rpc("proposals", { p_line_id: id }),
    answerProposal: async (id, { by, text }, accepted) =>
      applied(
        await rpc("answer_proposal", { p_line_id: id, p_proposer_id: by, p_text: text, p_accepted: accepted }),
        accepted,
      ),
    remove: async (id) => applied(await rpc("delete_line", { p_line_id: id })),
    setMark: async (id, mark) =>
      applied(
        await rpc("mark_line", {
          p_line_id: id,
          p_kind: mark?.kind ?? null,
          ...(mark !== null && { p_done: mark.done }),
          ...(mark !== null && mark.who !== null && { p_assignee_id: mark.who }),
        }),
      ),
    revisions: (id) => rpc("corrections", { p_line_id: id }),
    async proposeTerm(term, language, note) {
      const result = await rpc("propose_term", {
        p_meeting_id: meetingId,
        p_term_id: newId(),
        p_term: term,
        p_language: language,
        p_note: note,
      });
      return result.ok ? ok(null) : result;
    },
  };
}

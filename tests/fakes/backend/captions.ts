/** Handlers of captions, corrections and marks. */
import { fail, ok, type Result } from "../../../supabase/functions/_shared/contracts/errors.ts";
import { LIMITS } from "../../../supabase/functions/_shared/contracts/limits.ts";
import type { Line } from "../../../supabase/functions/_shared/contracts/lines.ts";
import {
  admissionError,
  type BackendState,
  callId,
  changeParticipant,
  type HandlersFor,
  iso,
  type LineRevision,
} from "./state.ts";
import { timeline } from "./timeline.ts";

type Names =
  | "set_captioner"
  | "post_captions"
  | "correct_line"
  | "corrections"
  | "mark_line"
  | "missed_lines"
  | "transcript";

export function captionHandlers(state: BackendState, user: string): HandlersFor<Names> {
  const { clock, participants, stored, revisions } = state;
  const { postLine, changeableLine, updateLine, newLine } = timeline(state, user);
  const revisionOf = (
    { revision, text, language, kind, author, typed_by, corrected_by }: Line,
    at: string,
  ): LineRevision => ({
    ...{ revision, text, language, by: corrected_by ?? (kind === "chat" ? author : typed_by), at },
  });

  return {
    set_captioner({ p_captioner_id: user_id }) {
      const denied = admissionError(state, user);
      if (denied !== null) return denied;
      if (user_id === user) return fail("request/invalid");
      if (user_id !== undefined && admissionError(state, user_id) !== null) return fail("request/not-found");
      return ok({ participant: changeParticipant(state, user, () => ({ captioner: user_id ?? null })) });
    },
    post_captions({ p_call_id: call_id, p_captions: captions }) {
      const denied = admissionError(state, user);
      if (denied !== null) return denied;
      const lines: Line[] = [];
      for (const { id, language, text, ago, ms, speaker = user } of captions) {
        const existing = stored.get(id);
        if (existing !== undefined) {
          if (existing.author !== speaker || (existing.revision === 1 && existing.text !== text))
            return fail("line/conflict");
          lines.push(existing);
          continue;
        }
        const voice = participants.get(speaker)?.value;
        if (state.meeting.ended) return fail("meeting/ended");
        if (call_id !== callId(state)) return fail("meeting/not-entered");
        if (voice?.muted || (speaker !== user && voice?.captioner !== user)) return fail("request/not-allowed");
        if (state.meeting.keep === "nothing") return fail("line/not-kept");
        const spoken = { spoken_at: iso(clock.now() - ago), spoken_ms: ms, typed_by: speaker === user ? null : user };
        const line = postLine({ ...newLine(id, text, language), kind: "speech", author: speaker, ...spoken });
        if (!line.ok) return line;
        lines.push(line.value);
      }
      return ok({ lines });
    },
    correct_line({ p_line_id: line_id, p_text: text, p_language: language }): Result<Line> {
      const line = changeableLine(line_id, false);
      if (!line.ok) return line;
      const { value } = line;
      if (value.text === text && (language ?? value.language) === value.language) return line;
      const next = updateLine(value, {
        ...{ text, language: language ?? value.language, revision: value.revision + 1 },
        ...{ edited: true, corrected_by: user, translations: [] },
      });
      const before = revisions.get(line_id) ?? [revisionOf(value, value.created_at)];
      revisions.set(line_id, [...before, revisionOf(next, iso(clock.now()))]);
      state.broadcast("line_changed", { line: next });
      return ok(next);
    },
    corrections({ p_line_id: line_id }) {
      const line = changeableLine(line_id, false);
      if (!line.ok) return line;
      return ok(revisions.get(line_id) ?? [revisionOf(line.value, line.value.created_at)]);
    },
    mark_line({ p_line_id: line_id, p_kind: kind, p_assignee_id: who = null, p_done: done = false }) {
      const line = changeableLine(line_id, false);
      if (!line.ok) return line;
      if ((who !== null && kind !== "task") || (done && (kind === null || kind === "decision")))
        return fail("request/invalid");
      const next = updateLine(line.value, { mark: kind === null ? null : { kind, who, done, by: user } });
      state.broadcast("line_changed", { line: next });
      return ok(next);
    },
    missed_lines({ p_call_id: call_id, p_after_seq: after }) {
      const denied = admissionError(state, user);
      if (denied !== null) return denied;
      const later = [...stored.values()].filter(
        (line) => line.call_id === call_id && line.seq > (after ?? 0) && !line.deleted,
      );
      const marks = later.filter(({ mark }) => mark !== null);
      return ok({ lines: later.length, marks: marks.slice(0, LIMITS.transcriptLinesPerPage) });
    },
    transcript({ p_call_id: call_id, p_after_seq: after }) {
      const denied = admissionError(state, user);
      if (denied !== null) return denied;
      const later = [...stored.values()].filter((line) => line.call_id === call_id && line.seq > (after ?? 0));
      const lines = later.slice(0, LIMITS.transcriptLinesPerPage);
      return ok({ lines, more: later.length > lines.length });
    },
  };
}

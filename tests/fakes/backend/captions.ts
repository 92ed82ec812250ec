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
  const { clock, participants, stored, wordings } = state;
  const { put, touch, change, fresh } = timeline(state, user);
  const wording = (
    { revision, text, language, kind, author, typed_by, corrected_by }: Line,
    at: string,
  ): LineRevision => ({
    ...{ revision, text, language, by: corrected_by ?? (kind === "chat" ? author : typed_by), at },
  });

  return {
    set_captioner({ p_captioner_id: user_id }) {
      const refused = admissionError(state, user);
      if (refused !== null) return refused;
      if (user_id === user) return fail("request/invalid");
      if (user_id !== undefined && admissionError(state, user_id) !== null) return fail("request/not-found");
      return ok({ participant: changeParticipant(state, user, () => ({ captioner: user_id ?? null })) });
    },
    post_captions({ p_call_id: call_id, p_captions: said }) {
      const refused = admissionError(state, user);
      if (refused !== null) return refused;
      const lines: Line[] = [];
      for (const { id, language, text, ago, ms, speaker = user } of said) {
        const known = stored.get(id);
        if (known !== undefined) {
          if (known.author !== speaker || (known.revision === 1 && known.text !== text)) return fail("line/conflict");
          lines.push(known);
          continue;
        }
        const voice = participants.get(speaker)?.value;
        if (state.meeting.ended) return fail("meeting/ended");
        if (call_id !== callId(state)) return fail("meeting/not-entered");
        if (voice?.muted || (speaker !== user && voice?.captioner !== user)) return fail("request/not-allowed");
        if (state.meeting.keep === "nothing") return fail("line/not-kept");
        const spoken = { spoken_at: iso(clock.now() - ago), spoken_ms: ms, typed_by: speaker === user ? null : user };
        const line = put({ ...fresh(id, text, language), kind: "speech", author: speaker, ...spoken });
        if (!line.ok) return line;
        lines.push(line.value);
      }
      return ok({ lines });
    },
    correct_line({ p_line_id: line_id, p_text: text, p_language: language }): Result<Line> {
      const line = touch(line_id, false);
      if (!line.ok) return line;
      const { value } = line;
      if (value.text === text && (language ?? value.language) === value.language) return line;
      const next = change(value, {
        ...{ text, language: language ?? value.language, revision: value.revision + 1 },
        ...{ edited: true, corrected_by: user, translations: [] },
      });
      const before = wordings.get(line_id) ?? [wording(value, value.created_at)];
      wordings.set(line_id, [...before, wording(next, iso(clock.now()))]);
      state.announce("line_changed", { line: next });
      return ok(next);
    },
    corrections({ p_line_id: line_id }) {
      const line = touch(line_id, false);
      if (!line.ok) return line;
      return ok(wordings.get(line_id) ?? [wording(line.value, line.value.created_at)]);
    },
    mark_line({ p_line_id: line_id, p_kind: kind, p_assignee_id: who = null, p_done: done = false }) {
      const line = touch(line_id, false);
      if (!line.ok) return line;
      if ((who !== null && kind !== "task") || (done && (kind === null || kind === "decision")))
        return fail("request/invalid");
      const next = change(line.value, { mark: kind === null ? null : { kind, who, done, by: user } });
      state.announce("line_changed", { line: next });
      return ok(next);
    },
    missed_lines({ p_call_id: call_id, p_after_seq: after }) {
      const refused = admissionError(state, user);
      if (refused !== null) return refused;
      const later = [...stored.values()].filter(
        (line) => line.call_id === call_id && line.seq > (after ?? 0) && !line.deleted,
      );
      const marks = later.filter(({ mark }) => mark !== null);
      return ok({ lines: later.length, marks: marks.slice(0, LIMITS.transcriptPage) });
    },
    transcript({ p_call_id: call_id, p_after_seq: after }) {
      const refused = admissionError(state, user);
      if (refused !== null) return refused;
      const later = [...stored.values()].filter((line) => line.call_id === call_id && line.seq > (after ?? 0));
      const lines = later.slice(0, LIMITS.transcriptPage);
      return ok({ lines, more: later.length > lines.length });
    },
  };
}

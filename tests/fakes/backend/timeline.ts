/** Adds lines to the timeline and changes them. */
import { fail, ok, type Result } from "../../../supabase/functions/_shared/contracts/errors.ts";
import type { Line } from "../../../supabase/functions/_shared/contracts/lines.ts";
import { serverLine } from "../serverLine.ts";
import { admissionError, type BackendState, callId, iso } from "./state.ts";

export function timeline(state: BackendState, user: string) {
  const { stored } = state;

  function postLine(line: Line): Result<Line> {
    if (state.meeting.keep === "days") stored.set(line.id, line);
    const posted = { ...line, fleeting: state.meeting.keep === "nothing" };
    state.broadcast("line_posted", { line: posted });
    return ok(posted);
  }
  /** Returns the line if this person may change it. */
  function changeableLine(id: string, own: boolean): Result<Line> {
    const line = stored.get(id);
    if (line === undefined || line.deleted || admissionError(state, user) !== null) return fail("line/not-found");
    return own && line.author !== user ? fail("request/not-allowed") : ok(line);
  }
  function updateLine(line: Line, values: Partial<Line>): Line {
    const next = { ...line, ...values, changed: state.seq + 1 };
    stored.set(line.id, next);
    return next;
  }
  const newLine = (id: string, text: string, language: Line["language"]): Line =>
    serverLine({
      ...{ id, text, language, call_id: callId(state), seq: state.seq + 1, changed: state.seq + 1, author: user },
      created_at: iso(state.clock.now()),
    });

  return { postLine, changeableLine, updateLine, newLine };
}

/** Creates a line of a call as the server returns it, one second after the previous line. */
import type { Line } from "../../supabase/functions/_shared/contracts/lines.ts";

/** The time at which line 0 would have been stored, in milliseconds. */
export const STARTED_AT = Date.UTC(2026, 3, 14, 18);

export const transcriptLine = (seq: number, part: Partial<Line> = {}): Line => ({
  ...{ id: `l${seq}`, call_id: "c", seq, changed: seq, kind: "speech", author: "ines", language: "es" },
  ...{ text: `linea ${seq}`, revision: 1, reply_to: null, mentions: [], forwarded: false, edited: false },
  ...{ deleted: false, fleeting: false, created_at: new Date(STARTED_AT + seq * 1000).toISOString(), spoken_at: null },
  ...{
    spoken_ms: 0,
    typed_by: null,
    corrected_by: null,
    original: null,
    proposals: 0,
    mark: null,
    file: null,
    translations: [],
    reactions: [],
  },
  ...part,
});

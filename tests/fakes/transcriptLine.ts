/** Creates a line of a call as the server returns it, one second after the previous line. */
import type { Line } from "../../supabase/functions/_shared/contracts/lines.ts";
import { serverLine } from "./serverLine.ts";

/** The time at which line 0 would have been stored, in milliseconds. */
export const STARTED_AT = Date.UTC(2026, 3, 14, 18);

export const transcriptLine = (seq: number, part: Partial<Line> = {}): Line =>
  serverLine({
    ...{ id: `l${seq}`, seq, changed: seq, kind: "speech", author: "ines", text: `linea ${seq}` },
    ...{ created_at: new Date(STARTED_AT + seq * 1000).toISOString(), spoken_ms: 0 },
    ...part,
  });

/** A transcript for a spreadsheet. */
import { CSV_HEAD, writeCsvRow } from "~/lib/csv.server.ts";
import { clockTime, type ExportFormat } from "./exportFormat.ts";

const CSV_COLUMNS = [
  "time",
  "start",
  "seconds",
  "kind",
  "name",
  "language",
  "text",
  "original_language",
  "original",
  "corrected",
  "corrected_by",
  "mark",
  "who",
  "done",
  "sent_later",
  "asked",
  "understood",
  "unclear",
  "different",
  "answers",
] as const;

export const csvFormat: ExportFormat = {
  type: "text/csv; charset=utf-8",
  head: () => CSV_HEAD + writeCsvRow(CSV_COLUMNS),
  line: ({ line, name, taskOwner, content, correctedBy, confirmation, startMs }) => {
    const original = line.original ?? line;
    const values: Record<(typeof CSV_COLUMNS)[number], string> = {
      time: new Date(line.at).toISOString(),
      start: clockTime(startMs),
      seconds: line.kind === "speech" ? (line.durationMs / 1000).toFixed(1) : "",
      kind: line.kind,
      name,
      language: content.language,
      text: content.text,
      original_language: original.language,
      original: original.text,
      corrected: line.original === null ? "" : line.text,
      corrected_by: correctedBy ?? "",
      mark: line.mark?.kind ?? "",
      who: taskOwner ?? "",
      done: line.mark === null ? "" : String(line.mark.done),
      sent_later: line.sentLater ? "true" : "",
      asked: String(confirmation?.counts.asked ?? ""),
      understood: String(confirmation?.counts.understood ?? ""),
      unclear: String(confirmation?.counts.unclear ?? ""),
      different: String(confirmation?.counts.different ?? ""),
      answers: confirmation?.rows.join("\n") ?? "",
    };
    return writeCsvRow(CSV_COLUMNS.map((column) => values[column]));
  },
  foot: () => "",
};

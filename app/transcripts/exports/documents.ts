/** A transcript to read, to count, to take elsewhere: Markdown, CSV, JSON. */
import { cell, clock, directed, type Format } from "./format.ts";

/** Nothing that somebody said becomes markup: neither in a line nor by its beginning. */
const escaped = (text: string) =>
  text
    .replace(/[\\`*_[\]<>&#|~]/gu, "\\$&")
    .replace(/^(\s*)([-+=])/gmu, "$1\\$2")
    .replace(/^(\s*\d+)([.)])/gmu, "$1\\$2")
    .replace(/^[\t ]+/gmu, "");

const paragraph = (text: string) => escaped(text).split(/\n+/u).join("  \n");

interface MarkdownWords {
  readonly decision: string;
  readonly task: string;
  readonly question: string;
  readonly done: string;
}

export const markdown = (said: MarkdownWords): Format => ({
  type: "text/markdown; charset=utf-8",
  head: ({ title, startedAt, people }) => {
    const when = new Date(startedAt).toISOString().slice(0, 16).replace("T", " ");
    return `# ${escaped(title)}\n\n${when} UTC  \n${people.map(escaped).join(", ")}\n`;
  },
  line: ({ line: { mark }, name, who, words, start }) => {
    const task = mark?.kind === "task" && who !== null ? `, ${escaped(who)}` : "";
    const marked = mark === null ? "" : `> **${said[mark.kind]}${task}**${mark.done ? ` (${said.done})` : ""}\n\n`;
    return `\n**${escaped(name)}** ${clock(start)}\n\n${paragraph(directed(words.text, words.language))}\n${marked && `\n${marked}`}`;
  },
  foot: () => "",
});

const COLUMNS = [
  "time",
  "start",
  "seconds",
  "kind",
  "name",
  "language",
  "text",
  "original_language",
  "original",
  "mark",
  "who",
  "done",
] as const;

/** As RFC 4180 has it, with the mark by which a spreadsheet knows that it is UTF-8. */
export const csv: Format = {
  type: "text/csv; charset=utf-8",
  head: () => `\uFEFF${COLUMNS.join(",")}\r\n`,
  line: ({ line, name, who, words, start }) => {
    const values: Record<(typeof COLUMNS)[number], string> = {
      time: new Date(line.at).toISOString(),
      start: clock(start),
      seconds: line.kind === "speech" ? (line.ms / 1000).toFixed(1) : "",
      kind: line.kind,
      name,
      language: words.language,
      text: words.text,
      original_language: line.language,
      original: line.text,
      mark: line.mark?.kind ?? "",
      who: who ?? "",
      done: line.mark === null ? "" : String(line.mark.done),
    };
    return `${COLUMNS.map((column) => cell(values[column])).join(",")}\r\n`;
  },
  foot: () => "",
};

/** Everything: each line with all its translations. */
export const json: Format = {
  type: "application/json; charset=utf-8",
  head: ({ title, startedAt, endedAt, column, people }) => {
    const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
    const call = { title, started_at: iso(startedAt), ended_at: iso(endedAt), language: column, people };
    return `{"call":${JSON.stringify(call)},"lines":[`;
  },
  line: ({ line, name, who, words, start }, index) => {
    const mark = line.mark === null ? null : { kind: line.mark.kind, who, done: line.mark.done };
    const value = {
      id: line.id,
      at: new Date(line.at).toISOString(),
      start_ms: Math.max(0, start),
      spoken_ms: line.kind === "speech" ? line.ms : null,
      kind: line.kind,
      name,
      language: words.language,
      text: words.text,
      original: { language: line.language, text: line.text, corrected: line.kind === "speech" && line.edited },
      translations: line.translations,
      mark,
      /** What came with it: `name`, `type`, `bytes`. */
      file: line.file,
    };
    return `${index === 0 ? "" : ","}\n${JSON.stringify(value)}`;
  },
  foot: () => "\n]}\n",
};

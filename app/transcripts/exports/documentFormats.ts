/** A transcript to read or to process: Markdown and JSON. */
import { splitText } from "../../lib/textParts.ts";
import { clockTime, type ExportFormat, withDirectionMark } from "./exportFormat.ts";

/** Blanks within a line. With line breaks among them, a run of breaks would be searched from each of its breaks. */
const BLANKS = String.raw`[^\S\n\r\u2028\u2029]*`;
const SIGN_AT_START = new RegExp(`^(${BLANKS})([-+=])`, "gmu");
const NUMBER_AT_START = new RegExp(`^(${BLANKS}\\d+)([.)])`, "gmu");

/** Escapes markup within a line and at its beginning. An underscore inside a word is no markup. */
const escapeMarkdown = (text: string) =>
  text
    .replace(/[\\`*[\]<>&#|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\$&")
    .replace(SIGN_AT_START, "$1\\$2")
    .replace(NUMBER_AT_START, "$1\\$2")
    .replace(/^[\t ]+/gmu, "");

/** Writes addresses as links. They are taken out while the text between them is escaped. */
function markdownOf(text: string): string {
  const links: string[] = [];
  const between = splitText(text.replaceAll(PLACEHOLDER, "")).map((part) => {
    if (part.kind !== "link") return part.text;
    // An autolink has neither escapes nor entities. It must begin with a scheme.
    const isAutolink = /^https?:/iu.test(part.text);
    links.push(isAutolink ? `<${part.text}>` : `[${escapeMarkdown(part.text)}](<${part.href}>)`);
    return PLACEHOLDER;
  });
  return escapeMarkdown(between.join("")).replaceAll(PLACEHOLDER, () => links.shift() ?? "");
}

/** A private character, which the text does not need. */
const PLACEHOLDER = "\uE000";

const paragraph = (text: string) => markdownOf(text).split(/\n+/u).join("  \n");

interface MarkdownLabels {
  readonly decision: string;
  readonly task: string;
  readonly question: string;
  readonly done: string;
}

export const createMarkdownFormat = (labels: MarkdownLabels): ExportFormat => ({
  type: "text/markdown; charset=utf-8",
  head: ({ title, startedAt, people }) => {
    const start = new Date(startedAt).toISOString().slice(0, 16).replace("T", " ");
    return `# ${escapeMarkdown(title)}\n\n${start} UTC  \n${people.map(escapeMarkdown).join(", ")}\n`;
  },
  line: ({ line: { mark }, name, taskOwner, content, notes, confirmation, startMs }) => {
    const task = mark?.kind === "task" && taskOwner !== null ? `, ${escapeMarkdown(taskOwner)}` : "";
    const answers = confirmation?.rows.map((row) => `>\n> - ${markdownOf(row)}\n`).join("") ?? "";
    const marked =
      mark === null ? "" : `> **${labels[mark.kind]}${task}**${mark.done ? ` (${labels.done})` : ""}\n${answers}\n`;
    const time = [clockTime(startMs), ...notes.map(escapeMarkdown)].join(" ");
    return `\n**${escapeMarkdown(name)}** ${time}\n\n${paragraph(withDirectionMark(content.text, content.language))}\n${marked && `\n${marked}`}`;
  },
  foot: () => "",
});

/** Contains each line with all its translations. */
export const jsonFormat: ExportFormat = {
  type: "application/json; charset=utf-8",
  head: ({ title, startedAt, endedAt, column, people }) => {
    const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
    const call = { title, started_at: iso(startedAt), ended_at: iso(endedAt), language: column, people };
    return `{"call":${JSON.stringify(call)},"lines":[`;
  },
  line: ({ line, name, taskOwner, content, correctedBy, confirmation, startMs }, index) => {
    const original = line.original ?? line;
    const mark = line.mark === null ? null : { kind: line.mark.kind, who: taskOwner, done: line.mark.done };
    const value = {
      id: line.id,
      at: new Date(line.at).toISOString(),
      start_ms: Math.max(0, startMs),
      spoken_ms: line.kind === "speech" ? line.durationMs : null,
      sent_later: line.sentLater,
      kind: line.kind,
      name,
      language: content.language,
      text: content.text,
      original: { language: original.language, text: original.text },
      corrected: line.original === null ? null : { language: line.language, text: line.text },
      corrected_by: correctedBy,
      translations: line.translations,
      mark,
      file: line.file,
      confirmation: confirmation && {
        asked_at: new Date(confirmation.askedAt).toISOString(),
        ...confirmation.counts,
        answers: confirmation.answers,
      },
    };
    return `${index === 0 ? "" : ","}\n${JSON.stringify(value)}`;
  },
  foot: () => "\n]}\n",
};

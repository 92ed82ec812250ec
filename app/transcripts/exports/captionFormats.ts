/**
 * A transcript as captions for a player: WebVTT and SubRip. Answers to a confirmation are a comment in WebVTT. SubRip has no
 * comments, so they are rows of the caption.
 */
import { type ExportFormat, type ExportLine, timecode, withDirectionMark, withoutBlankLines } from "./exportFormat.ts";

/** Escapes markup. Escaping `>` also breaks the arrow of a timing. */
const escapeVtt = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A comment of WebVTT must not have the arrow of a timing. */
const breakArrow = (text: string) => text.replaceAll("-->", "--\u2060>");

const singleLine = (text: string) => text.replace(/\s+/gu, " ").trim();

export const vttFormat: ExportFormat = {
  type: "text/vtt; charset=utf-8",
  splitsLines: true,
  head: ({ column }) => `WEBVTT${column === "original" ? "" : `\nKind: captions\nLanguage: ${column}`}\n`,
  line: ({ name, content, notes, confirmation, startMs, endMs }, index) => {
    const text = withDirectionMark(withoutBlankLines([content.text, ...notes].join("\n")), content.language);
    const timing = `${timecode(startMs, ".")} --> ${timecode(endMs, ".")}`;
    const cue = `\n${index + 1}\n${timing}\n<v ${escapeVtt(singleLine(name))}>${escapeVtt(text)}</v>\n`;
    const rows = confirmation?.rows.map((row) => `${breakArrow(singleLine(row))}\n`) ?? [];
    return rows.length === 0 ? cue : `${cue}\nNOTE\n${rows.join("")}`;
  },
  foot: () => "",
};

/** SubRip has no entities, so an invisible word joiner breaks tags and the arrow of a timing. */
const escapeSrt = (text: string) => breakArrow(text.replaceAll("<", "<\u2060"));

export const srtFormat: ExportFormat = {
  type: "application/x-subrip; charset=utf-8",
  splitsLines: true,
  head: () => "\uFEFF",
  line: ({ name, content, notes, confirmation, startMs, endMs }: ExportLine, index) => {
    // Isolates keep the direction of the name apart from the text. The text is one line: a second one could look like that
    // of another speaker.
    const text = withDirectionMark(
      `\u2068${singleLine(name)}\u2069: ${[content.text, ...notes, ...(confirmation?.rows ?? [])].map(singleLine).join("\n")}`,
      content.language,
    );
    return `${index + 1}\r\n${timecode(startMs, ",")} --> ${timecode(endMs, ",")}\r\n${escapeSrt(text).replaceAll("\n", "\r\n")}\r\n\r\n`;
  },
  foot: () => "",
};

/** A transcript as captions for a player: WebVTT and SubRip. */
import { type ExportFormat, type ExportLine, timecode, withDirectionMark, withoutBlankLines } from "./exportFormat.ts";

/** Escapes markup. Escaping `>` also breaks the arrow of a timing. */
const escapeVtt = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const singleLine = (text: string) => text.replace(/\s+/gu, " ").trim();

export const vttFormat: ExportFormat = {
  type: "text/vtt; charset=utf-8",
  splitsLines: true,
  head: ({ column }) => `WEBVTT${column === "original" ? "" : `\nKind: captions\nLanguage: ${column}`}\n`,
  line: ({ name, content, notes, startMs, endMs }, index) => {
    const text = withDirectionMark(withoutBlankLines([content.text, ...notes].join("\n")), content.language);
    const timing = `${timecode(startMs, ".")} --> ${timecode(endMs, ".")}`;
    return `\n${index + 1}\n${timing}\n<v ${escapeVtt(singleLine(name))}>${escapeVtt(text)}</v>\n`;
  },
  foot: () => "",
};

/** SubRip has no entities, so an invisible word joiner breaks tags and the arrow of a timing. */
const escapeSrt = (text: string) => text.replaceAll("<", "<\u2060").replaceAll("-->", "--\u2060>");

export const srtFormat: ExportFormat = {
  type: "application/x-subrip; charset=utf-8",
  splitsLines: true,
  head: () => "\uFEFF",
  line: ({ name, content, notes, startMs, endMs }: ExportLine, index) => {
    // Isolates keep the direction of the name apart from the text. The text is one line: a second one could look like that
    // of another speaker.
    const text = withDirectionMark(
      `\u2068${singleLine(name)}\u2069: ${[content.text, ...notes].map(singleLine).join("\n")}`,
      content.language,
    );
    return `${index + 1}\r\n${timecode(startMs, ",")} --> ${timecode(endMs, ",")}\r\n${escapeSrt(text).replaceAll("\n", "\r\n")}\r\n\r\n`;
  },
  foot: () => "",
};

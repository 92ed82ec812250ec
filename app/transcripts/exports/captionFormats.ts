/** Captions for a player: WebVTT and SubRip. */
import { type ExportFormat, type ExportLine, timecode, withDirectionMark, withoutBlankLines } from "./exportFormat.ts";

/** Entities for what WebVTT would read as markup; that takes the arrow of a timing apart too. */
const escapeVtt = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const singleLine = (text: string) => text.replace(/\s+/gu, " ").trim();

export const vttFormat: ExportFormat = {
  type: "text/vtt; charset=utf-8",
  head: ({ column }) => `WEBVTT${column === "original" ? "" : `\nKind: captions\nLanguage: ${column}`}\n`,
  line: ({ name, content, startMs, endMs }, index) => {
    const text = withDirectionMark(withoutBlankLines(content.text), content.language);
    const timing = `${timecode(startMs, ".")} --> ${timecode(endMs, ".")}`;
    return `\n${index + 1}\n${timing}\n<v ${escapeVtt(singleLine(name))}>${escapeVtt(text)}</v>\n`;
  },
  foot: () => "",
};

/**
 * SubRip knows no entities: a joiner that nobody sees keeps `<i>` from being a tag, another the arrow from being a timing's.
 * The name is a run of its own, whatever its direction.
 */
const escapeSrt = (text: string) => text.replaceAll("<", "<\u2060").replaceAll("-->", "--\u2060>");

export const srtFormat: ExportFormat = {
  type: "application/x-subrip; charset=utf-8",
  head: () => "\uFEFF",
  line: ({ name, content, startMs, endMs }: ExportLine, index) => {
    const text = withDirectionMark(
      `\u2068${singleLine(name)}\u2069: ${withoutBlankLines(content.text)}`,
      content.language,
    );
    return `${index + 1}\r\n${timecode(startMs, ",")} --> ${timecode(endMs, ",")}\r\n${escapeSrt(text).replaceAll("\n", "\r\n")}\r\n\r\n`;
  },
  foot: () => "",
};

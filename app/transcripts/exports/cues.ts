/** Captions for a player: WebVTT and SubRip. */
import { directed, type ExportLine, type Format, timecode, withoutBlankLines } from "./format.ts";

/** Entities for what WebVTT would read as markup; that takes the arrow of a timing apart too. */
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const oneLine = (text: string) => text.replace(/\s+/gu, " ").trim();

export const vtt: Format = {
  type: "text/vtt; charset=utf-8",
  head: ({ column }) => `WEBVTT${column === "original" ? "" : `\nKind: captions\nLanguage: ${column}`}\n`,
  line: ({ name, words, start, end }, index) => {
    const text = directed(withoutBlankLines(words.text), words.language);
    const timing = `${timecode(start, ".")} --> ${timecode(end, ".")}`;
    return `\n${index + 1}\n${timing}\n<v ${escaped(oneLine(name))}>${escaped(text)}</v>\n`;
  },
  foot: () => "",
};

/**
 * SubRip knows no entities: a joiner that nobody sees keeps `<i>` from being a tag, another the arrow from being a timing's.
 * The name is a run of its own, whatever its direction.
 */
const inSrt = (text: string) => text.replaceAll("<", "<\u2060").replaceAll("-->", "--\u2060>");

export const srt: Format = {
  type: "application/x-subrip; charset=utf-8",
  head: () => "\uFEFF",
  line: ({ name, words, start, end }: ExportLine, index) => {
    const text = directed(`\u2068${oneLine(name)}\u2069: ${withoutBlankLines(words.text)}`, words.language);
    return `${index + 1}\r\n${timecode(start, ",")} --> ${timecode(end, ",")}\r\n${inSrt(text).replaceAll("\n", "\r\n")}\r\n\r\n`;
  },
  foot: () => "",
};

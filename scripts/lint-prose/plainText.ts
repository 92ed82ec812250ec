/** Reads prose out of SQL, CSS, Markdown and the message catalogue. */
import { parse, type Token } from "@messageformat/parser";
import { type Fragment, paragraphs } from "./fragments.ts";
import { blockLines } from "./typescript.ts";

/** Strings are matched so that a comment sign inside them counts for nothing. A function body between `$$` is read as SQL. */
const SQL = /(?<line>--[^\n]*(?:\n[ \t]*--[^\n]*)*)|\/\*(?<block>[\s\S]*?)\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"/gu;
const CSS = /\/\*(?<block>[\s\S]*?)\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/gu;

const lineAt = (text: string, index: number) => text.slice(0, index).split("\n").length;

const commentsBy = (pattern: RegExp) => (text: string) =>
  [...text.matchAll(pattern)].flatMap(({ index, groups }): Fragment[] => {
    const lines = groups?.line?.split("\n").map((line) => line.replace(/^\s*--+/u, ""));
    const body = groups?.block === undefined ? [] : blockLines(groups.block);
    return paragraphs("comment", lineAt(text, index), lines ?? body);
  });

export const fromSql = commentsBy(SQL);
export const fromCss = commentsBy(CSS);

const IGNORED = /<!-- lint-prose: off\b.*?-->[\s\S]*?(?:<!-- lint-prose: on -->|$)|<!--[\s\S]*?-->/gu;
const FENCE = /^(?<indent>\s*)(?<fence>```+|~~~+)[\s\S]*?(?:^\s*\k<fence>|$(?![\s\S]))/gmu;
const blank = (text: string) => text.replace(/[^\n]/gu, "");

/** Returns headings, table cells, list items and paragraphs, without code blocks and link targets. */
export function fromMarkdown(text: string): Fragment[] {
  const lines = text.replace(IGNORED, blank).replace(FENCE, blank).split("\n");
  const prose: string[] = [];
  const cells: Fragment[] = [];
  lines.forEach((line, index) => {
    const isTable = /^\s*\|/u.test(line);
    const isHeading = /^#+\s/u.test(line);
    if (isTable || isHeading)
      for (const cell of isTable ? line.split(/(?<!\\)\|/u) : [line.replace(/^#+\s+/u, "")])
        cells.push(...paragraphs("markdown", index + 1, [withoutMarks(cell)]));
    prose.push(isTable || isHeading ? "" : withoutMarks(line));
  });
  return [...paragraphs("markdown", 1, prose), ...cells];
}

const withoutMarks = (line: string) =>
  line
    .replace(/^\s*>+\s?/u, "")
    .replace(/!?\[(?<shown>[^\]]*)\]\([^)]*\)/gu, "$<shown>")
    .replace(/\*\*|^\s*:?-{3,}:?\s*$/gu, "");

/** The texts of a JSON catalogue in ICU format; of each choice its last case, `other`. */
export function fromMessages(text: string): Fragment[] {
  const found: Fragment[] = [];
  text.split("\n").forEach((line, index) => {
    const value = /^\s*"[^"]+":\s*(?<value>".*")/u.exec(line)?.groups?.value;
    if (value) found.push({ kind: "message", line: index + 1, text: shownBy(parse(JSON.parse(value))) });
  });
  return found;
}

function shownBy(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === "content") return token.value;
      if ("cases" in token) return shownBy(token.cases.at(-1)?.tokens ?? []);
      return token.type === "octothorpe" ? "#" : `{${token.arg}}`;
    })
    .join("");
}

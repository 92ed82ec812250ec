/**
 * As much of Go's `html/template` as the mails use: fields, `if`, `else if`, `else`, `end`, `eq`, comments and the marks
 * that trim blanks. Like Go, it works out at parsing where each field stands, and so how it must be escaped. Anything else
 * is refused with the line it stands on.
 */
import { type Context, HTML, type Place, placeOf, same } from "./html.ts";

/** `.Data.ui_locale` is `["Data", "ui_locale"]`. */
export type Path = readonly string[];
export type Operand = { readonly path: Path } | { readonly literal: string };
export type Condition = { readonly path: Path } | { readonly equals: readonly [Operand, ...Operand[]] };

export type Node =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "field"; readonly path: Path; readonly place: Place }
  | { readonly kind: "if"; readonly branches: readonly Branch[]; readonly otherwise: readonly Node[] };
export interface Branch {
  readonly when: Condition;
  readonly nodes: readonly Node[];
}

type Token = { readonly line: number } & ({ readonly text: string } | { readonly action: string });

const ACTION = /\{\{(-\s)?\s*([\s\S]*?)\s*(\s-)?\}\}/gu;

/** @param knows whether a field may stand in this template */
export function parse(source: string, knows: (path: Path) => boolean): readonly Node[] {
  const tokens = tokenize(source);
  let at = 0;
  let context: Context = HTML;

  const fail = (line: number, what: string): never => {
    throw new Error(`line ${line}: ${what}`);
  };
  const path = (word: string, line: number): Path => {
    if (!/^(?:\.[A-Za-z_]\w*)+$/u.test(word)) return fail(line, `"${word}" is not understood here`);
    const found = word.slice(1).split(".");
    return knows(found) ? found : fail(line, `there is no field ${word}`);
  };
  const operand = (word: string, line: number): Operand =>
    word.startsWith('"') ? { literal: JSON.parse(word) } : { path: path(word, line) };
  const condition = (words: readonly string[], line: number): Condition => {
    const [first = "", second, third, ...more] = words;
    if (first !== "eq")
      return words.length === 1 ? { path: path(first, line) } : fail(line, "a condition is a field or eq");
    if (second === undefined || third === undefined) return fail(line, "eq compares two things");
    const [one, ...others] = [second, third, ...more].map((word) => operand(word, line));
    return one === undefined ? fail(line, "eq compares two things") : { equals: [one, ...others] };
  };

  /** Up to the `else` or `end` that closes the block, which is left for the caller. */
  const block = (inside: boolean): Node[] => {
    const nodes: Node[] = [];
    for (let token = tokens[at]; token !== undefined; token = tokens[at]) {
      if ("text" in token) {
        nodes.push({ kind: "text", text: token.text });
        context = context.after(token.text);
        at++;
        continue;
      }
      const words = wordsOf(token.action);
      const [first = ""] = words;
      if (first === "else" || first === "end") {
        if (!inside) fail(token.line, `${first} without if`);
        return nodes;
      }
      at++;
      if (first === "if") nodes.push(choice(words.slice(1), token.line));
      else if (words.length === 1) {
        const place = placeOf(context) ?? fail(token.line, "a field may stand in text or in a quoted attribute only");
        nodes.push({ kind: "field", path: path(first, token.line), place });
        context = context.after("");
      } else fail(token.line, `"${token.action}" is not understood here`);
    }
    if (inside) fail(tokens.at(-1)?.line ?? 1, "an if lacks its end");
    return nodes;
  };

  const choice = (words: readonly string[], line: number): Node => {
    const before = context;
    const branches: Branch[] = [];
    const ends: Context[] = [];
    let when: Condition | null = condition(words, line);
    let otherwise: readonly Node[] = [];
    for (;;) {
      context = before;
      const nodes = block(true);
      ends.push(context);
      if (when === null) otherwise = nodes;
      else branches.push({ when, nodes });
      const token = tokens[at++];
      const next = token !== undefined && "action" in token ? wordsOf(token.action) : [];
      if (next[0] === "end") break;
      if (when === null) fail(token?.line ?? line, "nothing but end may follow else");
      when = next[1] === "if" ? condition(next.slice(2), token?.line ?? line) : null;
    }
    if (when !== null) ends.push(before);
    if (!ends.every((end) => same(end, context)))
      fail(line, "the branches of this if end in different places of the HTML");
    return { kind: "if", branches, otherwise };
  };

  return block(false);
}

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  let line = 1;
  let trims = false;
  const text = (raw: string, before: boolean) => {
    let kept = trims ? raw.trimStart() : raw;
    if (before) kept = kept.trimEnd();
    if (kept !== "") tokens.push({ line, text: kept });
    line += raw.split("\n").length - 1;
  };
  for (const match of source.matchAll(ACTION)) {
    const [all, trimBefore, action = "", trimAfter] = match;
    text(source.slice(end, match.index), trimBefore !== undefined);
    if (!action.startsWith("/*")) tokens.push({ line, action });
    line += all.split("\n").length - 1;
    trims = trimAfter !== undefined;
    end = match.index + all.length;
  }
  text(source.slice(end), false);
  return tokens;
}

const wordsOf = (action: string): string[] => action.match(/"(?:[^"\\]|\\.)*"|\S+/gu) ?? [];

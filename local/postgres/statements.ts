/** Cuts a migration into its statements, so that an error can name the line at which the failing one begins. */

export interface Statement {
  /** Without the closing semicolon. */
  readonly text: string;
  /** Offset in the file where the text begins: characters, from 0. */
  readonly offset: number;
}

/** What must not be looked into for semicolons: comments, strings, quoted names, dollar quotes. */
const OPAQUE =
  /--[^\n]*|\/\*|\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<![\w$])\$(?:[A-Za-z_]\w*)?\$|;|\b(?:begin\s+atomic|case|end)\b/giy;

export function splitStatements(sql: string): Statement[] {
  const statements: Statement[] = [];
  let start = 0;
  // Inside a body `begin atomic … end`, where semicolons separate, and `case … end` nests.
  let atomic = 0;
  const add = (end: number) => {
    const raw = sql.slice(start, end);
    const blank = leadingBlank(raw);
    const text = raw.slice(blank).trim();
    if (text !== "") statements.push({ text, offset: start + blank });
    start = end + 1;
  };
  for (let at = 0; at < sql.length; ) {
    OPAQUE.lastIndex = at;
    const token = OPAQUE.exec(sql)?.[0];
    if (token === undefined) {
      at += 1;
      // A keyword in the middle of a word is none.
      if (/\w/u.test(sql[at - 1] ?? "")) while (/\w/u.test(sql[at] ?? "")) at += 1;
      continue;
    }
    if (token === ";") {
      if (atomic === 0) add(at);
      at += 1;
    } else if (token === "/*") {
      at = endOfComment(sql, at);
    } else if (token.startsWith("$")) {
      const close = sql.indexOf(token, at + token.length);
      at = close === -1 ? sql.length : close + token.length;
    } else {
      const word = token.toLowerCase();
      if (word.startsWith("begin")) atomic += 1;
      else if (word === "case" && atomic > 0) atomic += 1;
      else if (word === "end" && atomic > 0) atomic -= 1;
      at += token.length;
    }
  }
  add(sql.length);
  return statements;
}

/** Block comments nest in Postgres. */
function endOfComment(sql: string, from: number): number {
  let depth = 0;
  let at = from;
  do {
    if (sql.startsWith("/*", at)) {
      depth += 1;
      at += 2;
    } else if (sql.startsWith("*/", at)) {
      depth -= 1;
      at += 2;
    } else at += 1;
  } while (depth > 0 && at < sql.length);
  return at;
}

/** Blanks and comments before the first word, so that a line number points at the statement. */
function leadingBlank(text: string): number {
  let at = 0;
  for (;;) {
    const blank = /^(?:\s+|--[^\n]*)/u.exec(text.slice(at))?.[0].length ?? 0;
    if (blank > 0) at += blank;
    else if (text.startsWith("/*", at)) at = endOfComment(text, at);
    else return at;
  }
}

/** The line of an offset, from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

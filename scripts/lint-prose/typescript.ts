/** Reads comments and test names out of TypeScript, TSX and JavaScript. */
import ts from "typescript";
import { type Fragment, paragraphs } from "./fragments.ts";

/** Comments for tools; the reason after the colon of a `biome-ignore` stays. */
const DIRECTIVE = /^(?:@(?:ts-|type\b|vitest)|\/\s*<|deno-lint-ignore|biome-ignore(?!.*:))/u;
const TEST_FUNCTIONS = new Set(["describe", "it", "test"]);

export function fromTypeScript(path: string, text: string): Fragment[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, scriptKind(path));
  const comments = new Map<number, ts.CommentRange>();
  const names: Fragment[] = [];
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const collect = (position: number, end: number, kind: ts.CommentKind) => {
    comments.set(position, { pos: position, end, kind });
  };

  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return;
    const name = testName(node);
    if (name) names.push({ kind: "test name", line: lineAt(name.getStart(source)), text: textOf(name, source) });
    const children = node.getChildren(source);
    for (const child of children) visit(child);
    // The text between two JSX tags is no trivia: "//" in it starts no comment.
    if (children.length > 0 || ts.isJsxText(node)) return;
    ts.forEachLeadingCommentRange(text, node.pos === 0 ? shebangEnd(text) : node.pos, collect);
    if (!endsJsxTag(node)) ts.forEachTrailingCommentRange(text, node.end, collect);
  };
  visit(source);

  const ranges = [...comments.values()].sort((a, b) => a.pos - b.pos);
  return [...joinComments(text, ranges, lineAt), ...names];
}

function scriptKind(path: string): ts.ScriptKind {
  if (path.endsWith(".tsx")) return ts.ScriptKind.TSX;
  return /\.[cm]?js$/u.test(path) ? ts.ScriptKind.JS : ts.ScriptKind.TS;
}

const shebangEnd = (text: string) => /^#!.*/u.exec(text)?.[0].length ?? 0;

/** Returns whether JSX text can follow the token. */
const endsJsxTag = ({ kind, parent }: ts.Node) =>
  (kind === ts.SyntaxKind.GreaterThanToken || kind === ts.SyntaxKind.CloseBraceToken) &&
  (ts.isJsxOpeningLikeElement(parent) ||
    ts.isJsxClosingElement(parent) ||
    ts.isJsxOpeningFragment(parent) ||
    ts.isJsxClosingFragment(parent) ||
    ts.isJsxExpression(parent));

/** Joins `//` comments that stand on lines of their own, one below the other. */
function joinComments(text: string, ranges: readonly ts.CommentRange[], lineAt: (position: number) => number) {
  const found: Fragment[] = [];
  let block: string[] = [];
  let first = 0;
  let previousEnd = 0;
  const flush = () => {
    found.push(...paragraphs("comment", first, block));
    block = [];
  };
  for (const { pos, end, kind } of ranges) {
    const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia;
    const follows = isLine && block.length > 0 && /^\r?\n[ \t]*$/u.test(text.slice(previousEnd, pos));
    if (!follows) flush();
    if (block.length === 0) first = lineAt(pos);
    block.push(
      ...(isLine ? [text.slice(pos + 2, end)] : blockLines(text.slice(pos + 2, end - 2))).map(withoutDirective),
    );
    previousEnd = end;
    if (!isLine || !standsAlone(text, pos)) flush();
  }
  flush();
  return found;
}

const standsAlone = (text: string, position: number) =>
  text.slice(text.lastIndexOf("\n", position - 1) + 1, position).trim() === "";

/** The lines of a block comment, without the stars in front of them. */
export const blockLines = (body: string): string[] =>
  body.split("\n").map((line) => line.replace(/^\s*\*+(?=\s|$)\s?/u, ""));

function withoutDirective(line: string): string {
  const trimmed = line.trim();
  return DIRECTIVE.test(trimmed) ? "" : trimmed.replace(/^biome-ignore \S+?:\s*/u, "");
}

/** The name in `test("name", …)`, `describe.each(rows)("name", …)`, `Deno.test("name", …)`. */
function testName(node: ts.Node): ts.Expression | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const [name] = node.arguments;
  if (!name || !(ts.isStringLiteralLike(name) || ts.isTemplateExpression(name))) return undefined;
  return isTestFunction(node.expression) ? name : undefined;
}

function isTestFunction(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return TEST_FUNCTIONS.has(callee.text);
  if (ts.isCallExpression(callee)) return isTestFunction(callee.expression);
  if (ts.isTaggedTemplateExpression(callee)) return isTestFunction(callee.tag);
  if (!ts.isPropertyAccessExpression(callee)) return false;
  return callee.getText() === "Deno.test" || isTestFunction(callee.expression);
}

const textOf = (name: ts.Expression, source: ts.SourceFile) =>
  ts.isStringLiteralLike(name) ? name.text : name.getText(source).slice(1, -1);

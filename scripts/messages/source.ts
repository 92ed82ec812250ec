/** Finds message keys that the source does not use, and text in components without a key. */
import ts from "typescript";

export interface SourceFile {
  /** Relative to the root. */
  readonly path: string;
  readonly text: string;
}

/** Text that a component contains on purpose. */
export interface LiteralException {
  readonly path: string;
  readonly words: string;
  readonly reason: string;
}

const parse = ({ path, text }: SourceFile) =>
  ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/gu, "\\$&");

/** Returns the keys that no source contains, neither in full nor by a template such as `error.${code}`. */
export function unusedKeys(keys: readonly string[], files: readonly SourceFile[]): string[] {
  const named = new Set<string>();
  const patterns: RegExp[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) named.add(node.text);
    if (ts.isTemplateExpression(node) && /^[\w-]+\./u.test(node.head.text)) {
      const rest = node.templateSpans.map(({ literal }) => `.+${escaped(literal.text)}`).join("");
      patterns.push(new RegExp(`^${escaped(node.head.text)}${rest}$`, "u"));
    }
    // A type that selects keys by prefix uses none of them.
    if (!ts.isTypeNode(node)) ts.forEachChild(node, walk);
  };
  for (const file of files) walk(parse(file));
  return keys.filter((key) => !named.has(key) && !patterns.some((pattern) => pattern.test(key)));
}

/** Props with visible or spoken text, on elements and on components of the design system. */
const TEXT_PROPS = new Set(
  "alt aria-description aria-label aria-placeholder aria-roledescription aria-valuetext description detail hint label placeholder said text title".split(
    " ",
  ),
);

const LETTER = /\p{L}/u;

/** Returns the literal text of an expression that is rendered: `"a"`, `` `a ${b}` ``, `c ? "a" : b`, `c && "a"`. */
function literalText(expression: ts.Expression): string[] {
  if (ts.isStringLiteralLike(expression)) return [expression.text];
  if (ts.isTemplateExpression(expression))
    return [expression.head.text, ...expression.templateSpans.map(({ literal }) => literal.text)];
  if (ts.isParenthesizedExpression(expression)) return literalText(expression.expression);
  if (ts.isConditionalExpression(expression))
    return [...literalText(expression.whenTrue), ...literalText(expression.whenFalse)];
  if (ts.isBinaryExpression(expression)) {
    const { kind } = expression.operatorToken;
    if (kind === ts.SyntaxKind.PlusToken) return [...literalText(expression.left), ...literalText(expression.right)];
    const chosen =
      kind === ts.SyntaxKind.AmpersandAmpersandToken ||
      kind === ts.SyntaxKind.BarBarToken ||
      kind === ts.SyntaxKind.QuestionQuestionToken;
    if (chosen) return literalText(expression.right);
  }
  return [];
}

interface Literal {
  readonly path: string;
  readonly line: number;
  readonly words: string;
}

function literalsOf(file: SourceFile): Literal[] {
  const source = parse(file);
  const found: Literal[] = [];
  const add = (node: ts.Node, texts: readonly string[]) => {
    for (const text of texts) {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      if (LETTER.test(text)) found.push({ path: file.path, line, words: text.replace(/\s+/gu, " ").trim() });
    }
  };
  const walk = (node: ts.Node): void => {
    if (ts.isJsxText(node)) add(node, [node.text]);
    if (ts.isJsxAttribute(node) && TEXT_PROPS.has(node.name.getText(source)) && node.initializer) {
      if (ts.isStringLiteral(node.initializer)) add(node, [node.initializer.text]);
      else if (ts.isJsxExpression(node.initializer) && node.initializer.expression)
        add(node, literalText(node.initializer.expression));
    }
    if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent))
      add(node, literalText(node.expression));
    ts.forEachChild(node, walk);
  };
  walk(source);
  return found;
}

/** Returns a sentence for each text in a component without a key, and for each unused exception. */
export function findLiterals(files: readonly SourceFile[], exceptions: readonly LiteralException[]): string[] {
  const literals = files.filter(({ path }) => path.endsWith(".tsx")).flatMap(literalsOf);
  const covers = (exception: LiteralException, { path, words }: Literal) =>
    exception.path === path && exception.words === words;
  return [
    ...literals
      .filter((literal) => !exceptions.some((exception) => covers(exception, literal)))
      .map(({ path, line, words }) => `${path}:${line}: "${words}" has no message key.`),
    ...exceptions
      .filter((exception) => !literals.some((literal) => covers(exception, literal)))
      .map(({ path, words }) => `scripts/messages/exceptions.ts: "${words}" is not in ${path}.`),
  ];
}

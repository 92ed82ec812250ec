/**
 * Imports each CommonJS package once for all files. The compiler writes `var a = convert(loadReact(), 1)` into each module that
 * imports React, with a name of its own. A merged file would have dozens of them.
 */
import type { Plugin, ProgramNode } from "rollup";
import * as z from "zod";

/** A virtual module that exports a package. The rest of its id is its code. */
const PREFIX = "\0package:";

type Statement = ProgramNode["body"][number];
type Declarator = Extract<Statement, { type: "VariableDeclaration" }>["declarations"][number];
/** A name that a module imports. */
interface Imported {
  readonly name: string;
  readonly from: string;
}

const place = z.object({ start: z.int(), end: z.int() });

/** Maps the local names of imports. */
function importsOf(statements: readonly Statement[]): Map<string, Imported> {
  const found = new Map<string, Imported>();
  for (const statement of statements) {
    if (statement.type !== "ImportDeclaration") continue;
    for (const specifier of statement.specifiers)
      if (specifier.type === "ImportSpecifier" && specifier.imported.type === "Identifier")
        found.set(specifier.local.name, { name: specifier.imported.name, from: String(statement.source.value) });
  }
  return found;
}

/** Returns the import that replaces `a = convert(load(), 1)`, where both functions are imported. Null: another variable. */
function importFor({ id, init }: Declarator, imports: ReadonlyMap<string, Imported>): string | null {
  if (id.type !== "Identifier" || init?.type !== "CallExpression" || init.callee.type !== "Identifier") return null;
  const [loaded, mode, ...rest] = init.arguments;
  if (loaded?.type !== "CallExpression" || loaded.callee.type !== "Identifier" || loaded.arguments.length > 0)
    return null;
  if (mode?.type !== "Literal" || mode.value !== 1 || rest.length > 0) return null;
  const [convert, load] = [imports.get(init.callee.name), imports.get(loaded.callee.name)];
  if (convert === undefined || load === undefined) return null;
  const from = ({ name, from }: Imported, local: string) =>
    `import { ${name} as ${local} } from ${JSON.stringify(from)};`;
  const module = `${from(convert, "convert")}${from(load, "load")}export default convert(load(), 1);`;
  return `import ${id.name} from ${JSON.stringify(PREFIX + module)};`;
}

/** Replaces the variables by imports of one virtual module for each package. */
export const sharedPackages: Plugin = {
  name: "packages imported once",
  resolveId: (source) => (source.startsWith(PREFIX) ? source : null),
  load: (id) => (id.startsWith(PREFIX) ? id.slice(PREFIX.length) : null),
  transform(code) {
    const { body } = this.parse(code);
    const imports = importsOf(body);
    let changed = code;
    let added = "";
    for (const statement of body.toReversed()) {
      if (statement.type !== "VariableDeclaration") continue;
      const kept: string[] = [];
      for (const declarator of statement.declarations) {
        const replacement = importFor(declarator, imports);
        const { start, end } = place.parse(declarator);
        if (replacement === null) kept.push(code.slice(start, end));
        else added += replacement;
      }
      if (kept.length === statement.declarations.length) continue;
      const { start, end } = place.parse(statement);
      const rest = kept.length === 0 ? "" : `${statement.kind} ${kept.join(",")};`;
      changed = changed.slice(0, start) + rest + changed.slice(end);
    }
    return added === "" ? null : { code: added + changed, map: null };
  },
};

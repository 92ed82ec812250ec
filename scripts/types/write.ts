/** The type `Database` of supabase-js, in the words of `supabase gen types`. */
import type { Catalog } from "./catalog.ts";

const TYPES: Readonly<Record<string, string>> = {
  bigint: "number",
  boolean: "boolean",
  bytea: "string",
  date: "string",
  integer: "number",
  json: "Json",
  jsonb: "Json",
  text: "string",
  "timestamp with time zone": "string",
  uuid: "string",
  void: "undefined",
};

function typeOf(name: string): string {
  if (name.endsWith("[]")) return `${typeOf(name.slice(0, -2))}[]`;
  const known = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  if (known === undefined) throw new Error(`scripts/types does not know the type ${name} yet: add it to TYPES.`);
  return known;
}

const HEAD = `/** Made by \`node scripts/types.ts\` from the migrations: not to be edited. */
type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];
`;

const NONE = "{\n[_ in never]: never;\n}";

/** TypeScript, not yet formatted. */
export function writeTypes({ tables, functions }: Catalog): string {
  return `${HEAD}
export type Database = {
  public: {
    Tables: { ${tables.map(tableType).join("\n")} };
    Views: ${NONE};
    Functions: { ${functions.map(functionType).join("\n")} };
    Enums: ${NONE};
    CompositeTypes: ${NONE};
  };
};
`;
}

function tableType({ name, columns, references }: Catalog["tables"][number]): string {
  const fields = (optional: (column: (typeof columns)[number]) => boolean) =>
    columns
      .map((column) => {
        const type = `${typeOf(column.type)}${column.nullable ? " | null" : ""}`;
        return `${column.name}${optional(column) ? "?" : ""}: ${type};`;
      })
      .join("\n");
  const relationships = references.map(
    ({ name, columns, one, relation, targets }) => `{
      foreignKeyName: ${JSON.stringify(name)};
      columns: ${JSON.stringify(columns)};
      isOneToOne: ${one};
      referencedRelation: ${JSON.stringify(relation)};
      referencedColumns: ${JSON.stringify(targets)};
    }`,
  );
  return `${name}: {
    Row: {
      ${fields(() => false)}
    };
    Insert: {
      ${fields(({ filled, nullable }) => filled || nullable)}
    };
    Update: {
      ${fields(() => true)}
    };
    Relationships: [${relationships.join(",")}];
  };`;
}

function functionType({ name, args, returns }: Catalog["functions"][number]): string {
  const fields = args.map((arg) => `${arg.name}${arg.optional ? "?" : ""}: ${typeOf(arg.type)}`).join("; ");
  const type = fields === "" ? "Record<PropertyKey, never>" : `{ ${fields} }`;
  return `${name}: { Args: ${type}; Returns: ${typeOf(returns)} };`;
}

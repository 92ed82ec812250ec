/** Writes names and values into SQL. Values are untyped literals, so Postgres decides their type, as under PostgREST. */
import { RestError } from "./errors.ts";

/** Quotes a name. */
export const ident = (name: string): string => `"${withoutNull(name).replaceAll('"', '""')}"`;

/** Quotes a value. A backslash is safe with and without `standard_conforming_strings`. */
export function literal(value: string): string {
  const text = withoutNull(value).replaceAll("'", "''");
  return text.includes("\\") ? ` E'${text.replaceAll("\\", "\\\\")}'` : `'${text}'`;
}

/** Writes a literal of an array. */
export const arrayLiteral = (values: readonly string[]): string =>
  literal(`{${values.map((value) => `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`).join(",")}}`);

/** Postgres' text has no null character. In the protocol it would end the statement. */
function withoutNull(text: string): string {
  if (!text.includes("\0")) return text;
  throw new RestError(400, { code: "22021", message: 'invalid byte sequence for encoding "UTF8": 0x00' });
}

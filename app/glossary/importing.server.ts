/** A file or pasted rows: what they would change, and the change. Nothing of it is done by halves. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import type { ErrorCode } from "#contracts/errors.ts";
import { decodeText } from "./core/decode.ts";
import { readTable, standings, type Table, type WrongRow } from "./core/table.ts";
import { typedRows } from "./core/typed.ts";
import type { GlossaryAnswer } from "./view.ts";

type Rpc = Pick<AppLoadContext, "rpc">;

/** A chosen file goes before what stands in the field. */
export async function importText(form: FormData): Promise<string> {
  const file = form.get("file");
  if (file !== null && typeof file !== "string" && file.size > 0)
    return decodeText(new Uint8Array(await file.arrayBuffer()));
  return typedRows(form);
}

export const previewImport = ({ rpc }: Rpc, workspace: string, text: string): Promise<GlossaryAnswer> =>
  preview({ rpc }, workspace, text, readTable(text), null);

/** What is wrong is shown again, as the preview does. */
export async function carryOutImport({ rpc }: Rpc, workspace: string, text: string): Promise<GlossaryAnswer> {
  const table = readTable(text);
  if (table.wrong.length > 0) return preview({ rpc }, workspace, text, table, null);
  const done = await rpc("import_terms", { workspace_id: workspace, terms: table.terms.map(({ term }) => term) });
  if (!done.ok) return preview({ rpc }, workspace, text, table, done.error.code);
  const { added, changed, unchanged, refused } = done.value;
  if (refused.length === 0) return { kind: "imported", added, changed, unchanged };
  const wrong = refused.map(({ row, code }): WrongRow => {
    const { row: inFile = row, term } = table.terms[row - 1] ?? {};
    const fault = code === "glossary/duplicate" ? "twice" : "refused";
    return { row: inFile, fault, ...(term && { cell: term.term }) };
  });
  return preview({ rpc }, workspace, text, { ...table, wrong }, null);
}

async function preview(
  { rpc }: Rpc,
  workspace: string,
  text: string,
  { terms, wrong }: Table,
  error: ErrorCode | null,
): Promise<GlossaryAnswer> {
  const known = await rpc("glossary", { workspace_id: workspace });
  const standing = standings(known.ok ? known.value : []);
  return {
    kind: "preview",
    text,
    preview: {
      terms: known.ok
        ? terms.map(({ row, term }) => ({
            row,
            term: term.term,
            language: term.language,
            standing: standing(term),
          }))
        : [],
      wrong,
    },
    error: error ?? (known.ok ? null : known.error.code),
  };
}

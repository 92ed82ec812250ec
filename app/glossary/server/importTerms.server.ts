/** Previews and imports a file or pasted rows. An import succeeds as a whole or not at all. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import type { ErrorCode } from "#contracts/errors.ts";
import { decodeText } from "../core/decodeText.ts";
import { importTextOf } from "../core/formValues.ts";
import type { GlossaryActionResult, InvalidRow } from "../core/glossaryView.ts";
import { createImportStatusOf, type GlossaryTable, parseGlossaryTable } from "./glossaryTable.server.ts";

type RpcContext = Pick<AppLoadContext, "rpc">;

/** Prefers a chosen file to the text field. Returns null for a file in an unknown encoding. */
export async function readImportText(form: FormData): Promise<string | null> {
  const file = form.get("file");
  if (file !== null && typeof file !== "string" && file.size > 0)
    return decodeText(new Uint8Array(await file.arrayBuffer()));
  return importTextOf(form);
}

const UNKNOWN_ENCODING: GlossaryTable = { terms: [], invalidRows: [{ row: 1, fault: "encoding" }] };

/** `text`: null for a file in an unknown encoding. */
const parseImport = (text: string | null): GlossaryTable =>
  text === null ? UNKNOWN_ENCODING : parseGlossaryTable(text);

export const previewImport = (
  { rpc }: RpcContext,
  workspace: string,
  text: string | null,
): Promise<GlossaryActionResult> => toPreviewResult({ rpc }, workspace, text ?? "", parseImport(text), null);

/** Returns the preview again if a row is invalid. */
export async function importTerms(
  { rpc }: RpcContext,
  workspace: string,
  submitted: string | null,
): Promise<GlossaryActionResult> {
  const table = parseImport(submitted);
  const text = submitted ?? "";
  if (table.invalidRows.length > 0) return toPreviewResult({ rpc }, workspace, text, table, null);
  const imported = await rpc("import_terms", {
    p_workspace_id: workspace,
    p_rows: table.terms.map(({ term }) => term),
  });
  if (!imported.ok) return toPreviewResult({ rpc }, workspace, text, table, imported.error.code);
  const { added, changed, unchanged, refused } = imported.value;
  if (refused.length === 0) return { kind: "imported", added, changed, unchanged };
  if (refused.some(({ code }) => code === "glossary/full"))
    return toPreviewResult({ rpc }, workspace, text, table, "glossary/full");
  const invalidRows = refused.map(({ row, code }): InvalidRow => {
    const { row: fileRow = row, term } = table.terms[row - 1] ?? {};
    const fault = code === "glossary/duplicate" ? "twice" : "refused";
    return { row: fileRow, fault, ...(term && { cell: term.term }) };
  });
  return toPreviewResult({ rpc }, workspace, text, { ...table, invalidRows }, null);
}

async function toPreviewResult(
  { rpc }: RpcContext,
  workspace: string,
  text: string,
  { terms, invalidRows }: GlossaryTable,
  error: ErrorCode | null,
): Promise<GlossaryActionResult> {
  const existingTerms = await rpc("glossary", { p_workspace_id: workspace });
  const importStatusOf = createImportStatusOf(existingTerms.ok ? existingTerms.value : []);
  return {
    kind: "preview",
    text,
    preview: {
      terms: existingTerms.ok
        ? terms.map(({ row, term }) => ({
            row,
            term: term.term,
            language: term.language,
            status: importStatusOf(term),
          }))
        : [],
      invalidRows,
    },
    error: error ?? (existingTerms.ok ? null : existingTerms.error.code),
  };
}

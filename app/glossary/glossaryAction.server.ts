/** Handles the forms of `/glossary`. The database checks permissions. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { errorStatus } from "#contracts/errorStatuses.ts";
import type { ErrorCode } from "#contracts/errors.ts";
import type { Term } from "#contracts/glossary.ts";
import { termValuesOf } from "./core/formValues.ts";
import type { GlossaryActionResult, RetranslationScope } from "./core/glossaryView.ts";
import { toTermView } from "./core/termViews.ts";
import { glossaryActionForm, parseCallIds, parseTerm, toTermErrors } from "./server/glossaryForms.server.ts";
import { importTerms, previewImport, readImportText } from "./server/importTerms.server.ts";
import { readRetranslationScope, releaseLines } from "./server/retranslate.server.ts";

type GlossaryContext = Pick<AppLoadContext, "rpc">;

export async function glossaryAction(
  context: GlossaryContext,
  workspace: string,
  form: FormData,
): Promise<GlossaryActionResult> {
  const { rpc } = context;
  const parsed = glossaryActionForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { kind: "failed", code: "request/invalid", id: "" };
  const submission = parsed.data;
  switch (submission.intent) {
    case "more": {
      const values = termValuesOf(form);
      const translations = [...values.translations, { language: "", word: "" }];
      return { kind: "term", values: { ...values, translations }, errors: {} };
    }
    case "save":
      return save(context, workspace, form);
    case "decide": {
      const decided = await rpc("decide_term", { p_term_id: submission.id, p_approved: submission.approved === "yes" });
      if (!decided.ok) return { kind: "failed", code: decided.error.code, id: submission.id };
      return decided.value === null
        ? removedResult("refused", submission.id)
        : savedResult(context, "approved", decided.value);
    }
    case "delete": {
      const deleted = await rpc("delete_term", { p_term_id: submission.id });
      return deleted.ok
        ? removedResult("deleted", submission.id)
        : { kind: "failed", code: deleted.error.code, id: submission.id };
    }
    case "preview":
      return previewImport(context, workspace, await readImportText(form));
    case "import":
      return importTerms(context, workspace, await readImportText(form));
    case "retranslate": {
      const terms = await rpc("glossary", { p_workspace_id: workspace });
      if (!terms.ok) return { kind: "failed", code: terms.error.code, id: submission.id };
      const term = terms.value.find(({ id }) => id === submission.id);
      const scope = term === undefined ? null : await readRetranslationScope(context, term);
      if (scope === null) return { kind: "failed", code: "request/not-found", id: submission.id };
      const callIds = parseCallIds(form).filter((call) => scope.calls.some(({ id }) => id === call));
      return releaseLines(context, scope, callIds);
    }
    default:
      return submission satisfies never;
  }
}

async function save(context: GlossaryContext, workspace: string, form: FormData): Promise<GlossaryActionResult> {
  const values = termValuesOf(form);
  const parsed = parseTerm(values);
  if ("errors" in parsed) return { kind: "term", values: values, errors: parsed.errors };
  const { id, term, language, never, translations, note } = parsed.term;
  const saved = await context.rpc("save_term", {
    p_workspace_id: workspace,
    p_term_id: id,
    p_term: term,
    p_language: language,
    p_never: never,
    p_translations: translations,
    p_note: note,
  });
  if (!saved.ok) return { kind: "term", values: values, errors: toTermErrors(saved.error.code) };
  if (saved.value.changed_at === values.changedAt) {
    return doneResult("saved", saved.value, null);
  }
  return savedResult(context, "saved", saved.value);
}

const savedResult = async (
  context: GlossaryContext,
  what: "saved" | "approved",
  entry: Term,
): Promise<GlossaryActionResult> => doneResult(what, entry, await readRetranslationScope(context, entry));

const doneResult = (
  what: "saved" | "approved",
  entry: Term,
  scope: RetranslationScope | null,
): GlossaryActionResult => ({
  ...{ kind: "done", what, scope },
  ...{ id: entry.id, term: entry.term, language: entry.language, entry: toTermView(entry, new Map()) },
});

const removedResult = (what: "refused" | "deleted", id: string): GlossaryActionResult => ({
  kind: "done",
  what,
  id,
  entry: null,
  term: "",
  language: null,
  scope: null,
});

/** Returns the HTTP status of a result. */
export function glossaryResponseStatus(result: GlossaryActionResult): number {
  const code = resultErrorCode(result);
  return code === null ? 200 : errorStatus(code);
}

function resultErrorCode(result: GlossaryActionResult): ErrorCode | null {
  switch (result.kind) {
    case "term": {
      const { translations = {}, ...fields } = result.errors;
      const [code] = Object.values(fields);
      return code ?? (Object.keys(translations).length > 0 ? "request/invalid" : null);
    }
    case "failed":
      return result.code;
    case "preview":
      return result.error;
    case "retranslated":
      return result.lineIds.length === 0 ? result.error : null;
    case "done":
    case "imported":
      return null;
    default:
      return result satisfies never;
  }
}

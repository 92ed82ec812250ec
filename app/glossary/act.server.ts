/** What the forms of `/glossary` ask for. The database decides who may. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { ERRORS, type ErrorCode } from "#contracts/errors.ts";
import type { Term } from "#contracts/glossary.ts";
import { typedTerm } from "./core/typed.ts";
import { actForm, callsOf, parseTerm, termErrors } from "./forms.server.ts";
import { carryOutImport, importText, previewImport } from "./importing.server.ts";
import { reachOf, retranslate, translateAs } from "./retranslate.server.ts";
import type { GlossaryAnswer } from "./view.ts";

type Context = Pick<AppLoadContext, "rpc" | "env" | "session">;

export async function actOnGlossary(context: Context, workspace: string, form: FormData): Promise<GlossaryAnswer> {
  const { rpc } = context;
  const sent = actForm.safeParse(Object.fromEntries(form));
  if (!sent.success) return { kind: "failed", code: "request/invalid", id: "" };
  const act = sent.data;
  switch (act.intent) {
    case "more": {
      const typed = typedTerm(form);
      const translations = [...typed.translations, { language: "", word: "" }];
      return { kind: "term", values: { ...typed, translations }, errors: {} };
    }
    case "save":
      return save(context, workspace, form);
    case "decide": {
      const decided = await rpc("decide_term", { id: act.id, approved: act.approved === "yes" });
      if (!decided.ok) return { kind: "failed", code: decided.error.code, id: act.id };
      return decided.value === null ? gone("refused") : kept(context, "approved", decided.value);
    }
    case "delete": {
      const deleted = await rpc("delete_term", { id: act.id });
      return deleted.ok ? gone("deleted") : { kind: "failed", code: deleted.error.code, id: act.id };
    }
    case "preview":
      return previewImport(context, workspace, await importText(form));
    case "import":
      return carryOutImport(context, workspace, await importText(form));
    case "retranslate": {
      const terms = await rpc("glossary", { workspace_id: workspace });
      if (!terms.ok) return { kind: "failed", code: terms.error.code, id: act.id };
      const term = terms.value.find(({ id }) => id === act.id);
      const reach = term === undefined ? null : await reachOf(context, term);
      if (reach === null) return { kind: "failed", code: "request/not-found", id: act.id };
      const asked = callsOf(form).filter((call) => reach.calls.some(({ id }) => id === call));
      return retranslate({ rpc, translate: translateAs(context) }, reach, asked);
    }
    default:
      return act satisfies never;
  }
}

async function save(context: Context, workspace: string, form: FormData): Promise<GlossaryAnswer> {
  const typed = typedTerm(form);
  const read = parseTerm(typed);
  if ("errors" in read) return { kind: "term", values: typed, errors: read.errors };
  const saved = await context.rpc("save_term", { workspace_id: workspace, ...read.term });
  if (!saved.ok) return { kind: "term", values: typed, errors: termErrors(saved.error.code) };
  if (saved.value.changed_at === typed.changedAt) {
    const { term, language } = saved.value;
    return { kind: "done", what: "saved", term, language, reach: null };
  }
  return kept(context, "saved", saved.value);
}

async function kept(context: Context, what: "saved" | "approved", entry: Term): Promise<GlossaryAnswer> {
  const { term, language } = entry;
  return { kind: "done", what, term, language, reach: await reachOf(context, entry) };
}

const gone = (what: "refused" | "deleted"): GlossaryAnswer => ({
  kind: "done",
  what,
  term: "",
  language: null,
  reach: null,
});

/** Of the answer as a whole. */
export function statusOf(answer: GlossaryAnswer): number {
  const code = codeOf(answer);
  return code === null ? 200 : ERRORS[code].status;
}

function codeOf(answer: GlossaryAnswer): ErrorCode | null {
  switch (answer.kind) {
    case "term": {
      const { translations = {}, ...fields } = answer.errors;
      const [code] = Object.values(fields);
      return code ?? (Object.keys(translations).length > 0 ? "request/invalid" : null);
    }
    case "failed":
      return answer.code;
    case "preview":
      return answer.error;
    case "retranslated":
      return answer.lines === 0 ? answer.error : null;
    case "done":
    case "imported":
      return null;
    default:
      return answer satisfies never;
  }
}

/** Loads `/glossary`. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Home } from "#contracts/account.ts";
import type { Term } from "#contracts/glossary.ts";
import { isLanguage, type Language } from "#contracts/languages.ts";
import { errorResponse } from "~/lib/routeErrors.ts";
import { suggestedLanguages } from "~/translation/suggestedLanguages.server.ts";
import { type GlossaryView, parsePanel, type TermView } from "./core/glossaryView.ts";
import { writeGlossaryTable } from "./server/glossaryTable.server.ts";

/**
 * Returns the workspace of the URL, or the reader's first; null if the reader has none. Throws `request/not-found` for a
 * workspace of others.
 */
export function chooseWorkspace({ workspaces }: Pick<Home, "workspaces">, url: URL): string | null {
  const requested = url.searchParams.get("workspace");
  const chosen = requested === null ? workspaces[0] : workspaces.find(({ id }) => id === requested);
  if (requested !== null && chosen === undefined) throw errorResponse({ code: "request/not-found" });
  return chosen?.id ?? null;
}

/** Returns the workspace of the glossary. Throws if it cannot be read. */
export async function readWorkspace({ rpc }: Pick<AppLoadContext, "rpc">, request: Request) {
  const home = await rpc("home", {});
  if (!home.ok) throw errorResponse(home.error);
  return { home: home.value, workspace: chooseWorkspace(home.value, new URL(request.url)) };
}

/** Puts proposals first, the oldest first. Other terms keep the database's order. */
export function toTermViews(terms: readonly Term[], meetings: ReadonlyMap<string, string>): TermView[] {
  const proposed = terms.filter(({ state }) => state === "proposed");
  const oldest = proposed.sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
  return [...oldest, ...terms.filter(({ state }) => state === "approved")].map((term) => ({
    id: term.id,
    term: term.term,
    language: term.language,
    never: term.never,
    translations: Object.entries(term.translations).flatMap(([code, word]) => (isLanguage(code) ? [[code, word]] : [])),
    note: term.note,
    state: term.state,
    meeting: (term.meeting_id !== null && meetings.get(term.meeting_id)) || null,
    changedAt: term.changed_at,
  }));
}

export async function readGlossary(
  { rpc }: Pick<AppLoadContext, "rpc">,
  request: Request,
  { home, workspace }: Awaited<ReturnType<typeof readWorkspace>>,
): Promise<GlossaryView> {
  const { searchParams } = new URL(request.url);
  const found = workspace === null ? null : await rpc("glossary", { p_workspace_id: workspace });
  const titles = new Map(home.meetings.flatMap(({ meeting_id, title }) => (title ? [[meeting_id, title]] : [])));
  const terms = found?.ok ? toTermViews(found.value, titles) : [];
  const language = searchParams.get("language") ?? "";
  const state = searchParams.get("state");
  return {
    workspaces: home.workspaces.map(({ id, name }) => ({ id, name })),
    workspace,
    terms,
    error: found === null || found.ok ? null : found.error.code,
    newId: crypto.randomUUID(),
    suggestedLanguages: suggestedTermLanguages(home, terms, request.headers),
    panel: parsePanel(searchParams.get("panel")),
    searchText: searchParams.get("q") ?? "",
    language: isLanguage(language) ? language : "",
    state: state === "proposed" || state === "approved" ? state : "",
  };
}

/** Returns the glossary's languages, the most used first, then those of its reader and browser. */
function suggestedTermLanguages(
  { profile }: Pick<Home, "profile">,
  terms: readonly TermView[],
  headers: Headers,
): Language[] {
  const uses = new Map<Language, number>();
  for (const { language, translations } of terms)
    for (const code of [language, ...translations.map(([into]) => into)]) uses.set(code, (uses.get(code) ?? 0) + 1);
  const used = [...uses].sort(([, a], [, b]) => b - a).map(([code]) => code);
  const own = [profile.speaks, profile.reads].filter((code) => code !== null);
  return [...new Set([...used, ...own, ...suggestedLanguages(headers)])];
}

/** Returns the approved terms as CSV. Throws if they cannot be read. */
export async function exportGlossary(context: Pick<AppLoadContext, "rpc">, request: Request): Promise<string> {
  const { workspace } = await readWorkspace(context, request);
  if (workspace === null) throw errorResponse({ code: "request/not-found" });
  const found = await context.rpc("glossary", { p_workspace_id: workspace });
  if (!found.ok) throw errorResponse(found.error);
  return writeGlossaryTable(found.value);
}

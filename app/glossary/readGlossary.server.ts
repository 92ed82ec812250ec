/** What `/glossary` shows, of the rpc's answers. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Home } from "#contracts/account.ts";
import type { Term } from "#contracts/glossary.ts";
import { isLanguage, type Language } from "#contracts/languages.ts";
import { errorResponse } from "~/lib/routeErrors.ts";
import { suggestedLanguages } from "~/translation/suggestedLanguages.server.ts";
import { type GlossaryView, parsePanel, type TermView } from "./core/glossaryView.ts";
import { writeGlossaryTable } from "./server/glossaryTable.server.ts";

/** The workspace that an address names, or one's first; null: one is in none. Throws `request/not-found` for any other. */
export function chooseWorkspace({ workspaces }: Pick<Home, "workspaces">, url: URL): string | null {
  const asked = url.searchParams.get("workspace");
  const chosen = asked === null ? workspaces[0] : workspaces.find(({ id }) => id === asked);
  if (asked !== null && chosen === undefined) throw errorResponse({ code: "request/not-found" });
  return chosen?.id ?? null;
}

/** Whose glossary it is. Throws when that cannot be read. */
export async function readWorkspace({ rpc }: Pick<AppLoadContext, "rpc">, request: Request) {
  const home = await rpc("home", {});
  if (!home.ok) throw errorResponse(home.error);
  return { home: home.value, workspace: chooseWorkspace(home.value, new URL(request.url)) };
}

/** Proposals first, the oldest first; the rest as the database orders it. */
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
  const { searchParams: asked } = new URL(request.url);
  const found = workspace === null ? null : await rpc("glossary", { p_workspace_id: workspace });
  const titles = new Map(home.meetings.flatMap(({ meeting_id, title }) => (title ? [[meeting_id, title]] : [])));
  const terms = found?.ok ? toTermViews(found.value, titles) : [];
  const language = asked.get("language") ?? "";
  const state = asked.get("state");
  return {
    workspaces: home.workspaces.map(({ id, name }) => ({ id, name })),
    workspace,
    terms,
    error: found === null || found.ok ? null : found.error.code,
    newId: crypto.randomUUID(),
    suggestedLanguages: suggestedTermLanguages(home, terms, request.headers),
    panel: parsePanel(asked.get("panel")),
    searchText: asked.get("q") ?? "",
    language: isLanguage(language) ? language : "",
    state: state === "proposed" || state === "approved" ? state : "",
  };
}

/** What the glossary is in, most used first; then what its reader speaks, reads and asks for. */
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

/** The file of the approved terms. Throws when they cannot be read. */
export async function exportGlossary(context: Pick<AppLoadContext, "rpc">, request: Request): Promise<string> {
  const { workspace } = await readWorkspace(context, request);
  if (workspace === null) throw errorResponse({ code: "request/not-found" });
  const found = await context.rpc("glossary", { p_workspace_id: workspace });
  if (!found.ok) throw errorResponse(found.error);
  return writeGlossaryTable(found.value);
}

/** Loads `/glossary`. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Home } from "#contracts/account.ts";
import type { Term } from "#contracts/glossary.ts";
import { isLanguage, type Language } from "#contracts/languages.ts";
import { errorResponse } from "~/lib/routeErrors.ts";
import { suggestedLanguages } from "~/translation/suggestedLanguages.server.ts";
import type { TermFilter } from "./core/filterTerms.ts";
import { type GlossaryView, parsePanel } from "./core/glossaryView.ts";
import { countLanguages, type MeetingTitles, termsVersion, toTermView } from "./core/termViews.ts";
import { writeGlossaryTable } from "./server/glossaryTable.server.ts";
import { termPage } from "./server/termPage.server.ts";

/**
 * Returns the workspace of the URL, or the reader's chosen; null if the reader has none. Throws `request/not-found` for a
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

export async function readGlossary(
  { rpc }: Pick<AppLoadContext, "rpc">,
  request: Request,
  { home, workspace }: Awaited<ReturnType<typeof readWorkspace>>,
): Promise<GlossaryView> {
  const { searchParams } = new URL(request.url);
  const found = workspace === null ? null : await rpc("glossary", { p_workspace_id: workspace });
  const terms = found?.ok ? found.value : [];
  const titles = new Map(home.meetings.flatMap(({ meeting_id, title }) => (title ? [[meeting_id, title]] : [])));
  const uses = countLanguages(terms);
  const filter = parseFilter(searchParams);
  const page = termPage(terms, filter, Math.max(0, Math.trunc(Number(searchParams.get("from")) || 0)));
  const panel = parsePanel(searchParams.get("panel"));
  const panelTerm = panel !== null && "id" in panel ? terms.find(({ id }) => id === panel.id) : undefined;
  return {
    workspaces: home.workspaces.map(({ id, name }) => ({ id, name })),
    workspace,
    terms: page.terms.map((term) => toTermView(term, titles)),
    total: terms.length,
    version: termsVersion(terms.map(({ changed_at }) => ({ changedAt: changed_at }))),
    languages: [...uses.keys()].sort(),
    next: page.next,
    meetings: proposalMeetings(terms, titles),
    error: found === null || found.ok ? null : found.error.code,
    newId: crypto.randomUUID(),
    suggestedLanguages: suggestedTermLanguages(home, uses, request.headers),
    panel,
    panelTerm: panelTerm === undefined ? null : toTermView(panelTerm, titles),
    searchText: filter.text,
    language: filter.language,
    state: filter.state,
  };
}

function parseFilter(searchParams: URLSearchParams): TermFilter {
  const language = searchParams.get("language") ?? "";
  const state = searchParams.get("state");
  return {
    text: searchParams.get("q") ?? "",
    language: isLanguage(language) ? language : "",
    state: state === "proposed" || state === "approved" ? state : "",
  };
}

function proposalMeetings(terms: readonly Term[], titles: MeetingTitles): GlossaryView["meetings"] {
  const ids = new Set(terms.flatMap(({ state, meeting_id }) => (state === "proposed" ? [meeting_id] : [])));
  return [...titles].filter(([id]) => ids.has(id));
}

/** Returns the glossary's languages, the most used first, then those of its reader and browser. */
function suggestedTermLanguages(
  { profile }: Pick<Home, "profile">,
  uses: ReadonlyMap<Language, number>,
  headers: Headers,
): Language[] {
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

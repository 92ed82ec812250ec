/** Loads `/settings/workspace` and `/settings/members`. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { workspaceRole } from "#contracts/roles.ts";
import type { OwnWorkspace } from "#contracts/workspaces.ts";
import { translationPolicy } from "#contracts/workspaces.ts";
import { acceptedLanguages } from "~/i18n/acceptLanguage.ts";
import { preferredLanguageTag } from "~/lib/dates.ts";
import type { Viewer } from "~/lib/loadContext.ts";
import { errorResponse } from "~/lib/routeErrors.ts";
import { isAdmin } from "./core/roles.ts";
import { USAGE_GROUPS } from "./core/usageRows.ts";
import {
  type ChangeLogView,
  invitedRole,
  type MemberChoice,
  type MemberQuestion,
  type MembersView,
  POLICY_PARAM,
  type UsageView,
  type WorkspaceView,
} from "./core/workspaceView.ts";
import { changeArguments, readChangeFilter } from "./server/changeFilter.server.ts";
import { usageMonths } from "./server/usageMonths.server.ts";

type Context = Pick<AppLoadContext, "rpc" | "locale" | "translationPrices">;
type PageContext = Context & Pick<AppLoadContext, "signIn">;

/**
 * Reads the reader's workspaces, and finds that of the URL, else that of their new meetings. Throws `request/not-found`
 * for a workspace of others.
 */
async function readShared({ rpc, locale }: Context, request: Request) {
  const found = await rpc("my_workspaces", {});
  if (!found.ok) throw errorResponse(found.error);
  const workspaces = found.value;
  const requested = new URL(request.url).searchParams.get("workspace");
  const shown =
    requested === null
      ? (workspaces.find(({ chosen }) => chosen) ?? workspaces[0])
      : workspaces.find(({ id }) => id === requested);
  if (shown === undefined) throw errorResponse({ code: "request/not-found" });
  return {
    workspaces,
    shown,
    newId: crypto.randomUUID(),
    now: Date.now(),
    languageTag: preferredLanguageTag(locale, acceptedLanguages(request.headers)),
  };
}

export async function readWorkspacePage(
  context: PageContext,
  viewer: Viewer,
  request: Request,
): Promise<WorkspaceView> {
  const shared = await readShared(context, request);
  const { searchParams } = new URL(request.url);
  const { shown, now } = shared;
  const isOpenAdmin = isAdmin(shown.role) && !shown.locked;
  const [deletes, log, usage] = await Promise.all([
    searchParams.has("delete") && shown.role === "owner" && !shown.locked ? readSignIn(context) : null,
    isOpenAdmin ? readLog(context, shown, searchParams) : null,
    isOpenAdmin ? readUsage(context, shown, searchParams, now) : null,
  ]);
  const translation = translationPolicy.safeParse(searchParams.get("translation"));
  const typed = {
    name: searchParams.get("name"),
    days: searchParams.get("days"),
    translation: translation.success ? translation.data : null,
  };
  const policy = searchParams.get(POLICY_PARAM);
  const opensPolicy = policy === null ? null : policy === "sso" ? "sso" : "two-factor";
  const sso = { isOffered: (await context.signIn.ways()).sso, isOwn: viewer.managed === true };
  return { ...shared, typed, opensPolicy, sso, leaves: searchParams.has("leave"), deletes, log, usage };
}

async function readUsage(
  { rpc, translationPrices }: Context,
  { id }: OwnWorkspace,
  search: URLSearchParams,
  now: number,
): Promise<UsageView> {
  const months = usageMonths(search.get("month"), now);
  const found = await rpc("workspace_usage", { p_workspace_id: id, p_month: months.shown });
  return {
    usage: found.ok ? found.value : null,
    group: USAGE_GROUPS.find((group) => group === search.get("usage")) ?? "engine",
    months,
    prices: translationPrices,
    error: found.ok ? null : found.error.code,
  };
}

/** Without the answer, the page requires a fresh code. */
async function readSignIn({ rpc }: Context): Promise<{ recent: boolean }> {
  const found = await rpc("has_recent_proof", {});
  return { recent: found.ok && found.value };
}

/** The filter offers the first page of members, and the person that it has. */
async function readLog({ rpc }: Context, { id }: OwnWorkspace, search: URLSearchParams): Promise<ChangeLogView> {
  const filter = readChangeFilter(search);
  const [found, members] = await Promise.all([
    rpc("workspace_changes", changeArguments(id, filter)),
    rpc("workspace_members", { p_workspace_id: id }),
  ]);
  const people = members.ok ? members.value.members : [];
  return {
    ...(found.ok ? found.value : { changes: [], next: null }),
    ...filter,
    people: people.map(({ user_id, display_name, email }) => ({ id: user_id, name: display_name ?? email })),
    error: found.ok ? null : found.error.code,
  };
}

export async function readMembersPage(context: Context, viewer: Viewer, request: Request): Promise<MembersView> {
  const shared = await readShared(context, request);
  const { searchParams } = new URL(request.url);
  const after = searchParams.get("after");
  const isOpenAdmin = isAdmin(shared.shown.role) && !shared.shown.locked;
  const [page, invitations, resets] = await Promise.all([
    context.rpc("workspace_members", { p_workspace_id: shared.shown.id, ...(after !== null && { p_after: after }) }),
    isOpenAdmin ? context.rpc("workspace_invitations", { p_workspace_id: shared.shown.id }) : null,
    isOpenAdmin ? context.rpc("workspace_factor_resets", { p_workspace_id: shared.shown.id }) : null,
  ]);
  const failed = [page, invitations, resets].find((part) => part?.ok === false);
  return {
    ...shared,
    ownId: viewer.id,
    ...(page.ok ? page.value : { members: [], next: null }),
    after,
    question: questionOf(searchParams),
    choice: choiceOf(searchParams),
    invites: invitedRole(searchParams.get("invite")),
    invitations: invitations?.ok ? invitations.value : null,
    resets: resets?.ok ? resets.value : [],
    error: failed?.ok === false ? failed.error.code : null,
  };
}

function choiceOf(search: URLSearchParams): MemberChoice | null {
  const id = search.get("chosen");
  const role = workspaceRole.safeParse(search.get("role"));
  return id === null ? null : { id, role: role.success ? role.data : null };
}

function questionOf(search: URLSearchParams): MemberQuestion | null {
  for (const kind of ["remove", "transfer"] as const) {
    const id = search.get(kind);
    if (id !== null) return { kind, id };
  }
  return null;
}

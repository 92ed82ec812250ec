/** Loads `/invitations/:token` and accepts the invitation. */
import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import type { ErrorCode } from "#contracts/errors.ts";
import { invitationToken } from "#contracts/workspaces.ts";
import { acceptedLanguages } from "~/i18n/acceptLanguage.ts";
import { preferredLanguageTag } from "~/lib/dates.ts";
import type { Viewer } from "~/lib/loadContext.ts";
import { errorResponse } from "~/lib/routeErrors.ts";
import type { InvitationState, InvitationView } from "./core/invitationView.ts";
import { DONE_PARAM, invitationPath, workspacePath } from "./core/workspaceView.ts";

/** Reading changes nothing, because mail scanners follow links. Throws if the invitation no longer works. */
export async function readInvitation(
  { rpc, session, locale }: Pick<AppLoadContext, "rpc" | "session" | "locale">,
  token: string | undefined,
  request: Request,
): Promise<InvitationView> {
  const parsed = invitationToken.safeParse(token);
  if (!parsed.success) throw errorResponse({ code: "workspace/invitation-refused" });
  const viewer = await session.knownViewer();
  if (!viewer.ok) throw errorResponse(viewer.error);
  const found = await rpc("read_invitation", { p_token: parsed.data });
  if (!found.ok) throw errorResponse(found.error);
  const { workspace, inviter, role, is_for_caller, expires_at, is_member } = found.value;
  return {
    path: invitationPath(parsed.data),
    ...{ workspace, inviter, role },
    expiresAt: expires_at,
    state: stateOf(viewer.value, is_for_caller, is_member),
    email: viewer.value?.address ?? null,
    now: Date.now(),
    languageTag: preferredLanguageTag(locale, acceptedLanguages(request.headers)),
  };
}

function stateOf(viewer: Viewer | null, isForViewer: boolean, isMember: boolean): InvitationState {
  if (viewer === null || viewer.anonymous) return "sign-in";
  if (isMember) return "member";
  return isForViewer ? "join" : "other-address";
}

/** Makes the reader a member and shows them the members. Returns the error if that fails. */
export async function acceptInvitation(
  { rpc }: Pick<AppLoadContext, "rpc">,
  token: string | undefined,
): Promise<ErrorCode> {
  const parsed = invitationToken.safeParse(token);
  if (!parsed.success) return "workspace/invitation-refused";
  const accepted = await rpc("accept_invitation", { p_token: parsed.data });
  if (accepted.ok) throw redirect(workspacePath("members", accepted.value.id, { [DONE_PARAM]: "join" }));
  return accepted.error.code;
}

/**
 * Connects identities of providers to an account, and disconnects them. Auth creates the identity when the provider answers, in whatever
 * browser; the database gives it no effect before this browser has exchanged the code of its own flow.
 */
import type { AuthError } from "@supabase/auth-js";
import {
  type ConnectionResult,
  type Connections,
  type ConnectProblem,
  connectionsPath,
  hasCodes,
} from "~/lib/connections.ts";
import { authErrorCode, isTransientAuthError } from "./auth-client.ts";
import { callbackUrl, challengeOf, isProviderId, keepFlow, type ProviderFlow } from "./providerFlowCookie.ts";
import { problemOf } from "./providerProblem.ts";
import type { SignInParts } from "./signInSteps.ts";

export function connections(parts: SignInParts): Connections {
  const { auth, rpc } = parts;

  return {
    async connectProvider(viewer, id): Promise<ConnectionResult> {
      const { providers } = await parts.ways();
      if (!isProviderId(id) || !providers.some((each) => each.id === id)) return refused("request/not-allowed");
      const flow = crypto.randomUUID();
      const { data, error } = await auth().linkIdentity({
        provider: id,
        options: { redirectTo: callbackUrl(parts.origin, flow, true), skipBrowserRedirect: true },
      });
      if (error) return refused(problemOfAuth(error));
      const allowed = await rpc("allow_identity", { p_provider: id, p_code_challenge: await challengeOf(parts, data) });
      if (!allowed.ok) return refused(allowed.error.code);
      const begun = { id: flow, provider: id, next: connectionsPath({ connected: id }), connects: viewer.id };
      const url = keepFlow(parts, begun, data);
      return url === null ? refused("bug/unexpected") : { ok: true, path: url };
    },

    async disconnectIdentity(viewer, id): Promise<ConnectionResult> {
      const [ways, found] = await Promise.all([parts.ways(), rpc("my_identities", {})]);
      if (!found.ok) return refused(found.error.code);
      const identity = found.value.find((each) => each.id === id);
      if (identity === undefined) return refused("request/not-found");
      const isOffered = (provider: string) => ways.providers.some((way) => way.id === provider);
      const others = found.value.filter((each) => each.id !== id && isOffered(each.provider));
      if (!hasCodes(viewer, ways) && others.length === 0) return refused("last");
      const allowed = await rpc("allow_identity_removal", { p_identity_id: id });
      if (!allowed.ok) return refused(allowed.error.code);
      const { provider } = identity;
      const { error } = await auth().unlinkIdentity({ id: "", user_id: viewer.id, identity_id: id, provider });
      if (error) return refused(problemOfAuth(error));
      return { ok: true, path: connectionsPath({ disconnected: provider }) };
    },
  };
}

type Refusal = Extract<ConnectionResult, { ok: false }>;
const refused = (problem: Refusal["problem"]): Refusal => ({ ok: false, problem });

function problemOfAuth(error: AuthError): Refusal["problem"] {
  switch (error.code) {
    case "manual_linking_disabled":
      return "off";
    case "single_identity_not_deletable":
    case "email_conflict_identity_not_deletable":
      return "last";
    case "identity_not_found":
      return "request/not-found";
    default:
      return authErrorCode(error);
  }
}

/** Auth's error for an identity that the person's own account has. It has the code of one of another account. */
const ALREADY_CONNECTED = "Identity is already linked";

/** Returns why the provider, Auth or the database connected nothing, or null if the identity was connected before. */
export function connectProblemOf(query: URLSearchParams): ConnectProblem | null {
  if (query.get("error_code") === "identity_already_exists") {
    return query.get("error_description") === ALREADY_CONNECTED ? null : "taken";
  }
  const problem = problemOf(query);
  return problem === "closed" ? "unavailable" : problem;
}

/**
 * Confirms the identity of a flow by its code, for the account that began it in this browser. Its session stays as it was, because the
 * other has only one factor. The database has ended that session already; an Auth that begins it later leaves it to this sign-out.
 */
export async function confirmConnection(
  { auth, jar, session }: SignInParts,
  flow: ProviderFlow,
  code: string,
): Promise<ConnectProblem | null> {
  const viewer = await session.knownViewer();
  if (!viewer.ok) return "unavailable";
  if (viewer.value === null || viewer.value.id !== flow.connects) return "account";
  const undo = jar.checkpoint();
  const { error } = await auth().exchangeCodeForSession(code, { flowId: flow.slot });
  if (error === null) await auth().signOut({ scope: "local" });
  undo();
  if (error === null) return null;
  return isTransientAuthError(error) ? "unavailable" : "expired";
}

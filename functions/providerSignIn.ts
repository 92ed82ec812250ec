/**
 * Sign-in by other providers. Auth talks to the provider; this browser alone holds the verifier of the code that Auth returns, so a
 * code of somebody else signs nobody in.
 */
import type { Provider } from "@supabase/supabase-js";
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { ProviderOutcome, ProviderProblem, ProviderSignIn } from "~/lib/loadContext.ts";
import { postSignInPath } from "~/lib/postSignInPath.ts";
import { isTransientAuthError, verifierCookie } from "./auth-client.ts";
import { type ProviderFlow, readFlows, removeFlow, writeFlow } from "./providerFlowCookie.ts";
import type { SignInParts, SignInSteps } from "./signInSteps.ts";

/** Ids of providers come from the operator's list, which names only those that Auth knows. */
const isProvider = (id: string): id is Provider => id !== "";

export function providerSignIn(parts: SignInParts, steps: SignInSteps): ProviderSignIn {
  const { auth, jar, session, origin } = parts;

  /** Exchanges a code for a session. Without a confirmed address the session of before stays. */
  async function exchange(
    flow: ProviderFlow,
    code: string,
  ): Promise<{ readonly ok: true; readonly value: string } | Refusal> {
    const before = await session.viewer();
    const guest = before?.anonymous ? await session.token() : null;
    const undo = jar.checkpoint();
    const { data: entered, error } = await auth().exchangeCodeForSession(code, { flowId: flow.slot });
    if (error) {
      undo();
      return refused(isTransientAuthError(error) ? "unavailable" : "expired");
    }
    const { user } = entered;
    if (!user.email || !user.email_confirmed_at) {
      await auth().signOut({ scope: "local" });
      undo();
      return refused("unverified");
    }
    const guestToken = guest?.ok ? guest.value?.accessToken : undefined;
    const claim = guestToken === undefined ? null : await steps.createMergeToken(parts.rpcAs(guestToken));
    const { next, provider } = flow;
    const pending = {
      ...{ mail: user.email, next, askedAt: 0, claim, unclaimed: false, password: null },
      purpose: "sign-in" as const,
    };
    const way = `provider:${provider}` as const;
    return { ok: true, value: await steps.completeSignIn({ pending, before, entered, next, way }) };
  }

  return {
    async beginProvider(id, typedNext): Promise<Result<string>> {
      const { providers } = await parts.ways();
      if (!isProvider(id) || !providers.some((each) => each.id === id)) return fail("request/not-allowed");
      const flow = crypto.randomUUID();
      const { data, error } = await auth().signInWithOAuth({
        provider: id,
        options: { redirectTo: `${origin}/auth/callback?flow=${flow}`, skipBrowserRedirect: true },
      });
      const slot = data.flowId ?? "";
      const verifier = parts.verifiers.get(verifierCookie(slot));
      if (error || verifier === undefined || data.url === null) return fail("bug/unexpected", "no verifier");
      const next = postSignInPath(typedNext);
      writeFlow(jar, { id: flow, provider: id, next, slot, begunAt: Date.now() }, verifier);
      return ok(data.url);
    },

    async finishProvider(query): Promise<ProviderOutcome> {
      const flows = readFlows(jar);
      const named = query.get("flow");
      // Auth names no flow if it does not know the state any more.
      const flow = flows.find(({ id }) => (named === null ? query.has("error") : id === named)) ?? null;
      const { providers } = await parts.ways();
      const provider = providers.find(({ id }) => id === flow?.provider) ?? null;
      const next = flow?.next ?? "/home";
      const failed = (problem: ProviderProblem): ProviderOutcome => ({ ok: false, problem, next, provider });
      const error = query.get("error");
      const code = query.get("code");
      if (flow === null) return failed(error === null ? "elsewhere" : problemOf(query));
      // A repeated request must not use the verifier again, whatever the outcome.
      const outcome = error === null && code !== null ? await exchange(flow, code) : refused(problemOf(query));
      removeFlow(jar, flow);
      return outcome.ok ? { ok: true, path: outcome.value } : failed(outcome.error);
    },
  };
}

type Refusal = { readonly ok: false; readonly error: ProviderProblem };
const refused = (error: ProviderProblem): Refusal => ({ ok: false, error });

const PROBLEMS: Readonly<Record<string, ProviderProblem>> = {
  provider_email_needs_verification: "unverified",
  signup_disabled: "closed",
  bad_oauth_state: "expired",
  flow_state_already_used: "expired",
  flow_state_expired: "expired",
  flow_state_not_found: "expired",
};

/** Auth's error for a person whose provider names no address. It has no code of its own. */
const NO_EMAIL = "Error getting user email from external provider";

/** Returns what went wrong at the provider or at Auth. The texts of both are never shown. */
function problemOf(query: URLSearchParams): ProviderProblem {
  const code = query.get("error_code") ?? "";
  if (Object.hasOwn(PROBLEMS, code)) return PROBLEMS[code] ?? "unavailable";
  if (query.get("error_description") === NO_EMAIL) return "unverified";
  return code === "" && query.get("error") === "access_denied" ? "refused" : "unavailable";
}

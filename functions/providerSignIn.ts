/**
 * Sign-in by other providers. Auth talks to the provider; this browser alone holds the verifier of the code that Auth returns, so a
 * code of somebody else signs nobody in.
 */
import type { User } from "@supabase/auth-js";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { CONNECTIONS_PATH } from "~/lib/connections.ts";
import type { CompanyProblem, ProviderOutcome, ProviderSignIn } from "~/lib/loadContext.ts";
import { postSignInPath } from "~/lib/postSignInPath.ts";
import { isTransientAuthError } from "./auth-client.ts";
import { confirmConnection, connectProblemOf } from "./connections.ts";
import { callbackUrl, isProviderId, keepFlow, type ProviderFlow, readFlows, removeFlow } from "./providerFlowCookie.ts";
import { companyProblemOf, problemOf } from "./providerProblem.ts";
import type { SignInParts, SignInSteps } from "./signInSteps.ts";
import { companyOfFlow } from "./ssoSignIn.ts";

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
    const address = provenAddress(user);
    if (address === null) {
      await auth().signOut({ scope: "local" });
      undo();
      return refused("unverified");
    }
    const guestToken = guest?.ok ? guest.value?.accessToken : undefined;
    const claim = guestToken === undefined ? null : await steps.createMergeToken(parts.rpcAs(guestToken));
    const { next, provider } = flow;
    const pending = { ...steps.pendingOf({ address, shown: address }, next), claim };
    const company = companyOfFlow(provider);
    const way = company === null ? (`provider:${provider}` as const) : (`sso:${company.name}` as const);
    return { ok: true, value: await steps.completeSignIn({ pending, before, entered, next, way }) };
  }

  return {
    async beginProvider(id, typedNext): Promise<Result<string>> {
      const { providers } = await parts.ways();
      if (!isProviderId(id) || !providers.some((each) => each.id === id)) return fail("request/not-allowed");
      const flow = crypto.randomUUID();
      const { data, error } = await auth().signInWithOAuth({
        provider: id,
        options: { redirectTo: callbackUrl(origin, flow), skipBrowserRedirect: true },
      });
      const begun = { id: flow, provider: id, next: postSignInPath(typedNext), connects: null };
      const url = error ? null : keepFlow(parts, begun, data);
      return url === null ? fail("bug/unexpected", "no verifier") : ok(url);
    },

    async finishProvider(query): Promise<ProviderOutcome> {
      const flows = readFlows(jar);
      const named = query.get("flow");
      // Auth names no flow if it does not know the state any more.
      const flow = flows.find(({ id }) => (named === null ? query.has("error") : id === named)) ?? null;
      const { providers } = await parts.ways();
      const company = companyOfFlow(flow?.provider ?? "");
      const provider = company ?? providers.find(({ id }) => id === flow?.provider) ?? null;
      const error = query.get("error");
      const code = query.get("code");
      // A repeated request must not use the verifier again, whatever the outcome. Another site may link here without naming a flow.
      if (flow !== null && named !== null) removeFlow(jar, flow);
      if (flow === null ? query.has("connect") : flow.connects !== null) {
        const problem = await connect(flow, error === null ? code : null, query);
        if (problem === null) return { ok: true, path: flow?.next ?? CONNECTIONS_PATH };
        return { ok: false, purpose: "connect", problem, provider };
      }
      const next = flow?.next ?? "/home";
      const failed = (problem: CompanyProblem): ProviderOutcome => ({
        ...{ ok: false, purpose: "sign-in", problem, next, provider },
      });
      if (flow === null) return failed(error === null ? "elsewhere" : companyProblemOf(query));
      const problem = company === null ? problemOf(query) : companyProblemOf(query);
      const outcome = error === null && code !== null ? await exchange(flow, code) : refused(problem);
      return outcome.ok ? { ok: true, path: outcome.value } : failed(outcome.error);
    },
  };

  /** Returns why a flow has connected nothing, or null. */
  async function connect(flow: ProviderFlow | null, code: string | null, query: URLSearchParams) {
    if (flow === null) return query.has("error") ? connectProblemOf(query) : "elsewhere";
    return code === null ? connectProblemOf(query) : await confirmConnection(parts, flow, code);
  }
}

/** Returns the address that the account has proven: its email address, else its phone number. */
function provenAddress({ email, email_confirmed_at, phone, phone_confirmed_at }: User): string | null {
  if (email && email_confirmed_at) return email;
  return !email && phone && phone_confirmed_at ? `+${phone}` : null;
}

type Refusal = { readonly ok: false; readonly error: CompanyProblem };
const refused = (error: CompanyProblem): Refusal => ({ ok: false, error });

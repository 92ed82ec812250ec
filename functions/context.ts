/** The context of all loaders and actions, created once per request. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { systemClock } from "~/lib/clock.ts";
import { createRpc } from "~/lib/rpc.ts";
import { createSignFile } from "~/lib/signFile.ts";
import { createSupabaseHttp, type SupabaseHttp, type SupabaseHttpOptions } from "~/lib/supabaseHttp.ts";
import { authClient, unexpiredToken } from "./auth-client.ts";
import { cookieJar } from "./cookieJar.ts";
import type { Env } from "./env.ts";
import { chooseLocale, chooseMessageLanguage } from "./locale.ts";
import { requestPasskeys } from "./passkeys.ts";
import { countryOf, createRecordSignIn } from "./recordSignIn.ts";
import { openPassword, sealPassword } from "./sealedPassword.ts";
import { requestSecondFactor } from "./secondFactor.ts";
import { type RequestSession, requestSession } from "./session.ts";
import type { Verifiers } from "./sessionStorage.ts";
import { requestSignIn } from "./sign-in.ts";
import { createSignInSteps, type SignInParts } from "./signInSteps.ts";
import { signInWays } from "./signInWays.ts";
import { chooseTheme } from "./theme.ts";
import { createCaptchaCheck } from "./turnstile.ts";
import { parseTypedAddress, regionOf } from "./typedAddress.ts";

export interface RequestParts {
  context(refused: AppLoadContext["refused"]): AppLoadContext;
  session: RequestSession;
  /** `Set-Cookie` values to append to any response. */
  cookies(): string[];
}

/** The runtime's execution context. */
export type ExecutionWaiter = Pick<AppLoadContext, "waitUntil">;

/** Creates the context lazily: a request without a session or data access costs nothing. */
export function requestContext(
  env: Env,
  request: Request,
  nonce: string,
  execution: ExecutionWaiter,
  counts: Pick<SignInParts, "countMailbox" | "countMail">,
): RequestParts {
  const locale = chooseLocale(request.headers);
  const messageLanguage = chooseMessageLanguage(request.headers);
  const theme = chooseTheme(request.headers);
  const jar = cookieJar(request);
  const verifiers: Verifiers = new Map();
  const auth = authClient(env, request, jar, verifiers);
  const session = requestSession(env, auth, jar, messageLanguage);
  const { supabaseUrl, publishableKey } = env.public;
  const httpAs = (accessToken: SupabaseHttpOptions["accessToken"]) =>
    createSupabaseHttp({
      supabaseUrl,
      publishableKey,
      accessToken,
      fetch: (input, init) => fetch(input, init),
      clock: systemClock,
      unreachableCode: "network/timeout",
    });
  const http = httpAs(async (options) => {
    const token = await session.token(options);
    if (!token.ok) throw new Error(token.error.code);
    return token.value?.accessToken ?? null;
  });
  const rpc = createRpc(noticingFactor(http, session));
  const rpcWithoutRenewal = createRpc(
    httpAs(async (options) => {
      const token = options?.renew ? null : await unexpiredToken(jar);
      // Not as an anonymous caller either.
      if (token === null) throw new Error("no token that lasts");
      return token;
    }),
  );
  const anonymousRpc = createRpc(httpAs(async () => null));
  const signFile = createSignFile(http, supabaseUrl);
  const secondFactor = requestSecondFactor({ auth, session, rpc });
  const { origin, hostname } = new URL(request.url);
  const parts: SignInParts = {
    auth,
    verifiers,
    jar,
    session,
    rpc,
    rpcAs: (accessToken) => createRpc(httpAs(async () => accessToken)),
    ways: () => signInWays(env, hostname),
    parseAddress: async (typed) => await parseTypedAddress(typed, await signInWays(env, hostname), regionOf(request)),
    ...counts,
    parsePhone: (typed) => parseTypedAddress(typed, { code: false, phone: true }, regionOf(request)),
    checkCaptcha: createCaptchaCheck(env),
    sealPassword: (password, email) => sealPassword(env, password, email),
    openPassword: (sealed, email) => openPassword(env, sealed, email),
    waitUntil: (work) => execution.waitUntil(work),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    record: createRecordSignIn({
      ...{ env, jar, country: countryOf(request), userAgent: request.headers.get("User-Agent") },
      waitUntil: (work) => execution.waitUntil(work),
    }),
    locale: messageLanguage,
    origin,
  };
  const steps = createSignInSteps(parts);
  const signIn = requestSignIn(parts, steps);
  const passkeys = requestPasskeys(parts, steps);
  return {
    session,
    context: (refused) => ({
      ...{ nonce, env: env.public, locale, theme, session, signIn, secondFactor, passkeys },
      ...{ messageLanguage, signFile, rpc, rpcWithoutRenewal, anonymousRpc, refused },
      translationPrices: env.translationPrices ?? null,
      pushKey: env.pushKey ?? null,
      waitUntil: (work) => execution.waitUntil(work),
    }),
    cookies: jar.headers,
  };
}

/** Notes in the session that the database rejected a request because of the second factor. */
const noticingFactor = (
  http: SupabaseHttp,
  session: Pick<RequestSession, "noteFactorNeeded">,
): Pick<SupabaseHttp, "post"> => ({
  async post(...request) {
    const result = await http.post(...request);
    if (!result.ok && result.error.code === "account/factor-needed") session.noteFactorNeeded();
    return result;
  },
});

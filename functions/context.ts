/** What every loader and action is handed, made once per request. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { systemClock } from "~/platform/clock.ts";
import type { Session } from "~/platform/context.ts";
import { createRpc } from "~/platform/rpc.ts";
import { createHttp, type HttpOptions } from "~/platform/rpcHttp.ts";
import { createSignFile } from "~/platform/signFile.ts";
import { authClient, cookieJar, heldToken } from "./auth-client.ts";
import type { Env } from "./env.ts";
import { chooseLocale } from "./locale.ts";
import { requestSession } from "./session.ts";
import { requestSignIn } from "./sign-in.ts";

export interface RequestParts {
  context(refused: AppLoadContext["refused"]): AppLoadContext;
  session: Session;
  /** `Set-Cookie` values to append to the answer, whatever it is. */
  cookies(): string[];
}

/** What the runtime hands in with each request. */
export type Execution = Pick<AppLoadContext, "waitUntil">;

/** Lazy: a request that asks for nobody and nothing costs nothing. */
export function requestContext(env: Env, request: Request, nonce: string, execution: Execution): RequestParts {
  const locale = chooseLocale(request.headers);
  const jar = cookieJar(request);
  const auth = authClient(env, request, jar);
  const session = requestSession(auth, jar, locale);
  const { supabaseUrl, publishableKey } = env.public;
  const httpAs = (accessToken: HttpOptions["accessToken"]) =>
    createHttp({
      supabaseUrl,
      publishableKey,
      accessToken,
      fetch: (input, init) => fetch(input, init),
      clock: systemClock,
      unreachable: "network/timeout",
    });
  const http = httpAs(async (options) => {
    const token = await session.token(options);
    if (!token.ok) throw new Error(token.error.code);
    return token.value?.accessToken ?? null;
  });
  const rpc = createRpc(http);
  const rpcWithoutRenewal = createRpc(
    httpAs(async (options) => {
      const token = options?.renew ? null : await heldToken(jar);
      // Nor as nobody.
      if (token === null) throw new Error("no token that lasts");
      return token;
    }),
  );
  const signFile = createSignFile(http, supabaseUrl);
  const signIn = requestSignIn({ auth, jar, session, rpc, locale });
  return {
    session,
    context: (refused) => ({
      ...{ nonce, env: env.public, locale, session, signIn, rpc, rpcWithoutRenewal, signFile, refused },
      waitUntil: (work) => execution.waitUntil(work),
    }),
    cookies: jar.headers,
  };
}

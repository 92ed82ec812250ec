/** What every loader and action is handed, made once per request. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { systemClock } from "~/platform/clock.ts";
import type { Session } from "~/platform/context.ts";
import { createRpc } from "~/platform/rpc.ts";
import { createHttp } from "~/platform/rpcHttp.ts";
import { authClient, cookieJar } from "./auth-client.ts";
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

/** Lazy: a request that asks for nobody and nothing costs nothing. */
export function requestContext(env: Env, request: Request, nonce: string): RequestParts {
  const locale = chooseLocale(request.headers);
  const jar = cookieJar(request);
  const auth = authClient(env, request, jar);
  const session = requestSession(auth, jar, locale);
  const { supabaseUrl, publishableKey } = env.public;
  const rpc = createRpc(
    createHttp({
      supabaseUrl,
      publishableKey,
      async accessToken(options) {
        const token = await session.token(options);
        if (!token.ok) throw new Error(token.error.code);
        return token.value?.accessToken ?? null;
      },
      fetch: (input, init) => fetch(input, init),
      clock: systemClock,
      unreachable: "network/timeout",
    }),
  );
  const signIn = requestSignIn({ auth, jar, session, rpc, locale });
  return {
    session,
    context: (refused) => ({ nonce, env: env.public, locale, session, signIn, rpc, refused }),
    cookies: jar.headers,
  };
}

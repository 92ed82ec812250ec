/** What a signed-in user may ask and change: `/user`, `/logout`. */
import * as z from "zod";
import type { UserClaims } from "../jwtClaims.ts";
import type { AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";
import { challenge, rememberChallenge } from "./flow.ts";
import { safeRedirect, sendCodes } from "./mails.ts";
import { endSessions, type Scope, sessionExists } from "./sessions.ts";
import { parsed, parseEmail } from "./sign-in.ts";
import { type Db, emailExists, findUser, shown, theUser, updateMetadata, wishEmail } from "./users.ts";

/** The claims of the request's access token, whose session must still be there: so a sign-out is seen at once. */
async function signedIn({ issuer, sql }: AuthContext, request: Request): Promise<UserClaims> {
  const [, token] = /^Bearer (.+)$/iu.exec(request.headers.get("authorization") ?? "") ?? [];
  if (token === undefined || token.startsWith("sb_")) {
    throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  }
  const claims = await issuer.keys.verify(token);
  if (typeof claims === "string") {
    throw new AuthError(403, "bad_jwt", `invalid JWT: unable to parse or verify signature, token is ${claims}`);
  }
  if (!(await sessionExists(sql, claims.session_id))) {
    throw new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  return claims;
}

export async function getUser(context: AuthContext, request: Request): Promise<Response> {
  const { sub } = await signedIn(context, request);
  return Response.json(shown(await theUser(context.sql, sub)));
}

const change = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...challenge.shape,
});

/** `PUT /user`: metadata at once; a new address only after its code came back, and that of the old one too. */
export async function updateUser(context: AuthContext, request: Request, body: unknown): Promise<Response> {
  const { sub } = await signedIn(context, request);
  const { email: given, phone, password, data, ...pkce } = parsed(change, body);
  if (phone) throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
  if (password) throw new AuthError(400, "email_provider_disabled", "Passwords are disabled");
  const redirectTo = safeRedirect(new URL(request.url).searchParams.get("redirect_to"), context.siteUrl);
  const user = await context.sql.begin(async (db: Db) => {
    const before = await theUser(db, sub);
    const email = given ? parseEmail(given) : null;
    if (email !== null && email !== before.email && (await findUser(db, { email })) !== null) throw emailExists();
    if (data) await updateMetadata(db, before, data);
    if (email !== null && email !== before.email) {
      const asked = await rememberChallenge(db, sub, pkce);
      const wishing = await wishEmail(db, sub, email);
      const old = context.config.email.double_confirm_changes ? before.email : null;
      await sendCodes(db, context, {
        user: wishing,
        to: [
          { kind: "email_change_token_new", email },
          ...(old === null ? [] : [{ kind: "email_change_token_current", email: old } as const]),
        ],
        pkce: asked,
        redirectTo,
      });
    }
    return await theUser(db, sub);
  });
  return Response.json(shown(user));
}

const SCOPES = new Set<string>(["global", "local", "others"] satisfies Scope[]);
const isScope = (text: string): text is Scope => SCOPES.has(text);

/** `POST /logout?scope=`. Access tokens live on until they expire; their sessions do not. */
export async function signOut(context: AuthContext, request: Request): Promise<Response> {
  const { sub, session_id } = await signedIn(context, request);
  const scope = new URL(request.url).searchParams.get("scope") ?? "global";
  if (!isScope(scope))
    throw new AuthError(400, "validation_failed", `Unsupported logout scope "${scope.slice(0, 20)}"`);
  await endSessions(context.sql, sub, session_id, scope);
  return new Response(null, { status: 204 });
}

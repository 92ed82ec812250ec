/** Endpoints of a signed-in user: `/user` and `/logout`. */
import * as z from "zod";
import type { UserClaims } from "../jwtClaims.ts";
import type { AuthContext } from "./context.ts";
import { safeRedirect, sendCodes } from "./emails.ts";
import { AuthError } from "./errors.ts";
import { challengeFields, storeChallenge } from "./pkce.ts";
import { endSessions, type Scope, sessionExists } from "./sessions.ts";
import { parseBody, parseEmail } from "./signIn.ts";
import { type Db, emailExists, findUser, publicUser, requireUser, setPendingEmail, updateMetadata } from "./users.ts";

/** Returns the claims of the access token. Its session must still exist, so a sign-out takes effect at once. */
async function requireSession({ issuer, sql }: AuthContext, request: Request): Promise<UserClaims> {
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
  const { sub } = await requireSession(context, request);
  return Response.json(publicUser(await requireUser(context.sql, sub)));
}

const updateBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...challengeFields.shape,
});

/** `PUT /user`: sets metadata at once, and a new address only once both the new and the old one are confirmed. */
export async function updateUser(context: AuthContext, request: Request, body: unknown): Promise<Response> {
  const { sub } = await requireSession(context, request);
  const { email: requestedEmail, phone, password, data, ...pkce } = parseBody(updateBody, body);
  if (phone) throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
  if (password) throw new AuthError(400, "email_provider_disabled", "Passwords are disabled");
  const redirectTo = safeRedirect(new URL(request.url).searchParams.get("redirect_to"), context.siteUrl);
  const user = await context.sql.begin(async (db: Db) => {
    const current = await requireUser(db, sub);
    const email = requestedEmail ? parseEmail(requestedEmail) : null;
    if (email !== null && email !== current.email && (await findUser(db, { email })) !== null) throw emailExists();
    if (data) await updateMetadata(db, current, data);
    if (email !== null && email !== current.email) {
      const hasChallenge = await storeChallenge(db, sub, pkce);
      const updated = await setPendingEmail(db, sub, email);
      const old = context.config.email.double_confirm_changes ? current.email : null;
      await sendCodes(db, context, {
        user: updated,
        to: [
          { kind: "email_change_token_new", email },
          ...(old === null ? [] : [{ kind: "email_change_token_current", email: old } as const]),
        ],
        pkce: hasChallenge,
        redirectTo,
      });
    }
    return await requireUser(db, sub);
  });
  return Response.json(publicUser(user));
}

const SCOPES = new Set<string>(["global", "local", "others"] satisfies Scope[]);
const isScope = (text: string): text is Scope => SCOPES.has(text);

/** `POST /logout?scope=`. Ends sessions; their access tokens stay valid until they expire. */
export async function signOut(context: AuthContext, request: Request): Promise<Response> {
  const { sub, session_id } = await requireSession(context, request);
  const scope = new URL(request.url).searchParams.get("scope") ?? "global";
  if (!isScope(scope))
    throw new AuthError(400, "validation_failed", `Unsupported logout scope "${scope.slice(0, 20)}"`);
  await endSessions(context.sql, sub, session_id, scope);
  return new Response(null, { status: 204 });
}

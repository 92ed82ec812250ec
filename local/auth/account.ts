/** Endpoints of a signed-in user: `/user`, `/reauthenticate` and `/logout`. */
import postgres from "postgres";
import * as z from "zod";
import type { UserClaims } from "../jwtClaims.ts";
import { metadataField, parseBody, parseEmail } from "./body.ts";
import type { AuthContext } from "./context.ts";
import { safeRedirect, sendCodes, sendEmailChange } from "./emails.ts";
import { AuthError, invalid } from "./errors.ts";
import { sessionLevel } from "./factorSessions.ts";
import { hashNewPassword } from "./newPassword.ts";
import { parsePhone, phoneExists } from "./phoneNumber.ts";
import { confirmPhone, sendPhoneCode } from "./phones.ts";
import { challengeFields } from "./pkce.ts";
import { endSessions, type Scope, sessionExists, sessionNotFound } from "./sessions.ts";
import {
  changePassword,
  type Db,
  emailExists,
  findUser,
  isVerified,
  publicUser,
  requireUser,
  type User,
  updateMetadata,
} from "./users.ts";

/** Returns the claims of the access token. Its session must still exist, so a sign-out takes effect at once. */
export async function requireSession({ issuer, sql }: AuthContext, request: Request): Promise<UserClaims> {
  const [, token] = /^Bearer (.+)$/iu.exec(request.headers.get("authorization") ?? "") ?? [];
  if (token === undefined || token.startsWith("sb_")) {
    throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  }
  const claims = await issuer.keys.verify(token);
  if (typeof claims === "string") {
    throw new AuthError(403, "bad_jwt", `invalid JWT: unable to parse or verify signature, token is ${claims}`);
  }
  if (!(await sessionExists(sql, claims.session_id))) throw sessionNotFound();
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
  nonce: z.string().nullish(),
  current_password: z.string().nullish(),
  data: metadataField,
  ...challengeFields.shape,
});

/**
 * `PUT /user`: sets metadata and password at once, and a new address only once both the new and the old one are
 * confirmed. A new number has to be confirmed too. A password change ends all other sessions.
 */
export async function updateUser(context: AuthContext, request: Request, body: unknown): Promise<Response> {
  const { sql, passwords, siteUrl } = context;
  const { sub, session_id } = await requireSession(context, request);
  const fields = parseBody(updateBody, body);
  const {
    email: requestedEmail,
    phone: requestedPhone,
    password,
    nonce,
    current_password,
    data,
    ...challenge
  } = fields;
  const phone = requestedPhone ? parsePhone(requestedPhone) : null;
  const email = requestedEmail ? parseEmail(requestedEmail) : null;
  if (typeof password === "string") passwords.requireStrong(password);
  const before = await requireUser(sql, sub);
  const newPhone = phone === before.phone ? null : phone;
  const isSensitive = Boolean(password) || (email !== null && email !== before.email) || newPhone !== null;
  if (isSensitive && before.factors.some(isVerified) && (await sessionLevel(sql, session_id)) !== "aal2") {
    throw new AuthError(
      401,
      "insufficient_aal",
      "AAL2 session is required to update email or password when MFA is enabled.",
    );
  }
  if (before.is_sso_user && (isSensitive || nonce)) {
    const message = "Updating email, phone, password of a SSO account only possible via SSO";
    throw new AuthError(422, "user_sso_managed", message);
  }
  if (before.is_anonymous && password && email === null && phone === null) {
    throw new AuthError(
      422,
      "validation_failed",
      "Updating password of an anonymous user without an email or phone is not allowed",
    );
  }
  const newEmail = email === before.email ? null : email;
  if (newEmail !== null && (await findUser(sql, { email: newEmail })) !== null) throw emailExists();
  if (newPhone !== null && (await findUser(sql, { phone: newPhone })) !== null) throw phoneExists();
  const change = { password: password ?? "", nonce: nonce ?? "", currentPassword: current_password ?? "" };
  const passwordHash = password ? await hashNewPassword(context, before, session_id, change) : null;
  const redirectTo = safeRedirect(new URL(request.url).searchParams.get("redirect_to"), siteUrl);
  const user = await sql.begin(async (db: Db) => {
    const current = await requireUser(db, sub);
    if (passwordHash !== null) {
      // Another session may have changed the password by now, which ended this session.
      if (!(await sessionExists(db, session_id))) throw sessionNotFound();
      await changePassword(db, sub, session_id, passwordHash);
    }
    if (data) await updateMetadata(db, current, data);
    if (newEmail !== null) {
      const updated = await requireUser(db, sub);
      await sendEmailChange(db, context, { user: updated, email: newEmail, challenge, redirectTo });
    }
    if (newPhone !== null) await changePhone(db, context, await requireUser(db, sub), newPhone);
    return await requireUser(db, sub);
  });
  return Response.json(publicUser(user));
}

/** Sends a code to the new number, or takes it at once if the project confirms none. */
const changePhone = async (db: Db, context: AuthContext, user: User, phone: string): Promise<void> =>
  context.config.sms.enable_confirmations
    ? await sendPhoneCode(db, context, user, phone, "phone_change_token")
    : await confirmPhone(db, user, phone);

/** `GET /reauthenticate`: sends a nonce, with which an older session may change the password. */
export async function reauthenticate(context: AuthContext, request: Request): Promise<Response> {
  const { sub } = await requireSession(context, request);
  await context.sql.begin(async (db: Db) => {
    const user = await requireUser(db, sub);
    if (!user.email && !user.phone)
      throw invalid("Reauthentication requires the user to have an email or a phone number");
    if (!user.email) {
      if (user.phone_confirmed_at === null)
        throw new AuthError(422, "phone_not_confirmed", "Please verify your phone first.");
      return await sendPhoneCode(db, context, user, user.phone ?? "", "reauthentication_token");
    }
    if (user.email_confirmed_at === null) {
      throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
    }
    const to = [{ purpose: "reauthentication", email: user.email }] as const;
    await sendCodes(db, context, { user, to, pkce: false, redirectTo: context.siteUrl });
  });
  return Response.json({});
}

const SCOPES = new Set<string>(["global", "local", "others"] satisfies Scope[]);
const isScope = (text: string): text is Scope => SCOPES.has(text);

/** `POST /logout?scope=`. Ends sessions; their access tokens stay valid until they expire. */
export async function signOut(context: AuthContext, request: Request): Promise<Response> {
  const { sub, session_id } = await requireSession(context, request);
  const scope = new URL(request.url).searchParams.get("scope") ?? "global";
  if (!isScope(scope))
    throw new AuthError(400, "validation_failed", `Unsupported logout scope "${scope.slice(0, 20)}"`);
  try {
    await endSessions(context.sql, sub, session_id, scope);
  } catch (error) {
    // As in GoTrue (internal/api/logout.go), also for the error of a trigger.
    if (error instanceof postgres.PostgresError)
      throw new AuthError(500, "unexpected_failure", "Error logging out user");
    throw error;
  }
  return new Response(null, { status: 204 });
}

/** `/token`: exchanges a password, a refresh token or an authorization code for a session. */
import * as z from "zod";
import { parseBody } from "./body.ts";
import type { AuthContext } from "./context.ts";
import { AuthError, invalid, notSupported } from "./errors.ts";
import { parsePhone, requirePhones } from "./phoneNumber.ts";
import { deleteFlow, redeemAuthorizationCode } from "./pkce.ts";
import { endSession, RefreshTokenReused, refreshSession, startSession } from "./sessions.ts";
import { findUser, isBanned, requireUser } from "./users.ts";

type Grant = (context: AuthContext, request: Request, body: unknown) => Promise<Response>;

const passwordBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
});

/**
 * Signs in by a password. Each failure takes the time of a comparison, so that neither text nor time reveals which
 * addresses have an account. As in GoTrue, everybody can see a ban.
 */
const passwordGrant: Grant = async (context, request, body) => {
  const { sql, config, passwords } = context;
  const { email, phone, password: given } = parseBody(passwordBody, body);
  const password = given ?? "";
  if (email && phone) throw invalid("Only an email address or phone number should be provided on login.");
  if (!email && !phone) throw invalid("missing email or phone");
  if (phone) requirePhones(config, 422, "Phone logins are disabled");
  else if (!config.email.enable_signup)
    throw new AuthError(422, "email_provider_disabled", "Email logins are disabled");
  const key = phone ? { phone: parsePhone(phone) } : { email: (email ?? "").toLowerCase() };
  // Postgres stores no NUL, so nobody has such an address.
  const user = email?.includes("\0") ? null : await findUser(sql, key);
  if (user !== null && user.encrypted_password !== "" && isBanned(user)) {
    throw new AuthError(400, "user_banned", "User is banned");
  }
  const isCorrect = await passwords.matches(password, user?.encrypted_password ?? null);
  if (user === null || !isCorrect) throw invalidCredentials();
  if (phone && user.phone_confirmed_at === null) throw new AuthError(400, "phone_not_confirmed", "Phone not confirmed");
  if (!phone && user.email_confirmed_at === null)
    throw new AuthError(400, "email_not_confirmed", "Email not confirmed");
  const session = await sql.begin(async (db) => {
    const current = await requireUser(db, user.id);
    // A password change during the comparison has ended the sessions of the old password.
    if (current.encrypted_password !== user.encrypted_password) throw invalidCredentials();
    return await startSession(db, context, user.id, "password", request);
  });
  const weak = weaknessOfAccepted(context, password);
  return Response.json({ ...session, ...(weak && { weak_password: weak }) });
};

const invalidCredentials = () => new AuthError(400, "invalid_credentials", "Invalid login credentials");

/** Returns the rules that an accepted password breaks by now. One that is too long is accepted by its beginning. */
function weaknessOfAccepted({ passwords }: AuthContext, password: string) {
  try {
    return passwords.weakness(password);
  } catch (error) {
    if (error instanceof AuthError) return null;
    throw error;
  }
}

const refreshBody = z.object({ refresh_token: z.string() });

const refreshGrant: Grant = async ({ sql, issuer }, request, body) => {
  const { refresh_token } = parseBody(refreshBody, body);
  try {
    return Response.json(await sql.begin(async (db) => await refreshSession(db, issuer, refresh_token, request)));
  } catch (error) {
    if (error instanceof RefreshTokenReused) await endSession(sql, error.sessionId);
    throw error;
  }
};

const pkceBody = z.object({ auth_code: z.string(), code_verifier: z.string() });

const pkceGrant: Grant = async (context, request, body) => {
  const { auth_code, code_verifier } = parseBody(pkceBody, body);
  return Response.json(
    await context.sql.begin(async (db) => {
      const { flowId, userId, method, providerTokens } = await redeemAuthorizationCode(db, auth_code, code_verifier);
      const session = await startSession(db, context, userId, method, request);
      await deleteFlow(db, flowId);
      return { ...session, ...providerTokens };
    }),
  );
};

/** `POST /token?grant_type=password|refresh_token|pkce`. */
export const exchangeToken: Grant = async (context, request, body) => {
  const grant = new URL(request.url).searchParams.get("grant_type");
  switch (grant) {
    case "password":
      return await passwordGrant(context, request, body);
    case "refresh_token":
      return await refreshGrant(context, request, body);
    case "pkce":
      return await pkceGrant(context, request, body);
    case "id_token":
    case "web3":
      throw notSupported(`The grant ${grant}`);
    default:
      throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
  }
};

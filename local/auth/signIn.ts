/** Sign-in: anonymous, by an emailed code or link, by an authorization code, by a refresh token. */
import * as z from "zod";
import { type CodeKind, isPkce, type StoredCode } from "./codes.ts";
import type { AuthContext } from "./context.ts";
import { redirectWith, safeRedirect, sendCodes } from "./emails.ts";
import { AuthError, invalid, notSupported } from "./errors.ts";
import { challengeFields, issueAuthorizationCode, redeemAuthorizationCode, storeChallenge } from "./pkce.ts";
import { endSession, RefreshTokenReused, refreshSession, startSession } from "./sessions.ts";
import { confirmEmail, confirmFirstAddress, createUser, type Db, findUser, isBanned, requireUser } from "./users.ts";

const metadata = z.record(z.string(), z.unknown()).nullish();
export const emailAddress = z
  .email()
  .max(255)
  .transform((text) => text.toLowerCase());

/** Returns the address in lower case. Throws GoTrue's error for an invalid one. */
export function parseEmail(value: unknown): string {
  const parsed = emailAddress.safeParse(value);
  if (!parsed.success) throw invalid("Unable to validate email address: invalid format");
  return parsed.data;
}

const signUpBody = z.object({ email: z.string().nullish(), phone: z.string().nullish(), data: metadata });

/** `POST /signup` without an address creates an anonymous user. Passwords are not supported. */
export async function signUp(context: AuthContext, request: Request, body: unknown): Promise<Response> {
  const { sql, issuer, config, limiter, address } = context;
  const { email, phone, data } = parseBody(signUpBody, body);
  if (email) throw new AuthError(400, "email_provider_disabled", "Email signups with a password are disabled");
  if (phone) throw new AuthError(400, "phone_provider_disabled", "Phone signups are disabled");
  if (!config.enable_anonymous_sign_ins) {
    throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  limiter.consume("/signup", "anonymous_users", address);
  return Response.json(
    await sql.begin(async (db) => {
      const user = await createUser(db, { email: null, metadata: data ?? {} });
      return await startSession(db, issuer, user.id, "anonymous", request);
    }),
  );
}

const otpBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  data: metadata,
  create_user: z.boolean().default(true),
  ...challengeFields.shape,
});

/** `POST /otp`: sends a code and a link. */
export async function sendOtp(context: AuthContext, request: Request, body: unknown): Promise<Response> {
  const { email: requestedEmail, phone, data, create_user, ...pkce } = parseBody(otpBody, body);
  if (phone) throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
  const email = parseEmail(requestedEmail);
  const redirectTo = safeRedirect(new URL(request.url).searchParams.get("redirect_to"), context.siteUrl);
  await context.sql.begin(async (db) => {
    const known = await findUser(db, { email });
    if (known === null && !create_user) throw new AuthError(422, "otp_disabled", "Signups not allowed for otp");
    const user = known ?? (await createUser(db, { email, metadata: data ?? {} }));
    await sendCodes(db, context, {
      user,
      to: [{ kind: user.email_confirmed_at === null ? "confirmation_token" : "recovery_token", email }],
      pkce: await storeChallenge(db, user.id, pkce),
      redirectTo,
    });
  });
  return Response.json({});
}

/** The kinds of code for each `type` of `/verify`. */
const KINDS: Readonly<Record<string, readonly CodeKind[]>> = {
  email: ["confirmation_token", "recovery_token"],
  signup: ["confirmation_token"],
  magiclink: ["recovery_token"],
  recovery: ["recovery_token"],
  email_change: ["email_change_token_new", "email_change_token_current"],
};

const ONE_OF_TWO = "Confirmation link accepted. Please proceed to confirm link sent to the other email";

const verifyBody = z.object({
  type: z.string(),
  email: z.string().nullish(),
  token: z.string().nullish(),
  token_hash: z.string().nullish(),
});

/** `POST /verify`: redeems a typed code, or the hash of a link to the app. */
export async function verifyCode(context: AuthContext, request: Request, body: unknown): Promise<Response> {
  const { type, email, token, token_hash } = parseBody(verifyBody, body);
  const kinds = kindsOf(type);
  if (Boolean(token) === Boolean(token_hash)) throw invalid("Verify requires either a token or a token hash");
  if (token_hash && email) throw invalid("Only the token_hash and type should be provided");
  if (token && !email) throw invalid("Only an email address or phone number should be provided on verify");
  return Response.json(
    await context.sql.begin(async (db) => {
      const stored = token
        ? await context.codes.redeemCode(db, kinds, parseEmail(email), token)
        : await context.codes.redeemHash(db, kinds, token_hash ?? "");
      const userId = await confirm(context, db, stored);
      return userId === null ? { msg: ONE_OF_TWO, code: "200" } : await signIn(context, db, userId, request);
    }),
  );
}

/** `GET /verify`: follows the link of an email. Always redirects to the app. */
export async function followLink(context: AuthContext, request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const redirectTo = safeRedirect(query.get("redirect_to"), context.siteUrl);
  const tokenHash = query.get("token") ?? "";
  const type = query.get("type") ?? "";
  try {
    return await context.sql.begin(async (db) => {
      const userId = await confirm(context, db, await context.codes.redeemHash(db, kindsOf(type), tokenHash));
      if (userId === null) return redirectWith(redirectTo, { message: ONE_OF_TWO, tokenHash });
      if (isPkce(tokenHash)) return redirectWith(redirectTo, { code: await issueAuthorizationCode(db, userId) });
      const { access_token, refresh_token, expires_in, expires_at, token_type } = await signIn(
        context,
        db,
        userId,
        request,
      );
      return redirectWith(redirectTo, {
        tokens: {
          access_token,
          refresh_token,
          expires_in: `${expires_in}`,
          expires_at: `${expires_at}`,
          token_type,
          type,
        },
      });
    });
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const details = { error: "access_denied", error_code: error.code, error_description: error.message };
    return redirectWith(redirectTo, { error: details, tokenHash });
  }
}

function kindsOf(type: string): readonly CodeKind[] {
  const kinds = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (kinds === undefined) throw invalid("Verify requires a verification type");
  return kinds;
}

/** Confirms the address of a code. Returns its user id, or null when an address change still needs the other code. */
async function confirm({ config }: AuthContext, db: Db, stored: StoredCode): Promise<string | null> {
  const user = await requireUser(db, stored.user_id);
  if (isBanned(user)) throw new AuthError(403, "user_banned", "User is banned");
  const isChange = stored.token_type === "email_change_token_new" || stored.token_type === "email_change_token_current";
  const needsBoth =
    config.email.double_confirm_changes && user.email !== null && user.email_change_confirm_status === 0;
  if (isChange && needsBoth) {
    await confirmFirstAddress(db, user.id);
    return null;
  }
  await confirmEmail(db, user, (isChange ? user.email_change : user.email) ?? "");
  return user.id;
}

const signIn = ({ issuer }: AuthContext, db: Db, userId: string, request: Request) =>
  startSession(db, issuer, userId, "otp", request);

const refreshBody = z.object({ refresh_token: z.string() });
const pkceBody = z.object({ auth_code: z.string(), code_verifier: z.string() });

/** `POST /token?grant_type=refresh_token|pkce`. */
export async function exchangeToken(context: AuthContext, request: Request, body: unknown): Promise<Response> {
  const { sql, issuer } = context;
  const grant = new URL(request.url).searchParams.get("grant_type");
  switch (grant) {
    case "refresh_token": {
      const { refresh_token } = parseBody(refreshBody, body);
      try {
        return Response.json(await sql.begin(async (db) => await refreshSession(db, issuer, refresh_token)));
      } catch (error) {
        if (error instanceof RefreshTokenReused) await endSession(sql, error.sessionId);
        throw error;
      }
    }
    case "pkce": {
      const { auth_code, code_verifier } = parseBody(pkceBody, body);
      return Response.json(
        await sql.begin(async (db) => {
          const userId = await redeemAuthorizationCode(db, auth_code, code_verifier);
          return await signIn(context, db, userId, request);
        }),
      );
    }
    case "id_token":
    case "web3":
      throw notSupported(`The grant ${grant}`);
    default:
      throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
  }
}

/** Returns the validated body. Throws 400 with the name of the first invalid field. */
export function parseBody<T>(shape: z.ZodType<T>, body: unknown): T {
  const result = shape.safeParse(body);
  if (result.success) return result.data;
  const field = result.error.issues[0]?.path.join(".") ?? "";
  throw invalid(field === "" ? "The body is not an object" : `The field ${field} is missing or invalid`);
}

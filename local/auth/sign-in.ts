/** The ways in: anonymously, by a code or link sent by mail, by an authorization code, by a refresh token. */
import * as z from "zod";
import { type CodeKind, isPkce } from "./codes.ts";
import type { AuthContext } from "./context.ts";
import { AuthError, invalid, otpExpired } from "./errors.ts";
import { authorizationCode, challenge, redeem, rememberChallenge } from "./flow.ts";
import { landing, safeRedirect, sendCode } from "./mails.ts";
import { endFamily, RefreshTokenStolen, refreshSession, startSession } from "./sessions.ts";
import { confirmEmail, createUser, type Db, findUser, theUser } from "./users.ts";

const metadata = z.record(z.string(), z.unknown()).nullish();
export const emailAddress = z
  .email()
  .max(255)
  .transform((text) => text.toLowerCase());

/** An address or GoTrue's words about it. */
export function parseEmail(value: unknown): string {
  const parsed = emailAddress.safeParse(value);
  if (!parsed.success) throw invalid("Unable to validate email address: invalid format");
  return parsed.data;
}

const signUpBody = z.object({ email: z.string().nullish(), phone: z.string().nullish(), data: metadata });

/** `POST /signup` without an address makes an anonymous user. Passwords are not imitated. */
export async function signUp({ sql, issuer, config }: AuthContext, request: Request, body: unknown): Promise<Response> {
  const { email, phone, data } = parsed(signUpBody, body);
  if (email) throw new AuthError(400, "email_provider_disabled", "Email signups with a password are disabled");
  if (phone) throw new AuthError(400, "phone_provider_disabled", "Phone signups are disabled");
  if (!config.enable_anonymous_sign_ins) {
    throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
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
  ...challenge.shape,
});

/** `POST /otp`: sends a code and a link. */
export async function sendOtp(context: AuthContext, request: Request, body: unknown): Promise<Response> {
  const { email: given, phone, data, create_user, ...pkce } = parsed(otpBody, body);
  if (phone) throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
  const email = parseEmail(given);
  const redirectTo = safeRedirect(new URL(request.url).searchParams.get("redirect_to"), context.siteUrl);
  await context.sql.begin(async (db) => {
    const known = await findUser(db, { email });
    if (known === null && !create_user) throw new AuthError(422, "otp_disabled", "Signups not allowed for otp");
    const user = known ?? (await createUser(db, { email, metadata: data ?? {} }));
    await sendCode(db, context, {
      user,
      kind: user.email_confirmed_at === null ? "confirmation_token" : "recovery_token",
      email,
      pkce: await rememberChallenge(db, user.id, pkce),
      redirectTo,
    });
  });
  return Response.json({});
}

/** Kinds of code that a `type` of `/verify` stands for. */
const KINDS: Readonly<Record<string, readonly CodeKind[]>> = {
  email: ["confirmation_token", "recovery_token"],
  signup: ["confirmation_token"],
  magiclink: ["recovery_token", "confirmation_token"],
  recovery: ["recovery_token"],
  email_change: ["email_change_token_new"],
};

const verifyBody = z.object({
  type: z.string(),
  email: z.string().nullish(),
  token: z.string().nullish(),
  token_hash: z.string().nullish(),
});

/** `POST /verify`: a typed code, or the hash from a link that leads to the app. */
export async function verifyCode(context: AuthContext, request: Request, body: unknown): Promise<Response> {
  const { type, email, token, token_hash } = parsed(verifyBody, body);
  const kinds = kindsOf(type);
  return Response.json(
    await context.sql.begin(async (db) => {
      if (token_hash) return await enter(context, db, await proveHash(context, db, kinds, token_hash), request);
      if (!token || !email) throw invalid("Verify requires a token and an email address");
      const address = parseEmail(email);
      const by = type === "email_change" ? { newEmail: address } : { email: address };
      const user = await findUser(db, by);
      if (user === null) throw otpExpired();
      const { relates_to } = await context.codes.takeCode(db, user, kinds, address, token);
      await confirmEmail(db, user, relates_to);
      return await enter(context, db, user.id, request);
    }),
  );
}

/** `GET /verify`: the link in a mail. Always leads on to the app. */
export async function followLink(context: AuthContext, request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const redirectTo = safeRedirect(query.get("redirect_to"), context.siteUrl);
  const tokenHash = query.get("token") ?? "";
  const type = query.get("type") ?? "";
  try {
    return await context.sql.begin(async (db) => {
      const userId = await proveHash(context, db, kindsOf(type), tokenHash);
      if (isPkce(tokenHash)) return landing(redirectTo, { code: await authorizationCode(db, userId) });
      const { access_token, refresh_token, expires_in, expires_at, token_type } = await enter(
        context,
        db,
        userId,
        request,
      );
      return landing(redirectTo, {
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
    const message = error.code === "otp_expired" ? "Email link is invalid or has expired" : error.message;
    const about = { error: "access_denied", error_code: error.code, error_description: message };
    return landing(redirectTo, { error: about, tokenHash });
  }
}

function kindsOf(type: string): readonly CodeKind[] {
  const kinds = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (kinds === undefined) throw invalid("Verify requires a verification type");
  return kinds;
}

async function proveHash(
  { codes }: AuthContext,
  db: Db,
  kinds: readonly CodeKind[],
  tokenHash: string,
): Promise<string> {
  const { user_id, relates_to } = await codes.takeHash(db, kinds, tokenHash);
  await confirmEmail(db, await theUser(db, user_id), relates_to);
  return user_id;
}

const enter = ({ issuer }: AuthContext, db: Db, userId: string, request: Request) =>
  startSession(db, issuer, userId, "otp", request);

const refreshBody = z.object({ refresh_token: z.string() });
const pkceBody = z.object({ auth_code: z.string(), code_verifier: z.string() });

/** `POST /token?grant_type=refresh_token|pkce`. */
export async function token(context: AuthContext, request: Request, body: unknown): Promise<Response> {
  const { sql, issuer } = context;
  const grant = new URL(request.url).searchParams.get("grant_type");
  switch (grant) {
    case "refresh_token": {
      const { refresh_token } = parsed(refreshBody, body);
      try {
        return Response.json(await sql.begin(async (db) => await refreshSession(db, issuer, refresh_token)));
      } catch (error) {
        if (error instanceof RefreshTokenStolen) await endFamily(sql, error.sessionId);
        throw error;
      }
    }
    case "pkce": {
      const { auth_code, code_verifier } = parsed(pkceBody, body);
      return Response.json(
        await sql.begin(async (db) => {
          const userId = await redeem(db, auth_code, code_verifier);
          return await enter(context, db, userId, request);
        }),
      );
    }
    default:
      throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
  }
}

/** The body in its shape, or 400 with the name of the first field that is wrong. */
export function parsed<T>(shape: z.ZodType<T>, body: unknown): T {
  const result = shape.safeParse(body);
  if (result.success) return result.data;
  const field = result.error.issues[0]?.path.join(".") ?? "";
  throw invalid(field === "" ? "The body is not an object" : `The field ${field} is missing or not as it should be`);
}

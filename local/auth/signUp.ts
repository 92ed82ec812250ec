/** `POST /signup`: creates an anonymous user, or a user with an address or a number, and a password. */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import { metadataField, parseBody, parseEmail } from "./body.ts";
import type { AuthContext } from "./context.ts";
import { safeRedirect, sendCodes } from "./emails.ts";
import { AuthError, invalid, signupDisabled } from "./errors.ts";
import { parsePhone, requirePhones } from "./phoneNumber.ts";
import { confirmPhone, sendPhoneCode } from "./phones.ts";
import { challengeFields, requireWholeChallenge, storeChallenge } from "./pkce.ts";
import { startSession } from "./sessions.ts";
import { confirmEmail, createUser, findUser, type Metadata, publicUser, requireUser } from "./users.ts";

const signUpBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: metadataField,
  ...challengeFields.shape,
});
type SignUpBody = z.infer<typeof signUpBody>;

export async function signUp(context: AuthContext, request: Request, body: unknown): Promise<Response> {
  const fields = parseBody(signUpBody, body);
  if (fields.email) return await signUpWithEmail(context, request, fields, fields.email);
  if (fields.phone) return await signUpWithPhone(context, request, fields, fields.phone);
  const { sql, config, limiter, address } = context;
  if (!config.enable_anonymous_sign_ins) {
    throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  limiter.consume("/signup", "anonymous_users", address);
  if (!config.enable_signup) throw signupDisabled();
  return Response.json(
    await sql.begin(async (db) => {
      const user = await createUser(db, { email: null, metadata: fields.data ?? {} });
      return await startSession(db, context, user.id, "anonymous", request);
    }),
  );
}

/**
 * Creates a user who must confirm the address, or sends another confirmation to one who has not done so. A confirmed
 * address gets a response that looks like a new user, and no email.
 */
async function signUpWithEmail(
  context: AuthContext,
  request: Request,
  { phone, password, data, ...pkce }: SignUpBody,
  requestedEmail: string,
): Promise<Response> {
  const { sql, config, limiter, passwords, address, siteUrl } = context;
  limiter.consume("/signup email", "sign_in_sign_ups", address);
  if (!config.enable_signup) throw signupDisabled();
  if (!password) throw invalid("Signup requires a valid password");
  passwords.requireStrong(password);
  if (phone) throw invalid("Only an email address or phone number should be provided on signup.");
  requireWholeChallenge(pkce);
  if (!config.email.enable_signup) throw new AuthError(400, "email_provider_disabled", "Email signups are disabled");
  const email = parseEmail(requestedEmail);
  const redirectTo = safeRedirect(new URL(request.url).searchParams.get("redirect_to"), siteUrl);
  const metadata = data ?? {};
  // Computed for a known address too, so that the time reveals nothing.
  const passwordHash = await passwords.hash(password);
  return Response.json(
    await sql.begin(async (db) => {
      const known = await findUser(db, { email });
      if (known !== null && known.email_confirmed_at !== null) {
        if (config.email.enable_confirmations) return obfuscatedUser(email, metadata);
        throw new AuthError(422, "user_already_exists", "User already registered");
      }
      // An unconfirmed user keeps the first password and metadata: nobody has proven to be the same person.
      const user = known ?? (await createUser(db, { email, metadata, passwordHash }));
      if (!config.email.enable_confirmations) {
        await confirmEmail(db, user, email);
        return await startSession(db, context, user.id, "password", request);
      }
      await sendCodes(db, context, {
        user,
        to: [{ purpose: "signup", email }],
        pkce: await storeChallenge(db, user.id, "email/signup", pkce),
        redirectTo,
      });
      return publicUser(await requireUser(db, user.id));
    }),
  );
}

/** Creates a user who must confirm the number, like `signUpWithEmail`. */
async function signUpWithPhone(
  context: AuthContext,
  request: Request,
  { password, data, code_challenge }: SignUpBody,
  requestedPhone: string,
): Promise<Response> {
  const { sql, config, limiter, passwords, address } = context;
  limiter.consume("/signup phone", "sign_in_sign_ups", address);
  if (!config.enable_signup) throw signupDisabled();
  if (!password) throw invalid("Signup requires a valid password");
  passwords.requireStrong(password);
  if (code_challenge) throw invalid("PKCE not supported for phone signups");
  requirePhones(config, 400, "Phone signups are disabled");
  const phone = parsePhone(requestedPhone);
  const metadata = data ?? {};
  const passwordHash = await passwords.hash(password);
  return Response.json(
    await sql.begin(async (db) => {
      const known = await findUser(db, { phone });
      if (known !== null && known.phone_confirmed_at !== null) {
        if (config.sms.enable_confirmations) return obfuscatedUser(null, metadata, phone);
        throw new AuthError(422, "user_already_exists", "User already registered");
      }
      const user = known ?? (await createUser(db, { email: null, phone, metadata, passwordHash }));
      if (!config.sms.enable_confirmations) {
        await confirmPhone(db, user, phone);
        return await startSession(db, context, user.id, "password", request);
      }
      await sendPhoneCode(db, context, user, phone, "confirmation_token");
      return publicUser(await requireUser(db, user.id));
    }),
  );
}

/**
 * Returns the response for a confirmed address or number. As in GoTrue, role, identities and metadata differ from a new
 * user's.
 */
function obfuscatedUser(email: string | null, metadata: Metadata, phone: string | null = null) {
  const now = new Date();
  const provider = phone === null ? "email" : "phone";
  return publicUser({
    id: randomUUID(),
    aud: "authenticated",
    role: "",
    email,
    encrypted_password: "",
    email_change: null,
    phone,
    phone_change: null,
    phone_confirmed_at: null,
    phone_change_sent_at: null,
    email_change_confirm_status: 0,
    email_confirmed_at: null,
    confirmed_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    email_change_sent_at: null,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    app_metadata: { provider, providers: [provider] },
    user_metadata: metadata,
    created_at: now,
    updated_at: now,
    is_anonymous: false,
    is_sso_user: false,
    banned_until: null,
    identities: [],
    factors: [],
  });
}

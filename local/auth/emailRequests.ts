/** Endpoints that send a code without signing in: `/otp`, `/recover` and `/resend`. */
import * as z from "zod";
import { metadataField, parseBody, parseEmail } from "./body.ts";
import type { AuthContext } from "./context.ts";
import { safeRedirect, sendCodes, sendEmailChange } from "./emails.ts";
import { AuthError, invalid, signupDisabled } from "./errors.ts";
import { parsePhone, requirePhones } from "./phoneNumber.ts";
import { sendPhoneCode, sendPhoneOtp } from "./phones.ts";
import { challengeFields, requireWholeChallenge, storeChallenge } from "./pkce.ts";
import { confirmEmail, createUser, type Db, findUser, requireUser, type User } from "./users.ts";

const redirectOf = ({ siteUrl }: AuthContext, request: Request) =>
  safeRedirect(new URL(request.url).searchParams.get("redirect_to"), siteUrl);

const otpBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  data: metadataField,
  create_user: z.boolean().default(true),
  ...challengeFields.shape,
});

/** `POST /otp`: sends a code and a link to sign in. Creates a user for a new address. */
export async function sendOtp(context: AuthContext, request: Request, body: unknown): Promise<Response> {
  const { config, sql } = context;
  const { email: requestedEmail, phone, data, create_user, ...pkce } = parseBody(otpBody, body);
  if (requestedEmail && phone) throw invalid("Only an email address or phone number should be provided");
  requireWholeChallenge(pkce);
  if (phone) return await sendPhoneOtp(context, { phone, data, create_user });
  const email = parseEmail(requestedEmail);
  if (!config.email.enable_signup) throw new AuthError(422, "email_provider_disabled", "Email logins are disabled");
  const redirectTo = redirectOf(context, request);
  await sql.begin(async (db) => {
    const known = await findUser(db, { email });
    if (known === null && !create_user) throw new AuthError(422, "otp_disabled", "Signups not allowed for otp");
    if (known === null && !config.enable_signup) throw signupDisabled();
    const found = known ?? (await createUser(db, { email, metadata: data ?? {} }));
    const user = await withoutConfirmation(context, db, found, email);
    const isConfirmed = user.email_confirmed_at !== null;
    await sendCodes(db, context, {
      user,
      to: [{ purpose: isConfirmed ? "magiclink" : "signup", email }],
      pkce: await storeChallenge(db, user.id, isConfirmed ? "magiclink" : "email/signup", pkce),
      redirectTo,
    });
  });
  return Response.json({});
}

/** Confirms a new address at once if the project needs no confirmations. */
async function withoutConfirmation({ config }: AuthContext, db: Db, user: User, email: string): Promise<User> {
  if (config.email.enable_confirmations || user.email_confirmed_at !== null) return user;
  await confirmEmail(db, user, email);
  return await requireUser(db, user.id);
}

const recoverBody = z.object({ email: z.string().nullish(), ...challengeFields.shape });

/** `POST /recover`: sends a code and a link that sign in, to set a new password. Responds alike for an unknown address. */
export async function recover(context: AuthContext, request: Request, body: unknown): Promise<Response> {
  const { config, sql } = context;
  if (!config.email.enable_signup) {
    throw new AuthError(400, "email_provider_disabled", "Unsupported email provider");
  }
  const { email: requestedEmail, ...pkce } = parseBody(recoverBody, body);
  if (!requestedEmail) throw invalid("Password recovery requires an email");
  const email = parseEmail(requestedEmail);
  requireWholeChallenge(pkce);
  await sql.begin(async (db) => {
    const user = await findUser(db, { email });
    if (user === null) return;
    await sendCodes(db, context, {
      user,
      to: [{ purpose: "recovery", email }],
      pkce: await storeChallenge(db, user.id, "recovery", pkce),
      redirectTo: redirectOf(context, request),
    });
  });
  return Response.json({});
}

const resendBody = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  ...challengeFields.shape,
});

/** `POST /resend`: repeats the email of a sign-up or an address change. Responds alike if there is nothing to repeat. */
export async function resend(context: AuthContext, request: Request, body: unknown): Promise<Response> {
  const { config, sql } = context;
  const { type, email: requestedEmail, phone, ...pkce } = parseBody(resendBody, body);
  const isKnownType = type === "signup" || type === "email_change";
  if (!isKnownType && type !== "sms" && type !== "phone_change") {
    throw invalid("Missing one of these types: signup, email_change, sms, phone_change");
  }
  if (isKnownType) requireWholeChallenge(pkce);
  if (requestedEmail && phone) throw invalid("Only an email address or phone number should be provided.");
  if (phone) return await resendSms(context, type, phone);
  if (!requestedEmail) throw invalid("Missing email address or phone number");
  if (!config.email.enable_signup) throw new AuthError(400, "email_provider_disabled", "Email logins are disabled");
  const email = parseEmail(requestedEmail);
  const redirectTo = redirectOf(context, request);
  await sql.begin(async (db) => {
    const user = await findUser(db, { email });
    if (user === null) return;
    if (type === "signup" && user.email_confirmed_at === null) {
      const hasChallenge = await storeChallenge(db, user.id, "email/signup", pkce);
      await sendCodes(db, context, { user, to: [{ purpose: "signup", email }], pkce: hasChallenge, redirectTo });
    }
    if (type === "email_change" && user.email_change) {
      await sendEmailChange(db, context, { user, email: user.email_change, challenge: pkce, redirectTo });
    }
  });
  return Response.json({});
}

/** Repeats the SMS of a sign-up or of a changed number. Upstream finds the latter by its former number. */
async function resendSms(context: AuthContext, type: string, typed: string): Promise<Response> {
  const { config, sql } = context;
  requirePhones(config, 400, "Phone logins are disabled");
  const phone = parsePhone(typed);
  await sql.begin(async (db) => {
    const user = await findUser(db, { phone });
    if (user === null) return;
    if (type === "sms" && user.phone_confirmed_at === null)
      await sendPhoneCode(db, context, user, phone, "confirmation_token");
    if (type === "phone_change" && user.phone_change)
      await sendPhoneCode(db, context, user, user.phone_change, "phone_change_token");
  });
  return Response.json({});
}

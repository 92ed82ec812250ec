/** Codes by SMS, and what they confirm: a number, or a change of it. */
import postgres from "postgres";
import type { CodeKind } from "./codes.ts";
import type { AuthContext } from "./context.ts";
import { AuthError, signupDisabled } from "./errors.ts";
import { parsePhone, phoneExists, requirePhones } from "./phoneNumber.ts";
import type { Metadata, User } from "./users.ts";
import {
  createUser,
  type Db,
  findUser,
  invalidateCodes,
  requireUser,
  savePhoneIdentity,
  updateProviders,
} from "./users.ts";

type PhoneCode = Extract<CodeKind, "confirmation_token" | "reauthentication_token" | "phone_change_token">;

/**
 * Sends a code by the hook, and then stores it (`sendPhoneConfirmation`, internal/api/phone.go). A change is stored after its SMS, so a
 * trigger of the project rejects it too late for the SMS.
 */
export async function sendPhoneCode(
  db: Db,
  { smsCodes, hooks, limiter, address }: AuthContext,
  user: User,
  phone: string,
  kind: PhoneCode,
): Promise<void> {
  smsCodes.checkResendInterval(user, kind);
  limiter.consumeSms();
  const otp = smsCodes.create();
  const recipient = kind === "phone_change_token" ? { ...user, phone_change: phone } : user;
  if (hooks.sendSms === null) throw new AuthError(500, "unexpected_failure", "Unable to get SMS provider");
  await hooks.sendSms(recipient, { otp, phone }, address);
  if (kind === "phone_change_token") await setPendingPhone(db, user.id, phone);
  await smsCodes.store(db, user, kind, phone, otp, false);
}

async function setPendingPhone(db: Db, id: string, phone: string): Promise<void> {
  try {
    await db`update auth.users set phone_change = ${phone}, updated_at = now() where id = ${id}`;
  } catch (error) {
    // The usual cause is a trigger of the project. GoTrue returns no details either.
    if (!(error instanceof postgres.PostgresError)) throw error;
    throw new AuthError(500, "unexpected_failure", "Database error updating user for phone");
  }
}

interface PhoneOtp {
  readonly phone: string;
  readonly data: Metadata | null | undefined;
  readonly create_user: boolean;
}

/** `POST /otp` with a number: sends a code to sign in (`SmsOtp`). Creates a user for a new number. */
export async function sendPhoneOtp(context: AuthContext, { phone: typed, data, create_user }: PhoneOtp) {
  const { config, sql } = context;
  // `shouldCreateUser` comes before the provider's check, and reads the number only if nobody may be created.
  const known = create_user ? null : await findUser(sql, { phone: parsePhone(typed) });
  if (!create_user && known === null) throw new AuthError(422, "otp_disabled", "Signups not allowed for otp");
  requirePhones(config, 400, "Unsupported phone provider");
  const phone = parsePhone(typed);
  await sql.begin(async (db) => {
    const found = await findUser(db, { phone });
    if (found === null && !config.enable_signup) throw signupDisabled();
    const user = found ?? (await createUser(db, { email: null, phone, metadata: data ?? {} }));
    if (user.phone_confirmed_at === null && !config.sms.enable_confirmations) await confirmPhone(db, user, phone);
    await sendPhoneCode(db, context, await requireUser(db, user.id), phone, "confirmation_token");
  });
  return Response.json({});
}

/**
 * Confirms a number and invalidates all codes (`smsVerify`). An anonymous user becomes permanent and keeps its id. The time of the
 * confirmation is that of the last code.
 */
export async function confirmPhone(db: Db, user: User, phone: string): Promise<void> {
  try {
    await db`
      update auth.users set phone = ${phone}, phone_confirmed_at = now(), updated_at = now(),
        phone_change = case when phone_change = ${phone} then '' else phone_change end,
        is_anonymous = false
      where id = ${user.id}`;
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error;
    if (error.code === "23505") throw phoneExists();
    throw new AuthError(500, "unexpected_failure", "Error confirming user");
  }
  await invalidateCodes(db, user.id);
  await savePhoneIdentity(db, user.id, phone, true);
  await updateProviders(db, user.id);
}

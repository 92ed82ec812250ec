/** `/verify`: redeems the codes of emails and SMS, and the links of emails. */
import * as z from "zod";
import { parseBody, parseEmail } from "./body.ts";
import { type CodeKind, isPkce, type StoredCode } from "./codes.ts";
import type { AuthContext } from "./context.ts";
import { redirectWith, safeRedirect } from "./emails.ts";
import { AuthError, invalid } from "./errors.ts";
import { parsePhone } from "./phoneNumber.ts";
import { confirmPhone } from "./phones.ts";
import { type FlowMethod, issueAuthorizationCode } from "./pkce.ts";
import { startSession } from "./sessions.ts";
import { confirmEmail, confirmFirstAddress, type Db, isBanned, requireUser } from "./users.ts";

interface VerificationType {
  readonly kinds: readonly CodeKind[];
  /** The PKCE flow of such a link. No email has a link of the type `email`. */
  readonly method: FlowMethod;
}

/** By the `type` of `/verify`. */
const TYPES: Readonly<Record<string, VerificationType>> = {
  email: { kinds: ["confirmation_token", "recovery_token"], method: "magiclink" },
  signup: { kinds: ["confirmation_token"], method: "email/signup" },
  magiclink: { kinds: ["recovery_token"], method: "magiclink" },
  recovery: { kinds: ["recovery_token"], method: "recovery" },
  email_change: { kinds: ["email_change_token_new", "email_change_token_current"], method: "email_change" },
};

const ONE_OF_TWO = "Confirmation link accepted. Please proceed to confirm link sent to the other email";

/** The types of codes by SMS. */
const SMS_TYPES: Readonly<Record<string, CodeKind>> = { sms: "confirmation_token", phone_change: "phone_change_token" };

const verifyBody = z.object({
  type: z.string(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  token: z.string().nullish(),
  token_hash: z.string().nullish(),
});

/** `POST /verify`: redeems a typed code, or the hash of a link to the app. */
export async function verifyCode(context: AuthContext, request: Request, body: unknown): Promise<Response> {
  const { type, email, phone, token, token_hash } = parseBody(verifyBody, body);
  const smsKind = Object.hasOwn(SMS_TYPES, type) ? SMS_TYPES[type] : undefined;
  if (Boolean(token) === Boolean(token_hash)) throw invalid("Verify requires either a token or a token hash");
  if (token_hash && (email || phone)) throw invalid("Only the token_hash and type should be provided");
  if (token && Boolean(email) === Boolean(phone))
    throw invalid("Only an email address or phone number should be provided on verify");
  if (token && phone) {
    if (smsKind === undefined) throw invalid("Invalid sms verification type");
    return await verifySms(context, request, smsKind, parsePhone(phone), token);
  }
  const { kinds } = typeOf(type);
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

async function verifySms(
  context: AuthContext,
  request: Request,
  kind: CodeKind,
  phone: string,
  token: string,
): Promise<Response> {
  return Response.json(
    await context.sql.begin(async (db) => {
      const { user_id } = await context.smsCodes.redeemCode(db, [kind], phone, token);
      const user = await requireUser(db, user_id);
      if (isBanned(user)) throw new AuthError(403, "user_banned", "User is banned");
      await confirmPhone(db, user, phone);
      return await signIn(context, db, user_id, request);
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
      const { kinds, method } = typeOf(type);
      const userId = await confirm(context, db, await context.codes.redeemHash(db, kinds, tokenHash));
      if (userId === null) return redirectWith(redirectTo, { message: ONE_OF_TWO, tokenHash });
      if (isPkce(tokenHash))
        return redirectWith(redirectTo, { code: await issueAuthorizationCode(db, userId, method) });
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

function typeOf(type: string): VerificationType {
  const found = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (found === undefined) throw invalid("Verify requires a verification type");
  return found;
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
  // As in GoTrue (`User.Confirm`), also for a code by SMS that is redeemed as one by email.
  if (stored.token_type === "confirmation_token")
    await db`update auth.users set email_confirmed_at = now() where id = ${user.id}`;
  await confirmEmail(db, user, (isChange ? user.email_change : user.email) ?? "");
  return user.id;
}

const signIn = (context: AuthContext, db: Db, userId: string, request: Request) =>
  startSession(db, context, userId, "otp", request);

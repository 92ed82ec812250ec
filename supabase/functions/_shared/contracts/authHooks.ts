/**
 * The requests of Auth's hooks Send Email and Send SMS, as supabase/auth sends them (internal/hooks/v0hooks, bc32168). Only
 * the fields that Parley reads.
 */
import * as z from "zod/mini";

/** The hash in a link. */
const tokenHash = z.string().check(z.regex(/^[A-Za-z0-9_-]{20,200}$/u));
const code = z.string().check(z.regex(/^[0-9]{4,10}$/u));
const address = z.string().check(z.maxLength(320), z.regex(/^[^\s<>"(),;]+@[^\s<>"(),;]+$/u));
/** Auth sends absent texts as empty ones. */
const maybe = <T extends z.ZodMiniType>(schema: T) => z.optional(z.union([schema, z.literal("")]));

/** `uuid` is the same in all attempts of a call. Auth before August 2025 sends none. */
const metadata = z.optional(
  z.object({
    uuid: z.guid(),
    /** The visitor's. */
    ip_address: z.catch(z.optional(z.string().check(z.maxLength(100))), undefined),
  }),
);

const user = z.object({
  id: z.guid(),
  email: maybe(address),
  new_email: maybe(address),
  phone: z.optional(z.string()),
  /** Written by the user. */
  user_metadata: z.optional(z.nullable(z.object({ ui_locale: z.catch(z.optional(z.string()), undefined) }))),
});
export type HookUser = z.infer<typeof user>;

export const CODE_ACTIONS = ["signup", "magiclink", "recovery", "invite", "email_change", "reauthentication"] as const;
export const CHANGE_ACTIONS = [
  "password_changed_notification",
  "email_changed_notification",
  "phone_changed_notification",
  "identity_linked_notification",
  "identity_unlinked_notification",
  "mfa_factor_enrolled_notification",
  "mfa_factor_unenrolled_notification",
] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

const linkText = z.string().check(z.maxLength(4_000));

/** A code. `site_url` is Auth's own address, so Parley does not read it. */
const codeData = z.object({
  email_action_type: z.enum(CODE_ACTIONS),
  token: code,
  token_hash: tokenHash,
  redirect_to: linkText,
  /**
   * With `double_confirm_changes`, an address change has two codes, and the names of the hashes are crossed. `token` and
   * `token_hash_new` are for the old address, `token_new` and `token_hash` for the new one.
   */
  token_new: maybe(code),
  token_hash_new: maybe(tokenHash),
});
export type CodeData = z.infer<typeof codeData>;

const changeData = z.object({
  email_action_type: z.enum(CHANGE_ACTIONS),
  old_email: maybe(address),
  provider: z.optional(z.string().check(z.maxLength(200))),
});
export type ChangeData = z.infer<typeof changeData>;

export const sendEmailHook = z.object({
  metadata,
  user,
  email_data: z.discriminatedUnion("email_action_type", [codeData, changeData]),
});
export type SendEmailHook = z.infer<typeof sendEmailHook>;

/** E.164, without the plus sign as Auth stores it, or with it. */
const phone = z.string().check(z.regex(/^\+?[1-9][0-9]{5,14}$/u));

/** `sms.phone` is the number to send to. Older versions of Auth send only that of the user. */
export const sendSmsHook = z.object({
  metadata,
  user,
  sms: z.object({ otp: code, phone: maybe(phone), sms_type: z.optional(z.string()) }),
});
export type SendSmsHook = z.infer<typeof sendSmsHook>;

/** The response of `auth-messages` to a GET: the hooks that have a secret and a provider, and whether the codes of a day are limited. */
export const authHookStatus = z.object({
  ok: z.literal(true),
  email: z.boolean(),
  sms: z.boolean(),
  dayLimit: z.optional(z.boolean()),
});
export type AuthHookStatus = z.infer<typeof authHookStatus>;

/**
 * The part of `supabase/config.toml` that the stack reads. Defaults are the CLI's, except for the shorter life of a
 * code, and for confirmations, which are on as in a new hosted project.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse, TomlError, type TomlTable } from "smol-toml";
import * as z from "zod";

const DURATION_UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** `"60s"` → milliseconds. */
const duration = z
  .string()
  .regex(/^\d+[smh]$/u)
  .transform((text) => Number(text.slice(0, -1)) * (DURATION_UNITS_MS[text.slice(-1)] ?? 0));

const SIZE_UNITS_BYTES: Readonly<Record<string, number>> = { "": 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

/** `"50MiB"` → bytes. As in the CLI, `MB`, `MiB` and `m` all mean 1024 × 1024. */
const size = z
  .string()
  .regex(/^\d+(?:[kmg]i?)?b?$/iu)
  .transform(
    (text) => Number.parseInt(text, 10) * (SIZE_UNITS_BYTES[/[kmg]/iu.exec(text)?.[0].toUpperCase() ?? ""] ?? 0),
  );

/** Request limits per address. */
const rateLimitSchema = z.object({
  /** Per hour. */
  anonymous_users: z.int().nonnegative().default(30),
  /** Per five minutes. */
  token_refresh: z.int().nonnegative().default(150),
  /** Per five minutes. */
  sign_in_sign_ups: z.int().nonnegative().default(30),
  /** Per five minutes. */
  token_verifications: z.int().nonnegative().default(30),
  /** Per hour, for the whole project. No limit when absent, as under the CLI without an SMTP server. */
  email_sent: z.int().nonnegative().optional(),
  /** Per hour, for the whole project. */
  sms_sent: z.int().nonnegative().default(30),
});
export type RateLimits = z.infer<typeof rateLimitSchema> & {
  /** Per minute. GoTrue's default; config.toml has no name for it. */
  readonly factor_verifications?: number;
  /** Per five minutes. GoTrue's default (`GOTRUE_RATE_LIMIT_PASSKEY`); config.toml has no name for it. */
  readonly passkeys?: number;
  /** Per five minutes. GoTrue's default (`GOTRUE_RATE_LIMIT_SSO`); config.toml has no name for it. */
  readonly sso?: number;
};

/** The template of one kind of email. */
const templateSource = z.object({
  subject: z.string().optional(),
  /** Relative to the project root. */
  content_path: z.string().optional(),
});
export type TemplateSource = z.infer<typeof templateSource>;

/** A provider of `[auth.external.…]`. `env(NAME)` stands for a variable. */
const externalSource = z.object({
  enabled: z.boolean().default(false),
  client_id: z.string().default(""),
  secret: z.string().default(""),
  /** Default: `/callback` of this Auth. */
  redirect_uri: z.string().default(""),
  /** The provider's address, if it is not the usual one. */
  url: z.string().default(""),
  skip_nonce_check: z.boolean().default(false),
  /** Whether a person needs no address. */
  email_optional: z.boolean().default(false),
});

/** A hook of Auth. `env(NAME)` stands for a variable. */
const hookSource = z.object({
  enabled: z.boolean().default(false),
  uri: z.string().default(""),
  /** `v1,whsec_…`, more of them with `|` between. */
  secrets: z.string().default(""),
});

const configSchema = z.object({
  api: z
    .object({
      schemas: z.array(z.string()).default(["public", "graphql_public"]),
      max_rows: z.int().positive().default(1000),
    })
    .prefault({}),
  auth: z
    .object({
      /** Seconds. */
      jwt_expiry: z.int().positive().default(3600),
      /** Seconds. */
      refresh_token_reuse_interval: z.int().nonnegative().default(10),
      /** New users, in any way. */
      enable_signup: z.boolean().default(true),
      enable_anonymous_sign_ins: z.boolean().default(true),
      /** Bytes. Auth allows no minimum below six. */
      minimum_password_length: z
        .int()
        .default(6)
        .transform((length) => Math.max(length, 6)),
      password_requirements: z
        .enum(["", "letters_digits", "lower_upper_letters_digits", "lower_upper_letters_digits_symbols"])
        .default(""),
      rate_limit: rateLimitSchema.prefault({}),
      mfa: z
        .object({
          max_enrolled_factors: z.int().nonnegative().default(10),
          totp: z
            .object({ enroll_enabled: z.boolean().default(false), verify_enabled: z.boolean().default(false) })
            .prefault({}),
        })
        .prefault({}),
      passkey: z.object({ enabled: z.boolean().default(false) }).prefault({}),
      webauthn: z
        .object({
          rp_display_name: z.string().default(""),
          /** A domain. Browsers accept no IP address. */
          rp_id: z.string().default(""),
          rp_origins: z.array(z.string()).default([]),
        })
        .prefault({}),
      captcha: z
        .object({
          enabled: z.boolean().default(false),
          provider: z.enum(["turnstile", "hcaptcha"]).default("turnstile"),
          secret: z.string().default(""),
        })
        .prefault({}),
      hook: z.record(z.string(), hookSource).default({}),
      external: z.record(z.string(), externalSource).default({}),
      /** Whether a signed-in user can link and unlink identities. */
      enable_manual_linking: z.boolean().default(false),
      email: z
        .object({
          /** Whether people can sign in by email at all, in spite of its name. */
          enable_signup: z.boolean().default(true),
          /** A new address must be confirmed before it can sign in. */
          enable_confirmations: z.boolean().default(true),
          /** A password change needs a recent sign-in or an emailed nonce. */
          secure_password_change: z.boolean().default(false),
          /** An address change must also be confirmed at the old address. */
          double_confirm_changes: z.boolean().default(true),
          max_frequency: duration.default(1_000),
          otp_length: z.int().min(6).max(10).default(6),
          /** Seconds. */
          otp_expiry: z.int().positive().default(600),
          template: z.record(z.string(), templateSource).default({}),
        })
        .prefault({}),
      sms: z
        .object({
          /** Whether people can sign in by phone at all, in spite of its name. */
          enable_signup: z.boolean().default(false),
          /** A new number must be confirmed before it can sign in. */
          enable_confirmations: z.boolean().default(true),
          max_frequency: duration.default(5_000),
        })
        .prefault({}),
    })
    .refine(({ sms, hook }) => !sms.enable_signup || hook.send_sms?.enabled === true, {
      message: "the embedded Auth sends SMS by auth.hook.send_sms only",
      path: ["sms"],
    })
    .refine(({ passkey, webauthn }) => !passkey.enabled || (webauthn.rp_id !== "" && webauthn.rp_origins.length > 0), {
      message: "passkeys need rp_id and rp_origins",
      path: ["webauthn"],
    })
    .prefault({}),
  storage: z
    .object({
      /** Maximum bytes of any object; a bucket may allow less. */
      file_size_limit: size.prefault("50MiB"),
    })
    .prefault({}),
  functions: z.record(z.string(), z.object({ verify_jwt: z.boolean().default(true) })).default({}),
});
export type Config = z.infer<typeof configSchema>;

/** Returns the defaults for a project without the file. Throws one sentence for invalid TOML or an invalid value. */
export async function readConfig(root: string): Promise<Config> {
  const result = configSchema.safeParse(await readToml(root));
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ");
  throw new Error(`supabase/config.toml: ${issues}`);
}

/** Returns all of `supabase/config.toml`, or an empty table without it. Throws one sentence for a syntax error. */
export async function readToml(root: string): Promise<TomlTable> {
  const text = await readFile(join(root, "supabase", "config.toml"), "utf8").catch(() => "");
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason = ""] = error.message.split("\n");
    throw new Error(`supabase/config.toml:${error.line}: ${reason}`);
  }
}

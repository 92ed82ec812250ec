/** What the stack takes from `supabase/config.toml`; the defaults are those of the Supabase CLI, but for a code's short life. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse, TomlError, type TomlTable } from "smol-toml";
import * as z from "zod";

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** `"60s"` → milliseconds. */
const duration = z
  .string()
  .regex(/^\d+[smh]$/u)
  .transform((text) => Number(text.slice(0, -1)) * (UNITS[text.slice(-1)] ?? 0));

const SIZES: Readonly<Record<string, number>> = { "": 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

/** `"50MiB"` → bytes. As the CLI reads it: `MB`, `MiB`, `m` are all 1024 × 1024. */
const size = z
  .string()
  .regex(/^\d+(?:[kmg]i?)?b?$/iu)
  .transform((text) => Number.parseInt(text, 10) * (SIZES[/[kmg]/iu.exec(text)?.[0].toUpperCase() ?? ""] ?? 0));

/** How many of a kind one address may ask for. */
const rateLimit = z.object({
  /** An hour. */
  anonymous_users: z.int().nonnegative().default(30),
  /** Five minutes. */
  token_refresh: z.int().nonnegative().default(150),
  /** Five minutes. */
  sign_in_sign_ups: z.int().nonnegative().default(30),
  /** Five minutes. */
  token_verifications: z.int().nonnegative().default(30),
  /** An hour, of the whole project; none when it is not said, as under the CLI without a mail server of its own. */
  email_sent: z.int().nonnegative().optional(),
});
export type RateLimits = z.infer<typeof rateLimit>;

/** The words of a kind of mail. */
const templateSource = z.object({
  subject: z.string().optional(),
  /** From the project's root. */
  content_path: z.string().optional(),
});
export type TemplateSource = z.infer<typeof templateSource>;

const shape = z.object({
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
      enable_anonymous_sign_ins: z.boolean().default(true),
      rate_limit: rateLimit.prefault({}),
      email: z
        .object({
          /** A change of address asks the old address too. */
          double_confirm_changes: z.boolean().default(true),
          max_frequency: duration.default(1_000),
          otp_length: z.int().min(6).max(10).default(6),
          /** Seconds. */
          otp_expiry: z.int().positive().default(600),
          template: z.record(z.string(), templateSource).default({}),
        })
        .prefault({}),
    })
    .prefault({}),
  storage: z
    .object({
      /** Bytes of any object, whatever its bucket takes. */
      file_size_limit: size.prefault("50MiB"),
    })
    .prefault({}),
  functions: z.record(z.string(), z.object({ verify_jwt: z.boolean().default(true) })).default({}),
});
export type Config = z.infer<typeof shape>;

/** Throws one sentence when the file is no TOML or a value is invalid. A project without the file has the defaults. */
export async function readConfig(root: string): Promise<Config> {
  const result = shape.safeParse(await readToml(root));
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ");
  throw new Error(`supabase/config.toml: ${issues}`);
}

/** Returns the whole of `supabase/config.toml`, an empty table without the file. Throws one sentence for a syntax error. */
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

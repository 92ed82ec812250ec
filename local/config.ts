/** What the stack takes from `supabase/config.toml`; the defaults are those of the Supabase CLI, but for a code's short life. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
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

/** Throws one sentence when a value is not what it should be. A project without the file has the defaults. */
export async function readConfig(root: string): Promise<Config> {
  const text = await readFile(join(root, "supabase", "config.toml"), "utf8").catch(() => "");
  const result = shape.safeParse(parseToml(text));
  if (result.success) return result.data;
  const wrong = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ");
  throw new Error(`supabase/config.toml: ${wrong}`);
}

interface Table {
  [key: string]: unknown;
}

/** As much of TOML as that file uses: tables, and values on one line. A value in any other form is passed over. */
export function parseToml(text: string): Table {
  const top: Table = Object.create(null);
  let table = top;
  for (const line of text.split("\n")) {
    const [, header] = /^\s*\[([\w."-]+)\]\s*(?:#.*)?$/u.exec(line) ?? [];
    if (header !== undefined) {
      table = header.replaceAll('"', "").split(".").reduce(child, top);
      continue;
    }
    const [, key, value] =
      /^\s*([\w-]+)\s*=\s*(true|false|-?\d+|"(?:[^"\\]|\\.)*"|\[[^\]]*\])\s*(?:#.*)?$/u.exec(line) ?? [];
    if (key === undefined || value === undefined) continue;
    try {
      table[key] = JSON.parse(value.replace(/,\s*\]$/u, "]"));
    } catch {
      // An array of something that is not JSON.
    }
  }
  return top;
}

function child(parent: Table, name: string): Table {
  const known = parent[name];
  if (isTable(known)) return known;
  const made: Table = Object.create(null);
  parent[name] = made;
  return made;
}

const isTable = (value: unknown): value is Table =>
  typeof value === "object" && value !== null && !Array.isArray(value);

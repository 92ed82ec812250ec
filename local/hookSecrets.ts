/** The secrets with which Auth signs requests of its hooks. Each data folder has its own. */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";

const secret = z.string().regex(/^v1,whsec_[A-Za-z0-9+/=]{32,88}$/u);
const hookSecrets = z.object({ SEND_EMAIL_HOOK_SECRET: secret, SEND_SMS_HOOK_SECRET: secret });
/** By the name of their environment variable. */
export type HookSecrets = z.infer<typeof hookSecrets>;

/** Reads the secrets of a data folder, or creates them, readable by their owner only. */
export async function loadHookSecrets(data: string): Promise<HookSecrets> {
  const file = join(data, "hook-secrets.json");
  const stored = await readFile(file, "utf8").catch(() => null);
  if (stored !== null) return hookSecrets.parse(JSON.parse(stored));
  const create = () => `v1,whsec_${randomBytes(32).toString("base64")}`;
  const secrets: HookSecrets = { SEND_EMAIL_HOOK_SECRET: create(), SEND_SMS_HOOK_SECRET: create() };
  await mkdir(data, { recursive: true });
  await writeFile(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}

/** The hooks Send Email and Send SMS of `[auth.hook]`. Without the first, Auth sends emails itself, by its templates. */
import { randomUUID } from "node:crypto";
import type { Config } from "../../config.ts";
import { publicUser, type User } from "../users.ts";
import { dispatchHook, HOOK_TIMES, type HookTarget, type HookTimes } from "./dispatch.ts";

/** supabase/auth, `EmailData` (internal/mailer/mailer.go). Absent texts are empty. */
export interface HookEmailData {
  readonly token: string;
  readonly token_hash: string;
  readonly redirect_to: string;
  readonly email_action_type: string;
  /** The address of Auth, not of the site. */
  readonly site_url: string;
  readonly token_new: string;
  readonly token_hash_new: string;
}

/** supabase/auth, `SMS` (internal/hooks/v0hooks/v0hooks.go). */
export interface HookSms {
  readonly otp: string;
  /** Without the plus sign. */
  readonly phone: string;
  /** `mfa` for a factor. */
  readonly sms_type?: string;
}

/** Sends a message of a user. `address` is the client's. Throws the error that Auth returns. */
type Send<T> = (user: User, message: T, address: string) => Promise<void>;

export interface Hooks {
  readonly sendEmail: Send<HookEmailData> | null;
  readonly sendSms: Send<HookSms> | null;
}

export interface HookOptions {
  readonly config: Config["auth"]["hook"];
  /** The variables that `env(…)` in config.toml names. */
  readonly env: Readonly<Record<string, string>>;
  /** Address of the gateway. */
  readonly gatewayUrl: string;
  /** Starts a function, so that the time of its start does not count. */
  warm(functionName: string): Promise<void>;
  readonly times?: HookTimes;
}

/** Throws one sentence for a hook that is not supported, or whose address or secret is missing. */
export function createHooks({ config, env, gatewayUrl, warm, times = HOOK_TIMES }: HookOptions): Hooks {
  for (const [name, { enabled }] of Object.entries(config))
    if (enabled && name !== "send_email" && name !== "send_sms")
      throw new Error(`supabase/config.toml: auth.hook.${name}: the embedded Auth does not support this hook.`);
  return {
    sendEmail: sender("send_email", (user, email_data: HookEmailData) => ({ user, email_data })),
    sendSms: sender("send_sms", (user, sms: HookSms) => ({ user, sms })),
  };

  function sender<T>(name: string, payloadOf: (user: object, message: T) => object): Send<T> | null {
    const source = Object.hasOwn(config, name) ? config[name] : undefined;
    if (!source?.enabled) return null;
    const key = `auth.hook.${name}`;
    const url = localUrl(resolveText(source.uri, `${key}.uri`, env), `${key}.uri`, gatewayUrl);
    const target: HookTarget = { url, secrets: secretsOf(resolveText(source.secrets, `${key}.secrets`, env), key) };
    const [, functionName] = /\/functions\/v1\/([^/?]+)/u.exec(url) ?? [];
    return async (user, message, address) => {
      if (functionName !== undefined && url.startsWith(`${gatewayUrl}/`)) await warm(functionName);
      const metadata = {
        uuid: randomUUID(),
        time: new Date().toISOString(),
        name: name.replace("_", "-"),
        ip_address: address,
      };
      await dispatchHook(target, { metadata, ...payloadOf(publicUser(user), message) }, times);
    };
  }
}

/** Returns the text, or the variable that `env(NAME)` names. */
function resolveText(text: string, key: string, env: HookOptions["env"]): string {
  const [, name] = /^env\((\w+)\)$/u.exec(text) ?? [];
  const value = name === undefined ? text : Object.hasOwn(env, name) ? env[name] : undefined;
  if (value) return value;
  throw new Error(`supabase/config.toml: ${key}: ${name === undefined ? "is missing" : `${name} is not set`}.`);
}

/** The names under which containers of the CLI reach the machine and its gateway. */
const OWN_HOSTS = new Set(["127.0.0.1", "localhost", "host.docker.internal", "kong"]);

/** Returns the address of a function of this stack, whichever port config.toml has. Another address stays as it is. */
function localUrl(uri: string, key: string, gatewayUrl: string): string {
  if (!/^https?:/u.test(uri) || !URL.canParse(uri))
    throw new Error(`supabase/config.toml: ${key}: the embedded Auth calls hooks by http or https only.`);
  const { hostname, pathname, search } = new URL(uri);
  const isOwn = OWN_HOSTS.has(hostname) && pathname.startsWith("/functions/v1/");
  return isOwn ? `${gatewayUrl}${pathname}${search}` : uri;
}

/** The form of the CLI and of supabase/auth. */
const SECRET = /^v1,whsec_[A-Za-z0-9+/=]{32,88}$/u;

function secretsOf(value: string, key: string): string[] {
  const secrets = value.split("|");
  if (secrets.every((secret) => SECRET.test(secret))) return secrets;
  throw new Error(`supabase/config.toml: ${key}.secrets: a secret is not of the form v1,whsec_….`);
}

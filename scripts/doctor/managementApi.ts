/** Supabase's Management API, of which only reads are used. */
import * as z from "zod";
import { request } from "./request.ts";

const count = z.number().nullish();
const text = z.string().nullish();
const flag = z.boolean().nullish();

/** `GET /v1/projects/{ref}/config/auth`. */
const authConfig = z.object({
  security_sb_forwarded_for_enabled: flag,
  security_captcha_enabled: flag,
  security_captcha_provider: text,
  security_manual_linking_enabled: flag,
  mailer_otp_length: count,
  mailer_otp_exp: count,
  mailer_secure_email_change_enabled: flag,
  mailer_templates_magic_link_content: text,
  mailer_templates_confirmation_content: text,
  mailer_templates_email_change_content: text,
  rate_limit_anonymous_users: count,
  rate_limit_otp: count,
  rate_limit_verify: count,
  rate_limit_token_refresh: count,
  rate_limit_email_sent: count,
  hook_send_email_enabled: flag,
  hook_send_email_uri: text,
  hook_send_sms_enabled: flag,
  hook_send_sms_uri: text,
  external_phone_enabled: flag,
  sms_autoconfirm: flag,
  sms_otp_length: count,
  sms_otp_exp: count,
  sms_max_frequency: count,
  rate_limit_sms_sent: count,
  smtp_host: text,
  smtp_max_frequency: count,
  site_url: text,
  uri_allow_list: text,
  jwt_exp: count,
  audit_log_disable_postgres: flag,
  sessions_timebox: count,
  sessions_inactivity_timeout: count,
});
export type AuthConfig = z.infer<typeof authConfig>;

const realtimeConfig = z.object({ private_only: flag });
const apiConfig = z.object({ db_schema: z.string() });
const preRequest = z.tuple([z.object({ admits: z.boolean() })]);
const grants = z.array(z.object({ name: z.string() }));

export interface ManagementApi {
  auth(): Promise<AuthConfig>;
  realtime(): Promise<z.infer<typeof realtimeConfig>>;
  api(): Promise<z.infer<typeof apiConfig>>;
  /** Returns the tables of `public` on which users or visitors hold a privilege. */
  openTables(): Promise<string[]>;
  /** Returns whether PostgREST calls `private.admit_request` before each request. */
  admitsRequests(): Promise<boolean>;
}

export const MANAGEMENT_URL = "https://api.supabase.com";

const OPEN_TABLES = `
  select relname as name from pg_class, unnest(array['anon', 'authenticated']) as role
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
    and has_table_privilege(role, oid, 'select, insert, update, delete')
  group by relname order by relname`;

export const PRE_REQUEST = `
  select coalesce(bool_or('pgrst.db_pre_request=private.admit_request' = any(rolconfig)), false) as admits
  from pg_roles where rolname = 'authenticator'`;

/** Methods throw a sentence with what to do. */
export function createManagementApi(token: string, ref: string, base = MANAGEMENT_URL): ManagementApi {
  const call = async <T>(schema: z.ZodType<T>, path: string, body?: object): Promise<T> => {
    const { status, json } = await request(`${base}/v1/projects/${ref}/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (status === 401 || status === 403)
      throw new Error(
        `SUPABASE_ACCESS_TOKEN may not read this project (${status}): create one at Account → Access tokens.`,
      );
    const parsed = schema.safeParse(json);
    if (status >= 300 || !parsed.success)
      throw new Error(`The Management API has no ${path} for ${ref} (${status}): look at it in the dashboard.`);
    return parsed.data;
  };
  return {
    auth: () => call(authConfig, "config/auth"),
    realtime: () => call(realtimeConfig, "config/realtime"),
    api: () => call(apiConfig, "postgrest"),
    openTables: async () =>
      (await call(grants, "database/query", { query: OPEN_TABLES, read_only: true })).map(({ name }) => name),
    admitsRequests: async () =>
      (await call(preRequest, "database/query", { query: PRE_REQUEST, read_only: true }))[0].admits,
  };
}

/** Settings that only the Management API shows, compared with `supabase/config.toml`. */
import type { Config } from "../../local/config.ts";
import { type Finding, ok, unknown, verdict } from "./finding.ts";
import { hookFindings } from "./hookChecks.ts";
import type { AuthConfig, ManagementApi } from "./managementApi.ts";
import { phoneFindings } from "./phoneChecks.ts";

/** Settings that this module compares, for a project whose settings are out of reach. */
const HIDDEN: readonly (readonly [string, string])[] = [
  ["1.3", "table privileges of signed-in users, exposed schemas, the check before each request"],
  ["1.4", "IP address forwarding, length and life of codes, email templates, rate limits, redirect addresses, captcha"],
  ["1.5", "private channels only"],
  ["2", "the hooks for emails and SMS, or your SMTP server"],
  ["3", "phone numbers: confirmations, length and life of codes, rate limit"],
];

/** Returns what stays unknown without the Management API. */
export const hiddenSettings = (reason: string): Finding[] =>
  HIDDEN.map(([step, what]) => unknown(step, `${what}: ${reason}`));

interface Expected {
  readonly config: Config;
  /** Address of the app, if it is known. */
  readonly appUrl: string | null;
  /** Whether the Worker's forms contain Turnstile. Null if it is not known. */
  readonly hasTurnstile: boolean | null;
}

export async function checkSettings(api: ManagementApi, expected: Expected): Promise<Finding[]> {
  const groups: readonly (readonly [string, () => Promise<Finding[]>])[] = [
    [
      "1.3",
      async () => exposureFindings((await api.api()).db_schema, await api.openTables(), await api.admitsRequests()),
    ],
    ["1.4", async () => signInFindings(await api.auth(), expected)],
    ["1.5", async () => realtimeFindings((await api.realtime()).private_only ?? false)],
  ];
  const results = await Promise.all(
    groups.map(([step, check]) => check().catch((error: Error) => [unknown(step, error.message)])),
  );
  return results.flat();
}

const exposedBesidePublic = (schemas: string): string =>
  schemas
    .split(",")
    .map((schema) => schema.trim())
    .filter((schema) => schema !== "public")
    .join(", ");

const exposureFindings = (schemas: string, open: readonly string[], admitsRequests: boolean): Finding[] => [
  verdict(
    "1.3",
    exposedBesidePublic(schemas) === "",
    "Only the schema public is exposed.",
    `Exposed beside public: ${exposedBesidePublic(schemas)}. Settings → Data API → exposed schemas, remove it.`,
  ),
  verdict(
    "1.3",
    admitsRequests,
    "Each request of a user passes private.admit_request.",
    "Requests do not pass private.admit_request, so tokens of ended sessions work: alter role authenticator set pgrst.db_pre_request = 'private.admit_request'; notify pgrst, 'reload config';",
  ),
  verdict(
    "1.3",
    open.length === 0,
    "Users hold no privilege on a table.",
    `Users hold privileges on ${open.join(", ")}: revoke all on them from anon and authenticated.`,
  ),
];

const realtimeFindings = (isPrivate: boolean): Finding[] => [
  verdict(
    "1.5",
    isPrivate,
    "Realtime has private channels only.",
    "Realtime allows public channels: Realtime → Settings, switch off public access.",
  ),
];

function signInFindings(auth: AuthConfig, { config, appUrl, hasTurnstile }: Expected): Finding[] {
  const { email, rate_limit } = config.auth;
  const limits = "Authentication → Rate limits";
  /** Compares a number with config.toml. */
  const equals = (
    name: string,
    actual: number | null | undefined,
    wanted: number | undefined,
    where: string,
  ): Finding[] =>
    wanted === undefined
      ? []
      : [
          verdict(
            "1.4",
            actual === wanted,
            `${name}: ${wanted}.`,
            `${name}: ${actual ?? "not set"}, but config.toml has ${wanted}: ${where}.`,
          ),
        ];
  const emailSettings = "Authentication → Sign In / Providers → Email";
  return [
    verdict(
      "1.4",
      auth.security_sb_forwarded_for_enabled === true,
      "Auth counts visitors by the address that the Worker forwards.",
      `Auth counts all visitors as one: ${limits}, switch on IP address forwarding.`,
    ),
    verdict(
      "1.4",
      auth.mailer_secure_email_change_enabled === true,
      "Another address is confirmed at both addresses.",
      `Another address is confirmed at the new one only: ${emailSettings}, switch on secure email change.`,
    ),
    verdict(
      "1.4",
      auth.security_manual_linking_enabled === config.auth.enable_manual_linking,
      "People can connect accounts at other providers.",
      "Nobody can connect an account at another provider: Authentication → Sign In / Providers, allow manual linking.",
    ),
    auditLogFinding(auth),
    ...equals("Digits of a code", auth.mailer_otp_length, email.otp_length, emailSettings),
    ...equals("Seconds until a code expires", auth.mailer_otp_exp, email.otp_expiry, emailSettings),
    ...equals("Seconds between emails to one user", auth.smtp_max_frequency, email.max_frequency / 1000, emailSettings),
    ...equals("Seconds until a token expires", auth.jwt_exp, config.auth.jwt_expiry, "Settings → JWT keys"),
    ...equals("Guests an hour and address", auth.rate_limit_anonymous_users, rate_limit.anonymous_users, limits),
    ...equals("Sign-ins in five minutes", auth.rate_limit_otp, rate_limit.sign_in_sign_ups, limits),
    ...equals("Codes tried in five minutes", auth.rate_limit_verify, rate_limit.token_verifications, limits),
    ...equals("Token refreshes in five minutes", auth.rate_limit_token_refresh, rate_limit.token_refresh, limits),
    ...addressFindings(auth, appUrl),
    ...captchaFindings(auth, hasTurnstile),
    sessionFinding(auth),
    ...hookFindings(auth),
    ...phoneFindings(auth, config.auth),
    // With the hook, Auth uses neither its templates nor an SMTP server.
    ...(auth.hook_send_email_enabled === true ? [] : [...templateFindings(auth), smtpFinding(auth)]),
    emailLimitFinding(auth, rate_limit.email_sent ?? 0),
  ];
}

/** Emails an hour that leave enough for sign-in. Without the hook nothing else limits what the SMTP server sends. */
const EMAILS_WITHOUT_HOOK = 3_600;

function emailLimitFinding(auth: AuthConfig, withHook: number): Finding {
  const needed = auth.hook_send_email_enabled === true ? withHook : EMAILS_WITHOUT_HOOK;
  const count = auth.rate_limit_email_sent ?? 0;
  return verdict(
    "2",
    count >= needed,
    `Emails an hour: ${count}.`,
    `Emails an hour: ${count}, so one network can use up everybody's: Authentication → Rate limits, ${needed} or more.`,
  );
}

const smtpFinding = ({ smtp_host }: AuthConfig): Finding =>
  verdict(
    "2",
    (smtp_host ?? "") !== "",
    "Emails leave by your SMTP server.",
    "Emails leave by Supabase's trial server, a few an hour and only to your team: Authentication → Emails → SMTP.",
  );

/** Each template must lead to our page, with the token and the address that the page names. */
function templateFindings(auth: AuthConfig): Finding[] {
  const templates = {
    "magic link": [auth.mailer_templates_magic_link_content, "mail={{ .Email }}"],
    "confirm sign up": [auth.mailer_templates_confirmation_content, "mail={{ .Email }}"],
    "change email address": [auth.mailer_templates_email_change_content, "mail={{ .NewEmail }}"],
  } as const;
  return Object.entries(templates).map(([name, [content, address]]) =>
    verdict(
      "1.4",
      ["/auth/confirm?token_hash={{ .TokenHash }}", address, "{{ .Token }}"].every((part) => content?.includes(part)),
      `The email “${name}” has Parley's link and code.`,
      `The email “${name}” is not Parley's: Authentication → Emails, copy the file of supabase/templates/.`,
    ),
  );
}

function addressFindings(auth: AuthConfig, appUrl: string | null): Finding[] {
  const where = "Authentication → URL configuration";
  const site = (auth.site_url ?? "").replace(/\/$/u, "");
  if (appUrl === null) return [unknown("1.4", `The site URL is ${site}: give --app to compare it.`)];
  const listed = (auth.uri_allow_list ?? "").split(",").map((entry) => entry.trim());
  return [
    verdict("1.4", site === appUrl, `The site URL is ${appUrl}.`, `The site URL is ${site}, not ${appUrl}: ${where}.`),
    verdict(
      "1.4",
      listed.every((entry) => entry === "" || entry.startsWith(`${appUrl}/`) || entry === appUrl),
      "Emails lead to your site only.",
      `Emails may lead to other sites (${listed.filter((entry) => !entry.startsWith(appUrl)).join(", ")}): ${where}.`,
    ),
  ];
}

function captchaFindings(auth: AuthConfig, hasTurnstile: boolean | null): Finding[] {
  const isOn = auth.security_captcha_enabled === true;
  const where = "Authentication → Attack protection";
  if (!isOn && hasTurnstile !== true)
    return [
      unknown(
        "1.4",
        "No captcha: scripts can use up guests and emails, and Auth's processor with passwords. A public project needs Turnstile, see section 3.",
      ),
    ];
  if (hasTurnstile === null) return [unknown("1.4", "Captcha is on: give --app to compare it.")];
  return [
    verdict(
      "1.4",
      isOn === hasTurnstile && auth.security_captcha_provider === "turnstile",
      "Auth verifies Turnstile, and the forms contain it.",
      isOn
        ? `Auth wants a captcha (${auth.security_captcha_provider}), but the forms have no Turnstile, so nobody can enter: set TURNSTILE_SITE_KEY, or ${where}, off.`
        : `The forms have Turnstile, but Auth does not verify it: ${where}, Turnstile with its secret.`,
    ),
  ];
}

const auditLogFinding = (auth: AuthConfig): Finding =>
  verdict(
    "1.4",
    auth.audit_log_disable_postgres !== false,
    "Auth writes its audit log to the project's logs only.",
    "Auth's audit log is in the database, where it grows without end: Authentication → Audit Logs, switch off the database.",
  );

const sessionFinding = (auth: AuthConfig): Finding =>
  (auth.sessions_timebox ?? 0) > 0 || (auth.sessions_inactivity_timeout ?? 0) > 0
    ? ok("1.4", "Sessions end.")
    : unknown("1.4", "Sessions never end. On the Pro plan: Authentication → Sessions.");

/** `/auth/v1`: the part of GoTrue that Parley uses, on the real schema `auth`. */
import postgres from "postgres";
import type { Config, RateLimits } from "../config.ts";
import type { Inbox } from "../inbox/index.ts";
import type { Keys } from "../keys.ts";
import { getUser, reauthenticate, signOut, updateUser } from "./account.ts";
import { requireCaptcha } from "./captcha.ts";
import { createCodes, SMS_CODES } from "./codes.ts";
import type { AuthContext } from "./context.ts";
import { recover, resend, sendOtp } from "./emailRequests.ts";
import { AuthError, notSupported } from "./errors.ts";
import { authorize, authorizeLink } from "./external/authorize.ts";
import { callback } from "./external/callback.ts";
import {
  createCustomProvider,
  deleteCustomProvider,
  getCustomProvider,
  listCustomProviders,
  updateCustomProvider,
} from "./external/customProviders.ts";
import { createExternalProviders } from "./external/registry.ts";
import { challengeFactor, enrollFactor, unenrollFactor, verifyFactor } from "./factors.ts";
import { createHooks, type HookOptions } from "./hooks/index.ts";
import { unlinkIdentity } from "./identities.ts";
import { passkeyAuthenticationOptions, verifyPasskeyAuthentication } from "./passkeyAuthentication.ts";
import { deletePasskey, deletePasskeyOf, listPasskeys, listPasskeysOf, renamePasskey } from "./passkeyList.ts";
import { passkeyRegistrationOptions, verifyPasskeyRegistration } from "./passkeyRegistration.ts";
import { createPasswords } from "./passwords.ts";
import { createRateLimiter, type RateLimitName } from "./rateLimiter.ts";
import {
  deleteRecoveryCodes,
  generateRecoveryCodes,
  recoveryCodesStatus,
  regenerateRecoveryCodes,
  verifyRecoveryCode,
} from "./recoveryCodes.ts";
import { relyingPartyOf } from "./relyingParty.ts";
import { describeSettings } from "./settings.ts";
import { signUp } from "./signUp.ts";
import {
  createSsoProvider,
  deleteSsoProvider,
  getSsoProvider,
  listSsoProviders,
  updateSsoProvider,
} from "./sso/providers.ts";
import { consumeAssertion, signInWithSso, ssoMetadata } from "./sso/signIn.ts";
import { readTemplates } from "./templates/index.ts";
import { exchangeToken } from "./token.ts";
import { followLink, verifyCode } from "./verify.ts";

export interface Auth {
  /** Handles a request under `/auth/v1` from a client address. The gateway has checked the API key. */
  handle(request: Request, address: string): Promise<Response>;
  close(): Promise<void>;
}

export interface AuthOptions {
  /** Role `supabase_auth_admin`. */
  url: string;
  keys: Keys;
  config: Config["auth"];
  inbox: Inbox;
  /** The variables of hooks, and how to start their function. */
  hooks: Pick<HookOptions, "env" | "warm" | "times">;
  /** Project root, which holds the email templates. */
  root: string;
  /** Overrides the rate limits of config.toml. */
  rateLimits?: Partial<RateLimits>;
  /** Verifies captcha tokens instead of the provider. */
  captchaUrl?: string;
  /** Whether a password change needs the current password. */
  requireCurrentPassword: boolean;
  /** Whether people can have recovery codes. */
  recoveryCodes: boolean;
  /** Whether companies can have single sign-on. */
  saml: boolean;
  /** Address of the gateway. */
  gatewayUrl: string;
  /** Address of the app, for links in emails. */
  siteUrl: string;
  log(line: string): void;
}

const CALLBACK_PATH = "/auth/v1/callback";
const ACS_PATH = "/auth/v1/sso/saml/acs";
/** A browser follows these without an API key. */
const OPEN_PATHS = new Set([
  ...["/auth/v1/verify", "/auth/v1/authorize", CALLBACK_PATH, "/auth/v1/.well-known/jwks.json"],
  "/auth/v1/sso/saml/metadata",
]);

/** Whether a request needs no API key: following a link, coming back from a provider, or fetching the public key. */
export const isOpenPath = (method: string, pathname: string): boolean =>
  (method === "GET" && OPEN_PATHS.has(pathname)) ||
  (method === "POST" && (pathname === CALLBACK_PATH || pathname === ACS_PATH));

type Handler = (context: AuthContext, request: Request, body: unknown) => Promise<Response>;

const ROUTES: Readonly<Record<string, Handler>> = {
  "POST /signup": signUp,
  "POST /otp": sendOtp,
  "POST /magiclink": sendOtp,
  "POST /recover": recover,
  "POST /resend": resend,
  "POST /verify": verifyCode,
  "GET /verify": followLink,
  "POST /token": exchangeToken,
  "GET /user": getUser,
  "PUT /user": updateUser,
  "GET /reauthenticate": reauthenticate,
  "POST /logout": signOut,
  "GET /authorize": authorize,
  "GET /callback": callback,
  "POST /callback": callback,
  "GET /user/identities/authorize": authorizeLink,
  "DELETE /user/identities/:id": unlinkIdentity,
  "GET /admin/custom-providers": listCustomProviders,
  "POST /admin/custom-providers": createCustomProvider,
  "GET /admin/custom-providers/:id": getCustomProvider,
  "PUT /admin/custom-providers/:id": updateCustomProvider,
  "DELETE /admin/custom-providers/:id": deleteCustomProvider,
  "POST /sso": signInWithSso,
  "POST /sso/saml/acs": consumeAssertion,
  "GET /sso/saml/metadata": ssoMetadata,
  "GET /admin/sso/providers": listSsoProviders,
  "POST /admin/sso/providers": createSsoProvider,
  "GET /admin/sso/providers/:id": getSsoProvider,
  "PUT /admin/sso/providers/:id": updateSsoProvider,
  "DELETE /admin/sso/providers/:id": deleteSsoProvider,
  "POST /factors": enrollFactor,
  "POST /factors/:id/challenge": challengeFactor,
  "POST /factors/:id/verify": verifyFactor,
  "DELETE /factors/:id": unenrollFactor,
  "GET /factors/recovery-codes": recoveryCodesStatus,
  "POST /factors/recovery-codes": generateRecoveryCodes,
  "POST /factors/recovery-codes/verify": verifyRecoveryCode,
  "POST /factors/recovery-codes/regenerate": regenerateRecoveryCodes,
  "DELETE /factors/recovery-codes": deleteRecoveryCodes,
  "POST /passkeys/registration/options": passkeyRegistrationOptions,
  "POST /passkeys/registration/verify": verifyPasskeyRegistration,
  "POST /passkeys/authentication/options": passkeyAuthenticationOptions,
  "POST /passkeys/authentication/verify": verifyPasskeyAuthentication,
  "GET /passkeys": listPasskeys,
  "PATCH /passkeys/:id": renamePasskey,
  "DELETE /passkeys/:id": deletePasskey,
  "GET /admin/users/:id/passkeys": listPasskeysOf,
  "DELETE /admin/users/:id/passkeys/:id": deletePasskeyOf,
  "GET /settings": async (context) => Response.json(describeSettings(context)),
  "GET /health": async () => Response.json({ name: "GoTrue", version: "local", description: "Parley's embedded Auth" }),
  "GET /.well-known/jwks.json": async ({ issuer }) =>
    Response.json(issuer.keys.jwks, { headers: { "cache-control": "public, max-age=600" } }),
};

/**
 * Paths that GoTrue has (`internal/api/api.go`) and this Auth does not: other calls of admins, invitations, and Auth as a provider of
 * OAuth. Parley calls none of them.
 */
const NOT_IMITATED =
  /^\/(?:admin\/|invite$|oauth\/|user\/oauth\/|\.well-known\/(?:openid-configuration|oauth-authorization-server)$)/u;

/** An id in the path, or that of a provider or an identity. It must not reach the log. */
const PATH_ID =
  /(?<=^\/(?:admin\/custom-providers|admin\/sso\/providers|user\/identities))\/(?!authorize$)[^/]+$|\/[0-9a-f-]{36}(?=\/|$)/giu;

/** Rate limits checked before the handler, with one bucket per route and address. `/signup` checks its own. */
const RATE_LIMITED: Readonly<Record<string, RateLimitName>> = {
  "POST /otp": "sign_in_sign_ups",
  "POST /magiclink": "sign_in_sign_ups",
  "POST /recover": "sign_in_sign_ups",
  "POST /resend": "sign_in_sign_ups",
  "PUT /user": "sign_in_sign_ups",
  "POST /token": "token_refresh",
  "POST /verify": "token_verifications",
  "GET /verify": "token_verifications",
  "POST /factors/:id/challenge": "factor_verifications",
  "POST /factors/:id/verify": "factor_verifications",
  "POST /factors/recovery-codes/verify": "factor_verifications",
  "POST /passkeys/authentication/options": "passkeys",
  "POST /sso": "sso",
};

/** Codes of both kinds of factors share a bucket, as do all methods of a path. */
const limitedEndpoint = (route: string): string =>
  route.replace(/^[A-Z]+ /u, "").replace("/factors/recovery-codes/verify", "/factors/:id/verify");

/** Throws one sentence for an invalid email template or hook. */
export async function startAuth(options: AuthOptions): Promise<Auth> {
  const {
    url,
    keys,
    config,
    inbox,
    root,
    rateLimits,
    requireCurrentPassword,
    recoveryCodes,
    saml,
    gatewayUrl,
    siteUrl,
    log,
  } = options;
  const templates = await readTemplates(root, config.email.template);
  const providers = createExternalProviders(config.external, options.hooks.env, gatewayUrl);
  const hooks = createHooks({ ...options.hooks, config: config.hook, gatewayUrl });
  const sql = postgres(url, { max: 5, onnotice: () => {} });
  const issuer = {
    keys,
    url: `${gatewayUrl}/auth/v1`,
    lifetimeSeconds: config.jwt_expiry,
    reuseIntervalSeconds: config.refresh_token_reuse_interval,
  };
  const captcha = {
    config: config.captcha,
    ...(options.captchaUrl !== undefined && { verifyUrl: options.captchaUrl }),
  };
  const codes = createCodes(config.email, "email");
  const smsCodes = createCodes({ ...SMS_CODES, max_frequency: config.sms.max_frequency }, "sms");
  const limiter = createRateLimiter({ ...config.rate_limit, ...rateLimits });
  const passwords = createPasswords(config);
  const shared = {
    ...{ sql, codes, smsCodes, hooks, inbox, issuer, config, limiter, passwords, templates, siteUrl },
    ...{ requireCurrentPassword, recoveryCodes, saml, providers, log },
    relyingParty: relyingPartyOf(config.webauthn, siteUrl),
  };
  return {
    handle: async (request, address) => {
      const path = new URL(request.url).pathname.replace(/^\/auth\/v1/u, "");
      const route = `${request.method} ${path.replace(PATH_ID, "/:id")}`;
      const handler = Object.hasOwn(ROUTES, route) ? ROUTES[route] : undefined;
      try {
        if (handler === undefined && NOT_IMITATED.test(path)) throw notSupported(route.replace(/^[A-Z]+ /u, ""));
        if (handler === undefined) throw new AuthError(404, "not_found", "404 page not found");
        const limit = Object.hasOwn(RATE_LIMITED, route) ? RATE_LIMITED[route] : undefined;
        if (limit !== undefined) limiter.consume(limitedEndpoint(route), limit, address);
        const body = await bodyOf(request);
        await requireCaptcha(captcha, route, request, body);
        return await handler({ ...shared, address }, request, body);
      } catch (error) {
        if (error instanceof AuthError) return error.toResponse(request);
        const raised = raisedError(error);
        if (raised !== null) return raised.toResponse(request);
        // Only the error code: the message of a database error can contain user input.
        log(
          `auth: ${route} failed: ${error instanceof postgres.PostgresError ? error.code : error instanceof Error ? error.name : "unknown"}`,
        );
        return new AuthError(500, "unexpected_failure", "Unexpected failure, please check server logs").toResponse(
          request,
        );
      }
    },
    close: () => sql.end({ timeout: 5 }),
  };
}

/** Returns the error that a trigger raised for clients, as in GoTrue (`NewPostgresError`, internal/utilities/postgres.go). */
function raisedError(error: unknown): AuthError | null {
  const [, status] = (error instanceof postgres.PostgresError && /^PT(\d{3})$/u.exec(error.code)) || [];
  return status === undefined ? null : new AuthError(Number(status), `PT${status}`, (error as Error).message);
}

async function bodyOf(request: Request): Promise<unknown> {
  if (request.method === "GET") return {};
  const text = await request.text();
  if (text === "") return {};
  const type = request.headers.get("content-type") ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) return new URLSearchParams(text);
  try {
    return JSON.parse(text);
  } catch {
    throw new AuthError(400, "bad_json", "Could not parse request body as JSON");
  }
}

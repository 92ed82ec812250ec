/** `/auth/v1`: the part of GoTrue that Parley uses, over the real schema `auth`. */
import postgres from "postgres";
import type { Config } from "../config.ts";
import type { Inbox } from "../inbox/index.ts";
import type { Keys } from "../keys.ts";
import { getUser, signOut, updateUser } from "./account.ts";
import { createCodes } from "./codes.ts";
import type { AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";
import { followLink, sendOtp, signUp, token, verifyCode } from "./sign-in.ts";

export interface Auth {
  /** Answers a request under `/auth/v1`. The gateway has checked the API key. */
  handle(request: Request): Promise<Response>;
  close(): Promise<void>;
}

export interface AuthOptions {
  /** Role `supabase_auth_admin`. */
  url: string;
  keys: Keys;
  config: Config["auth"];
  inbox: Inbox;
  /** The gateway's own address. */
  gatewayUrl: string;
  /** The app's address, for links in mails. */
  siteUrl: string;
  log(line: string): void;
}

/** Open to those who come without an API key: they follow a link, or fetch the public key. */
export const isOpenPath = (method: string, pathname: string): boolean =>
  method === "GET" && (pathname === "/auth/v1/verify" || pathname === "/auth/v1/.well-known/jwks.json");

type Handler = (context: AuthContext, request: Request, body: unknown) => Promise<Response>;

const ROUTES: Readonly<Record<string, Handler>> = {
  "POST /signup": signUp,
  "POST /otp": sendOtp,
  "POST /magiclink": sendOtp,
  "POST /verify": verifyCode,
  "GET /verify": followLink,
  "POST /token": token,
  "GET /user": getUser,
  "PUT /user": updateUser,
  "POST /logout": signOut,
  "GET /settings": async ({ config }) =>
    Response.json({
      ...SETTINGS,
      external: { anonymous_users: config.enable_anonymous_sign_ins, email: true, phone: false },
    }),
  "GET /health": async () => Response.json({ name: "GoTrue", version: "local", description: "Parley's embedded Auth" }),
  "GET /.well-known/jwks.json": async ({ issuer }) =>
    Response.json(issuer.keys.jwks, { headers: { "cache-control": "public, max-age=600" } }),
};

const SETTINGS = {
  disable_signup: false,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: "",
  saml_enabled: false,
};

export function startAuth({ url, keys, config, inbox, gatewayUrl, siteUrl, log }: AuthOptions): Auth {
  const sql = postgres(url, { max: 5, onnotice: () => {} });
  const issuer = {
    keys,
    url: `${gatewayUrl}/auth/v1`,
    life: config.jwt_expiry,
    reuseInterval: config.refresh_token_reuse_interval,
  };
  const codes = createCodes(config.email);
  const context: AuthContext = { sql, codes, inbox, issuer, config, siteUrl };
  return {
    handle: async (request) => {
      const path = new URL(request.url).pathname.replace(/^\/auth\/v1/u, "");
      const route = `${request.method} ${path}`;
      const handler = Object.hasOwn(ROUTES, route) ? ROUTES[route] : undefined;
      try {
        if (handler === undefined) throw new AuthError(404, "not_found", "404 page not found");
        return await handler(context, request, await bodyOf(request));
      } catch (error) {
        if (error instanceof AuthError) return error.toResponse(request);
        // Only the kind: the message of a database error can hold what somebody typed.
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

async function bodyOf(request: Request): Promise<unknown> {
  if (request.method === "GET") return {};
  const text = await request.text();
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new AuthError(400, "bad_json", "Could not parse request body as JSON");
  }
}

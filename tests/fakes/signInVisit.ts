/** A visit of the Worker for the tests of sign-ins, with a fake Auth and a fake database. */
import { generateKeyPair, SignJWT } from "jose";
import { vi } from "vitest";
import type { SignInWays } from "../../app/lib/loadContext.ts";
import type { Rpc, RpcName } from "../../app/lib/rpc.ts";
import { authClient } from "../../functions/auth-client.ts";
import { cookieJar } from "../../functions/cookieJar.ts";
import type { MailboxLimit } from "../../functions/mailboxLimits.ts";
import { requestPasskeys } from "../../functions/passkeys.ts";
import { openPassword, sealPassword } from "../../functions/sealedPassword.ts";
import { requestSession } from "../../functions/session.ts";
import { requestSignIn } from "../../functions/sign-in.ts";
import { createSignInSteps, type SignInParts } from "../../functions/signInSteps.ts";
import { parseTypedAddress } from "../../functions/typedAddress.ts";
import { fail } from "../../supabase/functions/_shared/contracts/errors.ts";

export const GUEST = "7f1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c11";
export const TOM = "0d1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c22";
/** The session of every token. */
export const SESSION = "9a1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c33";
export const CLAIM = "ab".repeat(32);
const env = {
  public: { supabaseUrl: "https://abc.supabase.co", publishableKey: "publishable", iceServers: [] },
  secretKey: "secret",
  jobsSecret: null,
};

let sign: (sub: string, email: string) => Promise<string>;
let jwks = {};

/** Creates the key that signs tokens. Call it before all tests of a file. */
export async function createSigningKey(): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const jwk = await crypto.subtle.exportKey("jwk", publicKey);
  jwks = { keys: [{ ...jwk, kid: "k2", alg: "ES256", use: "sig", key_ops: ["verify"] }] };
  sign = (sub, email) =>
    new SignJWT({
      sub,
      session_id: SESSION,
      role: "authenticated",
      aud: "authenticated",
      is_anonymous: email === "",
      email,
      aal: "aal1",
    })
      .setProtectedHeader({ alg: "ES256", kid: "k2", typ: "JWT" })
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(privateKey);
}

const API_VERSION = { "x-supabase-api-version": "2024-01-01" };
export const refusal =
  (status: number, code: string, message = code) =>
  () =>
    Response.json({ code, message }, { status, headers: API_VERSION });
export const fine = () => Response.json({});
const SOON = "For security purposes, you can only request this after 42 seconds.";
export const TOO_SOON = refusal(429, "over_email_send_rate_limit", SOON);

export async function signedIn(sub: string, email: string) {
  const access_token = await sign(sub, email);
  const user_metadata = { ui_locale: "en" };
  const user = { id: sub, aud: "authenticated", email, app_metadata: {}, user_metadata, created_at: "" };
  return { access_token, refresh_token: "r", token_type: "bearer", expires_in: 3600, user };
}

export interface Scene {
  /** Responses of GoTrue by path, or by method and path; others are unreachable. */
  auth?: Record<string, (body: unknown) => Response | Promise<Response>>;
  rpc?: Partial<Record<RpcName, unknown>>;
  cookies?: readonly string[];
  /** A limit by mailbox that is exhausted. */
  exhausted?: MailboxLimit;
  /** Whether the visitor may request no more messages. */
  isMailLimited?: boolean;
  ways?: Partial<SignInWays>;
}

/** A request to GoTrue. */
interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly redirectTo: string | null;
  readonly challenge: string | null;
}

export function visit({ auth = {}, rpc = {}, cookies = [], exhausted, isMailLimited = false, ways }: Scene) {
  const requests: Sent[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.replace("/auth/v1", "");
    if (path === "/.well-known/jwks.json") return Response.json(jwks);
    const text = await request.text();
    const body: unknown = text === "" ? null : JSON.parse(text);
    const { method } = request;
    const [redirectTo, challenge] = [searchParams.get("redirect_to"), searchParams.get("code_challenge")];
    requests.push({ method, path, body, redirectTo, challenge });
    const reply = auth[`${method} ${path}`] ?? auth[path];
    if (!reply) throw new TypeError("fetch failed");
    return await reply(body);
  });
  const sent = cookies.map((cookie) => cookie.split(";")[0]).join("; ");
  const request = new Request("https://parley.example/", { headers: { Cookie: sent } });
  const jar = cookieJar(request);
  const verifiers = new Map<string, string>();
  const client = authClient(env, request, jar, verifiers);
  const session = requestSession(env, client, jar, "en");
  const called: string[] = [];
  const waiting: Promise<unknown>[] = [];
  const slept: number[] = [];
  const recorded: string[] = [];
  const reply = async (name: RpcName, args: unknown) =>
    called.push(`${name} ${JSON.stringify(args)}`) && name in rpc ? rpc[name] : fail("network/timeout");
  const parts: SignInParts = {
    ...{ auth: client, verifiers, jar, session, rpc: reply as Rpc, locale: "en", origin: "https://parley.example" },
    countMailbox: async (limit) => limit !== exhausted,
    countMail: async () => !isMailLimited,
    checkCaptcha: async (token) => token === "human",
    record: (token) => recorded.push(token),
    rpcAs: (token) =>
      (async (name, args) => {
        const { sub } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
        called.push(`as ${sub}`);
        return await reply(name, args);
      }) as Rpc,
    ways: async () => ({
      code: true,
      phone: true,
      password: true,
      passkey: true,
      sso: false,
      providers: [],
      newAccounts: true,
      ...ways,
    }),
    parseAddress: (typed) => parseTypedAddress(typed, { code: true, phone: true, ...ways }, "ES"),
    parsePhone: (typed) => parseTypedAddress(typed, { code: false, phone: true }, "ES"),
    sealPassword: (password, email) => sealPassword(env, password, email),
    openPassword: (sealed, email) => openPassword(env, sealed, email),
    waitUntil: (work) => void waiting.push(work),
    sleep: async (milliseconds) => void slept.push(milliseconds),
  };
  const steps = createSignInSteps(parts);
  return {
    ...{ waiting, slept, auth: client },
    signIn: requestSignIn(parts, steps),
    passkeys: requestPasskeys(parts, steps),
    session,
    requests,
    called,
    recorded,
    cookies: jar.headers,
  };
}

export const guestCookies = async () => {
  const guest = await signedIn(GUEST, "");
  const user = { ...guest.user, is_anonymous: true };
  const { session, cookies } = visit({ auth: { "/signup": () => Response.json({ ...guest, user }) } });
  await session.ensureUser();
  return cookies();
};

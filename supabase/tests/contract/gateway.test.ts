/**
 * The gateway of the embedded Supabase, attacks first. The hosted behaviour is taken from:
 * - PostgREST, "Authentication" and "Errors": an invalid JWT is 401 with PGRST301, an expired one PGRST303;
 * - Supabase, "Understanding API keys": a missing or wrong key is 401, a secret key in a browser is rejected;
 * - RFC 7519 and RFC 8725: the verifier chooses the algorithm, never the token.
 */
import { createHmac } from "node:crypto";
import { request } from "node:http";
import { createClient } from "@supabase/supabase-js";
import { exportJWK, exportSPKI, generateKeyPair, importJWK, SignJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { embeddedOnly, isExternal, targetForFile } from "./target.ts";

const jwks = z.object({ keys: z.array(z.record(z.string(), z.unknown())).check(z.length(1)) });

const target = targetForFile({
  sql: `
      create function public.contract_whoami() returns jsonb language sql stable as
        $$ select jsonb_build_object('role', current_user, 'sub', auth.uid(), 'email', auth.email()) $$;
      create table public.contract_secrets (id int primary key);
      insert into public.contract_secrets values (1);
      alter table public.contract_secrets enable row level security;
      grant select on public.contract_secrets to anon, service_role;`,
  cleanup: "drop function if exists public.contract_whoami(); drop table if exists public.contract_secrets;",
});
/** Signs a token with the stack's own key, as only Auth can. */
const sign = (claims: Record<string, unknown>) => target().embedded.sign(claims);

/** Calls `whoami` with an Authorization header, with an unmodified client. */
const whoami = async (authorization: string, key = target().publishableKey) => {
  const client = createClient(target().url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { Authorization: authorization } },
  });
  const { data, error, status } = await client.rpc("contract_whoami");
  return { role: data?.role, sub: data?.sub, code: error?.code, status };
};

const decoded = (part: string | undefined) => JSON.parse(Buffer.from(part ?? "", "base64url").toString());
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

if (isExternal) process.stdout.write("skipped against the external project: gateway.test.ts: foreign pages\n");

describe("a bearer token", () => {
  let good: string;
  let id: string;
  beforeAll(async () => {
    ({ accessToken: good, id } = await target().guest());
  });

  test("identifies its user when valid", async () => {
    expect(await whoami(`Bearer ${good}`)).toEqual({ role: "authenticated", sub: id, code: undefined, status: 200 });
  });

  test("is rejected when signed by another key", async () => {
    const [head, body] = good.split(".");
    const { privateKey } = await generateKeyPair("ES256");
    const forged = await new SignJWT({ ...decoded(body), role: "service_role" })
      .setProtectedHeader({ ...decoded(head), alg: "ES256" })
      .sign(privateKey);
    expect(await whoami(`Bearer ${forged}`)).toMatchObject({ status: 401, code: "PGRST301", role: undefined });
  });

  test("is rejected with changed claims", async () => {
    const [head, body, signature] = good.split(".");
    const changed = `${head}.${encoded({ ...decoded(body), role: "service_role" })}.${signature}`;
    expect(await whoami(`Bearer ${changed}`)).toMatchObject({ status: 401, role: undefined });
  });

  test("is rejected without a signature (alg none)", async () => {
    const [head, body] = good.split(".");
    const bare = `${encoded({ ...decoded(head), alg: "none" })}.${body}.`;
    expect(await whoami(`Bearer ${bare}`)).toMatchObject({ status: 401, role: undefined });
  });

  test("is rejected when signed by HMAC with the public key", async () => {
    const [head, body] = good.split(".");
    const published = await fetch(`${target().url}/auth/v1/.well-known/jwks.json`);
    const { keys } = jwks.parse(await published.json());
    const key = await importJWK({ ...keys[0], ext: true }, "ES256");
    if (key instanceof Uint8Array) throw new Error("Expected a key pair.");
    const input = `${encoded({ ...decoded(head), alg: "HS256" })}.${body}`;
    const mac = createHmac("sha256", await exportSPKI(key))
      .update(input)
      .digest("base64url");
    expect(await whoami(`Bearer ${input}.${mac}`)).toMatchObject({ status: 401, role: undefined });
  });

  // PostgREST, "JWT claims validation": `exp` with at most 30 s of tolerance, `aud` where configured.
  test("is rejected when expired", async (context) => {
    embeddedOnly(context, "needs the signing key");
    const claims = decoded(good.split(".")[1]);
    const past = await sign({ ...claims, iat: claims.iat - 7200, exp: claims.iat - 3600 });
    expect(await whoami(`Bearer ${past}`)).toMatchObject({ status: 401, code: "PGRST303", role: undefined });
  });

  // RFC 8725, 3.8 and 3.9: issuer and audience are checked. Stricter than PostgREST, which does not check the issuer.
  test.for([
    ["another audience", { aud: "somebody" }],
    ["another issuer", { iss: "https://other.supabase.co/auth/v1" }],
    ["no issuer", { iss: undefined }],
    ["a role outside of the API", { role: "postgres" }],
    ["no session", { session_id: undefined }],
    ["an invalid subject", { sub: "' or true --" }],
    ["no expiry", { exp: undefined }],
    ["a later start", { nbf: 4_000_000_000 }],
  ] as const)("is rejected with %s, even with a valid signature", async ([_what, change], context) => {
    embeddedOnly(context, "needs the signing key");
    const claims = decoded(good.split(".")[1]);
    expect(await whoami(`Bearer ${await sign(claims)}`), "valid when unchanged").toMatchObject({ status: 200 });
    const changed = await sign({ ...claims, ...change });
    expect(await whoami(`Bearer ${changed}`)).toMatchObject({ status: 401, role: undefined });
    const headers = { apikey: target().publishableKey, authorization: `Bearer ${changed}` };
    expect((await fetch(`${target().url}/auth/v1/user`, { headers })).status).toBe(403);
  });

  // RFC 8725, 3.1: an attacker controls the header.
  test("is rejected with a key in its header", async () => {
    const [head, body] = good.split(".");
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    for (const more of [
      { jwk: await exportJWK(publicKey) },
      { jku: "https://evil.example/jwks.json" },
      { kid: "../../dev/null" },
    ]) {
      const forged = await new SignJWT(decoded(body))
        .setProtectedHeader({ ...decoded(head), ...more, alg: "ES256" })
        .sign(privateKey);
      expect(await whoami(`Bearer ${forged}`)).toMatchObject({ status: 401, role: undefined });
    }
  });

  test("is rejected with a zero or foreign signature", async () => {
    const [head, body, signature] = good.split(".");
    const { accessToken } = await target().guest();
    for (const other of [
      Buffer.alloc(64).toString("base64url"),
      accessToken.split(".")[2],
      signature?.slice(0, -4),
      "",
    ])
      expect(await whoami(`Bearer ${head}.${body}.${other}`)).toMatchObject({ status: 401, role: undefined });
  });

  test.each(["Bearer rubbish", "Bearer a.b.c", "Bearer ", "Basic dXNlcjpwYXNz", "Bearer null", "rubbish"])(
    "is rejected when malformed: %s",
    async (header) => {
      expect(await whoami(header)).toMatchObject({ status: 401, role: undefined });
    },
  );

  test("cannot be the secret key beside the publishable key", async () => {
    expect(await whoami(`Bearer ${target().secretKey}`)).toMatchObject({ status: 401, role: undefined });
  });
});

describe("API keys", () => {
  test("select the role anon or service_role", async () => {
    const key = target().publishableKey;
    expect(await whoami(`Bearer ${key}`)).toMatchObject({ role: "anon", sub: null, status: 200 });
    expect(await whoami(`Bearer ${target().secretKey}`, target().secretKey)).toMatchObject({ role: "service_role" });
  });

  test.each(["/rest/v1/contract_secrets", "/auth/v1/settings", "/realtime/v1/api/broadcast"])(
    "are required for %s",
    async (path) => {
      expect((await fetch(target().url + path)).status).toBe(401);
      expect((await fetch(target().url + path, { headers: { apikey: "sb_publishable_other" } })).status).toBe(401);
      expect((await fetch(`${target().url + path}?apikey=`)).status).toBe(401);
    },
  );

  test("that are secret are rejected from a browser", async () => {
    const headers = { apikey: target().secretKey, "user-agent": "Mozilla/5.0 (X11; Linux x86_64)" };
    expect((await fetch(`${target().url}/rest/v1/contract_secrets`, { headers })).status).toBe(401);
  });

  test("only bypass row-level security for service_role", async () => {
    const read = async (key: string) =>
      (
        await createClient(target().url, key, { auth: { persistSession: false } })
          .from("contract_secrets")
          .select()
      ).data;
    expect(await read(target().publishableKey)).toEqual([]);
    expect(await read(target().secretKey)).toEqual([{ id: 1 }]);
  });
});

describe.skipIf(isExternal)("a page of another origin", () => {
  const send = (path: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const req = request(`${target().url}${path}`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      req.on("upgrade", (_response, socket) => {
        socket.destroy();
        resolve(101);
      });
      req.on("error", reject);
      req.end();
    });
  const upgrade = {
    connection: "upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
  };

  test("cannot use its own host name (DNS rebinding)", async () => {
    const port = new URL(target().url).port;
    for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1.evil.example", "localhost.evil.example"]) {
      expect(await send("/inbox/api", { host })).toBe(421);
      expect(await send("/rest/v1/contract_secrets", { host, apikey: target().publishableKey })).toBe(421);
      expect(await send(`/realtime/v1/websocket?apikey=${target().publishableKey}`, { host, ...upgrade })).toBe(421);
    }
    expect(await send("/health", { host: `localhost:${port}` })).toBe(200);
    expect(await send(`/realtime/v1/websocket?apikey=${target().publishableKey}`, upgrade)).toBe(101);
  });

  test("cannot open a socket without a key", async () => {
    expect(await send("/realtime/v1/websocket", upgrade)).toBe(401);
    expect(await send("/realtime/v1/websocket?apikey=rubbish", upgrade)).toBe(401);
  });

  test("may call the API, but not read the inbox", async () => {
    const preflight = await fetch(`${target().url}/rest/v1/contract_secrets`, {
      method: "OPTIONS",
      headers: { origin: "https://app.example", "access-control-request-headers": "apikey,x-client-info" },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-headers")).toBe("apikey,x-client-info");
    const response = await fetch(`${target().url}/rest/v1/contract_secrets`, {
      headers: { apikey: target().publishableKey },
    });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    for (const path of ["/inbox", "/inbox/api"]) {
      expect((await fetch(target().url + path)).headers.get("access-control-allow-origin")).toBeNull();
    }
  });
});

describe("the gateway", () => {
  test("rejects a too large body", async (context) => {
    embeddedOnly(context, "each gateway has its own limit");
    const response = await fetch(`${target().url}/rest/v1/rpc/contract_whoami`, {
      method: "POST",
      headers: { apikey: target().publishableKey, "content-type": "application/json" },
      body: "x".repeat(11 * 1024 * 1024),
    }).catch(() => null);
    // The gateway may close the connection before the whole body is sent.
    expect(response === null || response.status === 413).toBe(true);
    expect((await fetch(`${target().url}/health`)).status).toBe(200);
  });
});

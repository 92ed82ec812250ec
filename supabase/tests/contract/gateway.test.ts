/**
 * The door of the embedded Supabase, attackers first. What hosted does is pinned by:
 * - PostgREST, "Authentication" and "Errors": an unusable JWT is 401 with PGRST301, an expired one PGRST303;
 * - Supabase, "Understanding API keys": a missing or wrong key is 401, a secret key in a browser is refused;
 * - RFC 7519 and RFC 8725: the algorithm is the verifier's choice, never the token's.
 */
import { createHmac } from "node:crypto";
import { request } from "node:http";
import { createClient } from "@supabase/supabase-js";
import { exportJWK, exportSPKI, generateKeyPair, importJWK, SignJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { isForeign, onlyHere, targetForFile } from "./target.ts";

const jwks = z.object({ keys: z.array(z.record(z.string(), z.unknown())).check(z.length(1)) });

const target = targetForFile({
  sql: `
      create function public.contract_whoami() returns jsonb language sql stable as
        $$ select jsonb_build_object('role', current_user, 'sub', auth.uid(), 'email', auth.email()) $$;
      create table public.contract_secrets (id int primary key);
      insert into public.contract_secrets values (1);
      alter table public.contract_secrets enable row level security;
      grant select on public.contract_secrets to anon, service_role;`,
  undo: "drop function if exists public.contract_whoami(); drop table if exists public.contract_secrets;",
});
/** The claims and the header of a token that only Auth can sign: with the stack's own key. */
const sign = (claims: Record<string, unknown>) => target().embedded.sign(claims);

/** Calls `whoami` with a given Authorization header through an unmodified client. */
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

if (isForeign) process.stdout.write("skipped against the given project: gateway.test.ts: pages elsewhere\n");

describe("a bearer that is not good is refused, never taken for nobody", () => {
  let good: string;
  let id: string;
  beforeAll(async () => {
    ({ accessToken: good, id } = await target().guest());
  });

  test("a good one is its user", async () => {
    expect(await whoami(`Bearer ${good}`)).toEqual({ role: "authenticated", sub: id, code: undefined, status: 200 });
  });

  test("signed by another key under the right key id", async () => {
    const [head, body] = good.split(".");
    const { privateKey } = await generateKeyPair("ES256");
    const forged = await new SignJWT({ ...decoded(body), role: "service_role" })
      .setProtectedHeader({ ...decoded(head), alg: "ES256" })
      .sign(privateKey);
    expect(await whoami(`Bearer ${forged}`)).toMatchObject({ status: 401, code: "PGRST301", role: undefined });
  });

  test("its claims changed under the old signature", async () => {
    const [head, body, signature] = good.split(".");
    const changed = `${head}.${encoded({ ...decoded(body), role: "service_role" })}.${signature}`;
    expect(await whoami(`Bearer ${changed}`)).toMatchObject({ status: 401, role: undefined });
  });

  test("unsigned (alg none)", async () => {
    const [head, body] = good.split(".");
    const bare = `${encoded({ ...decoded(head), alg: "none" })}.${body}.`;
    expect(await whoami(`Bearer ${bare}`)).toMatchObject({ status: 401, role: undefined });
  });

  test("the public key used as an HMAC secret", async () => {
    const [head, body] = good.split(".");
    const published = await fetch(`${target().url}/auth/v1/.well-known/jwks.json`);
    const { keys } = jwks.parse(await published.json());
    const key = await importJWK({ ...keys[0], ext: true }, "ES256");
    if (key instanceof Uint8Array) throw new Error("A key pair was expected.");
    const input = `${encoded({ ...decoded(head), alg: "HS256" })}.${body}`;
    const mac = createHmac("sha256", await exportSPKI(key))
      .update(input)
      .digest("base64url");
    expect(await whoami(`Bearer ${input}.${mac}`)).toMatchObject({ status: 401, role: undefined });
  });

  // PostgREST, "JWT claims validation": `exp` with 30 s of grace at most, `aud` where configured.
  test("expired", async (context) => {
    onlyHere(context, "needs the signing key");
    const claims = decoded(good.split(".")[1]);
    const past = await sign({ ...claims, iat: claims.iat - 7200, exp: claims.iat - 3600 });
    expect(await whoami(`Bearer ${past}`)).toMatchObject({ status: 401, code: "PGRST303", role: undefined });
  });

  // RFC 8725, 3.8 and 3.9: issuer and audience are checked. Stricter than PostgREST, which knows no issuer.
  test.for([
    ["for another audience", { aud: "somebody" }],
    ["of another issuer", { iss: "https://other.supabase.co/auth/v1" }],
    ["of nobody", { iss: undefined }],
    ["for a role that is none of the API's", { role: "postgres" }],
    ["without a session", { session_id: undefined }],
    ["for nobody", { sub: "' or true --" }],
    ["that never ends", { exp: undefined }],
    ["that begins later", { nbf: 4_000_000_000 }],
  ] as const)("%s, though signed by the right key", async ([_what, change], context) => {
    onlyHere(context, "needs the signing key");
    const claims = decoded(good.split(".")[1]);
    expect(await whoami(`Bearer ${await sign(claims)}`), "unchanged, it is good").toMatchObject({ status: 200 });
    const changed = await sign({ ...claims, ...change });
    expect(await whoami(`Bearer ${changed}`)).toMatchObject({ status: 401, role: undefined });
    const headers = { apikey: target().publishableKey, authorization: `Bearer ${changed}` };
    expect((await fetch(`${target().url}/auth/v1/user`, { headers })).status).toBe(403);
  });

  // RFC 8725, 3.1; the key in the header is the attacker's.
  test("with a key of its own in the header, or a place to fetch one", async () => {
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

  test("a signature that is all zeros, or somebody else's", async () => {
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
    "malformed: %s",
    async (header) => {
      expect(await whoami(header)).toMatchObject({ status: 401, role: undefined });
    },
  );

  test("the secret key as a bearer beside the publishable key", async () => {
    expect(await whoami(`Bearer ${target().secretKey}`)).toMatchObject({ status: 401, role: undefined });
  });
});

describe("API keys", () => {
  test("the publishable key alone is anon, the secret key service_role", async () => {
    const key = target().publishableKey;
    expect(await whoami(`Bearer ${key}`)).toMatchObject({ role: "anon", sub: null, status: 200 });
    expect(await whoami(`Bearer ${target().secretKey}`, target().secretKey)).toMatchObject({ role: "service_role" });
  });

  test.each(["/rest/v1/contract_secrets", "/auth/v1/settings", "/realtime/v1/api/broadcast"])(
    "%s asks for one",
    async (path) => {
      expect((await fetch(target().url + path)).status).toBe(401);
      expect((await fetch(target().url + path, { headers: { apikey: "sb_publishable_other" } })).status).toBe(401);
      expect((await fetch(`${target().url + path}?apikey=`)).status).toBe(401);
    },
  );

  test("a secret key from a browser is refused", async () => {
    const headers = { apikey: target().secretKey, "user-agent": "Mozilla/5.0 (X11; Linux x86_64)" };
    expect((await fetch(`${target().url}/rest/v1/contract_secrets`, { headers })).status).toBe(401);
  });

  test("row-level security holds for everyone but service_role", async () => {
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

describe.skipIf(isForeign)("a page elsewhere", () => {
  const ask = (path: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const sent = request(`${target().url}${path}`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on("upgrade", (_response, socket) => {
        socket.destroy();
        resolve(101);
      });
      sent.on("error", reject);
      sent.end();
    });
  const upgrade = {
    connection: "upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
  };

  test("cannot reach it under a name of its own (DNS rebinding)", async () => {
    const port = new URL(target().url).port;
    for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1.evil.example", "localhost.evil.example"]) {
      expect(await ask("/inbox/api", { host })).toBe(421);
      expect(await ask("/rest/v1/contract_secrets", { host, apikey: target().publishableKey })).toBe(421);
      expect(await ask(`/realtime/v1/websocket?apikey=${target().publishableKey}`, { host, ...upgrade })).toBe(421);
    }
    expect(await ask("/health", { host: `localhost:${port}` })).toBe(200);
    expect(await ask(`/realtime/v1/websocket?apikey=${target().publishableKey}`, upgrade)).toBe(101);
  });

  test("opens no socket without a key", async () => {
    expect(await ask("/realtime/v1/websocket", upgrade)).toBe(401);
    expect(await ask("/realtime/v1/websocket?apikey=rubbish", upgrade)).toBe(401);
  });

  test("may call the API, but not read the inbox", async () => {
    const preflight = await fetch(`${target().url}/rest/v1/contract_secrets`, {
      method: "OPTIONS",
      headers: { origin: "https://app.example", "access-control-request-headers": "apikey,x-client-info" },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-headers")).toBe("apikey,x-client-info");
    const answer = await fetch(`${target().url}/rest/v1/contract_secrets`, {
      headers: { apikey: target().publishableKey },
    });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    for (const path of ["/inbox", "/inbox/api"]) {
      expect((await fetch(target().url + path)).headers.get("access-control-allow-origin")).toBeNull();
    }
  });
});

test("a body that is too large is refused", async (context) => {
  onlyHere(context, "each gateway has its own bound");
  const response = await fetch(`${target().url}/rest/v1/rpc/contract_whoami`, {
    method: "POST",
    headers: { apikey: target().publishableKey, "content-type": "application/json" },
    body: "x".repeat(11 * 1024 * 1024),
  }).catch(() => null);
  // The door may close before all of it was sent.
  expect(response === null || response.status === 413).toBe(true);
  expect((await fetch(`${target().url}/health`)).status).toBe(200);
});

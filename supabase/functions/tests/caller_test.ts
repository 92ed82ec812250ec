import assert from "node:assert/strict";
import { createClient } from "@supabase/supabase-js";
import { createCallerVerifier, readCaller } from "../_shared/caller.ts";

const ANA = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c01";
const CURVE = { name: "ECDSA", namedCurve: "P-256" };
const now = () => Math.floor(Date.now() / 1_000);
const CLAIMS = { sub: ANA, role: "authenticated", exp: now() + 600 };

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const encoded = (value: unknown) => base64url(new TextEncoder().encode(JSON.stringify(value)));

async function makeKey(kid: string) {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(CURVE, true, ["sign", "verify"]);
  return {
    jwk: { ...(await crypto.subtle.exportKey("jwk", publicKey)), kid, alg: "ES256", use: "sig" },
    async sign(claims: object, header: object = { alg: "ES256", kid }) {
      const signed = `${encoded(header)}.${encoded(claims)}`;
      const hash = { name: "ECDSA", hash: "SHA-256" };
      const signature = await crypto.subtle.sign(hash, privateKey, new TextEncoder().encode(signed));
      return `${signed}.${base64url(new Uint8Array(signature))}`;
    },
  };
}

/** Returns a project with these responses of its auth server, and the requests to it. */
function project(answers: Record<string, () => Response>) {
  const requests: string[] = [];
  const client = createClient("http://project.test", "secret", {
    // The library caches keys by this name across clients.
    auth: { persistSession: false, autoRefreshToken: false, storageKey: crypto.randomUUID() },
    global: {
      fetch: (input) => {
        const { pathname } = new URL(input instanceof Request ? input.url : input);
        requests.push(pathname);
        return Promise.resolve(answers[pathname]?.() ?? new Response(null, { status: 404 }));
      },
    },
  });
  const prove = createCallerVerifier(client);
  return {
    requests,
    async prove(token: string) {
      const caller = readCaller(new Request("http://x", { headers: { authorization: `Bearer ${token}` } }));
      if (caller === null) return "no caller";
      const proof = await prove(caller);
      return proof.ok ? "proven" : proof.error.code;
    },
  };
}

Deno.test("readCaller: takes the level of the token, else the lowest", () => {
  const levelOf = (claims: object) =>
    readCaller(new Request("http://x", { headers: { authorization: `Bearer e30.${encoded(claims)}.c2ln` } }))?.level;
  assert.equal(levelOf({ ...CLAIMS, aal: "aal2" }), "aal2");
  assert.equal(levelOf(CLAIMS), "aal1");
});

const JWKS = "/auth/v1/.well-known/jwks.json";
const USER = "/auth/v1/user";

Deno.test("verifyCaller: verifies with public keys, fetched once", async () => {
  const key = await makeKey("ours");
  const { prove, requests } = project({ [JWKS]: () => Response.json({ keys: [key.jwk] }) });
  for (let time = 0; time < 3; time += 1) assert.equal(await prove(await key.sign(CLAIMS)), "proven");
  assert.deepEqual(requests, [JWKS]);
});

Deno.test("verifyCaller: rejects foreign, altered, unsigned and expired tokens", async () => {
  const [key, other] = [await makeKey("ours"), await makeKey("ours")];
  const { prove } = project({
    [JWKS]: () => Response.json({ keys: [key.jwk] }),
    [USER]: () => Response.json({ code: "bad_jwt", msg: "no" }, { status: 403 }),
  });
  const [header, , signature] = (await key.sign({ ...CLAIMS, sub: crypto.randomUUID() })).split(".");
  for (const token of [
    await other.sign(CLAIMS),
    await other.sign(CLAIMS, { alg: "ES256", kid: "another" }),
    `${header}.${encoded(CLAIMS)}.${signature}`,
    `${encoded({ alg: "none" })}.${encoded(CLAIMS)}.c2ln`,
    `${encoded({ alg: "HS256", kid: "ours" })}.${encoded(CLAIMS)}.c2ln`,
    await key.sign({ ...CLAIMS, exp: now() - 60 }),
  ])
    assert.equal(await prove(token), "request/sign-in-needed");
});

Deno.test("verifyCaller: requests the auth server for shared secrets", async () => {
  const { prove, requests } = project({ [USER]: () => Response.json({ id: ANA, aud: "authenticated" }) });
  assert.equal(await prove(`${encoded({ alg: "HS256" })}.${encoded(CLAIMS)}.c2ln`), "proven");
  assert.deepEqual(requests, [USER]);
});

Deno.test("verifyCaller: distinguishes a failing auth server from a bad token", async () => {
  const key = await makeKey("ours");
  const { prove } = project({ [JWKS]: () => new Response("down", { status: 503 }) });
  assert.equal(await prove(await key.sign(CLAIMS)), "bug/unexpected");
});

/** Passkeys at the Worker, attacks first. */
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import type { Viewer } from "~/lib/loadContext.ts";
import {
  CLAIM,
  createSigningKey,
  fine,
  GUEST,
  guestCookies,
  refusal,
  type Scene,
  SESSION,
  signedIn,
  TOM,
  visit,
} from "../tests/fakes/signInVisit.ts";
import { rejectForeignRequest } from "./security.ts";
import { signInWays } from "./signInWays.ts";

beforeAll(createSigningKey);
afterEach(() => vi.unstubAllGlobals());

const MAIL = "tom@example.org";
const MEETING = "/m/k3f9-2mxa-7qpd";
const CHALLENGE = "1b1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c44";
const OTHER = "2b1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c55";
const VERIFY = "/passkeys/authentication/verify";
const OPTIONS = "/passkeys/authentication/options";
const asTom = async () => Response.json(await signedIn(TOM, MAIL));

const challenged = (challenge_id = CHALLENGE) => ({
  [OPTIONS]: () =>
    Response.json({
      challenge_id,
      options: { challenge: "abc", rpId: "parley.example", timeout: 300_000 },
      expires_at: 1,
    }),
});
const bytes = { clientDataJSON: "c", authenticatorData: "a", signature: "s", userHandle: "u" };
const credential = JSON.stringify({ id: "i", rawId: "i", type: "public-key", response: bytes });
const answer = { challengeId: CHALLENGE, credential };

/** The cookies of a browser that requested a challenge. */
async function waiting(before: readonly string[] = [], challenge = CHALLENGE): Promise<string[]> {
  const cookies = before.filter((cookie) => !cookie.includes("; Max-Age=0"));
  const { passkeys, cookies: set } = visit({ auth: challenged(challenge), cookies });
  expect((await passkeys.signInOptions()).ok).toBe(true);
  return [...cookies, ...set()];
}
const COOKIE = "__Host-parley-passkey-";
const enter = async (scene: Scene, given = answer) => {
  const visited = visit({ auth: { [VERIFY]: asTom }, ...scene });
  return { ...visited, result: await visited.passkeys.signIn(given, MEETING) };
};
const cookieNamed = (cookies: readonly string[], name: string) =>
  cookies.find((cookie) => cookie.startsWith(`${name}=`));

describe("a challenge", () => {
  test("belongs to the browser that requested it", async () => {
    const { result, requests, cookies } = await enter({});
    expect(result).toEqual({ ok: false, problem: "expired" });
    expect(requests).toEqual([]);
    expect(cookies()).toEqual([]);
  });

  test("signs nobody in when made for a registration", async () => {
    const { result, requests } = await enter({ cookies: [`${COOKIE}${CHALLENGE}=create`] });
    expect([result, requests]).toEqual([{ ok: false, problem: "expired" }, []]);
  });

  test("is forgotten once it is used", async () => {
    const { cookies } = await enter({ cookies: await waiting() });
    expect(cookieNamed(cookies(), `${COOKIE}${CHALLENGE}`)).toContain("=; Max-Age=0");
  });

  test("stays in an HTTP-only cookie, also that of another tab", async () => {
    const both = await waiting(await waiting(), OTHER);
    const cookie = cookieNamed(both, `${COOKIE}${CHALLENGE}`) ?? "";
    expect(cookie).toMatch(/HttpOnly/u);
    expect(cookie).toMatch(/SameSite=Lax/u);
    for (const challengeId of [CHALLENGE, OTHER])
      expect((await enter({ cookies: both }, { ...answer, challengeId })).result).toEqual({ ok: true, value: MEETING });
  });
});

test("a browser keeps five challenges", async () => {
  const ids = Array.from({ length: 7 }, (_, at) => CHALLENGE.replace(/44$/u, `0${at}`));
  const { passkeys, cookies } = visit({
    auth: challenged(),
    cookies: ids.map((id) => `${COOKIE}${id}=get`),
  });
  await passkeys.signInOptions();
  const removed = cookies().filter((cookie) => cookie.includes("Max-Age=0"));
  expect(removed.map((cookie) => cookie.split("=")[0])).toEqual(ids.slice(0, 3).map((id) => `${COOKIE}${id}`));
});

describe("a sign-in by passkey", () => {
  test("opens the page and remembers the way", async () => {
    const { result, requests, recorded, cookies } = await enter({ cookies: await waiting() });
    expect(result).toEqual({ ok: true, value: MEETING });
    expect(requests.map(({ path }) => path)).toEqual([VERIFY]);
    expect(requests[0]?.body).toMatchObject({ challenge_id: CHALLENGE, credential: { id: "i", response: bytes } });
    expect(recorded).toHaveLength(1);
    expect(cookieNamed(cookies(), "__Host-parley-way")).toMatch(/=passkey;/u);
    expect(cookieNamed(cookies(), "__Host-parley")).toBeDefined();
  });

  test("leads to no other site", async () => {
    const { passkeys } = visit({ auth: { [VERIFY]: asTom }, cookies: await waiting() });
    expect(await passkeys.signIn(answer, "https://evil.example/")).toEqual({ ok: true, value: "/home" });
  });

  test("leads a person with a second factor to it", async () => {
    const factor = { id: TOM, status: "verified", factor_type: "totp", created_at: "", updated_at: "" };
    const withFactor = async () => {
      const tom = await signedIn(TOM, MAIL);
      return Response.json({ ...tom, user: { ...tom.user, factors: [factor] } });
    };
    const { result } = await enter({ auth: { [VERIFY]: withFactor }, cookies: await waiting() });
    expect(result).toEqual({ ok: true, value: `/sign-in/verify?${new URLSearchParams({ next: MEETING })}` });
  });

  test("moves the data of a guest", async () => {
    const { result, called } = await enter({
      cookies: await waiting(await guestCookies()),
      rpc: { create_merge_token: ok({ token: CLAIM }), redeem_merge_token: ok({ more: false }) },
    });
    expect(result).toEqual({ ok: true, value: MEETING });
    expect(called).toEqual([`as ${GUEST}`, "create_merge_token {}", `redeem_merge_token {"p_token":"${CLAIM}"}`]);
  });

  test.each([
    ["webauthn_verification_failed", 400, "refused"],
    ["webauthn_challenge_not_found", 400, "expired"],
    ["webauthn_challenge_expired", 400, "expired"],
    ["user_banned", 403, "refused"],
    // A trigger rejected the counter.
    ["unexpected_failure", 500, "refused"],
    ["over_request_rate_limit", 429, "account/too-many-tries"],
  ])("that fails with %s keeps the session of before", async (code, status, problem) => {
    const { result, cookies } = await enter({ auth: { [VERIFY]: refusal(status, code) }, cookies: await waiting() });
    expect(result).toEqual({ ok: false, problem });
    expect(cookies().map((cookie) => cookie.split("=")[0])).toEqual([`${COOKIE}${CHALLENGE}`]);
  });

  test.each(["", "{}", "[1]", JSON.stringify({ id: "i" }), credential.replace('"s"', "7")])(
    "rejects an answer that is none: %s",
    async (json) => {
      const { result, requests } = await enter({ cookies: await waiting() }, { ...answer, credential: json });
      expect([result, requests]).toEqual([{ ok: false, problem: "refused" }, []]);
    },
  );

  test("is not offered by other servers", async () => {
    const { passkeys, requests } = visit({ auth: challenged(), ways: { passkey: false }, cookies: await waiting() });
    const off = { ok: false, problem: "request/not-allowed" };
    expect(await passkeys.signInOptions()).toEqual(off);
    expect(await passkeys.signIn(answer, MEETING)).toEqual(off);
    expect(await passkeys.registrationOptions()).toEqual(off);
    expect(requests).toEqual([]);
  });

  test("does not start on another site", () => {
    const request = (origin: string) =>
      new Request("https://parley.example/sign-in/passkey", {
        method: "POST",
        headers: { Origin: origin, "Content-Length": "1" },
        body: "x",
      });
    for (const origin of ["https://evil.example", "null"])
      expect(rejectForeignRequest(request(origin))?.status).toBe(403);
    expect(rejectForeignRequest(request("https://parley.example"))).toBeNull();
  });
});

describe("a fresh proof by passkey", () => {
  const viewer: Viewer = {
    id: TOM,
    anonymous: false,
    email: MAIL,
    phone: null,
    address: MAIL,
    level: "aal1",
    recovering: false,
  };
  const signedInCookies = async () => (await enter({ cookies: await waiting() })).cookies();
  const confirm = async (scene: Scene, who = viewer) => {
    const visited = visit({ auth: { [VERIFY]: asTom }, rpc: { end_session: ok(null) }, ...scene });
    return { ...visited, result: await visited.passkeys.confirm(who, answer) };
  };

  test("replaces the session", async () => {
    const { result, called, recorded } = await confirm({ cookies: await waiting(await signedInCookies()) });
    expect(result).toEqual({ ok: true, value: null });
    expect(called).toEqual([`end_session {"p_session_id":"${SESSION}"}`]);
    expect(recorded).toHaveLength(1);
  });

  test("by another person's passkey keeps the session", async () => {
    const asEve = async () => Response.json(await signedIn(GUEST, "eve@example.org"));
    const { result, called, requests, cookies } = await confirm({
      auth: { [VERIFY]: asEve, "/logout": fine },
      cookies: await waiting(await signedInCookies()),
    });
    expect(result).toEqual({ ok: false, problem: "other-person" });
    expect(requests.map(({ path }) => path)).toEqual([VERIFY, "/logout"]);
    expect([called, cookieNamed(cookies(), "__Host-parley")]).toEqual([[], undefined]);
  });

  test("does not lower a session with two factors", async () => {
    const { result, requests } = await confirm({ cookies: await waiting() }, { ...viewer, level: "aal2" });
    expect([result, requests]).toEqual([{ ok: false, problem: "account/sign-in-again" }, []]);
  });
});

describe("a new passkey", () => {
  const created = JSON.stringify({
    ...{ id: "i", rawId: "i", type: "public-key" },
    response: { clientDataJSON: "c", attestationObject: "o", transports: ["internal", "mind"] },
  });
  const creation = {
    ...{ challenge: "abc", rp: { id: "parley.example", name: "Parley" } },
    ...{ user: { id: "u", name: MAIL, displayName: MAIL }, pubKeyCredParams: [{ type: "public-key", alg: -7 }] },
  };
  const auth = {
    "/passkeys/registration/options": () =>
      Response.json({ challenge_id: CHALLENGE, options: creation, expires_at: 1 }),
    "/passkeys/registration/verify": () => Response.json({ id: OTHER, created_at: "" }),
  };
  const signedInCookies = async () => (await enter({ cookies: await waiting() })).cookies();

  test("needs a recent sign-in", async () => {
    const { passkeys, requests } = visit({
      ...{ auth, cookies: await signedInCookies(), rpc: { begin_passkey: fail("account/sign-in-again") } },
    });
    expect(await passkeys.registrationOptions()).toEqual({ ok: false, problem: "account/sign-in-again" });
    expect(requests).toEqual([]);
  });

  test("needs a permit and a challenge of this browser", async () => {
    const cookies = await signedInCookies();
    const begun = visit({ auth, cookies, rpc: { begin_passkey: ok(null) } });
    expect(await begun.passkeys.registrationOptions()).toMatchObject({
      ok: true,
      value: { algorithms: [-7], exclude: [] },
    });
    const added = visit({ auth, cookies: [...begun.cookies(), ...cookies], rpc: { allow_passkey: ok(null) } });
    const given = { challengeId: CHALLENGE, credential: created };
    expect(await added.passkeys.add(given)).toEqual({ ok: true, value: null });
    expect(added.called).toEqual(['allow_passkey {"p_credential_id":"i"}']);
    expect(added.requests.at(-1)?.body).toMatchObject({ credential: { response: { transports: ["internal"] } } });
    const elsewhere = visit({ auth, cookies, rpc: { allow_passkey: ok(null) } });
    expect(await elsewhere.passkeys.add(given)).toEqual({ ok: false, problem: "expired" });
    expect([elsewhere.called, elsewhere.requests]).toEqual([[], []]);
  });

  test("has a name of up to 120 bytes", async () => {
    const { passkeys, requests } = visit({ auth: {}, cookies: await signedInCookies() });
    for (const name of ["", "  ", "語".repeat(41)])
      expect(await passkeys.rename(OTHER, name)).toEqual({ ok: false, problem: "name" });
    expect(requests).toEqual([]);
  });
});

describe("passkeys are offered", () => {
  const env = (host: string, withoutPasskeys?: true) => ({
    public: { supabaseUrl: `https://${host}.supabase.co`, publishableKey: "p", iceServers: [] },
    ...{ secretKey: "s", jobsSecret: null, ...(withoutPasskeys && { withoutPasskeys }) },
  });
  const settings = (passkeys_enabled?: boolean) => () =>
    Promise.resolve(Response.json({ external: { email: true }, disable_signup: false, passkeys_enabled }));

  test.each<[string, boolean, () => Promise<Response>, string, true | undefined]>([
    ["by Auth and the operator", true, settings(true), "parley.example", undefined],
    ["on localhost", true, settings(true), "localhost", undefined],
    ["not by a version without them", false, settings(), "parley.example", undefined],
    ["not while Auth has them off", false, settings(false), "parley.example", undefined],
    ["not while the operator has them off", false, settings(true), "parley.example", true],
    ["not on an IPv4 address", false, settings(true), "127.0.0.1", undefined],
    ["not on an IPv6 address", false, settings(true), "[::1]", undefined],
  ])("%s", async (name, offered, respond, hostname, off) => {
    vi.stubGlobal("fetch", respond);
    expect((await signInWays(env(name.replaceAll(" ", "-"), off), hostname)).passkey).toBe(offered);
  });
});

/** Sign-up, sign-in, recovery and change by password at the Worker, attacks first. */
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import { MAX_PASSWORD_BYTES, passwordError } from "#contracts/passwords.ts";
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
  TOO_SOON,
  visit,
} from "../tests/fakes/signInVisit.ts";
import { REJECTION_MS } from "./passwordSignIn.ts";

beforeAll(createSigningKey);
afterEach(() => vi.unstubAllGlobals());

const MAIL = "tom@example.org";
const PASSWORD = "four random words";
const NO_PASSWORD = ok({ is_set: false, is_proven: true });
const MEETING = "/m/k3f9-2mxa-7qpd";
const asTom = async () => Response.json(await signedIn(TOM, MAIL));
const cookieNamed = (cookies: readonly string[], name: string) =>
  cookies.find((cookie) => cookie.startsWith(`${name}=`));

const signUp = async (scene: Scene = { auth: { "/otp": fine } }, mail = MAIL, password = PASSWORD) => {
  const visited = visit(scene);
  return { ...visited, result: await visited.signIn.requestSignUp(mail, password, MEETING, "human") };
};
const recover = async (scene: Scene = { auth: { "/recover": fine } }) => {
  const visited = visit(scene);
  const result = await visited.signIn.requestRecovery("Tom@Example.org", MEETING, "human");
  return { ...visited, result };
};
const enter = async (scene: Scene, password = PASSWORD) => {
  const visited = visit(scene);
  return { ...visited, result: await visited.signIn.enterPassword(MAIL, password, MEETING, "human") };
};
/** Everything that a visitor can observe, except for times and the ciphertext of their own password. */
const visible = ({ result, cookies }: { result: unknown; cookies(): string[] }) => ({
  result,
  cookies: cookies().map((cookie) =>
    decodeURIComponent(cookie)
      .replace(/"askedAt":\d+/u, "")
      .replace(/"password":"[^"]+"/u, ""),
  ),
});

describe("a sign-up", () => {
  test("sends a code and no password, for every address alike", async () => {
    const first = await signUp();
    expect(first.result).toEqual(ok(null));
    expect(first.requests).toMatchObject([{ path: "/otp", body: { email: MAIL, create_user: true } }]);
    expect(JSON.stringify(first.requests) + first.cookies().join()).not.toContain(PASSWORD);
    expect(visible(await signUp({ auth: { "/otp": TOO_SOON } }))).toEqual(visible(first));
    expect(visible(await signUp({ exhausted: "mailboxSend" }))).toEqual(visible(first));
  });

  test("stores the password once the code has proven the address", async () => {
    const { cookies } = await signUp();
    const { signIn, requests, called } = visit({
      auth: { "/verify": asTom, "/user": asTom },
      rpc: { password_state: NO_PASSWORD, allow_password_change: ok(null) },
      cookies: cookies(),
    });
    expect(await signIn.verifyCode("12345678")).toEqual(ok(MEETING));
    expect(called).toEqual(["password_state {}", "allow_password_change {}"]);
    expect(requests.map(({ path }) => path)).toEqual(["/verify", "/user"]);
    expect(requests[1]?.body).toMatchObject({ password: PASSWORD });
  });

  test("changes no password of an account that has one", async () => {
    const { cookies } = await signUp();
    const { signIn, requests } = visit({
      auth: { "/verify": asTom },
      rpc: { password_state: ok({ is_set: true, is_proven: true }) },
      cookies: cookies(),
    });
    expect(await signIn.verifyCode("12345678")).toEqual(ok(MEETING));
    expect(requests.map(({ path }) => path)).toEqual(["/verify"]);
  });

  test("leaves no password for another address or another browser", async () => {
    const { cookies } = await signUp();
    const sent = cookieNamed(cookies(), "__Host-parley-sign-in") ?? "";
    const moved = encodeURIComponent(decodeURIComponent(sent).replace(MAIL, "ana@example.org")).replace("%3D", "=");
    for (const held of [[moved], []]) {
      const asAna = async () => Response.json(await signedIn(TOM, "ana@example.org"));
      const { signIn, requests } = visit({
        auth: { "/verify": asAna },
        rpc: { password_state: NO_PASSWORD },
        cookies: held,
      });
      const link = { mail: "ana@example.org", token_hash: "x".repeat(56), type: "signup" } as const;
      expect((await signIn.verifyLink(link, "https://parley.example/recover")).ok).toBe(true);
      expect(requests.map(({ path }) => path)).toEqual(["/verify"]);
    }
  });

  test("asks for another password if Auth rejects it", async () => {
    const { cookies } = await signUp();
    const { signIn, cookies: after } = visit({
      auth: { "/verify": asTom, "/user": refusal(422, "weak_password") },
      rpc: { password_state: NO_PASSWORD, allow_password_change: ok(null) },
      cookies: cookies(),
    });
    const path = `/recover?${new URLSearchParams({ next: MEETING, reason: "password/too-easy" })}`;
    expect(await signIn.verifyCode("12345678")).toEqual(ok(path));
    expect(cookieNamed(after(), "__Host-parley-recovery")).toContain(SESSION);
  });

  test("keeps the password when another code is requested", async () => {
    const { cookies } = await signUp();
    const again = visit({ auth: { "/otp": fine }, cookies: cookies() });
    expect(await again.signIn.requestAgain("human")).toEqual(ok(null));
    expect(again.requests[0]?.redirectTo).toBe(`https://parley.example/recover?next=${encodeURIComponent(MEETING)}`);
    expect(decodeURIComponent(again.cookies().join())).toMatch(/"password":"[^"]{20,}"/u);
  });

  test.each([
    ["a short password", "nine char", "password/too-short"],
    ["the address", "TOM@example.org", "password/too-easy"],
    ["one character", "a".repeat(12), "password/too-easy"],
    ["what bcrypt would truncate", "ب".repeat(37), "password/too-long"],
  ])("rejects %s without a request", async (_name, password, code) => {
    const { result, requests, cookies } = await signUp({}, MAIL, password);
    expect([result, requests, cookies()]).toMatchObject([{ error: { code } }, [], []]);
  });
});

test("passwords are measured in normalized characters", () => {
  expect(passwordError(`${"é".repeat(5)}abcde`, MAIL)).toBeNull();
  expect(passwordError("😀😁😂🤣😃😄😅😆😉", MAIL)).toBe("password/too-short");
  expect(passwordError("😀😁😂🤣😃😄😅😆😉😊", MAIL)).toBeNull();
  expect(passwordError(`ab${"x".repeat(MAX_PASSWORD_BYTES - 2)}`, MAIL)).toBeNull();
  expect(passwordError(`ab${"x".repeat(MAX_PASSWORD_BYTES - 1)}`, MAIL)).toBe("password/too-long");
});

describe("a sign-in by password", () => {
  test("signs in, once for each way to type it", async () => {
    const { result, session, requests, recorded, cookies } = await enter(
      { auth: { "/token": asTom } },
      "ｆour randoḿ words",
    );
    expect(result).toEqual(ok(MEETING));
    expect(requests[0]?.body).toMatchObject({ email: MAIL, password: "four randoḿ words".normalize("NFC") });
    expect([(await session.viewer())?.id, recorded.length]).toEqual([TOM, 1]);
    expect(cookieNamed(cookies(), "__Host-parley-way")).toContain("password");
  });

  test.each([
    ["a wrong password", refusal(400, "invalid_credentials")],
    ["an address that is not confirmed", refusal(400, "email_not_confirmed")],
    ["a banned account", refusal(400, "user_banned")],
  ])("answers %s like every rejection, and no sooner", async (_name, reply) => {
    const { result, slept, cookies, session } = await enter({ auth: { "/token": reply } });
    expect(result).toMatchObject({ ok: false, error: { code: "account/password-refused" } });
    expect(slept).toHaveLength(1);
    expect(slept[0]).toBeGreaterThan(REJECTION_MS - 500);
    expect([cookies(), await session.viewer()]).toEqual([[], null]);
  });

  test("is limited for a mailbox, and codes are not", async () => {
    const { result, requests } = await enter({ exhausted: "passwordTry" });
    expect([result, requests]).toMatchObject([{ error: { code: "account/password-tries" } }, []]);
    const code = visit({ auth: { "/otp": fine }, exhausted: "passwordTry" });
    expect(await code.signIn.requestCode(MAIL, "/", "human")).toEqual(ok(null));
    const verified = visit({ auth: { "/verify": asTom }, cookies: code.cookies(), exhausted: "passwordTry" });
    expect(await verified.signIn.verifyCode("12345678")).toEqual(ok("/home"));
  });

  test.each([
    ["Auth's limit", refusal(429, "over_request_rate_limit"), "account/password-tries"],
    ["Auth out of reach", refusal(503, "x"), "network/timeout"],
  ])("reports %s", async (_name, reply, code) => {
    expect((await enter({ auth: { "/token": reply } })).result).toMatchObject({ error: { code } });
  });

  test("merges a guest, with a token once it is right", async () => {
    const cookies = await guestCookies();
    const rpc = { create_merge_token: ok({ token: CLAIM }), redeem_merge_token: ok({ meetings: 1, more: false }) };
    const wrong = await enter({ auth: { "/token": refusal(400, "invalid_credentials") }, rpc, cookies });
    expect([wrong.called, (await wrong.session.viewer())?.id]).toEqual([[], GUEST]);
    const right = await enter({ auth: { "/token": asTom }, rpc, cookies });
    expect(right.called).toEqual([`as ${GUEST}`, "create_merge_token {}", `redeem_merge_token {"p_token":"${CLAIM}"}`]);
    expect((await right.session.viewer())?.id).toBe(TOM);
  });

  test.each(["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)", "/sign-up"])(
    "never opens %s",
    async (next) => {
      const { signIn } = visit({ auth: { "/token": asTom } });
      expect(await signIn.enterPassword(MAIL, PASSWORD, next, "human")).toEqual(ok("/home"));
    },
  );

  test("needs the captcha, and that passwords are offered", async () => {
    const { signIn, requests } = visit({});
    expect(await signIn.enterPassword(MAIL, PASSWORD, "/", "")).toEqual(fail("request/captcha"));
    const off = visit({ ways: { password: false } });
    const refused = fail("request/not-allowed");
    expect(await off.signIn.enterPassword(MAIL, PASSWORD, "/", "human")).toEqual(refused);
    expect(await off.signIn.requestSignUp(MAIL, PASSWORD, "/", "human")).toEqual(refused);
    expect(await off.signIn.requestRecovery(MAIL, "/", "human")).toEqual(refused);
    expect([requests, off.requests]).toEqual([[], []]);
  });
});

describe("a recovery", () => {
  test("answers before Auth does, for every address alike", async () => {
    const hanging = () => new Promise<Response>(() => {});
    const first = await recover({ auth: { "/recover": hanging } });
    expect([first.result, first.waiting.length]).toEqual([ok(null), 1]);
    for (const scene of [{ auth: { "/recover": TOO_SOON } }, {}, { exhausted: "mailboxSend" } as const])
      expect(visible(await recover(scene))).toEqual(visible(first));
  });

  test("leads to a new password in any browser", async () => {
    const { cookies, requests, waiting } = await recover();
    await Promise.all(waiting);
    const path = `/recover?next=${encodeURIComponent(MEETING)}`;
    expect(requests).toMatchObject([{ path: "/recover", redirectTo: `https://parley.example${path}` }]);
    const here = visit({ auth: { "/verify": asTom }, cookies: cookies() });
    expect(await here.signIn.verifyCode("12345678")).toEqual(ok(path));
    const elsewhere = visit({ auth: { "/verify": asTom } });
    const link = { mail: MAIL, token_hash: "x".repeat(56), type: "recovery" } as const;
    expect(await elsewhere.signIn.verifyLink(link, `https://parley.example${path}`)).toEqual(ok(path));
    for (const { cookies: after } of [here, elsewhere]) {
      const { session } = visit({ cookies: after() });
      expect(await session.viewer()).toMatchObject({ id: TOM, recovering: true });
    }
  });

  test("ends with the new password, and for no other session", async () => {
    const session = await signedInCookies();
    const stray = visit({ cookies: [...session, "__Host-parley-recovery=another"] });
    expect((await stray.session.viewer())?.recovering).toBe(false);
    const recovering = [...session, `__Host-parley-recovery=${SESSION}`];
    const changed = visit({ auth: { "/user": asTom }, rpc: { allow_password_change: ok(null) }, cookies: recovering });
    const viewer = await changed.session.viewer();
    expect(viewer?.recovering).toBe(true);
    if (viewer) expect(await changed.signIn.changePassword(viewer, PASSWORD, null)).toEqual(ok(null));
    expect(cookieNamed(changed.cookies(), "__Host-parley-recovery")).toContain("Max-Age=0");
  });

  test("requests the same email again", async () => {
    const again = visit({ auth: { "/recover": fine }, cookies: (await recover()).cookies() });
    expect(await again.signIn.requestAgain("human")).toEqual(ok(null));
    await Promise.all(again.waiting);
    expect(again.requests.map(({ path }) => path)).toEqual(["/recover"]);
  });

  test("sends no further message above the visitor's limit", async () => {
    const cookies = (await recover()).cookies();
    const again = visit({ auth: { "/recover": fine }, cookies, isMailLimited: true });
    expect(await again.signIn.requestAgain("human")).toMatchObject(fail("request/rate-limited"));
    expect([again.waiting, again.requests, again.cookies()]).toEqual([[], [], []]);
  });
});

async function signedInCookies(): Promise<string[]> {
  const { cookies } = await enter({ auth: { "/token": asTom } });
  return cookies().filter((cookie) => /^__Host-parley(?:\.\d)?=/u.test(cookie));
}

describe("a change", () => {
  const VIEWER: Viewer = {
    id: TOM,
    anonymous: false,
    email: MAIL,
    phone: null,
    address: MAIL,
    level: "aal1",
    recovering: false,
  };
  const change = async (scene: Scene, current: string | null, viewer = VIEWER) => {
    const visited = visit({ ...scene, cookies: await signedInCookies() });
    return { ...visited, result: await visited.signIn.changePassword(viewer, "another password", current) };
  };
  const allowed = { allow_password_change: ok(null), end_session: ok(null) };

  test("signs in again with the current password first", async () => {
    const { result, requests, called, recorded } = await change(
      { auth: { "/token": asTom, "/user": asTom }, rpc: allowed },
      PASSWORD,
    );
    expect(result).toEqual(ok(null));
    expect(requests.map(({ path }) => path)).toEqual(["/token", "/user"]);
    expect(requests[1]?.body).toMatchObject({ password: "another password", current_password: PASSWORD });
    expect(called).toEqual([`end_session {"p_session_id":"${SESSION}"}`, "allow_password_change {}"]);
    expect(recorded).toHaveLength(1);
  });

  test("with a wrong current password changes nothing", async () => {
    const { result, requests, called, cookies, slept } = await change(
      { auth: { "/token": refusal(400, "invalid_credentials") }, rpc: allowed },
      "wrong",
    );
    expect(result).toMatchObject({ error: { code: "account/password-refused" } });
    expect([requests.length, called, cookies(), slept.length]).toEqual([1, [], [], 1]);
  });

  test.each([
    ["the right one", {}, asTom, ok(null), 1],
    ["a wrong one", {}, refusal(400, "invalid_credentials"), { error: { code: "account/password-refused" } }, 0],
    ["one beside a second factor", { level: "aal2" }, asTom, { error: { code: "account/sign-in-again" } }, 0],
    ["one of a company's account", { managed: true }, asTom, { error: { code: "request/not-allowed" } }, 0],
  ] as const)("as a fresh proof alone: %s", async (_name, parts, reply, expected, signIns) => {
    const scene = { auth: { "/token": reply }, rpc: { end_session: ok(null) }, cookies: await signedInCookies() };
    const { signIn, recorded, requests } = visit(scene);
    expect(await signIn.confirmPassword({ ...VIEWER, ...parts }, PASSWORD)).toMatchObject(expected);
    expect(recorded).toHaveLength(signIns);
    expect(requests.map(({ path }) => path).filter((path) => path !== "/token")).toEqual([]);
  });

  test("needs a proof that the database accepts", async () => {
    const rpc = { allow_password_change: fail("account/sign-in-again") };
    const { result, requests } = await change({ auth: { "/user": asTom }, rpc }, null);
    expect([result, requests]).toMatchObject([{ error: { code: "account/sign-in-again" } }, []]);
  });

  test("keeps a second factor, which a password alone would lose", async () => {
    const { result, requests } = await change({ rpc: allowed }, PASSWORD, { ...VIEWER, level: "aal2" });
    expect([result, requests]).toMatchObject([{ error: { code: "account/sign-in-again" } }, []]);
  });

  test.each([
    [refusal(422, "weak_password"), "password/too-easy"],
    [refusal(422, "same_password"), "password/unchanged"],
    [refusal(401, "insufficient_aal"), "account/sign-in-again"],
    [refusal(400, "reauthentication_needed"), "account/sign-in-again"],
    [refusal(429, "over_request_rate_limit"), "request/rate-limited"],
    [refusal(503, "x"), "network/timeout"],
  ])("reports what Auth rejects: %#", async (reply, code) => {
    const { result } = await change({ auth: { "/user": reply }, rpc: allowed }, null);
    expect(result).toMatchObject({ ok: false, error: { code } });
  });
});

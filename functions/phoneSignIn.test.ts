/** Sign-in by phone number: codes by SMS and passwords. As by email, no response reveals whether a number has an account. */
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { ok } from "#contracts/errors.ts";
import {
  CLAIM,
  createSigningKey,
  fine,
  guestCookies,
  refusal,
  type Scene,
  signedIn,
  TOM,
  visit,
} from "../tests/fakes/signInVisit.ts";
import { signInWays } from "./signInWays.ts";

beforeAll(createSigningKey);
afterEach(() => vi.unstubAllGlobals());

const NUMBER = "+34600111222";
const SOON = "For security purposes, you can only request this after 42 seconds.";
const TOO_SOON = refusal(429, "over_sms_send_rate_limit", SOON);
const asTom = async () => {
  const session = await signedIn(TOM, "");
  return Response.json({ ...session, user: { ...session.user, phone: NUMBER.slice(1) } });
};

const begun = async (scene: Scene = {}, typed = "600 111 222") => {
  const visited = visit({ auth: { "/otp": fine }, ...scene });
  return { ...visited, result: await visited.signIn.requestCode(typed, "/m/k3f9-2mxa-7qpd", "human") };
};
/** Everything that a visitor can observe, except for the time. */
const visible = ({ result, cookies }: { result: unknown; cookies(): string[] }) => ({
  result,
  cookies: cookies().map((cookie) => decodeURIComponent(cookie).replace(/"askedAt":\d+/u, "")),
});

describe("a code by SMS", () => {
  test("is sent to the number in E.164", async () => {
    const { result, requests, signIn } = await begun();
    expect(result).toEqual(ok(null));
    expect(requests).toMatchObject([{ path: "/otp", body: { phone: NUMBER, data: { ui_locale: "en" } } }]);
    expect(requests[0]?.body).not.toHaveProperty("email");
    expect(signIn.pending()).toBeNull();
  });

  test("looks alike above the limits of a number", async () => {
    const first = await begun();
    expect(visible(await begun({ auth: { "/otp": TOO_SOON } }))).toEqual(visible(first));
    const exhausted = await begun({ exhausted: "mailboxSend" });
    expect(visible(exhausted)).toEqual(visible(first));
    expect(exhausted.requests).toEqual([]);
  });

  test.each([
    [
      "the project's limit",
      refusal(429, "over_sms_send_rate_limit", "SMS rate limit exceeded"),
      "account/sms-not-sent",
    ],
    ["a hook that fails", refusal(500, "unexpected_failure"), "account/sms-not-sent"],
    ["a slow hook", refusal(422, "hook_timeout"), "account/sms-not-sent"],
    ["a number that GoTrue cannot read", refusal(400, "validation_failed"), "phone/malformed"],
    ["Auth out of reach", refusal(503, "x"), "network/timeout"],
  ])("returns %s and stores nothing", async (_name, reply, code) => {
    const { result, cookies } = await begun({ auth: { "/otp": reply } });
    expect(result).toMatchObject({ ok: false, error: { code } });
    expect(cookies().filter((cookie) => cookie.startsWith("__Host-parley-sign-in"))).toEqual([]);
  });

  test("needs a captcha and a number that exists", async () => {
    expect((await begun({}, "600")).result).toMatchObject({ error: { code: "phone/malformed" } });
    expect((await begun({}, "123 456")).result).toMatchObject({ error: { code: "phone/malformed" } });
    expect((await begun({ ways: { phone: false } })).result).toMatchObject({ error: { code: "mail/malformed" } });
    const robot = visit({ auth: { "/otp": fine } });
    expect(await robot.signIn.requestCode(NUMBER, "/", "robot")).toMatchObject({ error: { code: "request/captcha" } });
    expect(robot.requests).toEqual([]);
  });

  test("signs in to the pending number only", async () => {
    const cookies = (await begun()).cookies();
    const visited = visit({ auth: { "/verify": asTom }, cookies });
    expect(visited.signIn.pending()).toMatchObject({ address: NUMBER, shown: "+34 600 111 222" });
    expect(await visited.signIn.verifyCode("12345678")).toEqual(ok("/m/k3f9-2mxa-7qpd"));
    expect(visited.requests[0]).toMatchObject({
      path: "/verify",
      body: { phone: NUMBER, token: "12345678", type: "sms" },
    });
    expect(visited.recorded).toHaveLength(1);
  });

  test("counts tries by number", async () => {
    const cookies = (await begun()).cookies();
    const visited = visit({ auth: { "/verify": asTom }, cookies, exhausted: "mailboxTry" });
    expect(await visited.signIn.verifyCode("12345678")).toMatchObject({ error: { code: "account/too-many-tries" } });
    expect(visited.requests).toEqual([]);
  });

  test("moves what a guest has", async () => {
    const rpc = { create_merge_token: ok({ token: CLAIM }), redeem_merge_token: ok({ meetings: 1, more: false }) };
    const guest = await guestCookies();
    const sent = await begun({ rpc, cookies: guest });
    const visited = visit({ auth: { "/verify": asTom }, rpc, cookies: [...guest, ...sent.cookies()] });
    expect((await visited.signIn.verifyCode("12345678")).ok).toBe(true);
    expect(visited.called).toContain(`redeem_merge_token {"p_token":"${CLAIM}"}`);
  });

  test("a forged cookie names no other page or account", async () => {
    const forged = encodeURIComponent(
      JSON.stringify({ mail: "+1; drop", next: "//evil.example", askedAt: 0, claim: null, unclaimed: false }),
    );
    expect(visit({ cookies: [`__Host-parley-sign-in=${forged}`] }).signIn.pending()).toBeNull();
  });
});

describe("a password of a number", () => {
  const enter = async (scene: Scene) => {
    const visited = visit(scene);
    return {
      ...visited,
      result: await visited.signIn.enterPassword("600111222", "four random words", "/home", "human"),
    };
  };

  test("signs in", async () => {
    const { result, requests } = await enter({ auth: { "/token": asTom } });
    expect(result).toEqual(ok("/home"));
    expect(requests[0]?.body).toMatchObject({ phone: NUMBER, password: "four random words" });
  });

  test.each(["invalid_credentials", "phone_not_confirmed", "user_banned"])("is rejected alike: %s", async (code) => {
    const { result, slept } = await enter({ auth: { "/token": refusal(400, code) } });
    expect(result).toMatchObject({ error: { code: "account/password-refused" } });
    expect(slept).toHaveLength(1);
  });

  test("leaves codes to the owner when stuffed", async () => {
    const { result } = await enter({ exhausted: "passwordTry" });
    expect(result).toMatchObject({ error: { code: "account/password-tries" } });
    expect((await begun({ exhausted: "passwordTry" })).result.ok).toBe(true);
  });

  test("is kept until the code at sign-up", async () => {
    const { signIn, requests, cookies } = visit({ auth: { "/otp": fine } });
    expect(await signIn.requestSignUp("600111222", "four random words", "/home", "human")).toEqual(ok(null));
    expect(requests).toMatchObject([{ path: "/otp", body: { phone: NUMBER } }]);
    expect(JSON.stringify([requests, cookies()])).not.toContain("four random");
    const rpc = { password_state: ok({ is_set: false, is_proven: true }), allow_password_change: ok(null) };
    const entered = visit({ auth: { "/verify": asTom, "PUT /user": asTom }, rpc, cookies: cookies() });
    expect(await entered.signIn.verifyCode("12345678")).toEqual(ok("/home"));
    expect(entered.requests.at(-1)?.body).toMatchObject({ password: "four random words" });
  });

  // Auth would create a user for an unknown number.
  test("is recovered by a code, only of an account", async () => {
    const recover = async (reply: ReturnType<typeof refusal>) => {
      const visited = visit({ auth: { "/otp": reply } });
      const result = await visited.signIn.requestRecovery(NUMBER, "/home", "human");
      await Promise.all(visited.waiting);
      return { ...visited, result };
    };
    const unknown = await recover(refusal(422, "otp_disabled"));
    const known = await recover(fine);
    expect(known.result).toEqual(ok(null));
    expect(visible(unknown)).toEqual(visible(known));
    expect(known.requests).toMatchObject([{ path: "/otp", body: { phone: NUMBER, create_user: false } }]);
    const entered = visit({ auth: { "/verify": asTom }, cookies: known.cookies() });
    expect(await entered.signIn.verifyCode("12345678")).toEqual(ok("/recover"));
  });
});

describe("phone numbers are offered", () => {
  const env = (host: string, withoutPhones?: true) => ({
    public: { supabaseUrl: `https://${host}.supabase.co`, publishableKey: "p", iceServers: [] },
    ...{ secretKey: "s", jobsSecret: null, ...(withoutPhones && { withoutPhones }) },
  });
  const settings = (phone?: boolean, phone_autoconfirm = false, email = true) => ({
    ...{ external: { email, phone }, disable_signup: false, phone_autoconfirm },
  });
  const offered = (phone: boolean) => ({ code: true, phone, password: true, newAccounts: true });

  test.each<[string, object, true | undefined, object]>([
    ["by Auth and the operator", settings(true), undefined, offered(true)],
    ["not by a version without them", settings(), undefined, offered(false)],
    ["not while Auth has them off", settings(false), undefined, offered(false)],
    ["not while Auth believes every number", settings(true, true), undefined, offered(false)],
    ["not while the operator has them off", settings(true), true, offered(false)],
    ["without email addresses", settings(true, false, false), undefined, { ...offered(true), code: false }],
  ])("%s", async (name, answer, off, ways) => {
    vi.stubGlobal("fetch", async () => Response.json(answer));
    const host = `phones-${name.replaceAll(" ", "-")}`;
    expect(await signInWays(env(host, off), "parley.example")).toMatchObject(ways);
  });
});

/** The change of a phone number at the Worker: codes, permits, forged cookies, and what it reveals. */
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import type { Viewer } from "~/lib/loadContext.ts";
import {
  createSigningKey,
  GUEST,
  refusal,
  type Scene,
  SESSION,
  signedIn,
  TOM,
  visit,
} from "../tests/fakes/signInVisit.ts";

beforeAll(createSigningKey);
afterEach(() => vi.unstubAllGlobals());

const NEW = "+34600111222";
const VIEWER: Viewer = {
  ...{ id: TOM, anonymous: false, email: "tom@example.org", phone: null, address: "tom@example.org" },
  ...{ level: "aal1", recovering: false },
};
const asUser = async (id = TOM) => {
  const session = await signedIn(id, "tom@example.org");
  return Response.json({ ...session, user: { ...session.user, phone: NEW.slice(1) } });
};
const allowed: Scene["rpc"] = { allow_phone_change: ok(null) };

async function signedInCookies(): Promise<string[]> {
  const { signIn, cookies } = visit({ auth: { "/token": () => asUser() } });
  await signIn.enterPassword("tom@example.org", "four random words", "/home", "human");
  return cookies().filter((cookie) => /^__Host-parley(?:\.\d)?=/u.test(cookie));
}
const begin = async (scene: Scene = {}, typed = "600 111 222", viewer = VIEWER) => {
  const session = await signedInCookies();
  const visited = visit({ auth: { "PUT /user": () => asUser() }, rpc: allowed, cookies: session, ...scene });
  return { ...visited, session, result: await visited.signIn.beginPhoneChange(viewer, typed) };
};
const changeCookie = (cookies: readonly string[]) =>
  cookies.find((cookie) => cookie.startsWith("__Host-parley-phone-change")) ?? "";

describe("a new number", () => {
  test("follows the permit for this number", async () => {
    const { result, called, requests, cookies } = await begin();
    expect(result).toEqual(ok("sent"));
    expect(called).toEqual([`allow_phone_change {"p_phone":"${NEW}"}`]);
    expect(requests.at(-1)).toMatchObject({ method: "PUT", path: "/user", body: { phone: NEW } });
    expect(decodeURIComponent(changeCookie(cookies()))).toContain("+34 600 111 222");
  });

  test("needs a recent sign-in", async () => {
    const { result, requests, cookies } = await begin({ rpc: { allow_phone_change: fail("account/sign-in-again") } });
    expect(result).toMatchObject({ error: { code: "account/sign-in-again" } });
    expect([requests, changeCookie(cookies())]).toEqual([[], ""]);
  });

  test("of another account looks like any other", async () => {
    const first = await begin();
    const expected = [first.result, changeCookie(first.cookies())];
    const soon = "For security purposes, you can only request this after 42 seconds.";
    for (const scene of [
      { auth: { "PUT /user": refusal(422, "phone_exists") } },
      { auth: { "PUT /user": refusal(429, "over_sms_send_rate_limit", soon) } },
      { exhausted: "mailboxSend" as const },
    ]) {
      const { result, cookies, slept } = await begin(scene);
      expect([result, changeCookie(cookies())]).toEqual(expected);
      expect(slept).toHaveLength(1);
    }
  });

  test("counts as a message of the visitor", async () => {
    const { result, called, requests } = await begin({ isMailLimited: true });
    expect(result).toMatchObject({ error: { code: "request/rate-limited" } });
    expect([called, requests]).toEqual([[], []]);
  });

  test.each([
    [refusal(401, "insufficient_aal"), "account/sign-in-again"],
    // The trigger of the database, whose permit has expired.
    [refusal(500, "unexpected_failure"), "account/sms-not-sent"],
    [refusal(503, "x"), "network/timeout"],
  ])("that Auth rejects is no pending change", async (reply, code) => {
    const { result, cookies } = await begin({ auth: { "PUT /user": reply } });
    expect(result).toMatchObject({ error: { code } });
    expect(changeCookie(cookies())).toBe("");
  });

  test("is a number, another one, and offered", async () => {
    expect((await begin({}, "tom@example.org")).result).toMatchObject({ error: { code: "phone/malformed" } });
    const own = await begin({}, NEW, { ...VIEWER, phone: NEW });
    expect([own.result, own.called, own.requests]).toEqual([ok("unchanged"), [], []]);
    const off = await begin({ ways: { phone: false } });
    expect(off.result).toMatchObject({ error: { code: "request/not-allowed" } });
    expect(off.called).toEqual([]);
  });
});

describe("its code", () => {
  const enter = async (scene: Scene = {}, viewer = VIEWER) => {
    const { session, cookies } = await begin();
    const visited = visit({ auth: { "/verify": () => asUser() }, cookies: [...session, ...cookies()], ...scene });
    return { ...visited, result: await visited.signIn.confirmPhoneChange(viewer, "12345678") };
  };

  test("completes the change and leads back", async () => {
    const { result, requests, cookies } = await enter();
    expect(result).toEqual(ok("/settings/security?phone=done"));
    expect(requests[0]).toMatchObject({
      path: "/verify",
      body: { phone: NEW, token: "12345678", type: "phone_change" },
    });
    expect(changeCookie(cookies())).toContain("Max-Age=0");
  });

  test("ends the session that a first number replaces", async () => {
    const ended = [`as ${TOM}`, `end_session {"p_session_id":"${SESSION}"}`];
    expect((await enter()).called).toEqual(ended);
    expect((await enter({}, { ...VIEWER, phone: "+34600999888" })).called).toEqual([]);
  });

  test("that is wrong keeps the pending change", async () => {
    for (const reply of [refusal(403, "otp_expired"), refusal(500, "unexpected_failure")]) {
      const { result, cookies } = await enter({ auth: { "/verify": reply } });
      expect(result).toMatchObject({ error: { code: "account/code-refused" } });
      expect(changeCookie(cookies())).toBe("");
    }
  });

  test("is counted by number", async () => {
    const { result, requests } = await enter({ exhausted: "mailboxTry" });
    expect([result, requests]).toMatchObject([{ error: { code: "account/too-many-tries" } }, []]);
  });

  test("signs in to no other account", async () => {
    const logout = () => new Response(null, { status: 204 });
    const { result, cookies } = await enter({ auth: { "/verify": () => asUser(GUEST), "/logout": logout } });
    expect(result).toMatchObject({ error: { code: "account/code-refused" } });
    expect(cookies().filter((cookie) => cookie.startsWith("__Host-parley="))).toEqual([]);
  });

  test("of a change of another account is not asked for", async () => {
    const { session, cookies } = await begin();
    const { signIn, requests } = visit({ cookies: [...session, ...cookies()] });
    const eva = { ...VIEWER, id: GUEST };
    expect(signIn.pendingPhoneChange(eva)).toBeNull();
    expect(await signIn.confirmPhoneChange(eva, "12345678")).toMatchObject({ error: { code: "account/code-refused" } });
    expect(requests).toEqual([]);
  });
});

describe("the removal", () => {
  const remove = async (rpc: Scene["rpc"], ways: Scene["ways"] = {}) => {
    const visited = visit({ rpc, ways, auth: { "/token": () => asUser() }, cookies: await signedInCookies() });
    return { ...visited, result: await visited.signIn.removePhone() };
  };

  test("renews the token, which names the number", async () => {
    const { result, requests } = await remove({ remove_phone: ok(null) });
    expect(result).toEqual(ok(null));
    expect(requests.map(({ path }) => path)).toEqual(["/token"]);
  });

  test("needs what the database asks for", async () => {
    const { result, requests } = await remove({ remove_phone: fail("account/sign-in-again") });
    expect([result, requests]).toMatchObject([{ error: { code: "account/sign-in-again" } }, []]);
  });

  test("leaves no account without a way in", async () => {
    const { result, called } = await remove({ remove_phone: ok(null) }, { code: false });
    expect([result, called]).toMatchObject([{ error: { code: "request/not-allowed" } }, []]);
    expect((await remove({ remove_phone: ok(null) }, { code: false, phone: false })).result).toEqual(ok(null));
  });
});

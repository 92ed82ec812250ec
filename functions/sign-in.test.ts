import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { linkToken } from "#contracts/account.ts";
import { fail, ok } from "#contracts/errors.ts";
import {
  CLAIM,
  createSigningKey,
  fine,
  guestCookies,
  refusal,
  type Scene,
  signedIn,
  TOM,
  TOO_SOON,
  visit,
} from "../tests/fakes/signInVisit.ts";

const LINK = { mail: "tom@example.org", token_hash: "x".repeat(56), type: "email" } as const;

beforeAll(createSigningKey);
afterEach(() => vi.unstubAllGlobals());

const begun = async (auth: Scene["auth"], more: Scene = {}) => {
  const scene = visit({ ...more, ...(auth && { auth }) });
  return { ...scene, result: await scene.signIn.requestCode("Tom@Example.org ", "/m/k3f9-2mxa-7qpd", "human") };
};
/** Everything that a visitor can observe: the result and all cookies, except for their time. */
const visible = ({ result, cookies }: { result: unknown; cookies(): string[] }) => ({
  result,
  cookies: cookies().map((cookie) => decodeURIComponent(cookie).replace(/"askedAt":\d+/u, "")),
});

test("sending a code reveals nothing about the address", async () => {
  const first = await begun({ "/otp": fine });
  expect(first.result).toEqual(ok(null));
  expect(first.requests).toMatchObject([
    { path: "/otp", body: { email: "tom@example.org", data: { ui_locale: "en" } } },
  ]);
  const again = await begun({ "/otp": TOO_SOON });
  expect(visible(again)).toEqual(visible(first));
});

test.each([
  [
    "the whole project's limit",
    refusal(429, "over_email_send_rate_limit", "email rate limit exceeded"),
    "account/mail-not-sent",
  ],
  ["an address's limit", refusal(429, "over_request_rate_limit"), "request/rate-limited"],
  ["a mail server that is down", refusal(500, "unexpected_failure"), "account/mail-not-sent"],
  ["a hook that is slow", refusal(422, "hook_timeout"), "account/mail-not-sent"],
  ["an address that GoTrue cannot read", refusal(400, "validation_failed"), "mail/malformed"],
  ["Auth out of reach", refusal(503, "x"), "network/timeout"],
])("returns %s and stores nothing", async (_name, reply, code) => {
  const { result, cookies } = await begun({ "/otp": reply });
  expect(result).toMatchObject({ ok: false, error: { code } });
  expect(cookies().filter((cookie) => cookie.startsWith("__Host-parley-sign-in"))).toEqual([]);
});

test.each(["", "tom", "tom@example", "a b@example.org", `${"x".repeat(250)}@example.org`, "<b>@example.org"])(
  "rejects the address %j without a request",
  async (mail) => {
    const { signIn, requests } = visit({});
    expect(await signIn.requestCode(mail, "/", "human")).toMatchObject({
      ok: false,
      error: { code: "mail/malformed" },
    });
    expect(requests).toEqual([]);
  },
);

test("a guest's request looks like a visitor's to Auth", async () => {
  const rpc = { create_merge_token: ok({ token: CLAIM }) };
  const { requests } = await begun({ "/otp": fine }, { cookies: await guestCookies(), rpc });
  // A change of the guest's address would give the account to everybody who holds the guest's token.
  expect(requests).toMatchObject([{ path: "/otp", body: { email: "tom@example.org", create_user: true } }]);
});

async function guestWithPendingCode() {
  const cookies = await guestCookies();
  const rpc = { create_merge_token: ok({ token: CLAIM }) };
  const { cookies: pending } = await begun({ "/otp": fine }, { cookies, rpc });
  const entered = await signedIn(TOM, "tom@example.org");
  return { cookies: [...cookies, ...pending()], auth: { "/verify": () => Response.json(entered) } };
}

test("a guest merges into the account", async () => {
  const { signIn, session, requests, called, recorded, cookies } = visit({
    ...(await guestWithPendingCode()),
    rpc: { redeem_merge_token: ok({ meetings: 1, more: false }) },
  });
  expect(await signIn.verifyCode("12345678")).toEqual(ok("/m/k3f9-2mxa-7qpd"));
  expect(requests).toMatchObject([{ path: "/verify", body: { type: "email", token: "12345678" } }]);
  expect(called).toEqual([`redeem_merge_token {"p_token":"${CLAIM}"}`]);
  expect((await session.viewer())?.id).toBe(TOM);
  expect(recorded).toHaveLength(1);
  expect(cookies().find((cookie) => cookie.startsWith("__Host-parley-sign-in"))).toContain("Max-Age=0");
});

test("a sign-in replaces a session that somebody planted", async () => {
  const planted = await guestCookies();
  const { cookies: pending } = await begun({ "/otp": fine });
  const { signIn, cookies } = visit({
    cookies: [...planted, ...pending()],
    auth: { "/verify": async () => Response.json(await signedIn(TOM, "tom@example.org")) },
  });
  expect(await signIn.verifyCode("12345678")).toMatchObject({ ok: true });
  const after = cookies();
  for (const cookie of planted) expect(after).not.toContain(cookie);
  expect((await visit({ cookies: after }).session.viewer())?.id).toBe(TOM);
});

test("reports a rejected merge once and keeps the sign-in", async () => {
  const { signIn, session, cookies } = visit({
    ...(await guestWithPendingCode()),
    rpc: { redeem_merge_token: fail("account/claim-refused") },
  });
  expect(await signIn.verifyCode("12345678")).toEqual(ok("/sign-in/code"));
  expect((await session.viewer())?.id).toBe(TOM);
  expect(visit({ cookies: cookies() }).signIn.pending()).toMatchObject({
    mergeFailed: true,
    next: "/m/k3f9-2mxa-7qpd",
  });
});

test("a link for another address merges nothing", async () => {
  const { cookies } = await guestWithPendingCode();
  const mallory = await signedIn(TOM, "mallory@example.org");
  const { signIn, called } = visit({ auth: { "/verify": () => Response.json(mallory) }, cookies });
  const link = { ...LINK, mail: "mallory@example.org" };
  expect(await signIn.verifyLink(link, "")).toEqual(ok("/home"));
  expect(called).toEqual([]);
});

test.each([
  [refusal(403, "otp_expired"), "account/code-refused"],
  [refusal(429, "over_request_rate_limit"), "account/too-many-tries"],
  [refusal(503, "x"), "network/timeout"],
])("rejects a code: %#", async (reply, code) => {
  const { cookies } = await begun({ "/otp": fine });
  const { signIn, session } = visit({ auth: { "/verify": reply }, cookies: cookies() });
  expect(await signIn.verifyCode("12345678")).toMatchObject({ ok: false, error: { code } });
  expect(await session.viewer()).toBeNull();
});

test.each([
  "x",
  "{}",
  '{"mail":"tom@example.org"}',
  `{"mail":"tom@example.org","next":"/home","askedAt":1,"claim":"x","unclaimed":false}`,
])("ignores the forged cookie %j", async (text) => {
  const { signIn, requests } = visit({ cookies: [`__Host-parley-sign-in=${encodeURIComponent(text)}`] });
  expect(signIn.pending()).toBeNull();
  expect(await signIn.verifyCode("12345678")).toMatchObject({ ok: false, error: { code: "account/code-refused" } });
  expect(requests).toEqual([]);
});

test("a forged cookie cannot redirect elsewhere", () => {
  const forged = {
    mail: "tom@example.org",
    kind: "email",
    next: "//evil.example",
    askedAt: 1,
    claim: null,
    unclaimed: false,
  };
  const { signIn } = visit({ cookies: [`__Host-parley-sign-in=${encodeURIComponent(JSON.stringify(forged))}`] });
  expect(signIn.pending()?.next).toBe("/home");
});

test("signs out locally without Auth, globally only with it", async () => {
  const cookies = await guestCookies();
  const here = visit({ cookies });
  expect(await here.signIn.signOut("local")).toEqual(ok(null));
  expect(here.cookies().find((cookie) => cookie.startsWith("__Host-parley="))).toContain("Max-Age=0");
  const everywhere = visit({ cookies });
  expect(await everywhere.signIn.signOut("global")).toMatchObject({ ok: false, error: { code: "network/timeout" } });
  expect(everywhere.cookies()).toEqual([]);
});

// Auth itself ends all sessions for the first factor alone.
test.each(["others", "global"] as const)("signs out %s only after the second factor", async (scope) => {
  const cookies = await guestCookies();
  const auth = { "/logout": fine };
  const reader = visit({ cookies, auth, rpc: { has_recent_proof: fail("account/factor-needed") } });
  expect(await reader.signIn.signOut(scope)).toEqual(fail("account/factor-needed"));
  expect([reader.requests, reader.cookies()]).toEqual([[], []]);
  // A thief of an open session may have used up the owner's requests.
  const failures = (["request/sign-in-needed", "request/rate-limited", "request/busy", "network/timeout"] as const).map(
    (code) => fail(code),
  );
  for (const answer of [ok(false), ...failures]) {
    const owner = visit({ cookies, auth, rpc: { has_recent_proof: answer } });
    expect(await owner.signIn.signOut(scope)).toEqual(ok(null));
    expect(owner.requests).toMatchObject([{ path: "/logout" }]);
  }
});

test("the email's link carries the path to open", async () => {
  const { requests } = await begun({ "/otp": fine });
  expect(requests).toMatchObject([{ path: "/otp", redirectTo: "https://parley.example/m/k3f9-2mxa-7qpd" }]);
});

test.each([
  ["https://parley.example/m/k3f9-2mxa-7qpd?a=b", "/m/k3f9-2mxa-7qpd?a=b"],
  ["/m/k3f9-2mxa-7qpd", "/m/k3f9-2mxa-7qpd"],
  ["https://parley.example/", "/home"],
  ["https://evil.example/m/k3f9-2mxa-7qpd", "/home"],
  ["//evil.example", "/home"],
  ["javascript:alert(1)", "/home"],
  ["https://parley.example/sign-out", "/home"],
  ["", "/home"],
])("a link to %j opens %s on another device", async (next, path) => {
  const tom = await signedIn(TOM, "tom@example.org");
  const { signIn } = visit({ auth: { "/verify": () => Response.json(tom) } });
  expect(await signIn.verifyLink(LINK, next)).toEqual(ok(path));
});

test("an exhausted mailbox gets nothing and does not show it", async () => {
  const cookies = await guestCookies();
  const rpc = { create_merge_token: ok({ token: CLAIM }) };
  for (const more of [{}, { cookies, rpc }]) {
    const fresh = await begun({ "/otp": fine }, more);
    const exhausted = await begun({ "/otp": fine }, { ...more, exhausted: "mailboxSend" });
    expect(visible(exhausted)).toEqual(visible(fresh));
    expect([fresh.requests.length, exhausted.requests.length]).toEqual([1, 0]);
  }
});

test("sends nothing without the captcha", async () => {
  const { signIn, requests, cookies } = visit({});
  expect(await signIn.requestCode("a@b.example", "/", "")).toEqual(fail("request/captcha"));
  expect([requests, cookies()]).toEqual([[], []]);
});

test("an exhausted mailbox has no code tried", async () => {
  const { signIn, requests } = visit({ cookies: (await begun({ "/otp": fine })).cookies(), exhausted: "mailboxTry" });
  expect(await signIn.verifyCode("12345678")).toMatchObject({ ok: false, error: { code: "account/too-many-tries" } });
  expect(requests).toEqual([]);
});

test("a link that changes an address is rejected", () => {
  expect(linkToken.safeParse({ ...LINK, type: "email_change" }).success).toBe(false);
});

test("a link signs in only to the account it names", async () => {
  const mallory = await signedIn(TOM, "mallory@example.org");
  for (const cookies of [[], await guestCookies()]) {
    const scene = visit({ auth: { "/verify": () => Response.json(mallory), "/logout": fine }, cookies });
    const before = await scene.session.viewer();
    expect(await scene.signIn.verifyLink(LINK, "")).toMatchObject({ error: { code: "account/link-refused" } });
    expect(scene.requests.map(({ path }) => path)).toEqual(["/verify", "/logout"]);
    expect([scene.cookies(), await scene.session.viewer()]).toEqual([[], before]);
  }
  const { signIn } = visit({ auth: { "/verify": () => Response.json(mallory) } });
  expect(await signIn.verifyLink({ ...LINK, mail: "Mallory@Example.org" }, "")).toEqual(ok("/home"));
});

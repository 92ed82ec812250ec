import { describe, expect, test } from "vitest";
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { AccountSession } from "#contracts/sessions.ts";
import type { RpcArgs } from "~/lib/rpc.ts";
import { fakeRpc } from "../../tests/fakes/rpc.ts";
import { loadContext } from "../../tests/fakes/serverBuild.ts";
import { signInMethod } from "./core/signInMethod.ts";
import { readSecurityPage } from "./readSessions.server.ts";
import { handleSecurityForm } from "./sessionActions.server.ts";

const ID = "7f1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c11";
const VIEWER = {
  id: ID,
  anonymous: false,
  email: "ana@a.example",
  phone: null,
  address: "ana@a.example",
  level: "aal1",
  recovering: false,
} as const;
const PAGE = "https://parley.example/settings/security";
const SESSION: AccountSession = {
  ...{ id: ID, current: true, user_agent: "<b>Firefox/1 Windows", country: "ES" },
  ...{ started_at: "2026-11-29T10:00:00Z", last_seen: "2026-11-29T11:00:00Z", methods: ["otp"] },
};

describe("readSecurityPage", () => {
  const read = (path = "", sessions = { current: SESSION, others: [SESSION], more: true }) =>
    readSecurityPage({ rpc: fakeRpc({ my_sessions: () => ok(sessions) }), locale: "es" }, new Request(PAGE + path));

  test("shows names instead of the user agent and the code", async () => {
    const { current, others, more } = await read();
    expect(current).toEqual({
      ...{ id: ID, device: { browser: "Firefox", system: "Windows", isPhone: false }, place: "España" },
      ...{ startedAt: SESSION.started_at, lastSeen: SESSION.last_seen, method: "email" },
    });
    expect([others.length, more]).toEqual([1, true]);
  });

  test.each([
    ["", null],
    ["?others", { kind: "others" }],
    [`?not-me=${ID}`, { kind: "not-me", id: ID }],
    ["?not-me=<b>", null],
  ])("asks the question of %j", async (path, question) => {
    expect((await read(path)).question).toEqual(question);
  });

  test("keeps its question without an answer of the database", async () => {
    const rpc = fakeRpc({ my_sessions: () => fail("request/rate-limited") });
    const view = await readSecurityPage({ rpc, locale: "en" }, new Request(`${PAGE}?not-me=${ID}`));
    expect(view).toMatchObject({ current: null, others: [], error: "request/rate-limited" });
    expect(view.question).toEqual({ kind: "not-me", id: ID });
    expect((await read()).error).toBeNull();
  });
});

describe("handleSecurityForm", () => {
  async function submit(fields: Record<string, string>, answers: { ended?: Result<null>; signedOut?: Result<null> }) {
    const done: string[] = [];
    const { signIn } = loadContext();
    const rpc = fakeRpc({
      end_session: ({ p_session_id }: RpcArgs["end_session"]) => {
        done.push(`end ${p_session_id}`);
        return answers.ended ?? ok(null);
      },
      end_other_sessions: ({ p_distrust }: RpcArgs["end_other_sessions"]) => {
        done.push(`end others ${p_distrust === true}`);
        return answers.ended ?? ok(null);
      },
    });
    const signOut = async (scope: string) => {
      done.push(`sign out ${scope}`);
      return answers.signedOut ?? ok(null);
    };
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return { result: await handleSecurityForm({ rpc, signIn: { ...signIn, signOut } }, VIEWER, form), done };
  }

  test.each([
    ["end", [`end ${ID}`]],
    ["others", ["end others false"]],
    ["not-me", ["end others true"]],
  ])("does what %s means", async (intent, done) => {
    expect(await submit({ intent, id: ID }, {})).toEqual({ result: { kind: "done", intent }, done });
  });

  test("signs out other devices although a thief used up requests", async () => {
    const usedUp = { ended: fail("request/rate-limited") };
    const distrusted = await submit({ intent: "not-me", id: ID }, usedUp);
    expect(distrusted.done).toEqual(["end others true", "sign out others"]);
    expect(distrusted.result).toEqual({ kind: "failed", intent: "not-me", id: ID, code: "request/rate-limited" });
    expect((await submit({ intent: "others" }, usedUp)).result).toEqual({ kind: "done", intent: "others" });
    const { result } = await submit({ intent: "others" }, { ...usedUp, signedOut: fail("network/timeout") });
    expect(result).toMatchObject({ kind: "failed", intent: "others", code: "network/timeout" });
  });

  test.each([
    ["end", "/settings/security"],
    ["others", "/settings/security?others="],
    ["not-me", `/settings/security?not-me=${ID}`],
  ])("asks for a fresh proof before %s, then returns", async (intent, next) => {
    const refused = submit({ intent, id: ID }, { ended: fail("account/sign-in-again") });
    const response: unknown = await refused.catch((error: unknown) => error);
    if (!(response instanceof Response)) throw new Error("no redirect");
    expect(response.headers.get("location")).toBe(`/settings/confirm?${new URLSearchParams({ next })}`);
  });

  test.each<Record<string, string>>([
    { intent: "end" },
    { intent: "end", id: "all" },
    { intent: "delete", id: ID },
    {},
  ])("rejects %j", async (fields) => {
    const { result, done } = await submit(fields, {});
    expect([result, done]).toMatchObject([{ kind: "failed", code: "request/invalid" }, []]);
  });
});

test.each([
  [["otp"], "email"],
  [["sms"], "sms"],
  [["password", "totp"], "twoFactors"],
  [["oauth"], "provider"],
  [["sso/saml"], "sso"],
  [["token_refresh", "passkey"], "passkey"],
  [["constructor"], "other"],
  [[], "other"],
])("the method of %j is %s", (methods, method) => {
  expect(signInMethod(methods)).toBe(method);
});

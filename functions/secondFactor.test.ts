/** Second factors: codes as typed, several apps, recovery codes, and errors of Auth. */
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { RpcArgs } from "../app/lib/rpc.ts";
import { fail, ok } from "../supabase/functions/_shared/contracts/errors.ts";
import { fakeRpc } from "../tests/fakes/rpc.ts";
import { createSigningKey, fine, refusal, type Scene, signedIn, TOM, visit } from "../tests/fakes/signInVisit.ts";
import { requestSecondFactor } from "./secondFactor.ts";

beforeAll(createSigningKey);
afterEach(() => vi.unstubAllGlobals());

const MAIL = "tom@example.org";
const CODES = "/factors/recovery-codes";

interface Factor {
  readonly id: string;
  readonly status?: "verified" | "unverified";
}

const session = async () => Response.json(await signedIn(TOM, MAIL));

/** Starts a visit of somebody with these apps. */
async function withApps(apps: readonly Factor[], auth: Scene["auth"] = {}, rpc: Parameters<typeof fakeRpc>[0] = {}) {
  const entered = visit({ auth: { "/token": session } });
  await entered.signIn.enterPassword(MAIL, "a password", "/home", "human");
  const factors = apps.map(({ id, status = "verified" }) => ({
    ...{ id, status, factor_type: "totp", friendly_name: id, created_at: "2026-12-01T00:00:00Z" },
  }));
  const user = async () => Response.json({ ...(await signedIn(TOM, MAIL)).user, factors });
  const visited = visit({
    auth: { "GET /user": user, ...auth },
    cookies: entered.cookies().filter((cookie) => /^__Host-parley(?:\.\d)?=/u.test(cookie)),
  });
  return { factor: requestSecondFactor({ ...visited, rpc: fakeRpc(rpc) }), requests: visited.requests };
}

const challenge = () => Response.json({ id: "c1", type: "totp", expires_at: 0 });
const wrong = refusal(422, "mfa_verification_failed");
/** Answers to the code of each app. */
const verification = (answers: Record<string, () => Response | Promise<Response>>): NonNullable<Scene["auth"]> =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([id, answer]) => [
      [`/factors/${id}/challenge`, challenge],
      [`/factors/${id}/verify`, answer],
    ]),
  );

describe("confirm", () => {
  test.each(["123456", "123 456", "١٢٣٤٥٦", "123-456"])("reads six digits: %s", async (typed) => {
    const { factor, requests } = await withApps([{ id: "a" }], verification({ a: session }));
    expect(await factor.confirm(typed)).toEqual({ ok: true, value: null });
    expect(requests.find(({ path }) => path.endsWith("/verify"))?.body).toMatchObject({ code: "123456" });
  });

  test("tries every verified app, and no other", async () => {
    const apps: Factor[] = [{ id: "a" }, { id: "b", status: "unverified" }, { id: "c" }];
    const { factor, requests } = await withApps(apps, verification({ a: wrong, b: session, c: session }));
    expect(await factor.confirm("123456")).toEqual({ ok: true, value: null });
    expect(requests.map(({ path }) => path).filter((path) => path.endsWith("/verify"))).toEqual([
      "/factors/a/verify",
      "/factors/c/verify",
    ]);
  });

  test("stops when Auth limits the tries", async () => {
    const limited = refusal(429, "over_request_rate_limit");
    const { factor, requests } = await withApps([{ id: "a" }, { id: "b" }], verification({ a: limited, b: session }));
    expect(await factor.confirm("123456")).toEqual({ ok: false, problem: "account/too-many-tries" });
    expect(requests.some(({ path }) => path.startsWith("/factors/b"))).toBe(false);
  });

  test("takes anything else for a recovery code", async () => {
    const { factor, requests } = await withApps([{ id: "a" }], { [`${CODES}/verify`]: session });
    expect(await factor.confirm(" 2h8kqw3m7xt49rpn ")).toEqual({ ok: true, value: null });
    expect(requests.map(({ body }) => body)).toEqual([{ code: "2h8kqw3m7xt49rpn" }]);
    expect(await factor.confirm("  ")).toEqual({ ok: false, problem: "wrong" });
  });
});

test("takes no recovery code as a fresh proof", async () => {
  const { factor, requests } = await withApps([{ id: "a" }], { [`${CODES}/verify`]: session });
  expect(await factor.confirmByApp("2h8kqw3m7xt49rpn")).toEqual({ ok: false, problem: "wrong" });
  expect(requests).toEqual([]);
});

describe("enroll", () => {
  const totp = { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/Parley:tom", qr_code: "" };
  const created = () => Response.json({ id: "new", type: "totp", friendly_name: "Phone", totp });

  test("replaces an app that was never verified", async () => {
    const apps: Factor[] = [{ id: "a" }, { id: "b", status: "unverified" }];
    const { factor, requests } = await withApps(apps, { "DELETE /factors/b": fine, "POST /factors": created });
    expect(await factor.enroll("Phone")).toEqual({
      ok: true,
      value: { id: "new", name: "Phone", secret: totp.secret, uri: totp.uri },
    });
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /user",
      "DELETE /factors/b",
      "POST /factors",
    ]);
  });

  test.each([
    [refusal(422, "mfa_factor_name_conflict"), "name"],
    [refusal(422, "too_many_enrolled_mfa_factors"), "full"],
    [refusal(401, "insufficient_aal"), "account/factor-needed"],
    [refusal(403, "session_not_found"), "request/sign-in-needed"],
    [refusal(503, "x"), "network/timeout"],
    [refusal(400, "x"), "bug/unexpected"],
  ])("reports errors of Auth: %#", async (reply, problem) => {
    const { factor } = await withApps([], { "POST /factors": reply });
    expect(await factor.enroll("Phone")).toEqual({ ok: false, problem });
  });

  test("needs the database's permit to verify the app", async () => {
    const answers = verification({ new: session });
    const refusal = { allow_new_factor: () => fail("account/sign-in-again") };
    const thief = await withApps([], answers, refusal);
    expect(await thief.factor.verifyNew("new", "123456")).toEqual({ ok: false, problem: "account/sign-in-again" });
    expect(thief.requests).toEqual([]);
    const owner = await withApps([], answers, { allow_new_factor: () => ok(null) });
    expect(await owner.factor.verifyNew("new", "123456")).toEqual({ ok: true, value: null });
  });

  test("needs six digits to verify the app", async () => {
    const { factor, requests } = await withApps([]);
    expect(await factor.verifyNew("new", "12345")).toEqual({ ok: false, problem: "wrong" });
    expect(requests).toEqual([]);
  });
});

describe("remove", () => {
  const removed = {
    "DELETE /factors/a": fine,
    [`GET ${CODES}`]: () => Response.json({ id: "r", type: "recovery_code", remaining: 3, total: 10 }),
    [`DELETE ${CODES}`]: fine,
    "/token": session,
  };
  /** Permits removals, and lists their factors. */
  function permits(refused: string | null = null) {
    const asked: string[] = [];
    const allow_factor_removal = ({ p_factor_id }: RpcArgs["allow_factor_removal"]) => {
      asked.push(p_factor_id);
      return p_factor_id === refused ? fail("account/sign-in-again") : ok(null);
    };
    return { asked, rpc: { allow_factor_removal } };
  }

  test("takes the codes with the last app, renews the token", async () => {
    const { asked, rpc } = permits();
    const { factor, requests } = await withApps([{ id: "a" }], removed, rpc);
    expect(await factor.remove("a")).toEqual({ ok: true, value: null });
    expect(asked).toEqual(["r", "a"]);
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /user",
      `GET ${CODES}`,
      `DELETE ${CODES}`,
      "DELETE /factors/a",
      "POST /token",
    ]);
  });

  test("keeps them while another app is left", async () => {
    const { factor, requests } = await withApps([{ id: "a" }, { id: "b" }], removed, permits().rpc);
    expect(await factor.remove("a")).toEqual({ ok: true, value: null });
    expect(requests.some(({ path }) => path === CODES)).toBe(false);
  });

  test("stops at the last app if the codes stay", async () => {
    const answers = { ...removed, [`DELETE ${CODES}`]: refusal(503, "x") };
    const { factor, requests } = await withApps([{ id: "a" }], answers, permits().rpc);
    expect(await factor.remove("a")).toEqual({ ok: false, problem: "network/timeout" });
    expect(requests.some(({ path }) => path === "/factors/a")).toBe(false);
  });
});

describe("remove without a permit", () => {
  const codes = () => Response.json({ id: "r", type: "recovery_code", remaining: 3, total: 10 });

  test.each([
    ["of the codes", { [`GET ${CODES}`]: codes }],
    ["of the app", { [`GET ${CODES}`]: refusal(404, "mfa_factor_not_found") }],
  ])("%s deletes nothing", async (_of, answers) => {
    const { factor, requests } = await withApps([{ id: "a" }], answers, {
      allow_factor_removal: () => fail("account/sign-in-again"),
    });
    expect(await factor.remove("a")).toEqual({ ok: false, problem: "account/sign-in-again" });
    expect(requests.some(({ method }) => method === "DELETE")).toBe(false);
  });
});

describe("recovery codes", () => {
  const allowed = { allow_recovery_codes: () => ok(null) };
  const codes = () => Response.json({ id: "r", codes: ["2h8kqw3m7xt49rpn"] });
  const status = () => Response.json({ id: "r", remaining: 3, total: 10 });

  test("are created, and replaced if there are some", async () => {
    const none = { [`GET ${CODES}`]: refusal(404, "mfa_factor_not_found"), [CODES]: codes };
    const first = await withApps([{ id: "a" }], none, allowed);
    expect(await first.factor.createRecoveryCodes()).toEqual({ ok: true, value: ["2h8kqw3m7xt49rpn"] });
    const next = await withApps([{ id: "a" }], { [`GET ${CODES}`]: status, [`${CODES}/regenerate`]: codes }, allowed);
    expect(await next.factor.createRecoveryCodes()).toEqual({ ok: true, value: ["2h8kqw3m7xt49rpn"] });
    expect(next.requests.at(-1)?.path).toBe(`${CODES}/regenerate`);
  });

  test("need the database's permit", async () => {
    const answers = { [`GET ${CODES}`]: status, [`${CODES}/regenerate`]: codes };
    const { factor, requests } = await withApps([{ id: "a" }], answers, {
      allow_recovery_codes: () => fail("account/sign-in-again"),
    });
    expect(await factor.createRecoveryCodes()).toEqual({ ok: false, problem: "account/sign-in-again" });
    expect(requests.some(({ method }) => method === "POST")).toBe(false);
  });

  test("are off on a server without them", async () => {
    const { factor } = await withApps([{ id: "a" }], { [CODES]: refusal(404, "not_found") }, allowed);
    expect(await factor.createRecoveryCodes()).toEqual({ ok: false, problem: "off" });
  });

  test("are counted with the verified apps", async () => {
    const { factor } = await withApps([{ id: "a" }, { id: "b", status: "unverified" }], { [CODES]: status });
    expect(await factor.read()).toEqual({
      ok: true,
      value: {
        apps: [{ id: "a", name: "a", addedAt: "2026-12-01T00:00:00Z" }],
        recoveryCodes: { remaining: 3, total: 10 },
      },
    });
  });
});

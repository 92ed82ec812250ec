/** The change of an address: its two codes, what Auth rejects, and what no response reveals. */
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Viewer } from "../app/lib/loadContext.ts";
import { fail, ok } from "../supabase/functions/_shared/contracts/errors.ts";
import { createSigningKey, GUEST, refusal, type Scene, signedIn, TOM, visit } from "../tests/fakes/signInVisit.ts";

beforeAll(createSigningKey);
afterEach(() => vi.unstubAllGlobals());

const CURRENT = "tom@example.org";
const NEW = "tom@new.example";
const VIEWER: Viewer = {
  id: TOM,
  anonymous: false,
  email: CURRENT,
  phone: null,
  address: CURRENT,
  level: "aal1",
  recovering: false,
};
const CODES = { current: "11111111", new: "22222222" };
const asTom = async () => Response.json((await signedIn(TOM, NEW)).user);
const allowed: Scene["rpc"] = { allow_email_change: ok(null) };

let session: string[];
beforeAll(async () => {
  const entered = visit({ auth: { "/token": async () => Response.json(await signedIn(TOM, CURRENT)) } });
  await entered.signIn.enterPassword(CURRENT, "a password", "/home", "human");
  session = entered.cookies().filter((cookie) => /^__Host-parley(?:\.\d)?=/u.test(cookie));
});

async function begin(scene: Scene = {}, typed = NEW) {
  const visited = visit({ auth: { "/user": asTom }, rpc: allowed, ...scene, cookies: session });
  return { ...visited, result: await visited.signIn.beginEmailChange(VIEWER, typed) };
}

/** Answers to the codes of the addresses: `half` needs the other one. */
const verify = (answers: Record<string, "half" | "done" | "wrong">) => async (body: unknown) => {
  const { email } = body as { email: string };
  if (answers[email] === "wrong") return refusal(403, "otp_expired")();
  return Response.json(answers[email] === "half" ? { code: 200, msg: "the other one" } : await signedIn(TOM, NEW));
};

const enter = async (
  answers: Record<string, "half" | "done" | "wrong">,
  cookies: readonly string[],
  codes = CODES,
  viewer = VIEWER,
) => {
  const visited = visit({ auth: { "/verify": verify(answers) }, cookies: [...session, ...cookies] });
  return { ...visited, result: await visited.signIn.confirmEmailChange(viewer, codes) };
};

describe("beginEmailChange", () => {
  test("asks the database first", async () => {
    const { result, called, requests } = await begin();
    expect([result, called]).toEqual([ok(null), [`allow_email_change {"p_email":"${NEW}"}`]]);
    expect(requests.map(({ body }) => body)).toMatchObject([{ email: NEW }]);
  });

  test("without a recent proof sends nothing", async () => {
    const { result, requests, cookies } = await begin({ rpc: { allow_email_change: fail("account/sign-in-again") } });
    expect(result).toMatchObject({ error: { code: "account/sign-in-again" } });
    expect([requests, cookies()]).toEqual([[], []]);
  });

  test("looks alike for an address of another account", async () => {
    const visible = ({ result, cookies }: Awaited<ReturnType<typeof begin>>) => [result, cookies()];
    const known = await begin({ auth: { "/user": refusal(422, "email_exists") } });
    const full = await begin({ exhausted: "mailboxSend" });
    expect(visible(known)).toEqual(visible(full));
    expect(known.result).toEqual(ok(null));
    expect(known.signIn.pendingEmailChange(VIEWER)).toBeNull();
    const next = visit({ cookies: [...session, ...known.cookies()] });
    expect(next.signIn.pendingEmailChange(VIEWER)).toEqual({ newEmail: NEW, confirmed: null });
  });

  test.each([
    ["no address", undefined, "mail/malformed"],
    [NEW, refusal(400, "email_address_invalid"), "mail/malformed"],
    [NEW, refusal(401, "insufficient_aal"), "account/sign-in-again"],
    [NEW, refusal(429, "over_email_send_rate_limit"), "account/mail-not-sent"],
    [NEW, refusal(503, "x"), "network/timeout"],
  ])("reports what Auth rejects: %s %#", async (typed, reply, code) => {
    const { result } = await begin(reply === undefined ? {} : { auth: { "/user": reply } }, typed);
    expect(result).toMatchObject({ ok: false, error: { code } });
  });
});

describe("confirmEmailChange", () => {
  test("enters both codes and signs in again", async () => {
    const begun = await begin();
    const { result, requests, recorded } = await enter({ [CURRENT]: "half", [NEW]: "done" }, begun.cookies());
    expect(result).toEqual({ ok: true, path: "/settings/security?email=done" });
    expect(requests.map(({ body }) => body)).toMatchObject([
      { email: CURRENT, token: CODES.current, type: "email_change" },
      { email: NEW, token: CODES.new, type: "email_change" },
    ]);
    expect(recorded).toHaveLength(1);
  });

  test("keeps the right code when the other is wrong", async () => {
    const begun = await begin();
    const first = await enter({ [CURRENT]: "half", [NEW]: "wrong" }, begun.cookies());
    expect(first.result).toEqual({ ok: false, wrong: "new", code: "account/code-refused" });
    const second = await enter({ [NEW]: "done" }, first.cookies(), { current: "", new: CODES.new });
    expect([second.result.ok, second.requests.length]).toEqual([true, 1]);
  });

  test("the code of another account's change signs in to nothing", async () => {
    const begun = await begin();
    const reply = async () => Response.json(await signedIn(GUEST, NEW));
    const visited = visit({
      auth: { "/verify": reply, "/logout": async () => new Response(null, { status: 204 }) },
      cookies: [...session, ...begun.cookies()],
    });
    expect(await visited.signIn.confirmEmailChange(VIEWER, CODES)).toMatchObject({
      ok: false,
      code: "account/code-refused",
    });
    expect(visited.cookies()).toEqual([]);
    expect(visited.recorded).toEqual([]);
  });

  test("needs the new code only without an address", async () => {
    const viewer: Viewer = { ...VIEWER, email: null, phone: "+34600111222", address: "+34600111222" };
    const begun = await begin();
    const { result, requests } = await enter(
      { [NEW]: "done" },
      begun.cookies(),
      { current: "", new: CODES.new },
      viewer,
    );
    expect(result.ok).toBe(true);
    expect(requests.map(({ body }) => body)).toMatchObject([{ email: NEW, token: CODES.new }]);
  });

  test("rejects another account in this browser", async () => {
    const begun = await begin();
    const visited = visit({ cookies: [...session, ...begun.cookies()] });
    const other = { ...VIEWER, id: "another" };
    expect(visited.signIn.pendingEmailChange(other)).toBeNull();
    expect(await visited.signIn.confirmEmailChange(other, CODES)).toMatchObject({ ok: false });
    expect(visited.requests).toEqual([]);
  });

  test("is limited by mailbox", async () => {
    const begun = await begin();
    const visited = visit({ exhausted: "mailboxTry", cookies: [...session, ...begun.cookies()] });
    const result = await visited.signIn.confirmEmailChange(VIEWER, CODES);
    expect(result).toEqual({ ok: false, wrong: "current", code: "account/too-many-tries" });
    expect(visited.requests).toEqual([]);
  });
});

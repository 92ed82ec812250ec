/** Codes and links sent by mail, through the unmodified client, attackers first. Each test names what of GoTrue it pins. */
import { describe, expect, test } from "vitest";
import { authTargetForFile, newAddress, otherCode, requiresClockControl, requiresInbox } from "./auth.support.ts";
import { onlyHere } from "./target.ts";

const house = authTargetForFile();
const { target, askCode, verify, follow, later } = house;

describe("codes", () => {
  // Stricter than GoTrue, which counts guesses by address only (`token_verifications`).
  test("five wrong tries end a code, and its link", async (context) => {
    onlyHere(context, "GoTrue does not count tries by code");
    const email = newAddress();
    const { code, hash } = await askCode(email);
    for (let turn = 0; turn < 5; turn++) expect((await verify(email, otherCode(code))).error?.code).toBe("otp_expired");
    expect((await verify(email, code)).error).toMatchObject({ status: 403, code: "otp_expired" });
    expect((await target().client().auth.verifyOtp({ token_hash: hash, type: "email" })).error?.code).toBe(
      "otp_expired",
    );
  });

  // Supabase, "Passwordless email logins": a code is for one use. GoTrue, `verifyUserAndToken`: 403 `otp_expired`.
  test("after four wrong tries the right one still works, once", async (context) => {
    requiresInbox(context, target);
    const email = newAddress();
    const { code } = await askCode(email);
    for (let turn = 0; turn < 4; turn++) await verify(email, otherCode(code));
    expect((await verify(email, code)).data.user).toMatchObject({ email, is_anonymous: false });
    expect((await verify(email, code)).error?.code).toBe("otp_expired");
  });

  // The same, when two come at the same moment.
  test("of two who come with one code at once, one gets in", async (context) => {
    requiresInbox(context, target);
    const email = newAddress();
    const { code, hash } = await askCode(email);
    const tries = await Promise.all([
      verify(email, code),
      verify(email, code),
      target().client().auth.verifyOtp({ token_hash: hash, type: "email" }),
    ]);
    expect(tries.filter(({ error }) => error === null)).toHaveLength(1);
  });

  // GoTrue, `isOtpExpired` (`otp_expiry`), and `ClearOneTimeTokenForUser` before each new one.
  test("a code ends after ten minutes, with the next one, and is nobody else's", async (context) => {
    requiresClockControl(context);
    const [email, stranger] = [newAddress(), newAddress()];
    const old = await askCode(email);
    await later(601);
    expect((await verify(email, old.code)).error?.code).toBe("otp_expired");
    expect((await target().client().auth.verifyOtp({ token_hash: old.hash, type: "email" })).error?.code).toBe(
      "otp_expired",
    );
    const { code: first } = await askCode(email);
    await later(61);
    const { code: second } = await askCode(email);
    if (first !== second) expect((await verify(email, first)).error?.code).toBe("otp_expired");
    await askCode(stranger);
    expect((await verify(stranger, second)).error?.code).toBe("otp_expired");
    expect((await verify(email, second)).error).toBeNull();
  });

  // GoTrue, `Confirm` and `Recover`: `ClearAllOneTimeTokensForUser`.
  test("signing in ends the codes that were still open", async (context) => {
    requiresClockControl(context);
    const person = await house.person();
    const next = newAddress();
    await person.client.auth.updateUser({ email: next });
    const open = await house.newestProof(next);
    await later(61);
    await verify(person.email, (await askCode(person.email)).code);
    expect((await target().client().auth.verifyOtp({ token_hash: open.hash, type: "email_change" })).error?.code).toBe(
      "otp_expired",
    );
  });

  // GoTrue, `GenerateTokenHash`: SHA-224 of address and code.
  test("only its hash is stored", async (context) => {
    requiresInbox(context, target);
    const email = newAddress();
    const { code } = await askCode(email);
    const rows = await target().owner`
      select t.* from auth.one_time_tokens t join auth.users u on u.id = t.user_id where u.email = ${email}`;
    expect(JSON.stringify(rows.map(({ token_hash }) => token_hash))).not.toContain(code);
    expect(rows).toHaveLength(1);
  });

  // GoTrue, `validateSentWithinFrequencyLimitEmail` (`max_frequency`) and `validateEmail`.
  test("mails come one a while, and only to addresses", async () => {
    const email = newAddress();
    expect((await target().client().auth.signInWithOtp({ email })).error).toBeNull();
    expect((await target().client().auth.signInWithOtp({ email })).error).toMatchObject({
      status: 429,
      code: "over_email_send_rate_limit",
    });
    for (const wrong of ["nobody", "a@b", "a b@example.com", `${"x".repeat(300)}@example.com`, ""]) {
      expect((await target().client().auth.signInWithOtp({ email: wrong })).error?.status).toBe(400);
    }
  });

  // GoTrue, `Otp`: `create_user: false` is 422 `otp_disabled` for an address that it does not know.
  test("without leave to make users, an unknown address gets none", async () => {
    const email = newAddress();
    const { error } = await target()
      .client()
      .auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    expect(error).toMatchObject({ status: 422, code: "otp_disabled" });
    expect((await target().mails?.(email)) ?? []).toEqual([]);
  });

  // GoTrue, `validateEmail`: addresses are kept in lower case.
  test("an address in other letters is the same person", async (context) => {
    requiresClockControl(context);
    const email = newAddress();
    const { data } = await verify(email, (await askCode(email)).code);
    await later(61);
    const again = await verify(email.toUpperCase(), (await askCode(email)).code);
    expect(again.data.user?.id).toBe(data.user?.id);
  });

  // GoTrue, `Signup` of a known address: what a stranger says about somebody is not stored.
  test("whoever asks for a code to a known address says nothing about its person", async (context) => {
    requiresClockControl(context);
    const { client, email } = await house.person();
    await client.auth.updateUser({ data: { ui_locale: "es" } });
    await later(61);
    await target()
      .client()
      .auth.signInWithOtp({ email, options: { data: { ui_locale: "ar" } } });
    expect((await client.auth.getUser()).data.user?.user_metadata).toMatchObject({ ui_locale: "es" });
  });
});

describe("links", () => {
  // GoTrue, `VerifyParams`: `{token_hash, type}`, what the app's own page sends when its button is pressed.
  test("are accepted by a press: the hash signs in once, wherever it is opened", async (context) => {
    requiresInbox(context, target);
    const email = newAddress();
    const { hash } = await askCode(email);
    const press = () => target().client().auth.verifyOtp({ token_hash: hash, type: "email" });
    expect((await press()).data.user).toMatchObject({ email });
    expect((await press()).error).toMatchObject({ status: 403, code: "otp_expired" });
  });

  // Supabase, "Redirect URLs"; GoTrue, `IsRedirectURLValid`.
  test("lead to the app only, whatever they ask for", async (context) => {
    requiresInbox(context, target);
    const { hash } = await askCode(newAddress());
    for (const aim of [
      "https://evil.example/",
      "//evil.example",
      "javascript:alert(1)",
      "http://localhost.evil.example/",
    ]) {
      const landed = await follow("rubbish", "magiclink", aim);
      expect(landed.protocol).toMatch(/^https?:$/u);
      expect(landed.hostname).not.toContain("evil");
    }
    expect((await follow(hash, "signup", "https://evil.example/")).hostname).not.toContain("evil");
  });

  // Supabase, "Implicit flow": tokens come in the fragment; GoTrue, `prepErrorRedirectURL`.
  test("sign in once, with tokens behind the # where no server sees them", async (context) => {
    requiresInbox(context, target);
    const email = newAddress();
    const { hash } = await askCode(email);
    const landed = await follow(hash, "signup");
    const tokens = new URLSearchParams(landed.hash.slice(1));
    expect(landed.search).toBe("");
    const { data } = await target()
      .client()
      .auth.setSession({
        access_token: tokens.get("access_token") ?? "",
        refresh_token: tokens.get("refresh_token") ?? "",
      });
    expect(data.user?.email).toBe(email);
    expect(new URLSearchParams((await follow(hash, "signup")).hash.slice(1)).get("error_code")).toBe("otp_expired");
  });

  // Supabase, "PKCE flow"; GoTrue, `issueAuthCode` and `PKCE`.
  test("asked for with PKCE give a code that only the asking client can trade, once", async (context) => {
    requiresInbox(context, target);
    const email = newAddress();
    const asking = pkceClient();
    const { hash } = await askCode(email, asking);
    const landed = await follow(hash, "signup");
    expect(landed.hash).toBe("");
    const code = landed.searchParams.get("code") ?? "";
    const thief = pkceClient();
    await askCode(newAddress(), thief);
    expect((await thief.auth.exchangeCodeForSession(code)).error).toMatchObject({
      status: 400,
      code: "bad_code_verifier",
    });
    expect((await asking.auth.exchangeCodeForSession(code)).data.user?.email).toBe(email);
    await askCode(newAddress(), asking);
    expect((await asking.auth.exchangeCodeForSession(code)).error).toMatchObject({
      status: 404,
      code: "flow_state_not_found",
    });
  });

  // GoTrue, `matchesTokenHash`: with PKCE the hash begins with `pkce_`, and the app's page may send it as it is.
  test("asked for with PKCE can be pressed on another device too", async (context) => {
    requiresInbox(context, target);
    const email = newAddress();
    const { hash } = await askCode(email, pkceClient());
    expect(hash).toMatch(/^pkce_/u);
    const { data } = await target().client().auth.verifyOtp({ token_hash: hash, type: "email" });
    expect(data.user?.email).toBe(email);
  });

  const pkceClient = () => {
    const kept = new Map<string, string>();
    return target().client({
      auth: {
        flowType: "pkce",
        persistSession: true,
        storage: {
          getItem: (key) => kept.get(key) ?? null,
          setItem: (key, value) => void kept.set(key, value),
          removeItem: (key) => void kept.delete(key),
        },
      },
    });
  };
});

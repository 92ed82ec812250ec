/**
 * Codes and links sent by mail, through the unmodified client, attackers first. What GoTrue does is pinned by the Supabase
 * documentation: "Passwordless email logins", "PKCE flow", "Redirect URLs", "Rate limits", "Error codes".
 */
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestStack } from "../../../tests/support/stack.ts";
import { type AuthHouse, newAddress, openAuthHouse, otherCode } from "./auth.support.ts";

let stack: AuthHouse;
beforeAll(async () => {
  stack = await openAuthHouse();
});
afterAll(() => stack.close());

describe("codes", () => {
  test("five wrong tries end a code", async () => {
    const email = newAddress();
    const { code } = await stack.askCode(email);
    for (let turn = 0; turn < 5; turn++)
      expect((await stack.verify(email, otherCode(code))).error?.code).toBe("otp_expired");
    expect((await stack.verify(email, code)).error).toMatchObject({ status: 403, code: "otp_expired" });
  });

  test("after four wrong tries the right one still works, once", async () => {
    const email = newAddress();
    const { code } = await stack.askCode(email);
    for (let turn = 0; turn < 4; turn++) await stack.verify(email, otherCode(code));
    expect((await stack.verify(email, code)).data.user).toMatchObject({ email, is_anonymous: false });
    expect((await stack.verify(email, code)).error?.code).toBe("otp_expired");
  });

  test("a code ends after ten minutes, with the next one, and is nobody else's", async () => {
    const [email, stranger] = [newAddress(), newAddress()];
    const { code: old } = await stack.askCode(email);
    await stack.later(601);
    expect((await stack.verify(email, old)).error?.code).toBe("otp_expired");
    const { code: first } = await stack.askCode(email);
    await stack.later(2);
    const { code: second } = await stack.askCode(email);
    if (first !== second) expect((await stack.verify(email, first)).error?.code).toBe("otp_expired");
    await stack.askCode(stranger);
    expect((await stack.verify(stranger, second)).error?.code).toBe("otp_expired");
    expect((await stack.verify(email, second)).error).toBeNull();
  });

  test("only its hash is stored", async () => {
    const email = newAddress();
    const { code } = await stack.askCode(email);
    const rows =
      await stack.admin`select t.* from auth.one_time_tokens t join auth.users u on u.id = t.user_id where u.email = ${email}`;
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(rows).toHaveLength(1);
  });

  test("mails come one a second, and only to addresses", async () => {
    const email = newAddress();
    await stack.askCode(email);
    expect((await stack.client().auth.signInWithOtp({ email })).error).toMatchObject({
      status: 429,
      code: "over_email_send_rate_limit",
    });
    for (const wrong of ["nobody", "a@b", "a b@example.com", `${"x".repeat(300)}@example.com`, ""]) {
      expect((await stack.client().auth.signInWithOtp({ email: wrong })).error).toMatchObject({
        status: 400,
        code: "validation_failed",
      });
    }
  });

  test("without leave to make users, an unknown address gets none", async () => {
    const email = newAddress();
    const { error } = await stack.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    expect(error).toMatchObject({ status: 422, code: "otp_disabled" });
    expect(await stack.mails(email)).toEqual([]);
  });

  test("an address in other letters is the same person", async () => {
    const email = newAddress();
    const { data } = await stack.verify(email, (await stack.askCode(email)).code);
    await stack.later(2);
    const again = await stack.verify(email.toUpperCase(), (await stack.askCode(email)).code);
    expect(again.data.user?.id).toBe(data.user?.id);
  });
});

describe("links", () => {
  const follow = async (link: string) => {
    const response = await fetch(link, { redirect: "manual" });
    return new URL(response.headers.get("location") ?? "http://nowhere.example");
  };

  test("lead to the app only, whatever they ask for", async () => {
    const email = newAddress();
    const { link } = await stack.askCode(email);
    for (const aim of [
      "https://evil.example/",
      "//evil.example",
      "javascript:alert(1)",
      "http://localhost.evil.example/",
    ]) {
      const changed = new URL(link);
      changed.searchParams.set("redirect_to", aim);
      changed.searchParams.set("token", "rubbish");
      expect((await follow(changed.href)).origin).toBe(stack.siteUrl);
    }
    await stack.later(2);
    await stack.client().auth.signInWithOtp({ email, options: { emailRedirectTo: "https://evil.example/" } });
    expect((await follow((await stack.newestMail(email)).link)).origin).toBe(stack.siteUrl);
  });

  test("sign in once, with tokens behind the # where no server sees them", async () => {
    const email = newAddress();
    const { link } = await stack.askCode(email);
    const landed = await follow(link);
    const tokens = new URLSearchParams(landed.hash.slice(1));
    expect(landed.search).toBe("");
    const { data } = await stack.client().auth.setSession({
      access_token: tokens.get("access_token") ?? "",
      refresh_token: tokens.get("refresh_token") ?? "",
    });
    expect(data.user?.email).toBe(email);
    const again = new URLSearchParams((await follow(link)).hash.slice(1));
    expect(again.get("error_code")).toBe("otp_expired");
  });

  test("asked for with PKCE give a code that only the asking client can trade, once", async () => {
    const email = newAddress();
    const asking = pkceClient();
    const { link } = await stack.askCode(email, asking);
    const landed = await follow(link);
    expect(landed.hash).toBe("");
    const code = landed.searchParams.get("code") ?? "";
    const thief = pkceClient();
    await stack.askCode(newAddress(), thief);
    expect((await thief.auth.exchangeCodeForSession(code)).error).toMatchObject({
      status: 400,
      code: "bad_code_verifier",
    });
    expect((await asking.auth.exchangeCodeForSession(code)).data.user?.email).toBe(email);
    await stack.askCode(newAddress(), asking);
    expect((await asking.auth.exchangeCodeForSession(code)).error).toMatchObject({
      status: 404,
      code: "flow_state_not_found",
    });
  });

  test("guessing them is slowed down", async () => {
    const own = await startTestStack();
    try {
      const guess = () => own.client().auth.verifyOtp({ token_hash: crypto.randomUUID(), type: "email" });
      for (let turn = 0; turn < 30; turn++) await guess();
      expect((await guess()).error?.status).toBe(429);
    } finally {
      await own.close();
    }
  });

  const pkceClient = (): SupabaseClient => {
    const kept = new Map<string, string>();
    return createClient(stack.url, stack.publishableKey, {
      auth: {
        flowType: "pkce",
        autoRefreshToken: false,
        detectSessionInUrl: false,
        storage: {
          getItem: (key) => kept.get(key) ?? null,
          setItem: (key, value) => void kept.set(key, value),
          removeItem: (key) => void kept.delete(key),
        },
      },
    });
  };
});

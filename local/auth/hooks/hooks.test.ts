import { describe, expect, test } from "vitest";
import { hookEmailData } from "./emailData.ts";
import { createHooks, type HookOptions } from "./index.ts";

const SECRET = `v1,whsec_${Buffer.from("a secret of a test, long enough").toString("base64")}`;
const source = (over: object = {}) => ({
  enabled: true,
  uri: "http://kong:8000/functions/v1/send",
  secrets: SECRET,
  ...over,
});
const create = (config: HookOptions["config"], env: Record<string, string> = {}) =>
  createHooks({ config, env, gatewayUrl: "http://127.0.0.1:1", warm: async () => {} });

describe("hooks", () => {
  test("are off unless config.toml enables them", () => {
    expect(create({})).toEqual({ sendEmail: null, sendSms: null });
    expect(create({ send_email: source({ enabled: false, uri: "" }) }).sendEmail).toBeNull();
    expect(create({ send_email: source() }).sendEmail).not.toBeNull();
  });

  test("read secrets from the environment", () => {
    expect(create({ send_sms: source({ secrets: "env(S)" }) }, { S: `${SECRET}|${SECRET}` }).sendSms).not.toBeNull();
    for (const [over, sentence] of [
      [{ secrets: "env(S)" }, "auth.hook.send_email.secrets: S is not set."],
      [{ secrets: "" }, "auth.hook.send_email.secrets: is missing."],
      [{ secrets: "secret" }, "auth.hook.send_email.secrets: a secret is not of the form v1,whsec_…."],
      [
        { uri: "pg-functions://a/b/c" },
        "auth.hook.send_email.uri: the embedded Auth calls hooks by http or https only.",
      ],
    ] as const)
      expect(() => create({ send_email: source(over) })).toThrow(`supabase/config.toml: ${sentence}`);
  });

  test("that are not supported stop the start", () => {
    expect(() => create({ custom_access_token: source() })).toThrow(
      "supabase/config.toml: auth.hook.custom_access_token: the embedded Auth does not support this hook.",
    );
    expect(create({ custom_access_token: source({ enabled: false }) }).sendEmail).toBeNull();
  });
});

// supabase/auth, `sendEmail` (internal/api/mail.go): `TokenHashNew` is that of the current address.
test("the hashes of an address change are crossed", () => {
  const [next, current] = ["next", "current"].map((name) => ({ code: `${name}-code`, tokenHash: `${name}-hash` }));
  if (next === undefined || current === undefined) throw new Error("no codes");
  const place = { authUrl: "http://auth", redirectTo: "http://site" };
  expect(hookEmailData("email_change", next, { ...place, current })).toEqual({
    ...{ token: "current-code", token_hash: "next-hash", token_new: "next-code", token_hash_new: "current-hash" },
    ...{ email_action_type: "email_change", redirect_to: "http://site", site_url: "http://auth" },
  });
  expect(hookEmailData("email_change", next, { ...place, current: null })).toMatchObject({
    ...{ token: "next-code", token_hash: "next-hash", token_new: "", token_hash_new: "" },
  });
});

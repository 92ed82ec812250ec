/** Auth's captcha, with a scripted provider. GoTrue, `verifyCaptcha` and `isIgnoreCaptchaRoute` (internal/api/middleware.go). */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAddress, newPassword } from "./auth.support.ts";
import { PASSKEYS_TOML } from "./passkeys.support.ts";
import { isExternal, openTarget, type Target } from "./target.ts";

let provider: Server;
let target: Target;
/** Bodies of the requests to the provider. */
const verified: string[] = [];

beforeAll(async () => {
  if (isExternal) return;
  provider = createServer((req, res) => {
    let body = "";
    req.on("data", (part) => (body += String(part)));
    req.on("end", () => {
      verified.push(body);
      const success = body.endsWith("response=human");
      res.writeHead(200, { "content-type": "application/json" });
      res.end(JSON.stringify({ success, "error-codes": success ? [] : ["invalid-input-response"] }));
    });
  }).listen(0, "127.0.0.1");
  await once(provider, "listening");
  const address = provider.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const toml = `${PASSKEYS_TOML}\n[auth.captcha]\nenabled = true\nprovider = "turnstile"\nsecret = "scripted"\n`;
  target = await openTarget({ files: { "config.toml": toml }, captchaUrl: `http://127.0.0.1:${port}/` });
});
afterAll(async () => {
  if (isExternal) return;
  await target.close();
  provider.close();
});

describe.skipIf(isExternal)("a captcha", () => {
  test("is required for guests, codes and passwords", async () => {
    for (const captchaToken of [undefined, "robot"]) {
      const options = captchaToken === undefined ? {} : { captchaToken };
      const failures = [
        (await target.client().auth.signInAnonymously({ options })).error,
        (await target.client().auth.signInWithOtp({ email: newAddress(), options })).error,
        (await target.client().auth.signUp({ email: newAddress(), password: newPassword(), options })).error,
        (await target.client().auth.signInWithPassword({ email: newAddress(), password: newPassword(), options }))
          .error,
        (await target.client().auth.resetPasswordForEmail(newAddress(), options)).error,
        (await target.client().auth.resend({ type: "signup", email: newAddress(), options })).error,
        // passkey_authentication.go: only the request for a challenge.
        (await target.client().auth.passkey.startAuthentication({ options })).error,
      ];
      for (const error of failures) expect(error).toMatchObject({ status: 400, code: "captcha_failed" });
    }
    expect(verified).toEqual(Array(7).fill("secret=scripted&response=robot"));
    const options = { captchaToken: "human" };
    expect((await target.client().auth.signInAnonymously({ options })).error).toBeNull();
    expect((await target.client().auth.signInWithOtp({ email: newAddress(), options })).error).toBeNull();
  });

  test("is not required to renew a session", async () => {
    const client = target.client();
    const { data } = await client.auth.signInAnonymously({ options: { captchaToken: "human" } });
    const refresh_token = data.session?.refresh_token ?? "";
    expect((await client.auth.refreshSession({ refresh_token })).error).toBeNull();
  });

  // `requireAdminCredentials`: the gateway gives a request with the secret key the role of an admin.
  test("is not required with the secret key", async () => {
    const admin = createClient(target.url, target.secretKey, { auth: { persistSession: false } });
    const before = verified.length;
    expect((await admin.auth.signInAnonymously()).error).toBeNull();
    expect(verified.length).toBe(before);
  });
});

/** Auth's emails and SMS by the hooks of this project: the real function, in the person's language. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { CONFIRMATION_LANGUAGES } from "#contracts/confirmationTexts.ts";
import type { Email } from "../../local/inbox/email.ts";
import { createTestClient } from "../../tests/support/client.ts";
import { CODE_TEXTS } from "../functions/auth-messages/codeTexts.ts";
import { type FunctionStack, startFunctionStack } from "./support/functionStack.ts";

let stack: FunctionStack;
beforeAll(async () => {
  stack = await startFunctionStack(
    (_, response) => response.end(),
    () => ({}),
  );
});
afterAll(() => stack.close());

const client = () => createTestClient(stack);
const newAddress = () => `hooks-${crypto.randomUUID()}@parley.example`;
async function inbox(to: string): Promise<Email[]> {
  return await (await fetch(`${stack.url}/inbox/api?${new URLSearchParams({ to })}`)).json();
}
async function sendTo(email: string, ui_locale = "en"): Promise<Email | undefined> {
  const { error } = await client().auth.signInWithOtp({ email, options: { data: { ui_locale } } });
  if (error !== null) throw error;
  const [newest] = await inbox(email);
  return newest;
}
const languages = Object.entries(CODE_TEXTS).map(([language, { subject, signIn }]) => ({ language, subject, signIn }));

describe("an email", () => {
  test.each(languages)("is in the language of the request: $language", async ({ language, subject, signIn }) => {
    const mail = await sendTo(newAddress(), language);
    expect(mail?.subject).toBe(subject.replace("{code}", mail?.code ?? ""));
    expect(mail?.html).toContain(`<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">`);
    expect(mail?.html).toContain(signIn.heading.replaceAll("&", "&amp;"));
    expect(mail?.text?.split("\n")).toContain(mail?.code);
  });

  test("is in the language of the profile, if chosen", async () => {
    const email = newAddress();
    const first = await sendTo(email, "de");
    const { data } = await client().auth.verifyOtp({ email, token: first?.code ?? "", type: "email" });
    await stack.admin`update public.profiles set ui_locale = 'ja' where id = ${data.user?.id ?? ""}`;
    await stack.admin`update auth.users set recovery_sent_at = null, confirmation_sent_at = null where email = ${email}`;
    expect((await sendTo(email, "de"))?.subject).toContain("Parley のコードです");
  });

  test("has a link that signs in on another device", async () => {
    const email = newAddress();
    const link = new URL((await sendTo(email))?.link ?? "");
    expect(link.origin + link.pathname).toBe("http://127.0.0.1:8787/auth/confirm");
    expect(link.searchParams.get("mail")).toBe(email);
    const token_hash = link.searchParams.get("token_hash") ?? "";
    const { data } = await client().auth.verifyOtp({ token_hash, type: "email" });
    expect(data.user?.email).toBe(email);
  });
});

describe("the secrets of hooks", () => {
  const secrets = z.object({ SEND_EMAIL_HOOK_SECRET: z.string(), SEND_SMS_HOOK_SECRET: z.string() });
  const path = () => join(stack.data, "hook-secrets.json");
  const read = async () => secrets.parse(JSON.parse(await readFile(path(), "utf8")));

  test("are of the data folder, for its owner only", async () => {
    expect((await stat(path())).mode & 0o777).toBe(0o600);
    const { SEND_EMAIL_HOOK_SECRET: email, SEND_SMS_HOOK_SECRET: sms } = await read();
    expect(email).not.toBe(sms);
  });

  const post = (body: string, headers: Record<string, string>) =>
    fetch(`${stack.url}/functions/v1/auth-messages`, { method: "POST", headers, body });

  test("let nobody else send an SMS", async () => {
    const id = crypto.randomUUID();
    const user = { id, email: "", phone: "34600111222", user_metadata: { ui_locale: "uk" } };
    const body = JSON.stringify({ user, sms: { otp: "83920174", phone: "34600111222" } });
    const { SEND_SMS_HOOK_SECRET: secret } = await read();
    const now = new Date();
    const headers = {
      ...{ "content-type": "application/json", "webhook-id": id },
      "webhook-timestamp": `${Math.floor(now.getTime() / 1000)}`,
      "webhook-signature": new Webhook(secret.replace("v1,", "")).sign(id, now, body),
    };
    expect((await post(body, {})).status).toBe(401);
    expect((await post(`${body} `, headers)).status).toBe(401);
    expect((await post(body, headers)).status).toBe(200);
    // The function answers before it sends.
    await expect
      .poll(() => inbox("+34600111222"))
      .toMatchObject([{ kind: "sms", code: "83920174", subject: "83920174 — ваш код Parley\n\n@127.0.0.1 #83920174" }]);
    expect((await post(body, headers)).status).toBe(401);
  });
});

test("every language of the interface has its texts", () => {
  expect(languages.map(({ language }) => language)).toEqual(Object.keys(CONFIRMATION_LANGUAGES));
});

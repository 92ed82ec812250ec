/**
 * The hook Send Email with the unmodified client. An external project has its own hooks, so these tests only run here. Each
 * cites supabase/auth (bc32168); local/auth/hooks/dispatch.test.ts has attempts and errors.
 */
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { newAddress } from "./auth.support.ts";
import { isExternal, openTarget, type Target } from "./target.ts";

const KEY = Buffer.from("the secret of a hook in a test").toString("base64");

const call = z.object({
  metadata: z.object({ uuid: z.guid(), time: z.string(), name: z.literal("send-email"), ip_address: z.string() }),
  user: z.looseObject({ id: z.guid(), email: z.string(), new_email: z.optional(z.string()) }),
  email_data: z.record(z.string(), z.string()),
});
type HookCall = z.infer<typeof call>;

const calls: HookCall[] = [];
let respond: () => { status: number; body: object } = () => ({ status: 200, body: {} });
beforeEach(() => {
  calls.length = 0;
  respond = () => ({ status: 200, body: {} });
});

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks).toString();
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  calls.push(call.parse(new Webhook(KEY).verify(body, headers)));
  const { status, body: answer } = respond();
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
});

let target: Target;
beforeAll(async () => {
  if (isExternal) return;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  target = await openTarget({
    files: {
      "config.toml": `[auth.email]\nsecure_password_change = true\n[auth.hook.send_email]\nenabled = true\nuri = "http://127.0.0.1:${port}/"\nsecrets = "v1,whsec_${KEY}"\n`,
    },
  });
});
afterAll(async () => {
  await target?.close();
  server.close();
});

if (isExternal)
  process.stdout.write("skipped against the external project: auth-hooks.test.ts: it has its own hooks\n");

const last = (): HookCall["email_data"] => calls.at(-1)?.email_data ?? {};
const usersOf = (email: string) => target.embedded.admin`select id from auth.users where email = ${email}`;

async function person(email = newAddress()) {
  const client = target.client();
  await client.auth.signInWithOtp({ email });
  const { data, error } = await client.auth.verifyOtp({ email, token: last().token ?? "", type: "email" });
  if (error !== null) throw error;
  return { client, email, id: data.user?.id ?? "" };
}

describe.skipIf(isExternal)("the hook Send Email", () => {
  // `sendEmail` (internal/api/mail.go) and `NewMetadata` (internal/hooks/v0hooks): the inbox gets nothing.
  test("gets user, code and hash instead of an email", async () => {
    const email = newAddress();
    const redirect = "http://localhost:8787/m/code";
    await target
      .client()
      .auth.signInWithOtp({ email, options: { data: { ui_locale: "fr" }, emailRedirectTo: redirect } });
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      metadata: { ip_address: "127.0.0.1" },
      user: { email, user_metadata: { ui_locale: "fr" }, is_anonymous: false },
      email_data: {
        ...{ email_action_type: "signup", redirect_to: redirect, site_url: `${target.url}/auth/v1` },
        ...{ token_new: "", token_hash_new: "" },
      },
    });
    expect(JSON.stringify(calls)).not.toContain("encrypted_password");
    expect(await target.emails?.(email)).toEqual([]);
    const { data } = await target.client().auth.verifyOtp({ token_hash: last().token_hash ?? "", type: "email" });
    expect(data.user?.email).toBe(email);
  });

  test("names each action", async () => {
    const { client, email } = await person();
    const actions = ["signup"];
    const reset = () =>
      target.embedded.admin`
        update auth.users set recovery_sent_at = null, reauthentication_sent_at = null where email = ${email}`;
    for (const send of [
      () => target.client().auth.signInWithOtp({ email }),
      () => target.client().auth.resetPasswordForEmail(email),
      () => client.auth.reauthenticate(),
    ]) {
      await reset();
      expect((await send()).error).toBeNull();
      actions.push(last().email_action_type ?? "");
    }
    expect(actions).toEqual(["signup", "magiclink", "recovery", "reauthentication"]);
  });

  // `sendEmail`: one call for both codes; `token_hash_new` belongs to `token` and to the current address.
  test("gets both codes of an address change in one call", async () => {
    const { client, email, id } = await person();
    const next = newAddress();
    calls.length = 0;
    await client.auth.updateUser({ email: next });
    expect(calls.map(({ user }) => [user.email, user.new_email])).toEqual([[email, next]]);
    const { token = "", token_new = "", token_hash = "", token_hash_new = "" } = last();
    const first = await client.auth.verifyOtp({ email, token, type: "email_change" });
    expect(first.error).toBeNull();
    const second = await client.auth.verifyOtp({ token_hash, type: "email_change" });
    expect(second.data.user).toMatchObject({ id, email: next });
    expect(new Set([token, token_new, token_hash, token_hash_new]).size).toBe(4);
  });

  test("gets one code for the new address of a guest", async () => {
    const { client, id } = await target.guest();
    const next = newAddress();
    await client.auth.updateUser({ email: next });
    expect(last()).toMatchObject({ email_action_type: "email_change", token_new: "", token_hash_new: "" });
    const { data } = await client.auth.verifyOtp({ email: next, token: last().token ?? "", type: "email_change" });
    expect(data.user).toMatchObject({ id, email: next });
  });

  // `addFlowPrefixToToken`.
  test("gets the hash of a link with PKCE", async () => {
    const client = target.client({ auth: { flowType: "pkce" } });
    await client.auth.signInWithOtp({ email: newAddress() });
    expect(last().token_hash).toMatch(/^pkce_[0-9a-f]{56}$/u);
  });

  // internal/hooks/hookerrors, and the transaction around `sendEmail`: nothing is stored.
  test("rolls back when it fails, with its error", async () => {
    const email = newAddress();
    respond = () => ({ status: 200, body: { error: { http_code: 500, message: "The message was not sent." } } });
    const { error } = await target.client().auth.signInWithOtp({ email });
    expect(error).toMatchObject({ status: 500, message: "The message was not sent." });
    expect(await usersOf(email)).toHaveLength(0);
    respond = () => ({ status: 200, body: {} });
    expect((await target.client().auth.signInWithOtp({ email })).error).toBeNull();
  });

  // `sendEmail` checks `max_frequency` and the limit of the project before the hook.
  test("is not called for an unknown address or too soon", async () => {
    const email = newAddress();
    await target.client().auth.resetPasswordForEmail(email);
    await target.client().auth.signInWithOtp({ email });
    expect((await target.client().auth.signInWithOtp({ email })).error?.code).toBe("over_email_send_rate_limit");
    expect(calls).toHaveLength(1);
  });
});

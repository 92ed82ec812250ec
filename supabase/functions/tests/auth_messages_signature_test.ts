/** The function `auth-messages`: only Auth may call it, and each of its requests once. */
import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { createReplayGuard } from "../auth-messages/replayGuard.ts";
import { hookSecretsFrom, isSigned } from "../auth-messages/webhook.ts";
import { EMAIL_SECRET, emailHook, run, SMS_SECRET, signed, smsHook } from "./auth_messages_setup.ts";

const statuses = async (...requests: Request[]) => (await run(requests)).responses.map(({ status }) => status);

/** Returns the request with other headers or another body. */
const changed = (request: Request, headers: Record<string, string | null>, body?: string): Request => {
  const all = new Headers(request.headers);
  for (const [name, value] of Object.entries(headers)) value === null ? all.delete(name) : all.set(name, value);
  return new Request(request.url, { method: "POST", headers: all, body: body ?? request.body });
};

Deno.test("auth-messages: accepts a signed request", async () => {
  const { responses, posts } = await run([signed(emailHook({}))]);
  assert.deepEqual(responses, [{ status: 200, body: {}, retryAfter: null }]);
  assert.equal(posts.length, 1);
});

Deno.test("auth-messages: rejects a missing, wrong or foreign signature", async () => {
  const wrong = [
    ...["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
      changed(signed(emailHook({})), { [name]: null }),
    ),
    changed(signed(emailHook({})), { "webhook-id": "another" }),
    changed(signed(emailHook({})), { "webhook-signature": `v1,${btoa("x".repeat(32))}` }),
    changed(signed(emailHook({})), { "webhook-signature": "v1" }),
    signed(emailHook({}), { secret: `v1,whsec_${btoa("a secret that somebody guessed, no")}` }),
    changed(signed(emailHook({})), {}, JSON.stringify(emailHook({}, { email: "eve@parley.example" }))),
  ];
  const { responses, posts } = await run(wrong);
  assert.deepEqual([...new Set(responses.map(({ status }) => status))], [401]);
  assert.equal(posts.length, 0);
});

Deno.test("auth-messages: rejects times more than five minutes away", async () => {
  const ages = [310, -310, 290, -290].map((age) => signed(emailHook({}), { age }));
  assert.deepEqual(await statuses(...ages), [401, 401, 200, 200]);
  const renewed = changed(signed(emailHook({}), { age: 600 }), {
    "webhook-timestamp": `${Math.floor(Date.now() / 1_000)}`,
  });
  assert.deepEqual(await statuses(renewed), [401]);
});

Deno.test("auth-messages: rejects a repeated request", async () => {
  const { responses, posts } = await run([signed(emailHook({}), { id: "a" }), signed(emailHook({}), { id: "a" })]);
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 401],
  );
  assert.equal(posts.length, 1);
});

Deno.test("auth-messages: forgets requests once their signature is too old", () => {
  let now = 0;
  const { admit } = createReplayGuard(() => now);
  assert.deepEqual([admit("a"), admit("a")], [true, false]);
  now = 599_000;
  assert.equal(admit("a"), false);
  now = 600_000;
  assert.equal(admit("a"), true);
  for (let id = 0; id < 20_000; id += 1) admit(`${id}`);
  assert.equal(admit("a"), true);
});

Deno.test("auth-messages: accepts each hook with its own secret only", async () => {
  const email = signed(emailHook({}), { secret: SMS_SECRET });
  const sms = signed(smsHook(), { secret: EMAIL_SECRET });
  assert.deepEqual(await statuses(email, sms, signed(smsHook(), { secret: SMS_SECRET })), [400, 400, 200]);
});

Deno.test("auth-messages: accepts two secrets while one replaces the other", () => {
  const [old = "", next = ""] = [EMAIL_SECRET, SMS_SECRET].map((secret) => secret.replace("v1,", ""));
  const secrets = hookSecretsFrom(() => `${EMAIL_SECRET}|${SMS_SECRET}`, "S");
  const at = new Date();
  const headers = (signature: string) =>
    new Headers({
      "webhook-id": "a",
      "webhook-timestamp": `${Math.floor(at.getTime() / 1_000)}`,
      "webhook-signature": signature,
    });
  for (const secret of [old, next]) assert.ok(isSigned(secrets, headers(new Webhook(secret).sign("a", at, "b")), "b"));
  // As Auth joins them, with a comma.
  const both = [old, next].map((secret) => new Webhook(secret).sign("a", at, "b")).join(", ");
  assert.ok(
    isSigned(
      hookSecretsFrom(() => SMS_SECRET, "S"),
      headers(both),
      "b",
    ),
  );
  assert.ok(!isSigned([], headers(both), "b"));
});

Deno.test("auth-messages: names a secret of another form, without its value", () => {
  for (const secret of ["secret", "whsec_abc", "v1,whsec_short", `${EMAIL_SECRET}|x`]) {
    assert.throws(
      () => hookSecretsFrom(() => secret, "SEND_EMAIL_HOOK_SECRET"),
      ({ message }: Error) => message.includes("SEND_EMAIL_HOOK_SECRET") && !message.includes(secret),
    );
  }
  assert.deepEqual(
    hookSecretsFrom(() => undefined, "S"),
    [],
  );
});

Deno.test("auth-messages: rejects other bodies and methods", async () => {
  const bodies = ["", "{", "[]", "null", "{}", JSON.stringify({ user: {} })].map((body) => signed(body));
  assert.deepEqual([...new Set(await statuses(...bodies))], [400]);
  assert.deepEqual(await statuses(signed("x".repeat(100_001))), [413]);
  assert.deepEqual(await statuses(new Request("http://functions/auth-messages", { method: "PUT" })), [405]);
});

Deno.test("auth-messages: rejects values of another form", async () => {
  const wrong = [
    emailHook({ token: "<b>1</b>" }),
    emailHook({ token: "" }),
    emailHook({ token_hash: `"><script>` }),
    emailHook({}, { email: "ana@parley.example, eve@parley.example" }),
    emailHook({}, { email: "Ana <ana@parley.example>" }),
    emailHook({}, { id: "x" }),
  ].map((payload) => signed(payload));
  const { responses, posts, log } = await run(wrong);
  assert.deepEqual([...new Set(responses.map(({ status }) => status))], [400]);
  assert.equal(posts.length, 0);
  assert.doesNotMatch(log.join(), /ana@|script|83920174/u);
});

Deno.test("auth-messages: shows which hooks are configured", async () => {
  const get = () => new Request("http://functions/auth-messages");
  const status = { ok: true, email: true, dayLimit: false };
  assert.deepEqual((await run([get()])).responses[0]?.body, { ...status, sms: true });
  assert.deepEqual((await run([get()], { sms: null })).responses[0]?.body, { ...status, sms: false });
  const limited = await run([get()], { emailsInDay: 100 });
  assert.deepEqual(limited.responses[0]?.body, { ...status, sms: true, dayLimit: true });
});

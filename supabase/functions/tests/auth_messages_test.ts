/** The function `auth-messages`: actions, languages, links, failures of providers. */
import assert from "node:assert/strict";
import { CHANGE_ACTIONS } from "../_shared/contracts/authHooks.ts";
import { CONFIRMATION_LANGUAGES, type ConfirmationLanguage } from "../_shared/contracts/confirmationTexts.ts";
import { CHANGE_TEXTS } from "../_shared/email/changeTexts.ts";
import { smsConfigFrom } from "../_shared/smsProvider.ts";
import { CODE_TEXTS } from "../auth-messages/codeTexts.ts";
import {
  CALL_ID,
  CODE,
  CURRENT_HASH,
  emailHook,
  HASH,
  linkOf,
  NEW_CODE,
  ORIGIN,
  run,
  type Script,
  SMS_SECRET,
  signed,
  smsHook,
  USER_ID,
} from "./auth_messages_setup.ts";

const LANGUAGES = Object.keys(CONFIRMATION_LANGUAGES) as ConfirmationLanguage[];
const send = async (payload: object, script?: Script) => await run([signed(payload)], script);
const sms = async (payload: object, script?: Script) => await run([signed(payload, { secret: SMS_SECRET })], script);
const FAILED = {
  status: 200,
  body: { error: { http_code: 500, message: "The message was not sent." } },
  retryAfter: null,
};

for (const [action, type, texts] of [
  ["signup", "email", CODE_TEXTS.en.signIn],
  ["magiclink", "email", CODE_TEXTS.en.signIn],
  ["recovery", "recovery", CODE_TEXTS.en.recovery],
] as const)
  Deno.test(`auth-messages: sends code and link of ${action}`, async () => {
    const { posts } = await send(emailHook({ email_action_type: action }, { email: "ana+1@parley.example" }));
    const [post] = posts;
    assert.ok(post);
    assert.deepEqual([post.to, post.subject], ["ana+1@parley.example", `${CODE} is your Parley code`]);
    for (const part of [post.html, post.text]) for (const text of [CODE, texts.heading]) assert.ok(part.includes(text));
    const link = linkOf(post);
    assert.equal(link.origin + link.pathname, `${ORIGIN}/auth/confirm`);
    assert.deepEqual(Object.fromEntries(link.searchParams), {
      ...{ token_hash: HASH, type, mail: "ana+1@parley.example", next: `${ORIGIN}/m/k3f9-2mxa-7qpd` },
    });
    assert.ok(post.text.includes(link.href));
  });

Deno.test("auth-messages: sends an invitation without a code", async () => {
  const [post] = (await send(emailHook({ email_action_type: "invite" }))).posts;
  assert.ok(post && !post.html.includes(CODE) && !post.text.includes(CODE));
  assert.equal(linkOf(post).searchParams.get("type"), "invite");
});

Deno.test("auth-messages: sends a nonce without a link", async () => {
  const [post] = (await send(emailHook({ email_action_type: "reauthentication" }))).posts;
  assert.ok(post);
  assert.ok(post.html.includes(CODE));
  assert.doesNotMatch(`${post.html}${post.text}`, /href|https?:/u);
});

// supabase/auth, `sendEmail` (internal/api/mail.go): `token_hash_new` is the hash of the old address.
Deno.test("auth-messages: sends each address of a change its own code", async () => {
  const { posts } = await send(
    emailHook(
      { email_action_type: "email_change", token_new: NEW_CODE, token_hash_new: CURRENT_HASH },
      { new_email: "new@parley.example" },
    ),
  );
  const byAddress = Object.fromEntries(posts.map((post) => [post.to, post]));
  assert.deepEqual(Object.keys(byAddress).toSorted(), ["ana@parley.example", "new@parley.example"]);
  const [old, next] = [byAddress["ana@parley.example"], byAddress["new@parley.example"]];
  assert.ok(old && next);
  assert.ok(old.subject.startsWith(CODE) && !old.html.includes(NEW_CODE));
  assert.ok(next.subject.startsWith(NEW_CODE) && !next.html.includes(CODE));
  assert.deepEqual([old.key, next.key], [`${CALL_ID}-current`, `${CALL_ID}-new`]);
  for (const { html, text } of [old, next]) {
    assert.ok(text.includes(CODE_TEXTS.en.emailChange.both));
    // The page rejects links that change an address.
    assert.doesNotMatch(html, /href/u);
  }
});

// The same function: without `double_confirm_changes`, and for a guest, `token` is the code of the new address.
Deno.test("auth-messages: sends one code to the new address alone", async () => {
  for (const email of ["ana@parley.example", ""]) {
    const { posts } = await send(
      emailHook({ email_action_type: "email_change" }, { email, new_email: "new@parley.example" }),
    );
    assert.deepEqual(
      posts.map(({ to }) => to),
      ["new@parley.example"],
    );
    assert.ok(posts[0]?.text.includes(CODE) && !posts[0].text.includes(CODE_TEXTS.en.emailChange.both));
  }
});

Deno.test("auth-messages: sends every notice, a changed address to the old", async () => {
  for (const action of CHANGE_ACTIONS) {
    const change = {
      email_action_type: action,
      old_email: "old@parley.example",
      provider: "github",
      token: "",
      token_hash: "",
    };
    const { posts, responses } = await run([signed(emailHook(change as object))]);
    assert.equal(responses[0]?.status, 200);
    const [post] = posts;
    const isAddress = action === "email_changed_notification";
    assert.equal(post?.to, isAddress ? "old@parley.example" : "ana@parley.example", action);
    assert.equal(post.html.includes("href"), !isAddress);
    if (action.startsWith("identity")) assert.ok(post.text.includes("GitHub"));
  }
});

Deno.test("auth-messages: needs no address for a notice", async () => {
  const notice = { email_action_type: "phone_changed_notification", token: "", token_hash: "" } as object;
  const { posts, responses } = await send(emailHook(notice, { email: "" }));
  assert.deepEqual([responses[0]?.status, posts.length], [200, 0]);
  assert.deepEqual((await send(emailHook({}, { email: "" }))).responses, [FAILED]);
});

for (const language of LANGUAGES)
  Deno.test(`auth-messages: writes in the language of the profile: ${language}`, async () => {
    const { tag, dir } = CONFIRMATION_LANGUAGES[language];
    const [post] = (await send(emailHook({}, { user_metadata: { ui_locale: "xx" } }), { locale: `${language}-XX` }))
      .posts;
    assert.equal(post?.subject, CODE_TEXTS[language].subject.replace("{code}", CODE));
    assert.ok(post.html.includes(`<html lang="${language}" dir="${dir}">`), tag);
    assert.ok(post.html.includes(`<p dir="ltr"`) && post.html.includes(`>${CODE}</p>`));
    assert.ok(post.text.split("\n").includes(CODE));
    assert.doesNotMatch(`${post.subject}${post.html}${post.text}`, /[{}]/u);
    const notice = {
      email_action_type: "identity_linked_notification",
      provider: "custom:acme",
      token: "",
      token_hash: "",
    };
    const [change] = (await send(emailHook(notice as object), { locale: language })).posts;
    assert.equal(change?.subject, CHANGE_TEXTS[language].identityLinked.subject);
    assert.ok(change.text.includes("acme"));
    const [message] = (await sms(smsHook(), { locale: language })).messages;
    assert.equal(message?.Body, `${CODE_TEXTS[language].subject.replace("{code}", CODE)}\n\n@parley.example #${CODE}`);
  });

Deno.test("auth-messages: falls back to the request's language, then to English", async () => {
  const subjects = async (ui_locale: unknown, locale: Script["locale"]) =>
    (await send(emailHook({}, { user_metadata: { ui_locale } }), { locale: locale ?? null })).posts[0]?.subject;
  assert.equal(await subjects("fr-CA", null), `${CODE} est votre code Parley`);
  assert.equal(await subjects("xx", null), `${CODE} is your Parley code`);
  assert.equal(await subjects({ deep: [] }, null), `${CODE} is your Parley code`);
  assert.equal(await subjects("fr", new Response("", { status: 500 })), `${CODE} est votre code Parley`);
  assert.equal((await send(emailHook({}, { user_metadata: null }))).posts.length, 1);
});

Deno.test("auth-messages: texts of a language differ from the English ones", () => {
  const texts = (value: unknown): string[] =>
    typeof value === "string" ? [value] : Object.values(value as object).flatMap(texts);
  for (const all of [CODE_TEXTS, CHANGE_TEXTS]) {
    const english = texts(all.en);
    for (const language of LANGUAGES.filter((code) => code !== "en")) {
      const own = texts(all[language]);
      assert.equal(own.length, english.length);
      assert.deepEqual(
        own.filter((text) => english.includes(text)),
        [],
      );
      const places = (text: string) => text.match(/\{\w+\}/gu)?.join() ?? "";
      assert.deepEqual(own.map(places), english.map(places), language);
    }
  }
});

Deno.test("auth-messages: escapes names and addresses, and links none of them", async () => {
  const provider = `custom:<img src=x onerror=alert(1)>"www.evil.example`;
  const notice = { email_action_type: "identity_linked_notification", provider, token: "", token_hash: "" } as object;
  const [change] = (await send(emailHook(notice))).posts;
  assert.ok(change);
  assert.doesNotMatch(change.html, /<img|"www/u);
  assert.doesNotMatch(change.text, /evil\.example/u);
  const link = emailHook(
    { redirect_to: `${ORIGIN}/"><script>alert(1)</script>&type=recovery` },
    { email: `a'&b@parley.example` },
  );
  const [post] = (await send(link)).posts;
  assert.ok(post);
  assert.doesNotMatch(post.html, /<script|'&b/u);
  assert.deepEqual(linkOf(post).searchParams.getAll("type"), ["email"]);
  assert.equal(linkOf(post).searchParams.get("mail"), `a'&b@parley.example`);
  const move = emailHook({ email_action_type: "email_change" }, { new_email: "www.evil.example/x@evil.example" });
  assert.doesNotMatch((await send(move)).posts[0]?.text ?? "evil.example", /evil\.example/u);
});

Deno.test("auth-messages: sends codes alone without the pages' address", async () => {
  const [post] = (await send(emailHook({}), { origin: null })).posts;
  assert.ok(post);
  assert.ok(post.text.includes(CODE_TEXTS.en.validCode));
  assert.doesNotMatch(post.html, /href/u);
  assert.deepEqual((await send(emailHook({ email_action_type: "invite" }), { origin: null })).responses, [FAILED]);
});

// supabase/auth, `RunHTTPHook` (internal/hooks/hookhttp): each attempt has its own webhook-id and the same body.
Deno.test("auth-messages: attempts of a call have one idempotency key", async () => {
  const { posts } = await run([signed(emailHook({})), signed(emailHook({}))]);
  assert.deepEqual(
    posts.map(({ key }) => key),
    [`${CALL_ID}-magiclink`, `${CALL_ID}-magiclink`],
  );
  assert.equal(posts[0]?.html, posts[1]?.html);
  const old = await run([signed(emailHook({}, {}, null), { id: "b" })]);
  assert.deepEqual(
    old.posts.map(({ key }) => key),
    ["b-magiclink"],
  );
});

Deno.test("auth-messages: asks Auth to try again while the provider fails", async () => {
  for (const status of [500, 409, 429]) {
    const { responses, waits } = await send(emailHook({}), { emails: () => new Response("", { status }) });
    assert.deepEqual([responses, waits], [[{ status: 503, body: {}, retryAfter: "1" }], [300]]);
  }
});

Deno.test("auth-messages: gives up when account or email is rejected", async () => {
  for (const status of [401, 402, 403, 400, 422]) {
    const { responses, waits } = await send(emailHook({}), { emails: () => new Response("", { status }) });
    assert.deepEqual([responses, waits], [[FAILED], []]);
  }
  assert.deepEqual((await send(emailHook({}), { emails: null })).responses, [FAILED]);
});

Deno.test("auth-messages: answers before Auth's deadline when the provider is slow", async () => {
  const released = Promise.withResolvers<Response>();
  const deadline = new AbortController();
  const { responses } = await send(emailHook({}), {
    deadline: deadline.signal,
    emails: () => {
      deadline.abort(new DOMException("", "TimeoutError"));
      return released.promise;
    },
    logged: () => released.resolve(new Response()),
  });
  assert.deepEqual(responses, [{ status: 503, body: {}, retryAfter: null }]);
});

Deno.test("auth-messages: logs no code, link, address or number", async () => {
  const bad = () => Response.json({ message: `bad ${CODE} ana@parley.example` }, { status: 422 });
  const { log } = await send(emailHook({}), { emails: bad, locale: new Response("", { status: 500 }) });
  const messages = await sms(smsHook(), { sms: bad });
  assert.equal(log.length, 2);
  assert.deepEqual(
    messages.log.map((line) => JSON.parse(line).cause),
    ["status 422"],
  );
  assert.doesNotMatch([...log, ...messages.log].join(), new RegExp(`${CODE}|${HASH}|parley\\.example|34600`, "u"));
});

Deno.test("auth-messages: sends an SMS to the number of the request", async () => {
  const { messages, responses } = await sms(smsHook({ phone: "4915112345678" }));
  assert.equal(responses[0]?.status, 200);
  assert.deepEqual(messages, [
    {
      ...{ To: "+4915112345678", From: "+15550100", authorization: `Basic ${btoa("AC1:token")}` },
      Body: `${CODE} is your Parley code\n\n@parley.example #${CODE}`,
    },
  ]);
  // Older versions of Auth send the number of the user only.
  assert.equal((await sms(smsHook({ phone: undefined }))).messages[0]?.To, "+34600111222");
});

Deno.test("auth-messages: an SMS without a provider fails", async () => {
  assert.deepEqual((await sms(smsHook(), { sms: null })).responses, [FAILED]);
});

Deno.test("auth-messages: answers before the SMS is sent", async () => {
  // Auth holds a connection of its few until the response.
  const provider = Promise.withResolvers<Response>();
  const { responses, messages } = await sms(smsHook(), {
    sms: () => provider.promise,
    answered: () => provider.resolve(Response.json({})),
  });
  assert.deepEqual([responses[0]?.status, messages.length], [200, 1]);
});

Deno.test("auth-messages: repeats an SMS that a provider may accept later", async () => {
  const attempts = async (status: number) => {
    const { messages, waits, log, responses } = await sms(smsHook(), { sms: () => new Response("", { status }) });
    assert.equal(responses[0]?.status, 200);
    return [messages.length, waits, log.length];
  };
  assert.deepEqual(await attempts(502), [3, [1_000, 1_000], 3]);
  assert.deepEqual(await attempts(429), [3, [1_000, 1_000], 3]);
  assert.deepEqual(await attempts(400), [1, [], 1]);
});

Deno.test("auth-messages: asks the limits for number and visitor", async () => {
  assert.deepEqual((await sms(smsHook({ phone: "+4915112345678" }))).asked, [
    { p_user_id: USER_ID, p_phone: "4915112345678", p_address: "203.0.113.7" },
  ]);
  const ofNetwork = { ...smsHook(), metadata: { uuid: CALL_ID, ip_address: "2001:db8::1:2" } };
  assert.deepEqual((await sms(ofNetwork)).asked, [
    { p_user_id: USER_ID, p_phone: "34600111222", p_address: "2001:db8:0:0::" },
  ]);
  const unknown = { ...smsHook(), metadata: { uuid: CALL_ID, ip_address: "x".repeat(101) } };
  assert.deepEqual((await sms(unknown)).asked, [{ p_user_id: USER_ID, p_phone: "34600111222", p_address: null }]);
});

Deno.test("auth-messages: a number above its limit looks like others", async () => {
  const allowed = await sms(smsHook());
  const limited = await sms(smsHook(), { admitted: false });
  assert.deepEqual([allowed.messages.length, limited.messages.length], [1, 0]);
  assert.deepEqual([limited.responses, limited.waits, allowed.waits], [allowed.responses, [], []]);
  assert.deepEqual(limited.log, [JSON.stringify({ action: "sms", code: "request/rate-limited" })]);
});

Deno.test("auth-messages: sends no SMS without its limits", async () => {
  const { messages, responses } = await sms(smsHook(), { admitted: new Response("", { status: 500 }) });
  assert.deepEqual([messages, responses], [[], [FAILED]]);
});

Deno.test("auth-messages: reads the SMS provider from the environment", () => {
  const from = (values: Record<string, string>) => smsConfigFrom((name) => values[name]);
  const all = { SMS_URL: "https://api.twilio.com/x", SMS_KEY: "AC1:t", SMS_FROM: "MG1" };
  assert.deepEqual(from(all), { url: all.SMS_URL, key: "AC1:t", from: "MG1" });
  assert.equal(from({}), null);
  for (const wrong of [{ SMS_KEY: "secret" }, { SMS_KEY: "" }, { SMS_FROM: "" }, { SMS_URL: "twilio" }])
    assert.throws(
      () => from({ ...all, ...wrong }),
      ({ message }: Error) => !message.includes("secret"),
    );
});

Deno.test("auth-messages: keeps an address together in right-to-left sentences", async () => {
  const change = emailHook({ email_action_type: "email_change" }, { new_email: "new@parley.example" });
  const [post] = (await send(change, { locale: "ar" })).posts;
  for (const part of [post?.html, post?.text]) assert.match(part ?? "", /\u2066new@[^ ]*example\u2069/u);
});

/** The function `auth-messages`: limits of emails. Those of SMS are in `auth_messages_test.ts`. */
import assert from "node:assert/strict";
import { CHANGE_ACTIONS } from "../_shared/contracts/authHooks.ts";
import { emailHook, NEW_CODE, run, type Script, signed, USER_ID } from "./auth_messages_setup.ts";

const send = async (payload: object, script?: Script) => await run([signed(payload)], script);
const asked = (email: string, network: string | null, inDay: number | null = null) => [
  { p_user_id: USER_ID, p_email: email, p_network: network, p_in_day: inDay },
];
const FAILED = {
  status: 200,
  body: { error: { http_code: 500, message: "The message was not sent." } },
  retryAfter: null,
};

Deno.test("auth-messages: asks the limits for mailbox and network", async () => {
  assert.deepEqual((await send(emailHook({}))).asked, asked("ana@parley.example", "203.0.113.7"));
  for (const address of ["2001:db8::1:2", "2001:db8::ffff:2"])
    assert.deepEqual(
      (await send(emailHook({}, {}, { ip_address: address }))).asked,
      asked("ana@parley.example", "2001:db8:0:0::"),
    );
});

Deno.test("auth-messages: passes the operator's number of a day", async () => {
  const limited = await send(emailHook({}), { emailsInDay: 100 });
  assert.deepEqual(limited.asked, asked("ana@parley.example", "203.0.113.7", 100));
});

Deno.test("auth-messages: counts no network that it does not know", async () => {
  for (const address of ["127.0.0.1", "::1", "", "x".repeat(101)])
    assert.deepEqual((await send(emailHook({}, {}, { ip_address: address }))).asked, asked("ana@parley.example", null));
  assert.deepEqual((await send(emailHook({}, {}, null))).asked, asked("ana@parley.example", null));
});

Deno.test("auth-messages: a change of address counts for the new mailbox", async () => {
  const change = { email_action_type: "email_change", token_new: NEW_CODE } as const;
  const both = { ...change, token_hash_new: "b".repeat(56) };
  for (const hook of [both, { email_action_type: "email_change" } as const])
    assert.deepEqual(
      (await send(emailHook(hook, { new_email: "new@parley.example" }))).asked,
      asked("new@parley.example", "203.0.113.7"),
    );
});

Deno.test("auth-messages: a mailbox above its limit looks like others", async () => {
  const allowed = await send(emailHook({}));
  const limited = await send(emailHook({}), { admitted: false });
  assert.deepEqual([allowed.posts.length, limited.posts.length], [1, 0]);
  assert.deepEqual(limited.responses, allowed.responses);
  assert.deepEqual(limited.log, [JSON.stringify({ action: "magiclink", code: "request/rate-limited" })]);
});

Deno.test("auth-messages: sends no email without its limits", async () => {
  const { posts, responses } = await send(emailHook({}), { admitted: new Response("", { status: 500 }) });
  assert.deepEqual([posts, responses], [[], [FAILED]]);
  const refused = Response.json({ code: "PT429", message: "request/rate-limited" }, { status: 429 });
  assert.deepEqual((await send(emailHook({}), { admitted: refused })).responses, [FAILED]);
});

Deno.test("auth-messages: notices count nowhere", async () => {
  for (const action of CHANGE_ACTIONS) {
    const notice = { email_action_type: action, old_email: "old@parley.example", token: "", token_hash: "" };
    const { posts, asked: counted } = await send(emailHook(notice as object), { admitted: false });
    assert.deepEqual([posts.length, counted], [1, []], action);
  }
});

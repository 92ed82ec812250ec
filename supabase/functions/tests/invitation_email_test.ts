/** The email that invites into a workspace: ten languages, hostile names. */
import assert from "node:assert/strict";
import { INVITATION_TEXTS } from "../send-emails/invitationTexts.ts";
import { renderEmail } from "../send-emails/renderEmail.ts";

const ORIGIN = "https://parley.example";
const TOKEN = "0".repeat(64);
const render = (over: object = {}, locale = "en", origin: string | null = ORIGIN) =>
  renderEmail(
    { template: "invitation", locale, payload: { token: TOKEN, workspace: "Class 4B", inviter: "Tom", ...over } },
    origin,
  );

Deno.test("invitation email: names inviter and workspace, and has the link", () => {
  const email = render();
  assert.ok(email);
  assert.equal(email.subject, "Tom invites you to Class 4B on Parley");
  for (const body of [email.html, email.text]) assert.ok(body.includes(`${ORIGIN}/invitations/${TOKEN}`), body);
  assert.equal(render({ inviter: null })?.subject, "You are invited to Class 4B on Parley");
});

Deno.test("invitation email: exists in ten languages", () => {
  for (const [language, texts] of Object.entries(INVITATION_TEXTS)) {
    const email = render({}, language === "zh" ? "zh-Hans" : language);
    assert.ok(email);
    assert.ok(email.html.includes(texts.accept), language);
    assert.ok(!/[{}]/u.test(email.text), email.text);
    assert.equal(email.html.includes('dir="rtl"'), language === "ar");
  }
});

Deno.test("invitation email: keeps hostile names as words without links", () => {
  const hostile = '<img src=x onerror="alert(1)"> https://evil.example {name}';
  const email = render({ inviter: hostile, workspace: hostile });
  assert.ok(!email?.html.includes("<img"));
  assert.ok(!email?.text.includes("evil.example"), email?.text);
});

Deno.test("invitation email: needs an origin and its payload", () => {
  assert.equal(render({}, "en", null), null);
  assert.equal(render({ token: "../x" }), null);
});

/** The email about a passkey: ten languages, its name and the time, other payloads. */
import assert from "node:assert/strict";
import { PASSKEY_TEXTS } from "../send-emails/passkeyTexts.ts";
import { renderEmail } from "../send-emails/renderEmail.ts";

const ORIGIN = "https://parley.example";
const PAYLOAD = { at: "2026-12-01T10:05:00+00:00", time_zone: "Europe/Madrid", is_added: true, name: "1Password" };
const render = (over: object = {}, locale = "en", origin: string | null = ORIGIN) =>
  renderEmail({ template: "passkey-changed", locale, payload: { ...PAYLOAD, ...over } }, origin);

Deno.test("passkey email: names the passkey, the time and the page", () => {
  const email = render();
  assert.ok(email);
  assert.equal(email.subject, PASSKEY_TEXTS.en.added);
  for (const body of [email.html, email.text])
    for (const part of ["1Password", "11:05", `${ORIGIN}/settings/security`]) assert.ok(body.includes(part), part);
  assert.equal(render({ is_added: false })?.subject, PASSKEY_TEXTS.en.removed);
});

Deno.test("passkey email: shows a name as text", () => {
  const email = render({ name: "<img src=x>{time}" });
  assert.ok(!email?.html.includes("<img src=x>"));
  assert.ok(email?.text.includes("<img src=x>{time}"));
  assert.ok(!render({ name: "evil.example" })?.text.includes("evil.example"), "a mail program would link it");
  assert.ok(render({ name: " " })?.text.includes(PASSKEY_TEXTS.en.unnamed));
});

Deno.test("passkey email: exists in ten languages", () => {
  for (const [language, texts] of Object.entries(PASSKEY_TEXTS))
    for (const is_added of [true, false]) {
      const email = render({ time_zone: null, is_added }, language === "zh" ? "zh-Hans" : language);
      assert.ok(email);
      assert.ok(email.html.includes(texts.view), language);
      assert.ok(!/[{}]/u.test(email.text), email.text);
      assert.equal(email.html.includes('dir="rtl"'), language === "ar");
    }
  assert.equal(Object.keys(PASSKEY_TEXTS).length, 10);
});

Deno.test("passkey email: uses UTC for an unknown time zone", () => {
  const email = render({ time_zone: "Mars/Olympus_Mons" });
  assert.ok(email?.text.includes("10:05") && email.text.includes("UTC"), email?.text);
});

Deno.test("passkey email: needs an origin and its payload", () => {
  assert.equal(render({}, "en", null), null);
  assert.equal(render({ name: 7 }), null);
});

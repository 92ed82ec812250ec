/** The email about a new password: ten languages, the time, other payloads. */
import assert from "node:assert/strict";
import { PASSWORD_TEXTS } from "../send-emails/passwordTexts.ts";
import { renderEmail } from "../send-emails/renderEmail.ts";

const ORIGIN = "https://parley.example";
const render = (over: object = {}, locale = "en", origin: string | null = ORIGIN) =>
  renderEmail(
    {
      template: "password-changed",
      locale,
      payload: { ...{ at: "2026-12-01T10:05:00+00:00", time_zone: "Europe/Madrid", is_first: false }, ...over },
    },
    origin,
  );

Deno.test("password email: names the time and the page", () => {
  const email = render();
  assert.ok(email);
  assert.equal(email.subject, PASSWORD_TEXTS.en.changed);
  for (const body of [email.html, email.text])
    for (const part of ["11:05", `${ORIGIN}/settings/security`]) assert.ok(body.includes(part), `${part}: ${body}`);
  assert.equal(render({ is_first: true })?.subject, PASSWORD_TEXTS.en.first);
});

Deno.test("password email: exists in ten languages", () => {
  for (const [language, texts] of Object.entries(PASSWORD_TEXTS)) {
    const email = render({ time_zone: null }, language === "zh" ? "zh-Hans" : language);
    assert.ok(email);
    assert.ok(email.html.includes(texts.view), language);
    assert.ok(!/[{}]/u.test(email.text), email.text);
    assert.equal(email.html.includes('dir="rtl"'), language === "ar");
  }
  assert.equal(Object.keys(PASSWORD_TEXTS).length, 10);
});

Deno.test("password email: uses UTC for an unknown time zone", () => {
  const email = render({ time_zone: "Mars/Olympus_Mons" });
  assert.ok(email?.text.includes("10:05") && email.text.includes("UTC"), email?.text);
});

Deno.test("password email: needs an origin and its payload", () => {
  assert.equal(render({}, "en", null), null);
  assert.equal(render({ at: "yesterday" }), null);
});

/** The email about a change of an account: ten languages, its link, other payloads. */
import assert from "node:assert/strict";
import { CHANGE_TEXTS } from "../_shared/email/changeTexts.ts";
import { renderEmail } from "../send-emails/renderEmail.ts";

const ORIGIN = "https://parley.example";
const render = (payload: Record<string, unknown>, locale = "en", origin: string | null = ORIGIN) =>
  renderEmail({ template: "account-changed", locale, payload }, origin);
const CHANGES = [
  ["email", "emailChanged", false],
  ["email-added", "emailAdded", true],
  ["phone-added", "phoneAdded", true],
  ["phone-changed", "phoneChanged", true],
  ["phone-removed", "phoneRemoved", true],
  ["factor-added", "factorAdded", true],
  ["factor-removed", "factorRemoved", true],
  ["recovery-codes-created", "recoveryCodesCreated", true],
  ["factor-reset-asked", "factorResetAsked", true],
  ["factor-reset-approved", "factorResetApproved", true],
  ["factor-reset-declined", "factorResetDeclined", true],
  ["identity-added", "identityLinked", true],
  ["identity-removed", "identityUnlinked", true],
] as const;

for (const [change, text, hasLink] of CHANGES)
  Deno.test(`account change email: ${change} in ten languages`, () => {
    for (const [language, texts] of Object.entries(CHANGE_TEXTS)) {
      const email = render(
        { change, address: "ana@new.example", provider: "linkedin_oidc" },
        language === "zh" ? "zh-Hans" : language,
      );
      assert.ok(email);
      assert.equal(email.subject, texts[text].subject);
      assert.ok(!/[{}]/u.test(email.text), email.text);
      assert.equal(email.text.includes(`${ORIGIN}/settings/security`), hasLink);
      assert.equal(email.text.includes("ana@"), change === "email");
      assert.equal(email.text.includes("LinkedIn"), change.startsWith("identity-"));
    }
  });

Deno.test("account change email: names a provider of the operator's own", () => {
  const named = { change: "identity-added", address: "", provider: "custom:acme", provider_name: "Acme <b>" };
  const email = render(named, "de");
  assert.ok(email?.text.includes("Acme <b>"));
  assert.ok(email?.html.includes("Acme &lt;b&gt;"));
  assert.ok(render({ ...named, provider_name: null })?.text.includes("acme"));
});

Deno.test("account change email: needs an origin and its payload", () => {
  assert.equal(render({ change: "email", address: "ana@new.example" }, "en", null), null);
  assert.equal(render({ change: "name", address: "" }), null);
});

/** The email that asks an admin to reset a second factor: ten languages, its link, names as somebody typed them, other payloads. */
import assert from "node:assert/strict";
import { FACTOR_RESET_TEXTS } from "../send-emails/factorResetTexts.ts";
import { renderEmail } from "../send-emails/renderEmail.ts";

const ORIGIN = "https://parley.example";
const ID = "11111111-0000-4000-8000-000000000000";
const PAYLOAD = { workspace_id: ID, workspace: "Market", name: "Ana", address: "ana@a.example" };
const render = (payload: Record<string, unknown>, locale = "en", origin: string | null = ORIGIN) =>
  renderEmail({ template: "factor-reset", locale, payload }, origin);

Deno.test("factor reset email: names the member, in ten languages", () => {
  assert.equal(Object.keys(FACTOR_RESET_TEXTS).length, 10);
  for (const [language, texts] of Object.entries(FACTOR_RESET_TEXTS)) {
    const email = render(PAYLOAD, language === "zh" ? "zh-Hans" : language);
    assert.ok(email);
    assert.equal(email.subject, texts.subject.replace("{name}", "Ana"));
    assert.ok(!/[{}]/u.test(email.text), email.text);
    for (const part of ["ana@", "Market", `${ORIGIN}/settings/members?workspace=${ID}`, texts.reason])
      assert.ok(email.text.includes(part), part);
  }
});

Deno.test("factor reset email: names an unnamed member by address", () => {
  assert.match(render({ ...PAYLOAD, name: null })?.subject ?? "", /ana@/u);
});

Deno.test("factor reset email: escapes names", () => {
  const email = render({ ...PAYLOAD, name: "<b>Ana</b>", workspace: "<i>" });
  assert.ok(email);
  assert.ok(!/<b>|<i>/u.test(email.html));
});

Deno.test("factor reset email: needs an origin and its payload", () => {
  assert.equal(render(PAYLOAD, "en", null), null);
  assert.equal(render({ ...PAYLOAD, workspace_id: "x" }), null);
});

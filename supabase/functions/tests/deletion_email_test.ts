/** The emails about deletions: ten languages, dates, hostile names. */
import assert from "node:assert/strict";
import { DELETION_TEXTS } from "../send-emails/deletionTexts.ts";
import { renderEmail } from "../send-emails/renderEmail.ts";

const ORIGIN = "https://parley.example";
const AT = "2026-12-06T23:30:00+00:00";
const render = (template: string, payload: object, locale = "en", origin: string | null = ORIGIN) =>
  renderEmail({ template, locale, payload: { delete_at: AT, time_zone: null, ...payload } }, origin);
const ofAccount = (payload: object = {}, locale = "en") => render("account-deletion", payload, locale);
const ofWorkspace = (payload: object = {}, locale = "en") =>
  render("workspace-deletion", { workspace: "Class 4B", owner: "Tom", ...payload }, locale);

Deno.test("deletion email: states the local day and links to settings", () => {
  const email = ofAccount();
  assert.equal(email?.subject, "Your Parley account will be deleted on December 6, 2026");
  for (const body of [email.html, email.text]) assert.ok(body.includes(`${ORIGIN}/settings/data`), body);
  assert.ok(ofAccount({ time_zone: "Asia/Tokyo" })?.subject.includes("December 7"));
  assert.ok(ofAccount({ time_zone: "Nowhere/Land" })?.subject.includes("December 6"));
});

Deno.test("deletion email: the last one has no link", () => {
  const email = render("account-deleted", {}, "en", null);
  assert.equal(email?.subject, "Your Parley account was deleted");
  assert.ok(!/href|https?:/u.test(email.html + email.text));
});

Deno.test("deletion email: names workspace and owner", () => {
  const email = ofWorkspace();
  assert.equal(email?.subject, "Class 4B will be deleted on December 6, 2026");
  assert.ok(email.text.includes("Tom requested it"));
  assert.ok(ofWorkspace({ owner: null })?.text.includes("An owner requested it"));
});

Deno.test("deletion email: exists in ten languages", () => {
  for (const language of Object.keys(DELETION_TEXTS))
    for (const email of [
      ...[ofAccount({}, language), render("account-deleted", {}, language)],
      ...[ofWorkspace({}, language), ofWorkspace({ owner: null }, language)],
    ]) {
      assert.ok(email);
      assert.ok(!/[{}]/u.test(email.text), email.text);
      assert.equal(email.html.includes('dir="rtl"'), language === "ar");
    }
});

Deno.test("deletion email: keeps hostile names as words without links", () => {
  const hostile = '<img src=x onerror="alert(1)"> https://evil.example {date}';
  const email = ofWorkspace({ workspace: hostile, owner: hostile });
  assert.ok(!email?.html.includes("<img"));
  assert.ok(!email?.text.includes("evil.example"), email?.text);
});

Deno.test("deletion email: needs an origin and its payload", () => {
  assert.equal(render("account-deletion", {}, "en", null), null);
  assert.equal(ofAccount({ delete_at: "soon" }), null);
  assert.equal(ofWorkspace({ workspace: 4 }), null);
});

/** The email about a new device: ten languages, place and time, hostile user agents. */
import assert from "node:assert/strict";
import { deviceOf } from "../_shared/contracts/userAgent.ts";
import { NEW_DEVICE_TEXTS } from "../send-emails/newDeviceTexts.ts";
import { renderEmail } from "../send-emails/renderEmail.ts";

const ORIGIN = "https://parley.example";
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const render = (over: object = {}, locale = "en", origin: string | null = ORIGIN) =>
  renderEmail(
    {
      template: "new-device",
      locale,
      payload: {
        ...{ at: "2026-11-29T10:05:00+00:00", time_zone: "Europe/Madrid", user_agent: CHROME, country: "ES" },
        ...over,
      },
    },
    origin,
  );

Deno.test("new device email: names device, place, time and the page", () => {
  const email = render();
  assert.ok(email);
  for (const body of [email.html, email.text]) {
    for (const part of ["Chrome on Windows", "Spain", "11:05", `${ORIGIN}/settings/security`])
      assert.ok(body.includes(part), `${part}: ${body}`);
  }
});

Deno.test("new device email: exists in ten languages", () => {
  for (const [language, texts] of Object.entries(NEW_DEVICE_TEXTS)) {
    const email = render({}, language === "zh" ? "zh-Hans" : language);
    assert.ok(email);
    assert.ok(email.html.includes(texts.view), language);
    assert.ok(!/[{}]/u.test(email.text), email.text);
    assert.equal(email.html.includes('dir="rtl"'), language === "ar");
  }
});

Deno.test("new device email: shows nothing of a hostile user agent", () => {
  const email = render({ user_agent: '<img src=x> https://evil.example Firefox/1 "', country: null });
  assert.ok(email);
  assert.ok(!email.html.includes("<img") && !email.text.includes("evil.example"), email.text);
  assert.ok(email.text.includes("- Firefox\n- Unknown place"), email.text);
});

Deno.test("new device email: says so if nothing is known", () => {
  const email = render({ user_agent: null, country: undefined, time_zone: null });
  assert.ok(email?.text.includes("- Unknown device\n- Unknown place"), email?.text);
  assert.ok(email?.text.includes("UTC"), email?.text);
});

Deno.test("new device email: uses UTC for an unknown time zone", () => {
  const email = render({ time_zone: "Mars/Olympus_Mons" });
  assert.ok(email?.text.includes("10:05") && email.text.includes("UTC"), email?.text);
});

Deno.test("new device email: needs an origin and its payload", () => {
  assert.equal(render({}, "en", null), null);
  assert.equal(render({ at: "yesterday" }), null);
});

const SAFARI_VERSION = "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0";
const AGENTS: readonly (readonly [string | null, string | null, string | null])[] = [
  [CHROME, "Chrome", "Windows"],
  [`${CHROME} Edg/140.0.0.0`, "Edge", "Windows"],
  [`${CHROME} OPR/120.0.0.0`, "Opera", "Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI_VERSION} Safari/605.1.15`, "Safari", "macOS"],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${SAFARI_VERSION} Mobile/15E148 Safari/604.1`,
    "Safari",
    "iOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1",
    "Chrome",
    "iOS",
  ],
  [
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36",
    "Samsung Internet",
    "Android",
  ],
  [
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "Chrome",
    "ChromeOS",
  ],
  ["curl/8.5.0", null, null],
  ["", null, null],
  [null, null, null],
];

Deno.test("user agent: is read as browser and system", () => {
  for (const [agent, browser, system] of AGENTS) {
    const device = deviceOf(agent);
    assert.deepEqual([device.browser, device.system], [browser, system], agent ?? "null");
    assert.equal(device.isPhone, system === "iOS" || system === "Android");
  }
});

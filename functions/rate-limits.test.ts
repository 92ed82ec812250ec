import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { createMailCount, missingLimiters, PERIOD_SECONDS, rateLimitError, ruleFor, TIERS } from "./rate-limits.ts";

const SITE = "https://parley.example";

test("wrangler.toml binds exactly the limiters of the tiers", () => {
  const toml = readFileSync(new URL("../wrangler.toml", import.meta.url), "utf8");
  const bound = [...toml.matchAll(/\[\[ratelimits\]\]\nname = "(\w+)"\nnamespace_id = "(\d+)"\nsimple = (.*)/gu)].map(
    ([, name, namespace, simple]) => ({ name, namespace, simple }),
  );
  expect(bound.map(({ name, simple }) => [name, simple])).toEqual(
    Object.values(TIERS).map(({ binding, limit }) => [binding, `{ limit = ${limit}, period = ${PERIOD_SECONDS} }`]),
  );
  expect(new Set(bound.map(({ namespace }) => namespace)).size).toBe(bound.length);
});

test.each([
  ["POST", "/sign-in", "mail"],
  ["POST", "/sign-in.data", "mail"],
  ["POST", "/sign-up", "mail"],
  ["POST", "/recover.data", "mail"],
  ["POST", "/settings/security", "guess"],
  ["POST", "/sign-in/code", "guess"],
  ["POST", "/sign-in/code.data", "guess"],
  ["POST", "/auth/confirm", "guess"],
  ["GET", "/auth/callback", "guess"],
  ["POST", "/session", "token"],
  ["POST", "/invitations/x", "guess"],
  ["GET", "/invitations/x.data", "code"],
  ["POST", "/answer/x", "guess"],
  ["GET", "/answer/x.data", "code"],
  ["GET", "/calendar/feed/x.ics", "code"],
  ["POST", "/leave", "leave"],
  ["POST", "/", "enter"],
  ["POST", "/home", "enter"],
  ["POST", "/_root.data", "enter"],
  ["POST", "/m/k3f9-2mxa-7qpd", "enter"],
  ["POST", "/settings/profile", "write"],
  ["DELETE", "/anything", "write"],
  ["POST", "/sign-out", "write"],
  ["GET", "/m/k3f9-2mxa-7qpd", "code"],
  ["GET", "/m/k3f9-2mxa-7qpd/inside", "inside"],
  ["GET", "/m/k3f9-2mxa-7qpd/more/inside", "code"],
  ["HEAD", "/m/k3f9-2mxa-7qpd.data", "code"],
  ["GET", "/health", "health"],
  ["GET", "/files", "page"],
  ["GET", "/calendar.data", "page"],
  ["GET", "/meetings/x/calls/y/recap.data", "page"],
  ["GET", "/meetings/x/calls/y/export", "export"],
  ["GET", "/glossary.csv", "export"],
  // A page shows dozens of pictures.
  ["GET", "/files/x", "file"],
  ["GET", "/settings/profile", "page"],
  ["GET", "/design", "page"],
  ["GET", "/", "visit"],
  ["GET", "/sign-in", "visit"],
  ["GET", "/no-such-page", "visit"],
  // Other spellings of the same page.
  ["POST", "/Sign-In/", "mail"],
  ["POST", "/sign%2Din.data", "mail"],
  ["POST", "/SIGN-IN/Code/", "guess"],
  ["POST", "//auth//confirm", "guess"],
  ["POST", "/home/", "enter"],
  ["GET", "/M/k3f9-2mxa-7qpd", "code"],
  ["GET", "/%6D/k3f9-2mxa-7qpd/", "code"],
  ["GET", "/Health", "health"],
  ["POST", "/%E0%A4%A", "write"],
])("%s %s counts as %s", (method, path, tier) => expect(ruleFor(method, path).tier).toBe(tier));

test("counts large forms of a glossary apart, by address", () => {
  const large = 64 * 1024 + 1;
  expect(ruleFor("POST", "/glossary", large)).toMatchObject({ tier: "import", by: "address" });
  expect(ruleFor("POST", "/GLOSSARY.data", large)).toMatchObject({ tier: "import" });
  for (const [method, path, bytes] of [
    ["POST", "/glossary", large - 1],
    ["GET", "/glossary", large],
    ["POST", "/home", large],
  ] as const)
    expect(ruleFor(method, path, bytes).tier).not.toBe("import");
});

interface Viewer {
  readonly anonymous: boolean;
  readonly sessionId: string;
}
const ACCOUNT: Viewer = { anonymous: false, sessionId: "s1" };
const GUEST: Viewer = { anonymous: true, sessionId: "s2" };
const ADDRESS = "203.0.113.7";

/** `exceeded`: the keys that are above their limit. */
function sendRequest(
  method: string,
  path: string,
  { viewer = null as Viewer | null, exceeded = [] as string[], address = ADDRESS } = {},
) {
  const limit = vi.fn(async ({ key }: { key: string }) => ({ success: !exceeded.includes(key) }));
  const bindings = Object.fromEntries(Object.values(TIERS).map(({ binding }) => [binding, { limit }]));
  const headers = new Headers(address === "" ? [] : [["CF-Connecting-IP", address]]);
  const request = new Request(SITE + path, { method, headers });
  return { limit, response: rateLimitError({ request, bindings, viewer: async () => viewer }) };
}

test("counts sign-ins by address, whoever the viewer is", async () => {
  const { limit, response } = sendRequest("POST", "/sign-in", { viewer: ACCOUNT, exceeded: [ADDRESS] });
  expect(await response).toMatchObject({ code: "request/rate-limited" });
  expect(limit.mock.calls).toEqual([[{ key: ADDRESS }]]);
});

test.each<[string, string, Viewer | null, string]>([
  ["POST", "/session", ACCOUNT, "s1"],
  ["POST", "/session", GUEST, "s2"],
  ["POST", "/session", null, ADDRESS],
  ["GET", "/home", ACCOUNT, "s1"],
  // One visitor can become many guests.
  ...["/m/k3f9-2mxa-7qpd", "/m/k3f9-2mxa-7qpd/inside"].flatMap((path): [string, string, Viewer | null, string][] => [
    ["GET", path, ACCOUNT, "s1"],
    ["GET", path, GUEST, ADDRESS],
    ["GET", path, null, ADDRESS],
  ]),
  ["POST", "/m/k3f9-2mxa-7qpd", ACCOUNT, "s1"],
  ["POST", "/m/k3f9-2mxa-7qpd", GUEST, ADDRESS],
])("%s %s by %j counts by %s", async (method, path, viewer, key) => {
  const { limit, response } = sendRequest(method, path, { viewer, exceeded: [key] });
  expect(await response).toMatchObject({ code: "request/rate-limited" });
  expect(limit.mock.calls).toEqual([[{ key }]]);
  expect(await sendRequest(method, path, { viewer }).response).toBeNull();
});

test.each([
  ["GET", "/settings/security"],
  ["POST", "/settings/security"],
  ["POST", "/settings/confirm"],
  ["POST", "/sign-in/verify"],
  ["POST", "/sign-out"],
])("%s %s passes while session or address may", async (method, path) => {
  for (const exceeded of [["s1"], [ADDRESS]])
    expect(await sendRequest(method, path, { viewer: ACCOUNT, exceeded }).response).toBeNull();
  const { response } = sendRequest(method, path, { viewer: ACCOUNT, exceeded: ["s1", ADDRESS] });
  expect(await response).toMatchObject({ code: "request/rate-limited" });
});

test("does not read the viewer of a leave beacon", async () => {
  const { limit, response } = sendRequest("POST", "/leave", { viewer: ACCOUNT });
  expect(await response).toBeNull();
  expect(limit.mock.calls).toEqual([[{ key: ADDRESS }]]);
});

test("counts an IPv6 address by its /64", async () => {
  for (const address of ["2001:db8:1:2::1", "2001:0db8:0001:0002:ffff:ffff:ffff:ffff"]) {
    const { limit, response } = sendRequest("POST", "/sign-in", { address });
    expect(await response).toBeNull();
    expect(limit).toHaveBeenCalledWith({ key: "2001:db8:1:2::" });
  }
});

test("counts a message by the visitor's address", async () => {
  for (const success of [true, false]) {
    const limit = vi.fn(async () => ({ success }));
    const headers = { "CF-Connecting-IP": "2001:db8:1:2::1" };
    const request = new Request(`${SITE}/sign-in/code`, { method: "POST", headers });
    expect(await createMailCount(request, { LIMIT_MAIL: { limit } })()).toBe(success);
    expect(limit).toHaveBeenCalledWith({ key: "2001:db8:1:2::" });
  }
});

test("names limiters that are not bound", () => {
  expect(missingLimiters({})).toEqual(Object.values(TIERS).map(({ binding }) => binding));
  expect(missingLimiters({ LIMIT_MAIL: { limit: async () => ({ success: true }) } })).not.toContain("LIMIT_MAIL");
});

test("ignores requests without a limiter or address", async () => {
  expect(await sendRequest("POST", "/", { address: "" }).response).toBeNull();
  const request = new Request(SITE, { method: "POST", headers: { "CF-Connecting-IP": "203.0.113.7" } });
  expect(await rateLimitError({ request, bindings: {}, viewer: async () => null })).toBeNull();
});

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
  ["POST", "/leave", "leave"],
  ["POST", "/", "enter"],
  ["POST", "/home", "enter"],
  ["POST", "/_root.data", "enter"],
  ["POST", "/m/k3f9-2mxa-7qpd", "enter"],
  ["POST", "/settings/profile", "write"],
  ["DELETE", "/anything", "write"],
  ["GET", "/m/k3f9-2mxa-7qpd", "code"],
  ["HEAD", "/m/k3f9-2mxa-7qpd.data", "code"],
  ["GET", "/health", "health"],
  ["GET", "/files", "page"],
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

function sendRequest(
  method: string,
  path: string,
  { user = null as string | null, success = false, address = "203.0.113.7" } = {},
) {
  const limit = vi.fn(async () => ({ success }));
  const bindings = Object.fromEntries(Object.values(TIERS).map(({ binding }) => [binding, { limit }]));
  const headers = new Headers(address === "" ? [] : [["CF-Connecting-IP", address]]);
  const request = new Request(SITE + path, { method, headers });
  return { limit, response: rateLimitError({ request, bindings, userId: async () => user }) };
}

test("counts sign-ins by address, whoever the user is", async () => {
  const { limit, response } = sendRequest("POST", "/sign-in", { user: "u1" });
  expect(await response).toMatchObject({ code: "request/rate-limited" });
  expect(limit).toHaveBeenCalledWith({ key: "203.0.113.7" });
});

test("counts users separately and visitors by address", async () => {
  const knownUser = sendRequest("POST", "/session", { user: "u1", success: true });
  expect(await knownUser.response).toBeNull();
  expect(knownUser.limit).toHaveBeenCalledWith({ key: "u1" });
  const visitor = sendRequest("POST", "/session", { success: true });
  expect(await visitor.response).toBeNull();
  expect(visitor.limit).toHaveBeenCalledWith({ key: "203.0.113.7" });
});

test("does not read the user of a leave beacon", async () => {
  const { limit, response } = sendRequest("POST", "/leave", { user: "u1", success: true });
  expect(await response).toBeNull();
  expect(limit).toHaveBeenCalledWith({ key: "203.0.113.7" });
});

test("counts an IPv6 address by its /64", async () => {
  for (const address of ["2001:db8:1:2::1", "2001:0db8:0001:0002:ffff:ffff:ffff:ffff"]) {
    const { limit, response } = sendRequest("POST", "/sign-in", { success: true, address });
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
  expect(await rateLimitError({ request, bindings: {}, userId: async () => null })).toBeNull();
});

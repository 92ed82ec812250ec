/** The network of a caller: which header counts, and how it is stored. */
import assert from "node:assert/strict";
import { createNetworkHasher, networkOf } from "../_shared/callerNetwork.ts";

const from = (headers: Record<string, string>) => networkOf(new Request("http://functions.test", { headers }));

for (const [name, headers, network] of [
  [
    "Cloudflare's header before any other",
    { "cf-connecting-ip": "192.0.2.7", "x-forwarded-for": "1.2.3.4" },
    "192.0.2.7",
  ],
  [
    "the last hop, whatever the client wrote before it",
    { "x-forwarded-for": "1.2.3.4, 9.9.9.9,198.51.100.2" },
    "198.51.100.2",
  ],
  ["the /64 of IPv6", { "cf-connecting-ip": "2001:db8:1:2:3:4:5:6" }, "2001:db8:1:2::"],
  // Its address to other zones. So an attacker's own Worker escapes no share, and Parley's calls no function that counts by address.
  ["one network for all of Cloudflare's Workers", { "cf-connecting-ip": "2a06:98c0:3600::103" }, "2a06:98c0:3600:0::"],
  ["IPv4 inside IPv6", { "cf-connecting-ip": "::ffff:192.0.2.7" }, "192.0.2.7"],
  ["nothing without an address", {}, null],
  ["nothing for this machine", { "x-forwarded-for": "127.0.0.1" }, null],
  ["nothing for this machine by IPv6", { "x-forwarded-for": "::1" }, null],
] as const) {
  Deno.test(`networkOf: returns ${name}`, () => assert.equal(from(headers), network));
}

Deno.test("networkOf: is the same for all addresses of a /64", () =>
  assert.equal(from({ "cf-connecting-ip": "2001:db8::1" }), from({ "cf-connecting-ip": "2001:db8::ffff:1" })));

Deno.test("the hash of a network changes with day and secret", async () => {
  let now = Date.UTC(2026, 3, 14, 23, 59);
  const hash = createNetworkHasher("secret", () => now);
  const first = await hash("192.0.2.7");
  assert.match(first ?? "", /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u);
  assert.equal(await hash("192.0.2.7"), first);
  assert.notEqual(await hash("192.0.2.8"), first);
  assert.notEqual(await createNetworkHasher("other", () => now)("192.0.2.7"), first);
  now += 60_000;
  assert.notEqual(await hash("192.0.2.7"), first);
  assert.equal(await hash(null), null);
});

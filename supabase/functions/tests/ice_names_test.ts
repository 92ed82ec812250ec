/** The name under which a relay counts usage: of an address at our own coturn, of a user at Cloudflare. */
import assert from "node:assert/strict";
import { iceResponse } from "../_shared/contracts/ice.ts";
import { sharedSecret } from "../ice/relaySources.ts";
import { ANA, bearer, TOM } from "./callers.ts";
import { withServer } from "./fakeServer.ts";
import { cloudflareAt, generated, MEETING_CODE, RELAY_THERE, setupIce } from "./ice_setup.ts";

const SECRET = "a-secret-of-the-relay";
const DAY_MS = 86_400_000;

interface IssueOptions {
  readonly user?: string;
  readonly secret?: string;
  readonly body?: unknown;
  readonly now?: number;
}

/** Returns the name in the username that the function issues for a request with these headers. */
async function nameFrom(
  headers: Record<string, string>,
  { user = ANA, secret = SECRET, body, now = 0 }: IssueOptions = {},
): Promise<string> {
  const source = sharedSecret({ urls: ["turn:t.example"], secret, stun: [], now: () => now });
  const response = await setupIce({ source }).call(body, bearer({ sub: user, role: "authenticated" }), headers);
  const [relay] = iceResponse.parse(response.body).ice_servers;
  return relay?.username?.split(":").slice(1).join(":") ?? assert.fail("no relay");
}

const HOME = { "cf-connecting-ip": "192.0.2.7" };

Deno.test("sharedSecret: names all users of an address the same", async () => {
  const name = await nameFrom(HOME);
  assert.match(name, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u);
  assert.notEqual(name, ANA);
  const others: readonly IssueOptions[] = [{ user: TOM }, { body: { code: MEETING_CODE } }, { now: DAY_MS }];
  for (const other of others) assert.equal(await nameFrom(HOME, other), name);
  assert.equal(await nameFrom({ ...HOME, "x-forwarded-for": "198.51.100.2" }), name);
  assert.equal(
    await nameFrom({ "cf-connecting-ip": "2001:db8::1" }),
    await nameFrom({ "cf-connecting-ip": "2001:db8::ffff:0:0:1" }),
  );
});

Deno.test("sharedSecret: names another address differently", async () => {
  const names = [
    ...(await Promise.all(
      ["192.0.2.7", "192.0.2.8", "2001:db8::1", "2001:db8:0:1::1"].map((address) =>
        nameFrom({ "cf-connecting-ip": address }),
      ),
    )),
    // Without the secret nobody can try all addresses.
    await nameFrom(HOME, { secret: `${SECRET}-not` }),
  ];
  assert.equal(new Set(names).size, names.length);
});

Deno.test("sharedSecret: names the user without a known address", async () => {
  for (const headers of [{}, { "x-forwarded-for": "127.0.0.1" }]) {
    assert.equal(await nameFrom(headers), ANA);
    assert.equal(await nameFrom(headers, { user: TOM }), TOM);
  }
});

Deno.test("Cloudflare: counts by user, whatever the address", async () => {
  await withServer(
    () => generated([RELAY_THERE]),
    async ({ url, requests }) => {
      await setupIce({ source: cloudflareAt(url) }).call(undefined, undefined, HOME);
      assert.equal(JSON.parse(requests[0]?.body ?? "").customIdentifier, ANA);
    },
  );
});

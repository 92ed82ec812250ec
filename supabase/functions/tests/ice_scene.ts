/** The function `ice` over a database and a relay that do what a test says; what Cloudflare answers. */
import { createHmac } from "node:crypto";
import type { Caller } from "../_shared/caller.ts";
import { type Failure, ok, type Result } from "../_shared/contracts/errors.ts";
import { ICE } from "../_shared/contracts/ice.ts";
import { type IceRequest, iceState } from "../_shared/contracts/iceRequest.ts";
import { makeTurns } from "../_shared/turns.ts";
import { makeHandler } from "../ice/handler.ts";
import { cloudflare, type Source, stunOnly, type Wish } from "../ice/servers.ts";
import { ANA, bearer } from "./ana.ts";
import { soon } from "./server.ts";

export const PEER = "11111111-1111-4111-8111-111111111111";
export const MEETING = "22222222-2222-4222-8222-222222222222";
export const CODE = "k3f9-2mxa-7qpd";
export const SEAT: Wish = { name: `${ANA}.${PEER}`, life: ICE.credentialLife };
export const TOKEN = "not-a-token-of-cloudflare";
export const KEY_ID = "0123456789abcdef0123456789abcdef";
export const STUN = "stun:stun.example:3478";

/** The function over a database and a relay that do what the test says. */
export function scene({
  may = ok(true),
  source = stunOnly([STUN]),
  turns = 5,
}: {
  may?: Result<boolean>;
  source?: Source;
  turns?: number;
} = {}) {
  const seen = { asked: [] as [IceRequest, Caller][], wishes: [] as Wish[], log: [] as Failure[] };
  const handler = makeHandler(
    {
      mayHave: (request, caller) => {
        seen.asked.push([request, caller]);
        return Promise.resolve(may);
      },
      source: {
        ...source,
        give(wish) {
          seen.wishes.push(wish);
          return source.give(wish);
        },
      },
      takeTurn: makeTurns({ count: turns, span: 1_000, now: () => 0 }),
    },
    (failure) => seen.log.push(failure),
  );
  const call = async (
    body: unknown = { meeting_id: MEETING, peer_id: PEER },
    authorization: string | null = bearer(),
  ) => {
    const headers: HeadersInit = authorization === null ? {} : { authorization };
    const response = await handler(
      new Request("http://functions/ice", { method: "POST", body: JSON.stringify(body), headers }),
    );
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const state = async () => iceState.parse(await (await handler(new Request("http://functions/ice"))).json());
  const outcome = async (...args: Parameters<typeof call>) => {
    const { status, body } = await call(...args);
    return [status, body.error?.code ?? body];
  };
  return { call, outcome, state, seen };
}

/** The name that coturn and the tests of its REST convention compare, and the password that belongs to it. */
export const credentialOf = (secret: string, username: string) => ({
  username,
  credential: createHmac("sha1", secret).update(username).digest("base64"),
});

/** As developers.cloudflare.com/realtime/turn/generate-credentials shows it, with the port that browsers block. */
export const STUN_THERE = { urls: ["stun:stun.cloudflare.com:3478", "stun:stun.cloudflare.com:53"] };
export const RELAY_THERE = {
  urls: ["turn:turn.cloudflare.com:3478?transport=udp", "turn:turn.cloudflare.com:53?transport=udp"],
  username: "bc91b63e",
  credential: "ebd71f1d",
};
export const generated = (iceServers: unknown) => Response.json({ iceServers }, { status: 201 });
export const RELAY = { ...RELAY_THERE, urls: RELAY_THERE.urls.slice(0, 1) };
export const cloudflareAt = (url: string, stun: readonly string[] = []) =>
  cloudflare({ keyId: KEY_ID, token: TOKEN, stun, url, timeout: soon });

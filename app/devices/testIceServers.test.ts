import { expect, it } from "vitest";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { ICE } from "#contracts/ice.ts";
import { createFetchTestIceServers } from "./testIceServers.ts";

const KNOWN = [{ urls: "stun:known.example" }];
const STUN = { urls: ["stun:stun.example"] };
const RELAY = { urls: ["turn:relay.example"], username: "u", credential: "c" };
const CODE = "k3f92mxa7qpd";
const answered = (...ice_servers: object[]) => ok({ ice_servers, expires_in: ICE.testCredentialTtlMs });
const state = (relay: boolean) => ok({ ok: true, relay });
const never = () => new Promise<never>(() => {});

interface World {
  code?: string | null;
  token?: () => Promise<string | null>;
  given?: Result<unknown> | Promise<Result<unknown>>;
  told?: Result<unknown> | Promise<Result<unknown>>;
  limit?: AbortController;
}

async function find({ code = CODE, token = async () => "token", given, told, limit = new AbortController() }: World) {
  const asked: unknown[] = [];
  const servers = createFetchTestIceServers({
    http: {
      post: async (path, body) => {
        asked.push(path, body);
        return given ?? fail("bug/unexpected");
      },
      get: async (path) => {
        asked.push(path);
        return told ?? fail("network/offline");
      },
    },
    accessToken: token,
    meetingCode: code,
    publicServers: KNOWN,
  })(limit.signal);
  return { ...(await servers), asked };
}

it("who may enter or waits tries what a call would get", async () => {
  expect(await find({ given: answered(STUN, RELAY) })).toEqual({
    servers: [STUN, RELAY],
    relay: "here",
    asked: ["/functions/v1/ice", { code: CODE }],
  });
  expect(await find({ given: answered(STUN) })).toMatchObject({ servers: [STUN], relay: "none" });
  // As a call does, which keeps what the page knows.
  expect(await find({ given: answered() })).toMatchObject({ servers: KNOWN, relay: "none" });
});

it.each<[string, World]>([
  ["without a session", { token: async () => null }],
  ["before one has knocked", { code: null }],
  ["asked too often", { given: fail("request/rate-limited") }],
  ["denied meanwhile", { given: fail("meeting/not-entered") }],
  ["answered in another shape", { given: ok({ servers: [] }) }],
])("%s: what is known, and whether there is a relay", async (_name, world) => {
  expect(await find({ ...world, told: state(true) })).toMatchObject({ servers: KNOWN, relay: "withheld" });
  expect(await find({ ...world, told: state(false) })).toMatchObject({ servers: KNOWN, relay: "none" });
});

it("without a session no credentials are asked for", async () => {
  const { asked } = await find({ token: async () => null, told: state(true) });
  expect(asked).toEqual(["/functions/v1/ice"]);
});

it.each<[string, World]>([
  ["is not reached", { given: fail("network/offline") }],
  ["tells no state", { given: fail("network/offline"), told: ok({ ok: true }) }],
  ["has no session to ask with, which fails", { token: () => Promise.reject(new Error("offline")) }],
])("a function that %s: what is known, and no relay is promised", async (_name, world) => {
  expect(await find(world)).toMatchObject({ servers: KNOWN, relay: "none" });
});

it("what does not answer in time is not waited for", async () => {
  for (const world of [{ token: never }, { given: never() }, { code: null, told: never() }]) {
    const limit = new AbortController();
    const found = find({ ...world, limit });
    limit.abort();
    expect(await found).toMatchObject({ servers: KNOWN, relay: "none" });
  }
});

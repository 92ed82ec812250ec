import { describe, expect, test } from "vitest";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { ICE } from "#contracts/ice.ts";
import { createFetchTestIceServers } from "./testIceServers.ts";

const KNOWN = [{ urls: "stun:known.example" }];
const STUN = { urls: ["stun:stun.example"] };
const RELAY = { urls: ["turn:relay.example"], username: "u", credential: "c" };
const CODE = "k3f92mxa7qpd";
const response = (...ice_servers: object[]) => ok({ ice_servers, expires_in: ICE.testCredentialTtlMs });
const relayStatus = (relay: boolean) => ok({ ok: true, relay });
const never = () => new Promise<never>(() => {});

interface Scenario {
  code?: string | null;
  token?: () => Promise<string | null>;
  credentials?: Result<unknown> | Promise<Result<unknown>>;
  status?: Result<unknown> | Promise<Result<unknown>>;
  limit?: AbortController;
}

async function find({
  code = CODE,
  token = async () => "token",
  credentials,
  status,
  limit = new AbortController(),
}: Scenario) {
  const requests: unknown[] = [];
  const servers = createFetchTestIceServers({
    http: {
      post: async (path, body) => {
        requests.push(path, body);
        return credentials ?? fail("bug/unexpected");
      },
      get: async (path) => {
        requests.push(path);
        return status ?? fail("network/offline");
      },
    },
    accessToken: token,
    meetingCode: code,
    publicServers: KNOWN,
  })(limit.signal);
  return { ...(await servers), requests };
}

describe("ICE servers of the connection test", () => {
  test("are those of the call after knocking or admission", async () => {
    expect(await find({ credentials: response(STUN, RELAY) })).toEqual({
      servers: [STUN, RELAY],
      relay: "here",
      requests: ["/functions/v1/ice", { code: CODE }],
    });
    expect(await find({ credentials: response(STUN) })).toMatchObject({ servers: [STUN], relay: "none" });
    // A call also falls back to the public servers.
    expect(await find({ credentials: response() })).toMatchObject({ servers: KNOWN, relay: "none" });
  });

  test.each<[string, Scenario]>([
    ["without a session", { token: async () => null }],
    ["before knocking", { code: null }],
    ["after too many requests", { credentials: fail("request/rate-limited") }],
    ["after a denied knock", { credentials: fail("meeting/not-entered") }],
    ["after a response of another shape", { credentials: ok({ servers: [] }) }],
  ])("are the public ones and the relay's existence %s", async (_name, scenario) => {
    expect(await find({ ...scenario, status: relayStatus(true) })).toMatchObject({ servers: KNOWN, relay: "withheld" });
    expect(await find({ ...scenario, status: relayStatus(false) })).toMatchObject({ servers: KNOWN, relay: "none" });
  });

  test("are requested without credentials if there is no session", async () => {
    const { requests } = await find({ token: async () => null, status: relayStatus(true) });
    expect(requests).toEqual(["/functions/v1/ice"]);
  });

  test.each<[string, Scenario]>([
    ["is not reached", { credentials: fail("network/offline") }],
    ["sends no status", { credentials: fail("network/offline"), status: ok({ ok: true }) }],
    ["cannot be called because the session fails", { token: () => Promise.reject(new Error("offline")) }],
  ])("are the public ones if the function %s", async (_name, scenario) => {
    expect(await find(scenario)).toMatchObject({ servers: KNOWN, relay: "none" });
  });

  test("are the public ones after the timeout", async () => {
    for (const scenario of [{ token: never }, { credentials: never() }, { code: null, status: never() }]) {
      const limit = new AbortController();
      const found = find({ ...scenario, limit });
      limit.abort();
      expect(await found).toMatchObject({ servers: KNOWN, relay: "none" });
    }
  });
});

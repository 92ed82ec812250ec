import { describe, expect, test } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import type { LinkedIdentity } from "#contracts/identities.ts";
import type { ConnectionResult } from "~/lib/connections.ts";
import type { Viewer } from "~/lib/loadContext.ts";
import { fakeRpc } from "../../tests/fakes/rpc.ts";
import { loadContext } from "../../tests/fakes/serverBuild.ts";
import { handleConnectionForm, isConnectionForm, readConnections } from "./connectionsPage.server.ts";

const ID = "7f1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c11";
const OTHER = "7f1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c22";
const VIEWER = {
  id: ID,
  anonymous: false,
  email: "ana@a.example",
  phone: null,
  address: "ana@a.example",
  level: "aal1",
  recovering: false,
} as const;
const PAGE = "https://parley.example/settings/security";
const PROVIDERS = [
  { id: "google", name: "Google" },
  { id: "custom:acme", name: "Acme" },
];
const identity = (id: string, provider: string): LinkedIdentity => ({
  ...{ id, provider, name: "ana@gmail.example", connected_at: "2026-11-29T10:00:00Z" },
});

describe("readConnections", () => {
  interface Ways {
    code?: boolean;
    phone?: boolean;
    providers?: typeof PROVIDERS;
  }
  function read(identities: LinkedIdentity[], path = "", ways: Ways = {}, viewer: Viewer = VIEWER) {
    const { signIn } = loadContext();
    const offered = {
      code: true,
      phone: false,
      password: true,
      passkey: false,
      sso: false,
      newAccounts: true,
      providers: PROVIDERS,
      ...ways,
    };
    const context = {
      rpc: fakeRpc({ my_identities: () => ok(identities) }),
      signIn: { ...signIn, ways: async () => offered },
    };
    return readConnections(context, viewer, new Request(PAGE + path));
  }

  test("lists identities, and providers that are not connected", async () => {
    const view = await read([identity(ID, "google")]);
    expect(view?.connected).toEqual([
      {
        ...{ id: ID, name: "ana@gmail.example", connectedAt: "2026-11-29T10:00:00Z" },
        ...{ providerName: "Google", isRemovable: true },
      },
    ]);
    expect(view?.offered).toEqual([{ id: "custom:acme", name: "Acme" }]);
  });

  test("names a provider that is offered no longer", async () => {
    const view = await read([identity(ID, "github"), identity(OTHER, "custom:gone")], "", { providers: [] });
    expect(view?.connected.map(({ providerName }) => providerName)).toEqual(["GitHub", "gone"]);
    expect(await read([], "", { providers: [] })).toBeNull();
  });

  test("keeps the last way to sign in", async () => {
    const only = await read([identity(ID, "google"), identity(OTHER, "github")], "", { code: false });
    // Nobody signs in by a provider that is not offered.
    expect(only?.connected.map(({ isRemovable }) => isRemovable)).toEqual([false, true]);
    const both = await read([identity(ID, "google"), identity(OTHER, "custom:acme")], "", { code: false });
    expect(both?.connected.map(({ isRemovable }) => isRemovable)).toEqual([true, true]);
  });

  test("keeps it for a person without an address, too", async () => {
    const viewer = { ...VIEWER, email: null, phone: "+34600111222", address: "+34600111222" };
    const isRemovable = async (ways: Ways) =>
      (await read([identity(ID, "google")], "", ways, viewer))?.connected[0]?.isRemovable;
    expect(await isRemovable({ code: true, phone: false })).toBe(false);
    expect(await isRemovable({ code: false, phone: true })).toBe(true);
  });

  test.each([
    ["?connected=google", { kind: "connected", name: "Google" }],
    ["?connected=custom%3Aacme", { kind: "failed", name: "Acme" }],
    ["?connected=%3Cb%3E", null],
    ["?disconnected=custom%3Aacme", { kind: "disconnected", name: "Acme" }],
    ["?disconnected=google", null],
    ["?disconnected=evil", null],
    ["", null],
  ])("believes its address only as far as the identities: %s", async (path, outcome) => {
    expect((await read([identity(ID, "google")], path))?.outcome).toEqual(outcome);
  });

  test.each([
    [`?disconnect=${ID}`, ID],
    [`?disconnect=${OTHER}`, null],
    ["", null],
  ])("asks about an own identity: %s", async (path, removes) => {
    expect((await read([identity(ID, "google")], path))?.removes).toBe(removes);
  });

  test("lists nothing without an answer of the database", async () => {
    const { signIn } = loadContext();
    const ways = async () => ({
      code: true,
      phone: false,
      password: true,
      passkey: false,
      sso: false,
      newAccounts: true,
      providers: [],
    });
    const context = {
      rpc: fakeRpc({ my_identities: () => fail("request/rate-limited") }),
      signIn: { ...signIn, ways },
    };
    expect(await readConnections(context, VIEWER, new Request(PAGE))).toBeNull();
  });
});

describe("handleConnectionForm", () => {
  async function submit(fields: Record<string, string>, result: ConnectionResult) {
    const { signIn } = loadContext();
    const done: string[] = [];
    const act = (name: string) => async (_viewer: { id: string }, id: string) => {
      done.push(`${name} ${id}`);
      return result;
    };
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const context = {
      rpc: fakeRpc({}),
      signIn: { ...signIn, connectProvider: act("connect"), disconnectIdentity: act("disconnect") },
    };
    const failure = await handleConnectionForm(context, VIEWER, form).catch((thrown: unknown) => thrown);
    return { done, failure, isOwn: isConnectionForm(form) };
  }

  test("leads to the provider, and back to the list", async () => {
    for (const [intent, id] of [
      ["connect", "google"],
      ["disconnect", ID],
    ] as const) {
      const { done, failure, isOwn } = await submit({ intent, id }, { ok: true, path: "https://google.example/" });
      expect(isOwn).toBe(true);
      expect(done).toEqual([`${intent} ${id}`]);
      expect(failure).toBeInstanceOf(Response);
      expect(failure instanceof Response && failure.headers.get("location")).toBe("https://google.example/");
    }
  });

  test("says which row failed", async () => {
    const { failure } = await submit({ intent: "connect", id: "google" }, { ok: false, problem: "off" });
    expect(failure).toEqual({ id: "google", problem: "off" });
  });

  test.each<Record<string, string>>([{ intent: "connect" }, { intent: "disconnect", id: "1" }])(
    "does nothing with %o",
    async (fields) => {
      const { done, failure } = await submit(fields, { ok: true, path: "/" });
      expect(done).toEqual([]);
      expect(failure).toEqual({ id: "", problem: "request/invalid" });
    },
  );
});

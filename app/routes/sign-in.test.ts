import { describe, expect, test, vi } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import type { SignIn, SignInWays } from "~/lib/loadContext.ts";
import { loadContext } from "../../tests/fakes/serverBuild.ts";
import { action, loader } from "./sign-in.tsx";

const WAYS: SignInWays = {
  ...{ code: true, phone: true, password: true, passkey: true, sso: true, providers: [], newAccounts: true },
};
const IDP = "https://idp.example/";
const { session, signIn } = loadContext();

function scene({ ways = {}, ...parts }: Partial<Omit<SignIn, "ways">> & { ways?: Partial<SignInWays> } = {}) {
  const fakes = {
    ...signIn,
    ways: async () => ({ ...WAYS, ...ways }),
    pending: () => null,
    lastWay: () => null,
    findCompany: vi.fn<SignIn["findCompany"]>(async () => ok(null)),
    beginSso: vi.fn<SignIn["beginSso"]>(async () => ok(IDP)),
    requestCode: vi.fn<SignIn["requestCode"]>(async () => ok(null)),
    enterPassword: vi.fn<SignIn["enterPassword"]>(async () => fail("account/password-refused")),
    ...parts,
  } satisfies SignIn;
  const viewers = { ...session, viewer: async () => null, knownViewer: async () => ok(null) };
  return { fakes, context: loadContext({ session: viewers, signIn: fakes }) };
}

/** Sends the form. Returns where it leads, else its data. */
async function send(fields: Record<string, string>, parts: Parameters<typeof scene>[0] = {}) {
  const { fakes, context } = scene(parts);
  const request = new Request("https://a.example/sign-in", { method: "POST", body: new URLSearchParams(fields) });
  const result = await action({ request, context, params: {} });
  return { ...fakes, result: result instanceof Response ? result.headers.get("Location") : result };
}

describe("a domain", () => {
  test.each(["code", "password", "sso"])("leads to its company, by the button of %s", async (way) => {
    const { result, beginSso, requestCode, enterPassword } = await send({ mail: "Acme.example", way, next: "/files" });
    expect(result).toBe(IDP);
    expect(beginSso).toHaveBeenCalledWith("Acme.example", "/files");
    for (const other of [requestCode, enterPassword]) expect(other).not.toHaveBeenCalled();
  });

  test("without a provider is named", async () => {
    const { result } = await send({ mail: "acme.example" }, { beginSso: async () => ok(null) });
    expect(result).toMatchObject({
      data: { mail: "acme.example", sso: { company: "acme.example", isKnown: false } },
      init: { status: 400 },
    });
  });

  test("counts as an address if Auth offers no single sign-on", async () => {
    expect((await send({ mail: "acme.example" }, { ways: { sso: false } })).requestCode).toHaveBeenCalled();
  });

  test("has letters, unlike a number with dots", async () => {
    expect((await send({ mail: "600.111.222" })).requestCode).toHaveBeenCalled();
  });
});

describe("an address", () => {
  const found = { findCompany: async () => ok("acme.example") };

  test("with single sign-on gets a choice, and no code", async () => {
    const { result, requestCode } = await send({ mail: "tom@acme.example" }, found);
    expect(result).toMatchObject({ data: { sso: { company: "acme.example", isKnown: true } }, init: { status: 200 } });
    expect(requestCode).not.toHaveBeenCalled();
  });

  test("with single sign-on still gets a code if chosen", async () => {
    expect((await send({ mail: "tom@acme.example", way: "email-code" }, found)).result).toMatch(/^\/sign-in\/code/u);
  });

  test("gets a code while Auth cannot tell", async () => {
    const { result } = await send({ mail: "tom@acme.example" }, { findCompany: async () => fail("network/timeout") });
    expect(result).toMatch(/^\/sign-in\/code/u);
  });
});

test("the last company comes first while Auth offers single sign-on", async () => {
  const read = async (sso: boolean) => {
    const providers = [{ id: "google", name: "Google" }];
    const { context } = scene({ ways: { sso, providers }, lastWay: () => "sso:acme.example" });
    const response = await loader({ request: new Request("https://a.example/sign-in"), context, params: {} });
    return { offered: response.ways.providers.map(({ name }) => name), lastWay: response.lastWay };
  };
  expect(await read(true)).toEqual({ offered: ["acme.example", "Google"], lastWay: "provider:sso:acme.example" });
  expect(await read(false)).toEqual({ offered: ["Google"], lastWay: "sso:acme.example" });
});

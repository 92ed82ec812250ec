import { afterEach, expect, test, vi } from "vitest";
import { cookieJar } from "./cookieJar.ts";
import { countryOf, createRecordSignIn } from "./recordSignIn.ts";

const TOM = "0d1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c22";
const INES = "0d1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c33";
const SESSION = "7f1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c11";
const env = {
  public: { supabaseUrl: "https://abc.supabase.co", publishableKey: "publishable", iceServers: [] },
  secretKey: "secret",
  jobsSecret: null,
};
afterEach(() => vi.unstubAllGlobals());

const tokenOf = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.x`;

/** Records a sign-in and returns the sent parameters and the cookies. */
async function record(claims: object, sentCookies = "", respond: () => Response = () => Response.json(null)) {
  const requests: Request[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    requests.push(new Request(input, init));
    return respond();
  });
  const jar = cookieJar(new Request("https://parley.example", { headers: { Cookie: sentCookies } }));
  const work: Promise<unknown>[] = [];
  const keep = (started: Promise<unknown>) => work.push(started);
  createRecordSignIn({ env, jar, country: "ES", userAgent: "Firefox", waitUntil: keep })(tokenOf(claims));
  await Promise.all(work);
  const [request] = requests;
  const parameters: unknown = request === undefined ? null : await request.json();
  return { request, parameters, cookies: jar.headers() };
}
const deviceOf = ({ parameters }: Awaited<ReturnType<typeof record>>) =>
  typeof parameters === "object" && parameters !== null && "p_device" in parameters ? parameters.p_device : null;

test("states session, country and device with the secret key", async () => {
  const { request, parameters, cookies } = await record({ sub: TOM, session_id: SESSION });
  expect(request?.url).toBe("https://abc.supabase.co/rest/v1/rpc/record_sign_in");
  expect(request?.headers.get("apikey")).toBe("secret");
  expect(parameters).toEqual({
    p_session_id: SESSION,
    p_country: "ES",
    p_device: expect.stringMatching(/^[0-9a-f]{64}$/u),
    p_user_agent: "Firefox",
  });
  expect(cookies).toEqual([expect.stringMatching(/^__Host-parley-device=[\w-]{43}; Max-Age=34560000; .*HttpOnly/u)]);
});

test("keeps the device of a browser, apart for each user", async () => {
  const first = await record({ sub: TOM, session_id: SESSION });
  const cookie = first.cookies[0]?.split(";")[0] ?? "";
  const again = await record({ sub: TOM, session_id: SESSION }, cookie);
  expect(deviceOf(again)).toBe(deviceOf(first));
  expect(again.cookies[0]).toContain(cookie);
  expect(deviceOf(await record({ sub: INES, session_id: SESSION }, cookie))).not.toBe(deviceOf(first));
});

test("replaces a device that is no random one", async () => {
  const { cookies } = await record({ sub: TOM, session_id: SESSION }, "__Host-parley-device=desk");
  expect(cookies[0]).not.toContain("=desk");
});

test.each([
  ["a guest", { sub: TOM, session_id: SESSION, is_anonymous: true }],
  ["a token without a session", { sub: TOM }],
])("records nothing for %s", async (_name, claims) => {
  expect(await record(claims)).toMatchObject({ request: undefined, cookies: [] });
});

test("a failure changes nothing for the person", async () => {
  const broken = () => {
    throw new TypeError("fetch failed");
  };
  expect((await record({ sub: TOM, session_id: SESSION }, "", broken)).cookies).toHaveLength(1);
});

test.each([
  ["203.0.113.7", { country: "ES" }, "ES"],
  ["203.0.113.7", { country: "T1" }, null],
  ["203.0.113.7", { country: "XX" }, null],
  ["203.0.113.7", { country: "<b>" }, null],
  ["203.0.113.7", undefined, null],
  ["127.0.0.1", { country: "US" }, null],
  ["::1", { country: "US" }, null],
  [null, { country: "US" }, null],
])("the country of %s with %j is %s", (address, cf, country) => {
  const headers = new Headers(address === null ? {} : { "CF-Connecting-IP": address });
  expect(countryOf(Object.assign(new Request("https://parley.example", { headers }), { cf }))).toBe(country);
});

import { afterEach, expect, test, vi } from "vitest";
import { requestContext } from "./context.ts";

const USER = "7f1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c11";
const MEETING = "6f1f6f0e-0e1c-4d3a-9a53-111111111111";
const RPC = "/rest/v1/rpc/withdraw_knock";
const env = {
  public: { supabaseUrl: "https://abc.supabase.co", publishableKey: "publishable", iceServers: [] },
  secretKey: "secret",
  jobsSecret: null,
};
afterEach(() => vi.unstubAllGlobals());

/** Stubs Supabase with one response and returns the recorded requests. */
function supabase(respond: () => Response) {
  const requests: { path: string; bearer: string | null }[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const { url, headers } = new Request(input, init);
    requests.push({ path: new URL(url).pathname, bearer: headers.get("Authorization") });
    return respond();
  });
  return requests;
}

function visit(cookies: string) {
  const request = new Request("https://parley.example/leave", { method: "POST", headers: { Cookie: cookies } });
  const parts = requestContext(
    env,
    request,
    "",
    { waitUntil: () => {} },
    {
      countMailbox: async () => true,
      countMail: async () => true,
    },
  );
  return { ...parts, ...parts.context(null) };
}

/** Returns the cookies of a browser with this token, which expires in `left` seconds. */
async function cookiesWith(access_token: string, left: number): Promise<string> {
  supabase(() =>
    Response.json({
      ...{ access_token, refresh_token: "r1", token_type: "bearer", expires_in: left },
      expires_at: Math.floor(Date.now() / 1000) + left,
      user: { id: USER, aud: "authenticated", app_metadata: {}, user_metadata: {}, created_at: "" },
    }),
  );
  const { session, cookies } = visit("");
  expect(await session.ensureUser()).toMatchObject({ ok: true });
  return cookies()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

const withdraw = ({ rpcWithoutRenewal }: ReturnType<typeof visit>) =>
  rpcWithoutRenewal("withdraw_knock", { p_meeting_id: MEETING });

test("calls as nobody without the visitor's session", async () => {
  const cookies = await cookiesWith("t1", 3_600);
  const requests = supabase(() => Response.json(null));
  await visit(cookies).anonymousRpc("withdraw_knock", { p_meeting_id: MEETING });
  expect(requests).toEqual([{ path: RPC, bearer: null }]);
});

test.each([
  ["one cookie", "t1"],
  ["several", "t".repeat(5_000)],
])("sends a token from %s without renewing it", async (_name, token) => {
  const cookies = await cookiesWith(token, 30);
  const requests = supabase(() => Response.json(null));
  const visitor = visit(cookies);
  expect(await withdraw(visitor)).toEqual({ ok: true, value: null });
  expect(requests).toEqual([{ path: RPC, bearer: `Bearer ${token}` }]);
  expect(visitor.cookies()).toEqual([]);
});

test("sends nothing without a valid token", async () => {
  const ended = await cookiesWith("t1", -60);
  const requests = supabase(() => Response.json(null));
  for (const cookies of [
    ended,
    "",
    "__Host-parley=base64-%7B",
    "__Host-parley=garbage",
    "__Host-parley.1=base64-e30",
  ]) {
    const visitor = visit(cookies);
    expect((await withdraw(visitor)).ok).toBe(false);
    expect(visitor.cookies()).toEqual([]);
  }
  expect(requests).toEqual([]);
});

test("does not renew or drop a rejected token", async () => {
  const cookies = await cookiesWith("t1", 3_600);
  const requests = supabase(() => Response.json({ code: "PGRST303", message: "JWT expired" }, { status: 401 }));
  const visitor = visit(cookies);
  expect((await withdraw(visitor)).ok).toBe(false);
  expect(requests.map(({ path }) => path)).toEqual([RPC]);
  expect(visitor.cookies()).toEqual([]);
});

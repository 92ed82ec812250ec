/** Renewals of sessions by the Worker, with the rate limits of Auth. */
import { expect, test, vi } from "vitest";
import { authClient } from "../../functions/auth-client.ts";
import { cookieJar } from "../../functions/cookieJar.ts";
import { requestSession } from "../../functions/session.ts";
import { configured, isExternal, type Target } from "./contract/target.ts";

vi.setConfig({ testTimeout: 60_000 });

/** Visits the Worker with an expired session, from the same address each time. */
function visit({ url, publishableKey, secretKey }: Target, access_token: string, refresh_token: string) {
  const session = JSON.stringify({ access_token, refresh_token, expires_at: 1, user: {} });
  const headers = {
    "CF-Connecting-IP": "203.0.113.7",
    Cookie: `__Host-parley=base64-${Buffer.from(session).toString("base64url")}`,
  };
  const env = {
    public: { supabaseUrl: url, publishableKey, iceServers: [] },
    secretKey,
    jobsSecret: null,
  };
  const request = new Request("https://parley.example/home", { headers });
  const jar = cookieJar(request);
  return requestSession(env, authClient(env, request, jar), jar, "en").knownViewer();
}

test.skipIf(isExternal)(
  "made-up renewals of an address leave real sessions theirs",
  configured("[auth.rate_limit]\ntoken_refresh = 1\n", {}, async (target) => {
    const { id, accessToken, refreshToken } = await target.guest();
    const [header, payload, signature = ""] = accessToken.split(".");
    const forged = `${header}.${payload}.${[...signature].toReversed().join("")}`;
    await Promise.all(Array.from({ length: 40 }, () => visit(target, forged, "made-up")));
    expect(await visit(target, forged, refreshToken)).toMatchObject({ ok: false, error: { code: "network/timeout" } });
    expect(await visit(target, accessToken, refreshToken)).toMatchObject({ ok: true, value: { id } });
  }),
);

/** Steps of a browser that signs in by a provider. */
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type IdentityProvider, startIdentityProvider } from "../../../tests/fakes/identityProvider.ts";
import { newAddress } from "./auth.support.ts";
import { isExternal, openTarget, type Target } from "./target.ts";

export const SITE = "http://localhost:8787";
export const CALLBACK = `${SITE}/auth/callback`;

/** The stand-in for both providers, and linking by hand. */
export const externalConfig = (url: string) => `
[auth]
enable_manual_linking = true
[auth.external.google]
enabled = true
client_id = "parley"
secret = "of the client"
url = "${url}"
[auth.external.github]
enabled = true
client_id = "parley"
secret = "of the client"
url = "${url}"
`;

/** Returns where a response leads to. */
export async function hop(url: string): Promise<URL> {
  const response = await fetch(url, { redirect: "manual" });
  const location = response.headers.get("location");
  if (location === null) throw new Error(`${response.status} ${await response.text()}`);
  return new URL(location, url);
}

export function externalSteps(target: () => Target) {
  /** Returns a browser: a client that keeps verifiers and its session. */
  function browser() {
    const stored = new Map<string, string>();
    return target().client({
      auth: {
        flowType: "pkce",
        persistSession: true,
        storage: {
          getItem: (key) => stored.get(key) ?? null,
          setItem: (key, value) => void stored.set(key, value),
          removeItem: (key) => void stored.delete(key),
        },
      },
    });
  }

  /** Follows a flow to the app's page. Returns the address of Auth's callback too. */
  async function follow(authorizeUrl: string): Promise<{ callback: string; landed: URL }> {
    const page = authorizeUrl.startsWith(target().url) ? (await hop(authorizeUrl)).href : authorizeUrl;
    const callback = (await hop(page)).href;
    return { callback, landed: await hop(callback) };
  }

  async function begin(client: SupabaseClient, name: "google" | "github" = "google", redirectTo = CALLBACK) {
    const { data } = await client.auth.signInWithOAuth({
      provider: name,
      options: { redirectTo, skipBrowserRedirect: true },
    });
    return data.url ?? "";
  }

  /** Signs in by a provider. */
  async function enter(client: SupabaseClient = browser(), name: "google" | "github" = "google") {
    const { landed } = await follow(await begin(client, name));
    const code = landed.searchParams.get("code");
    if (code === null) return { client, landed, user: null, error: landed.searchParams.get("error_code") };
    const { data, error } = await client.auth.exchangeCodeForSession(code);
    return { client, landed, user: data.user, error: error?.code ?? null };
  }

  /** Signs in by an emailed code. */
  async function enterByCode(email: string, client = target().client()) {
    await client.auth.signInWithOtp({ email });
    const [message] = (await target().emails?.(email)) ?? [];
    const { data } = await client.auth.verifyOtp({ email, token: message?.code ?? "", type: "email" });
    return { client, user: data.user };
  }

  return { browser, follow, begin, enter, enterByCode };
}

/** Opens a provider and a stack that knows it for all tests of a file. Each test has a new person at the provider. */
export function externalTargetForFile() {
  let opened: { readonly provider: IdentityProvider; readonly target: Target } | undefined;
  const scene = () => {
    if (opened === undefined) throw new Error("The provider is not open yet.");
    return opened;
  };
  beforeAll(async () => {
    if (isExternal) return;
    const provider = await startIdentityProvider();
    opened = { provider, target: await openTarget({ files: { "config.toml": externalConfig(provider.url) } }) };
  });
  afterAll(async () => {
    await opened?.target.close();
    await opened?.provider.close();
  });
  beforeEach(() => {
    if (opened === undefined) return;
    opened.provider.refuses = false;
    opened.provider.forge = null;
    opened.provider.person = { sub: crypto.randomUUID(), email: newAddress(), email_verified: true, name: "Tom" };
  });
  return {
    get provider() {
      return scene().provider;
    },
    get target() {
      return scene().target;
    },
    steps: externalSteps(() => scene().target),
  };
}

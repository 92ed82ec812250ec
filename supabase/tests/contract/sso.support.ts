/** Steps of a browser that signs in by single sign-on. */
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach } from "vitest";
import * as z from "zod/mini";
import {
  type Claims,
  readRequest,
  type SamlIdentityProvider,
  type SamlRequest,
  startSamlProvider,
} from "../../../tests/fakes/samlProvider.ts";
import { isExternal, openTarget, type Target, type TargetOptions } from "./target.ts";

export const SITE = "http://localhost:8787";
export const CALLBACK = `${SITE}/auth/callback`;

/** A provider, a list of them, or an error. */
const adminBody = z.looseObject({
  id: z.optional(z.string()),
  domains: z.optional(z.array(z.object({ domain: z.string() }))),
  items: z.optional(z.array(z.looseObject({ id: z.string(), saml: z.looseObject({}) }))),
});

/** Where a response of Auth led, and its error. */
export interface Landing {
  readonly status: number;
  readonly url: URL;
  readonly code: string | null;
  readonly error: string | null;
}

export function ssoSteps(target: () => Target, provider: () => SamlIdentityProvider) {
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

  /** Calls the admin API of providers. */
  async function admin(method: string, path = "", body?: object) {
    const response = await fetch(`${target().url}/auth/v1/admin/sso/providers${path}`, {
      method,
      headers: {
        apikey: target().secretKey,
        "content-type": "application/json",
        "x-supabase-api-version": "2024-01-01",
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: adminBody.parse(await response.json()) };
  }

  /** Adds the provider for these domains. Returns its id. */
  async function addProvider(domains: readonly string[], idp = provider()): Promise<string> {
    const { body, status } = await admin("POST", "", { type: "saml", metadata_xml: idp.metadataXml, domains });
    if (status !== 201 || body.id === undefined) throw new Error(JSON.stringify(body));
    return body.id;
  }

  /** Begins a sign-in. Returns what the browser carries to the provider. */
  async function begin(client: SupabaseClient, domain: string, redirectTo = CALLBACK): Promise<SamlRequest> {
    const { data, error } = await client.auth.signInWithSSO({ domain, options: { redirectTo } });
    if (error) throw error;
    return readRequest(data.url);
  }

  /** Posts a response, as the provider's page does. */
  async function post(response: string, relayState: string): Promise<Landing> {
    const answer = await fetch(`${target().url}/auth/v1/sso/saml/acs`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ SAMLResponse: Buffer.from(response).toString("base64"), RelayState: relayState }),
    });
    const url = new URL(answer.headers.get("location") ?? "");
    const { searchParams } = url;
    return { status: answer.status, url, code: searchParams.get("code"), error: searchParams.get("error_code") };
  }

  /** Signs in. Returns the user, or the error. */
  async function enter(domain: string, changes: Partial<Claims> = {}, client = browser(), idp = provider()) {
    const request = await begin(client, domain);
    const landed = await post(idp.respond(request, changes), request.relayState);
    if (landed.code === null) return { client, landed, user: null, session: null, error: landed.error };
    const { data, error } = await client.auth.exchangeCodeForSession(landed.code);
    return { client, landed, user: data.user, session: data.session, error: error?.code ?? null };
  }

  /** Signs in by an emailed code. */
  async function enterByCode(email: string, client = target().client()) {
    await client.auth.signInWithOtp({ email });
    const [message] = (await target().emails?.(email)) ?? [];
    const { data } = await client.auth.verifyOtp({ email, token: message?.code ?? "", type: "email" });
    return { client, user: data.user };
  }

  return { browser, admin, addProvider, begin, post, enter, enterByCode };
}

/** Opens a provider and a stack for all tests of a file. Each test has a new person at the provider. */
export function ssoTargetForFile(options: TargetOptions = {}) {
  let opened: { readonly provider: SamlIdentityProvider; readonly target: Target } | undefined;
  const scene = () => {
    if (opened === undefined) throw new Error("The provider is not open yet.");
    return opened;
  };
  beforeAll(async () => {
    if (!isExternal) opened = { provider: await startSamlProvider(), target: await openTarget(options) };
  });
  afterAll(async () => {
    await opened?.target.close();
    await opened?.provider.close();
  });
  beforeEach(() => {
    if (opened === undefined) return;
    opened.provider.person = { id: crypto.randomUUID(), email: `${crypto.randomUUID()}@acme.example` };
  });
  return {
    get provider() {
      return scene().provider;
    },
    get target() {
      return scene().target;
    },
    steps: ssoSteps(
      () => scene().target,
      () => scene().provider,
    ),
  };
}

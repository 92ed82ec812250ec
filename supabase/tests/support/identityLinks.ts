/** Steps of a person who connects an identity, at an embedded Auth and with Parley's triggers. */
import type { SupabaseClient } from "@supabase/supabase-js";
import { PERSONAL_DATA } from "#contracts/personalDataLimits.ts";
import { CALLBACK, type externalSteps } from "../contract/external.support.ts";
import type { Target } from "../contract/target.ts";

type Steps = ReturnType<typeof externalSteps>;

export function identityLinks(target: () => Target, { browser, enterByCode, follow }: Steps) {
  const admin = () => target().embedded.admin;

  /** Returns a person who has just signed in by a code, in a browser of their own. */
  async function person(email: string) {
    const { client, user } = await enterByCode(email, browser());
    if (user === null) throw new Error("Not signed in.");
    return { client, id: user.id, email };
  }

  /** Requests a permit for a flow. Returns the error message, or null. */
  const allow = async (client: SupabaseClient, challenge: string, provider = "google") =>
    (await client.rpc("allow_identity", { p_provider: provider, p_code_challenge: challenge })).error?.message ?? null;

  /** Begins a link at Auth. Returns the provider's address and the challenge, or the status of an error. */
  async function beginLink(client: SupabaseClient, provider: "google" | "github" = "google") {
    const { data, error } = await client.auth.linkIdentity({
      provider,
      options: { redirectTo: CALLBACK, skipBrowserRedirect: true },
    });
    const [flow] = await admin()<{ challenge: string }[]>`
      select code_challenge as challenge from auth.flow_state order by created_at desc limit 1`;
    return { url: data.url ?? "", challenge: flow?.challenge ?? "", refused: error?.status ?? null };
  }

  /** Begins a link as Parley does. */
  async function begin(client: SupabaseClient, provider: "google" | "github" = "google") {
    const { url, challenge } = await beginLink(client, provider);
    const refusal = await allow(client, challenge, provider);
    if (refusal !== null) throw new Error(refusal);
    return url;
  }

  /** Exchanges the code that a browser was sent to with. */
  const exchange = async (client: SupabaseClient, landed: URL) =>
    (await client.auth.exchangeCodeForSession(landed.searchParams.get("code") ?? "")).error?.code ?? null;

  /** Connects the identity of whoever is at the provider. The client keeps the session that Auth returns, so use another one then. */
  async function connect(client: SupabaseClient) {
    const { landed } = await follow(await begin(client));
    await exchange(client, landed);
    return landed;
  }

  return {
    person,
    allow,
    beginLink,
    begin,
    exchange,
    connect,

    /** Returns the identities that the database and Auth know. */
    identities: async (userId: string) =>
      await admin()<{ id: string; provider: string; email: string | null; data: Record<string, unknown> }[]>`
        select id, provider, email, identity_data as data from auth.identities
        where user_id = ${userId} and provider <> 'email' order by created_at`,

    /** Returns the changes that emails announce to a person, oldest first. */
    notices: async (email: string) =>
      (
        await admin()<{ payload: Record<string, unknown> }[]>`
          select payload from private.outbox_emails
          where recipient = ${email} and template = 'account-changed' order by key`
      ).map(({ payload }) => payload.change),

    sessionsOf: async (userId: string) =>
      (await admin()`select id from auth.sessions where user_id = ${userId}`).length,

    /** Makes all sessions of a person too old for a change. */
    age: (userId: string) => admin()`
      update auth.sessions set created_at = created_at - ${PERSONAL_DATA.recentSignInMs / 1000 + 60} * interval '1 second'
      where user_id = ${userId}`,

    /** Lets the time of all links pass. */
    expire: () => admin()`update private.identity_links set expires_at = now() - interval '1 second'`,
  };
}

/** Single sign-on and Parley's triggers on Auth's tables, attacks first. */
import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeAll, describe, expect, test } from "vitest";
import { PERSONAL_DATA } from "#contracts/personalDataLimits.ts";
import { readRequest, startSamlProvider } from "../../tests/fakes/samlProvider.ts";
import { CALLBACK, ssoTargetForFile } from "./contract/sso.support.ts";
import { isExternal } from "./contract/target.ts";

const scene = ssoTargetForFile({ parley: true });
const { browser, addProvider, post, enter, enterByCode } = scene.steps;
const DOMAIN = "acme.example";
const admin = () => scene.target.embedded.admin;
beforeAll(async () => {
  if (!isExternal) await addProvider([DOMAIN, "acme.test"]);
});

const usersOf = async (email: string) => await admin()`select id from auth.users where email = ${email}`;
const sessionsOf = async (id: string) => await admin()`select id from auth.sessions where user_id = ${id}`;
const emailsTo = async (email: string, template: string) =>
  await admin()`select id from private.outbox_emails where recipient = ${email} and template = ${template}`;
const isFresh = async (client: SupabaseClient): Promise<unknown> => (await client.rpc("has_recent_proof")).data;

/** Returns a person who has just signed in. */
async function person(change: { id?: string; email?: string } = {}) {
  const { client, user, session } = await enter(DOMAIN, { person: { ...scene.provider.person, ...change } });
  if (user === null || session === null) throw new Error("Not signed in.");
  return { client, id: user.id, email: user.email ?? "", session };
}

describe.skipIf(isExternal)("a provider", () => {
  test.for([
    "boss@bank.example",
    "boss@sub.acme.example",
    "boss@notacme.example",
    "boss@acme.example.evil.example",
    "acme.example",
  ])("signs in nobody as %s", async (email) => {
    const { user, error } = await enter(DOMAIN, { person: { id: crypto.randomUUID(), email } });
    expect(user).toBeNull();
    expect(error).toBe("unexpected_failure");
    expect(await usersOf(email)).toHaveLength(0);
  });

  test("cannot rename its person into somebody else's domain", async () => {
    const { id, email } = await person();
    const { error } = await enter(DOMAIN, { person: { ...scene.provider.person, email: "boss@bank.example" } });
    expect(error).toBe("unexpected_failure");
    const [identity] = await admin()`select email from auth.identities where user_id = ${id}`;
    expect(identity).toEqual({ email });
  });

  test("may own a domain in any case, and several", async () => {
    expect((await person({ email: `${crypto.randomUUID()}@ACME.Test` })).email).toMatch(/@acme\.test$/u);
  });

  test("that lost a domain signs in nobody of it", async () => {
    const idp = await startSamlProvider();
    try {
      const id = await addProvider(["lost.example", "kept.example"], idp);
      const member = { id: "7", email: "tom@lost.example" };
      expect((await enter("kept.example", { person: member }, browser(), idp)).error).toBeNull();
      await admin()`delete from auth.sso_domains where sso_provider_id = ${id} and domain = 'lost.example'`;
      expect((await enter("kept.example", { person: member }, browser(), idp)).error).toBe("unexpected_failure");
    } finally {
      await idp.close();
    }
  });
});

describe.skipIf(isExternal)("an account with the same address", () => {
  test("stays with its owner", async () => {
    const { email } = scene.provider.person;
    const owner = await enterByCode(email, browser());
    const stranger = await person();
    expect(stranger.id).not.toBe(owner.user?.id);
    const { user } = (await owner.client.auth.getUser()).data;
    expect(user?.identities?.map(({ provider }) => provider)).toEqual(["email"]);
    expect((await owner.client.rpc("my_workspaces")).data).not.toEqual(
      (await stranger.client.rpc("my_workspaces")).data,
    );
  });

  test("at the same provider is not given to another name", async () => {
    const former = await person();
    const successor = await enter(DOMAIN, { person: { id: crypto.randomUUID(), email: former.email } });
    expect(successor.user).toBeNull();
    expect(await admin()`select id from auth.identities where user_id = ${former.id}`).toHaveLength(1);
    expect(await emailsTo(former.email, "account-changed")).toHaveLength(0);
  });
});

describe.skipIf(isExternal)("a managed account", () => {
  test.for(["google", "email", "sso:7f1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c11"])(
    "gets no identity of %s",
    async (provider) => {
      const { id, email } = await person();
      const data = JSON.stringify({ sub: "7", email, email_verified: true });
      await expect(
        admin()`
        insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
        values (${crypto.randomUUID()}, ${id}, ${data}::text::jsonb, ${provider}, now(), now())`,
      ).rejects.toThrow(/single sign-on|domain/u);
    },
  );

  test("keeps the identity of its provider", async () => {
    const { client, id } = await person();
    const [identity] = await admin()<{ id: string }[]>`select id from auth.identities where user_id = ${id}`;
    expect((await client.rpc("allow_identity_removal", { p_identity_id: identity?.id })).error).not.toBeNull();
    expect(await admin()`select id from auth.identities where user_id = ${id}`).toHaveLength(1);
  });

  test("is made of no account that exists", async () => {
    const owner = await enterByCode(`${crypto.randomUUID()}@acme.example`);
    const [provider] = await admin()<{ id: string }[]>`
      select sso_provider_id as id from auth.sso_domains where domain = ${DOMAIN}`;
    const data = JSON.stringify({ sub: "7", email: owner.user?.email, email_verified: true });
    await expect(
      admin()`
        insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
        values (${crypto.randomUUID()}, ${owner.user?.id ?? ""}, ${data}::text::jsonb, ${`sso:${provider?.id}`}, now(), now())`,
    ).rejects.toThrow("one identity");
  });

  // Codes and passwords do not exist for it.
  test("proves itself by a new sign-in, for ten minutes", async () => {
    const { client, id } = await person();
    const lost = async () => (await client.rpc("factor_reset_state")).data;
    expect(await isFresh(client)).toBe(true);
    expect(await lost()).toMatchObject({ is_proven: true });
    await admin()`
      update auth.sessions set created_at = created_at - make_interval(secs => ${PERSONAL_DATA.recentSignInMs / 1000})
      where user_id = ${id}`;
    expect(await isFresh(client)).toBe(false);
    expect(await lost()).toMatchObject({ is_proven: false });
    expect(await isFresh((await person()).client)).toBe(true);
  });

  // An older session may begin these, where an operator switches them on.
  test.for(["oauth_provider/authorization_code", "web3", "oauth"])("proves nothing by %s", async (way) => {
    const { client, id } = await person();
    await admin()`
      update auth.mfa_amr_claims set authentication_method = ${way}
      where session_id in (select id from auth.sessions where user_id = ${id})`;
    expect(await isFresh(client)).toBe(false);
  });
});

describe.skipIf(isExternal)("a request", () => {
  const begin = async (redirectTo: string, minutes = 0) => {
    await admin()`
      insert into auth.saml_relay_states (id, sso_provider_id, request_id, redirect_to, created_at)
      select ${crypto.randomUUID()}, sso_provider_id, 'request', ${redirectTo}, now() - make_interval(mins => ${minutes})
      from auth.sso_domains where domain = ${DOMAIN}`;
  };
  const begun = async () => {
    const rows = await admin()<{ to: string }[]>`
      select redirect_to as to from auth.saml_relay_states where redirect_to in ('old', 'recent', 'new') order by 1`;
    return rows.map(({ to }) => to);
  };

  test("goes after three minutes, with a later request", async () => {
    await begin("recent", 2);
    await begin("old", 4);
    expect(await begun()).toEqual(["old", "recent"]);
    await begin("new");
    expect(await begun()).toEqual(["new", "recent"]);
  });

  test("is not stored with a long address", async () => {
    await expect(begin(`https://parley.example/${"e".repeat(800)}`)).rejects.toThrow("request/invalid");
  });
});

describe.skipIf(isExternal)("a session", () => {
  test("begins with the exchange only", async () => {
    const { id, email } = await person();
    expect(await sessionsOf(id)).toHaveLength(1);
    expect(await emailsTo(email, "new-device")).toHaveLength(0);
    await person();
    expect(await sessionsOf(id)).toHaveLength(2);
    expect(await emailsTo(email, "new-device")).toHaveLength(1);
  });

  test("ends at once if no browser holds its verifier", async () => {
    const { id, session } = await person();
    const { data } = await scene.target
      .client()
      .auth.signInWithSSO({ domain: DOMAIN, options: { redirectTo: CALLBACK } });
    const request = readRequest(data?.url ?? "");
    const { url } = await post(scene.provider.respond(request), request.relayState);
    const token = new URLSearchParams(url.hash.slice(1)).get("access_token") ?? "";
    const stolen = scene.target.client({ global: { headers: { authorization: `Bearer ${token}` } } });
    expect((await stolen.rpc("my_workspaces")).error?.message).toBe("request/sign-in-needed");
    expect(await sessionsOf(id)).toHaveLength(1);
    const claims = JSON.parse(Buffer.from(session.access_token.split(".")[1] ?? "", "base64url").toString());
    expect(await sessionsOf(id)).toEqual([{ id: claims.session_id }]);
  });

  test("that began with a code stays", async () => {
    const { user } = await enterByCode(`${crypto.randomUUID()}@acme.example`);
    expect(await sessionsOf(user?.id ?? "")).toHaveLength(1);
  });
});

/** Identities that people connect to their account, attacks first, with Auth's own calls and Parley's triggers. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type IdentityProvider, startIdentityProvider } from "../../tests/fakes/identityProvider.ts";
import { newAddress } from "./contract/auth.support.ts";
import { externalConfig, externalSteps, hop } from "./contract/external.support.ts";
import { isExternal, openTarget, type Target } from "./contract/target.ts";
import { identityLinks } from "./support/identityLinks.ts";

let provider: IdentityProvider;
let target: Target;
const steps = externalSteps(() => target);
const { browser, follow, enter } = steps;
const { person, allow, beginLink, begin, exchange, connect, identities, notices, sessionsOf, age, expire } =
  identityLinks(() => target, steps);
const admin = () => target.embedded.admin;

beforeAll(async () => {
  if (isExternal) return;
  provider = await startIdentityProvider();
  target = await openTarget({ files: { "config.toml": externalConfig(provider.url) }, parley: true });
});
afterAll(async () => {
  if (isExternal) return;
  await target.close();
  await provider.close();
});
beforeEach(() => {
  if (!isExternal) become();
});

/** Puts somebody else before the provider's page. */
function become(change: Partial<IdentityProvider["person"]> = {}) {
  provider.person = { sub: randomUUID(), email: newAddress(), email_verified: true, name: "Vera", ...change };
  return provider.person;
}

describe.skipIf(isExternal)("a link that another browser completes", () => {
  /** Mallory begins, and Vera follows the address. */
  async function lure() {
    const mallory = await person(newAddress());
    const url = await begin(mallory.client);
    const vera = become();
    const { landed } = await follow(url);
    return { mallory, vera, landed };
  }

  test("gives Mallory neither an identity nor its data", async () => {
    const { mallory, vera, landed } = await lure();
    expect(landed.searchParams.get("code")).not.toBeNull();
    expect((await mallory.client.rpc("my_identities")).data).toEqual([]);
    const [pending] = await identities(mallory.id);
    expect(pending).toMatchObject({ email: null, data: { sub: vera.sub } });
    const { data } = await mallory.client.auth.getUser();
    expect(JSON.stringify(data)).not.toMatch(new RegExp(`Vera|${vera.email}`, "u"));
    expect(await notices(mallory.email)).toEqual([]);
  });

  test("never signs Vera in to the account of Mallory", async () => {
    const { mallory, vera } = await lure();
    become(vera);
    expect((await enter()).user).toBeNull();
    await expire();
    become(vera);
    const entered = await enter();
    expect(entered.user?.email).toBe(vera.email);
    expect(entered.user?.id).not.toBe(mallory.id);
    expect(await identities(mallory.id)).toEqual([]);
  });

  test("gives Vera's browser nothing but an error for its code", async () => {
    const { landed, mallory } = await lure();
    const victim = browser();
    await steps.begin(victim);
    expect(await exchange(victim, landed)).toBe("bad_code_verifier");
    expect((await mallory.client.rpc("my_identities")).data).toEqual([]);
  });

  test("is not confirmed by a link of Mallory's own", async () => {
    const { mallory, vera } = await lure();
    become();
    await connect(mallory.client);
    const linked = await identities(mallory.id);
    expect(linked.map(({ data }) => data.sub)).not.toContain(vera.sub);
    expect(linked).toHaveLength(1);
  });

  // Two of Mallory's flows at once: the callback of one must not create the identity of the other.
  // Both delete the flow, without its code.
  test("is not confirmed by a distrusted session or another address", async () => {
    const { mallory } = await lure();
    const [session] = await admin()`select id from auth.sessions where user_id = ${mallory.id}`;
    const again = await signInAgain(mallory.email);
    expect((await again.rpc("end_other_sessions", { p_distrust: true })).error).toBeNull();
    expect(await identities(mallory.id)).toEqual([]);
    expect(session).toBeDefined();
    const other = await lure();
    await admin()`update auth.users set email = ${newAddress()} where id = ${other.mallory.id}`;
    expect(await identities(other.mallory.id)).toEqual([]);
  });

  test("is not confirmed by another flow of Mallory", async () => {
    const mallory = await person(newAddress());
    const first = await begin(mallory.client);
    const callback = (await hop(first)).href;
    const [flow] = await admin()`select * from auth.flow_state where linking_target_id = ${mallory.id}`;
    const second = await begin(mallory.client);
    // The first flow is still there, as if its callback had read it a moment ago.
    await admin()`insert into auth.flow_state ${admin()(flow ?? {})}`;
    expect((await hop(callback)).searchParams.get("error")).toBe("server_error");
    expect(await identities(mallory.id)).toEqual([]);
    expect((await follow(second)).landed.searchParams.get("code")).not.toBeNull();
  });

  test("is not found by Vera's other providers", async () => {
    const { mallory, vera } = await lure();
    become({ sub: String(Math.floor(Math.random() * 1e9)), email: vera.email ?? "" });
    const entered = await enter(browser(), "github");
    expect(entered.user?.id).not.toBe(mallory.id);
    expect(entered.user?.email).toBe(vera.email);
  });
});

describe.skipIf(isExternal)("a stolen token at Auth itself", () => {
  test.each(["google", "github"] as const)("links nothing of %s without a permit", async (name) => {
    const tom = await person(newAddress());
    become({ sub: String(Math.floor(Math.random() * 1e9)) });
    const { landed } = await follow((await beginLink(tom.client, name)).url);
    expect(landed.searchParams.get("code")).toBeNull();
    expect(await identities(tom.id)).toEqual([]);
    expect(await notices(tom.email)).toEqual([]);
  });

  test("gets no permit with an old session or another provider", async () => {
    const tom = await person(newAddress());
    const { challenge } = await beginLink(tom.client);
    expect(await allow(tom.client, challenge, "github")).toBe("request/not-found");
    await age(tom.id);
    expect(await allow(tom.client, challenge)).toBe("account/sign-in-again");
  });

  test("has no use for the permit of the owner", async () => {
    const tom = await person(newAddress());
    const owner = await signInAgain(tom.email);
    const stolen = await beginLink(tom.client);
    const own = await beginLink(owner);
    expect(await allow(owner, own.challenge)).toBeNull();
    const thief = become();
    const { landed } = await follow(stolen.url);
    expect(landed.searchParams.get("code")).toBeNull();
    expect(JSON.stringify(await identities(tom.id))).not.toContain(thief.sub);
    become();
    const { landed: answered } = await follow(own.url);
    expect(await exchange(owner, answered)).toBeNull();
    expect(await identities(tom.id)).toHaveLength(1);
  });

  test("gets no permit for an old or used flow", async () => {
    const tom = await person(newAddress());
    const old = await beginLink(tom.client);
    await admin()`
      update auth.flow_state set created_at = created_at - interval '61 seconds' where linking_target_id = ${tom.id}`;
    expect(await allow(tom.client, old.challenge)).toBe("request/not-found");
    const used = await begin(tom.client);
    const { challenge } = await beginLink(tom.client);
    await allow(tom.client, challenge);
    expect((await follow(used)).landed.searchParams.get("code")).toBeNull();
    expect(await allow(tom.client, "short")).toBe("request/invalid");
  });

  test("needs PKCE, so that the code alone is worth nothing", async () => {
    const tom = await person(newAddress());
    const { data } = await tom.client.auth.getSession();
    const query = new URLSearchParams({ provider: "google", skip_http_redirect: "true" });
    const response = await fetch(`${target.url}/auth/v1/user/identities/authorize?${query}`, {
      headers: { apikey: target.publishableKey, authorization: `Bearer ${data.session?.access_token}` },
    });
    expect(response.status).toBe(500);
  });

  // `IdTokenGrant` with `link_identity` (token_oidc.go) creates the identity at once, also while linking by hand is off.
  test("adds no identity by an ID token", async () => {
    const tom = await person(newAddress());
    const add = (email: string, verified: boolean, name = "google") => admin()`
      insert into auth.identities (provider_id, user_id, identity_data, provider)
      values (${randomUUID()}, ${tom.id},
        ${JSON.stringify({ sub: "1", email, email_verified: verified })}::text::jsonb, ${name})`;
    await expect(add(newAddress(), true)).rejects.toThrow("needs a link");
    await expect(add(tom.email, false)).rejects.toThrow("needs a link");
    await expect(add(newAddress(), true, "custom:acme")).rejects.toThrow("needs a link");
    await add(tom.email.toUpperCase(), true);
  });

  test("links nothing to a guest", async () => {
    const client = browser();
    await client.auth.signInAnonymously();
    const { url, challenge } = await beginLink(client);
    expect(await allow(client, challenge)).toBe("account/needed");
    expect((await follow(url)).landed.searchParams.get("code")).toBeNull();
    const { data } = await client.auth.getUser();
    await expect(
      admin()`insert into auth.identities (provider_id, user_id, identity_data, provider)
        values (${randomUUID()}, ${data.user?.id ?? ""}, '{"sub": "1"}', 'github')`,
    ).rejects.toThrow("a guest has no identity");
  });

  test("removes no identity without a permit, and never the address", async () => {
    const tom = await person(newAddress());
    await connect(tom.client);
    const again = await signInAgain(tom.email);
    const { data } = await again.auth.getUserIdentities();
    const all = data?.identities ?? [];
    expect(all).toHaveLength(2);
    for (const identity of all) expect((await again.auth.unlinkIdentity(identity)).error?.status).toBe(500);
    const google = all.find((each) => each.provider === "google");
    const email = all.find((each) => each.provider === "email");
    if (google === undefined || email === undefined) throw new Error("Not connected.");
    expect((await again.rpc("allow_identity_removal", { p_identity_id: google.identity_id })).error).toBeNull();
    expect((await again.auth.unlinkIdentity(email)).error?.status).toBe(500);
    expect((await again.rpc("allow_identity_removal", { p_identity_id: email.identity_id })).error?.message).toBe(
      "request/not-found",
    );
    expect(await identities(tom.id)).toHaveLength(1);
  });

  test("removes none without a proof, or of somebody else", async () => {
    const tom = await person(newAddress());
    await connect(tom.client);
    const [identity] = await identities(tom.id);
    const id = { p_identity_id: identity?.id };
    const eve = await person(newAddress());
    expect((await eve.client.rpc("allow_identity_removal", id)).error?.message).toBe("request/not-found");
    const again = await signInAgain(tom.email);
    await admin()`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
      values (${randomUUID()}, ${tom.id}, 'app', 'totp', 'verified', now(), now(), 'JBSWY3DPEHPK3PXP')`;
    expect((await again.rpc("allow_identity_removal", id)).error?.message).toBe("account/factor-needed");
    expect(await allow(again, (await beginLink(again)).challenge)).toBe("account/factor-needed");
    await admin()`select private.remove_factors(${tom.id})`;
    await age(tom.id);
    expect((await again.rpc("allow_identity_removal", id)).error?.message).toBe("account/sign-in-again");
  });
});

/** Signs a person in again, in another browser. */
async function signInAgain(email: string) {
  await admin()`update auth.users set recovery_sent_at = null, confirmation_sent_at = null where email = ${email}`;
  return (await steps.enterByCode(email, browser())).client;
}

describe.skipIf(isExternal)("an address of a connected identity", () => {
  test("that nobody has verified leads to no other account", async () => {
    const mallory = await person(newAddress());
    const vera = newAddress();
    become({ email: vera, email_verified: false });
    await connect(mallory.client);
    expect(await identities(mallory.id)).toMatchObject([{ email: null, data: { provider_email: vera } }]);
    become({ email: vera });
    const entered = await enter();
    expect(entered.user?.id).not.toBe(mallory.id);
    expect(entered.user?.email).toBe(vera);
  });

  test("does not come back with a sign-in by the identity", async () => {
    const mallory = await person(newAddress());
    const own = become();
    await connect(mallory.client);
    const vera = newAddress();
    become({ ...own, email: vera, email_verified: false });
    expect((await enter()).user?.id).toBe(mallory.id);
    become({ email: vera });
    expect((await enter()).user?.id).not.toBe(mallory.id);
  });
});

describe.skipIf(isExternal)("a person", () => {
  test("connects an identity, and signs in by it", async () => {
    const tom = await person(newAddress());
    const google = become();
    const before = await sessionsOf(tom.id);
    await connect(tom.client);
    const [identity] = await identities(tom.id);
    expect(identity).toMatchObject({ provider: "google", data: { name: "Vera", provider_email: google.email } });
    expect(await notices(tom.email)).toEqual(["identity-added"]);
    // Linking signs nobody in, so there is no new device.
    expect(await sessionsOf(tom.id)).toBe(before);
    expect(
      await admin()`select key from private.outbox_emails where recipient = ${tom.email} and template = 'new-device'`,
    ).toHaveLength(0);
    become(google);
    const again = await enter();
    expect(again.user?.id).toBe(tom.id);
    expect(await again.client.rpc("my_identities")).toMatchObject({
      data: [{ id: identity?.id, provider: "google", name: google.email }],
    });
  });

  test("connects an identity of the same address without a confirmation", async () => {
    const tom = await person(newAddress());
    become({ email: tom.email });
    const landed = await connect(tom.client);
    expect(landed.searchParams.get("code")).not.toBeNull();
    expect(await identities(tom.id)).toMatchObject([{ email: tom.email }]);
    expect(await notices(tom.email)).toEqual(["identity-added"]);
  });

  test("learns of an identity that Auth adds by the address", async () => {
    const tom = await person(newAddress());
    become({ email: tom.email });
    expect((await enter()).user?.id).toBe(tom.id);
    expect(await notices(tom.email)).toEqual(["identity-added"]);
  });

  test("gets no identity of another account", async () => {
    const google = become();
    const owner = await enter();
    const tom = await person(newAddress());
    become(google);
    const landed = await connect(tom.client);
    expect(landed.searchParams.get("error_code")).toBe("identity_already_exists");
    expect(await identities(tom.id)).toEqual([]);
    expect(await identities(owner.user?.id ?? "")).toHaveLength(1);
  });

  test("connects nothing after a sign-out", async () => {
    const tom = await person(newAddress());
    const { landed } = await follow(await begin(tom.client));
    await admin()`delete from auth.sessions where user_id = ${tom.id}`;
    await exchange(tom.client, landed);
    expect(await identities(tom.id)).toEqual([]);
    expect(await sessionsOf(tom.id)).toBe(0);
  });

  test("ends the first attempt by a second", async () => {
    const tom = await person(newAddress());
    const { landed } = await follow(await begin(tom.client));
    const { landed: second } = await follow(await begin(tom.client));
    expect(await exchange(tom.client, landed)).not.toBeNull();
    expect(second.searchParams.get("code")).not.toBeNull();
    expect(await identities(tom.id)).toHaveLength(1);
  });

  test("gets no email about an identity without confirmation", async () => {
    const tom = await person(newAddress());
    const { landed } = await follow(await begin(tom.client));
    const google = (await tom.client.auth.getUserIdentities()).data?.identities.find(
      (each) => each.provider === "google",
    );
    if (google === undefined) throw new Error("No identity.");
    expect((await tom.client.auth.unlinkIdentity(google)).error).toBeNull();
    await exchange(tom.client, landed);
    expect(await identities(tom.id)).toEqual([]);
    expect(await notices(tom.email)).toEqual([]);
  });

  test("leaves no data of an identity that nobody confirmed", async () => {
    const tom = await person(newAddress());
    await follow(await begin(tom.client));
    await expire();
    expect((await tom.client.rpc("my_identities")).data).toEqual([]);
    expect(await identities(tom.id)).toEqual([]);
    expect(await admin()`select user_id from private.identity_links where user_id = ${tom.id}`).toHaveLength(0);
  });

  test("removes an identity, and keeps the address", async () => {
    const email = newAddress();
    become({ email });
    const { user } = await enter();
    const id = user?.id ?? "";
    const client = await signInAgain(email);
    become({ sub: String(Math.floor(Math.random() * 1e9)) });
    const { landed } = await follow(await begin(client, "github"));
    await exchange(client, landed);
    const own = await signInAgain(email);
    const google = (await own.auth.getUserIdentities()).data?.identities.find((each) => each.provider === "google");
    if (google === undefined) throw new Error("No identity.");
    expect((await own.rpc("allow_identity_removal", { p_identity_id: google.identity_id })).error).toBeNull();
    expect((await own.auth.unlinkIdentity(google)).error).toBeNull();
    const { data } = await own.auth.getUser();
    expect(data.user?.email).toBe(email);
    expect(data.user?.identities?.map((each) => each.provider).toSorted()).toEqual(["email", "github"]);
    expect((await identities(id)).map((each) => each.provider)).toEqual(["github"]);
    expect(await notices(email)).toEqual(["identity-added", "identity-removed"]);
  });

  test("removes their only identity, and signs in by code", async () => {
    const email = newAddress();
    become({ email });
    await enter();
    const client = await signInAgain(email);
    const [google] = (await client.auth.getUserIdentities()).data?.identities ?? [];
    if (google === undefined) throw new Error("No identity.");
    expect((await client.auth.unlinkIdentity(google)).error?.code).toBe("single_identity_not_deletable");
    await client.rpc("allow_identity_removal", { p_identity_id: google.identity_id });
    expect((await client.auth.unlinkIdentity(google)).error).toBeNull();
    expect((await (await signInAgain(email)).auth.getUser()).data.user?.email).toBe(email);
  });

  test("is deleted with their identities", async () => {
    const tom = await person(newAddress());
    await connect(tom.client);
    await admin()`insert into private.account_deletions (user_id, delete_at) values (${tom.id}, now())`;
    await admin()`select private.begin_account_deletion(${tom.id}, now())`;
    expect(await identities(tom.id)).toEqual([]);
    const { user } = await enter();
    await admin()`delete from auth.users where id = ${user?.id ?? ""}`;
    expect(await identities(user?.id ?? "")).toEqual([]);
  });
});

/** Identities of other providers and accounts, attacks first: Parley's triggers on Auth's tables. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type IdentityProvider, startIdentityProvider } from "../../tests/fakes/identityProvider.ts";
import { newAddress, newPassword } from "./contract/auth.support.ts";
import { externalConfig, externalSteps } from "./contract/external.support.ts";
import { isExternal, openTarget, type Target } from "./contract/target.ts";

let provider: IdentityProvider;
let target: Target;
const { enter, begin, follow, browser, enterByCode } = externalSteps(() => target);
type Client = ReturnType<typeof browser>;

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
  if (!isExternal) provider.person = { sub: crypto.randomUUID(), email: newAddress(), email_verified: true };
});

let lastGitHubId = 4_711;
const newGitHubId = () => `${++lastGitHubId}`;

/** Moves the last email of an address into the past, so that Auth sends another one. */
const forgetEmails = (email: string) =>
  target.embedded.admin`update auth.users set confirmation_sent_at = null where email = ${email}`;

describe.skipIf(isExternal)("a stranger whose provider has not verified the address", () => {
  test("shares no account with its later owner", async () => {
    const email = newAddress();
    provider.person = { sub: crypto.randomUUID(), email, email_verified: false };
    expect((await enter()).error).toBe("provider_email_needs_verification");
    await forgetEmails(email);
    const owner = await enterByCode(email);
    expect(owner.user?.email).toBe(email);
    const stranger = await enter();
    expect(stranger.user).toBeNull();
    expect((await owner.client.auth.getUser()).data.user?.identities?.map((each) => each.provider)).not.toContain(
      "google",
    );
  });

  test("leaves no password and no session to the owner's provider", async () => {
    const [email, password] = [newAddress(), newPassword()];
    await target.client().auth.signUp({ email, password });
    provider.person = { sub: crypto.randomUUID(), email, email_verified: true };
    const owner = await enter();
    expect(owner.user?.email).toBe(email);
    expect((await target.client().auth.signInWithPassword({ email, password })).error?.code).toBe(
      "invalid_credentials",
    );
  });
});

describe.skipIf(isExternal)("an address that changes hands", () => {
  /** Changes the address of a signed-in person by both codes. */
  async function changeAddress(client: Client, from: string, to: string): Promise<void> {
    expect((await client.rpc("allow_email_change", { p_email: to })).error).toBeNull();
    expect((await client.auth.updateUser({ email: to })).error).toBeNull();
    for (const email of [from, to]) {
      const [message] = (await target.emails?.(email)) ?? [];
      await target.client().auth.verifyOtp({ email, token: message?.code ?? "", type: "email_change" });
    }
  }
  const identitiesOf = async (userId: string | undefined) =>
    await target.embedded.admin`
      select provider, email, identity_data ->> 'provider_email' as stated from auth.identities
      where user_id = ${userId ?? ""} order by provider`;

  test("leads to the former owner's account by no identity", async () => {
    const [former, changed] = [newAddress(), newAddress()];
    const owner = await enterByCode(former, browser());
    provider.person = { sub: crypto.randomUUID(), email: former, email_verified: true };
    expect((await enter(browser())).user?.id).toBe(owner.user?.id);
    await changeAddress(owner.client, former, changed);
    expect(await identitiesOf(owner.user?.id)).toMatchObject([{ provider: "email", email: changed }]);
    const byFormerIdentity = await enter(browser());
    expect(byFormerIdentity.user?.email).toBe(former);
    expect(byFormerIdentity.user?.id).not.toBe(owner.user?.id);
    provider.person = { sub: newGitHubId(), email: former, email_verified: true };
    expect((await enter(browser(), "github")).user?.id).toBe(byFormerIdentity.user?.id);
  });

  test("ends what was begun before and not finished", async () => {
    const [former, changed] = [newAddress(), newAddress()];
    const owner = await enterByCode(former, browser());
    provider.person = { sub: crypto.randomUUID(), email: former, email_verified: true };
    const thief = browser();
    const { landed } = await follow(await begin(thief));
    await changeAddress(owner.client, former, changed);
    const entered = await thief.auth.exchangeCodeForSession(landed.searchParams.get("code") ?? "");
    expect([entered.data.user, entered.error?.code]).toEqual([null, "flow_state_not_found"]);
  });

  test("leads to no account whose provider states it later", async () => {
    const sub = crypto.randomUUID();
    for (const email_verified of [false, true]) {
      const [own, other] = [newAddress(), newAddress()];
      provider.person = { sub: `${sub}-${email_verified}`, email: own, email_verified: true };
      const stranger = await enter(browser());
      provider.person = { ...provider.person, email: other, email_verified };
      expect((await enter(browser())).user?.id).toBe(stranger.user?.id);
      const [google] = await identitiesOf(stranger.user?.id);
      expect(google).toMatchObject({ provider: "google", email: null, stated: other });
      provider.person = { sub: newGitHubId(), email: other, email_verified: true };
      const owner = await enter(browser(), "github");
      expect(owner.user?.email).toBe(other);
      expect(owner.user?.id).not.toBe(stranger.user?.id);
    }
  });

  test("does not stop its owner's first sign-in by provider", async () => {
    const email = newAddress();
    const owner = await enterByCode(email, browser());
    provider.person = { sub: crypto.randomUUID(), email, email_verified: false };
    expect((await enter(browser())).user).toBeNull();
    provider.person = { sub: newGitHubId(), email, email_verified: true };
    expect((await enter(browser(), "github")).user?.id).toBe(owner.user?.id);
  });
});

describe.skipIf(isExternal)("a person", () => {
  test("keeps an identity with the verified address, and their workspace", async () => {
    const { user } = await enter();
    expect(user?.identities).toHaveLength(1);
    const members = target.embedded.admin`select role from public.workspace_members where user_id = ${user?.id ?? ""}`;
    expect(await members).toMatchObject([{ role: "owner" }]);
    expect((await enter()).user?.id).toBe(user?.id);
  });

  test("proves nothing by a provider's open session", async () => {
    const { client, user } = await enter();
    expect((await client.rpc("has_recent_proof")).data).toBe(false);
    expect((await client.rpc("password_state")).data).toMatchObject({ is_proven: false });
    for (const way of ["oauth_provider/authorization_code", "web3", "sso/saml"]) {
      await target.embedded.admin`
        update auth.mfa_amr_claims set authentication_method = ${way}
        where session_id in (select id from auth.sessions where user_id = ${user?.id ?? ""})`;
      expect((await client.rpc("has_recent_proof")).data, way).toBe(false);
    }
    await forgetEmails(user?.email ?? "");
    const { client: byCode } = await enterByCode(user?.email ?? "", browser());
    expect((await byCode.rpc("has_recent_proof")).data).toBe(true);
  });

  test("has no role by the claims of a provider", async () => {
    provider.person = { ...provider.person, role: "owner", workspace_role: "owner", ui_locale: "ar" };
    const { user } = await enter();
    expect(user?.role).toBe("authenticated");
    expect(Object.keys(user?.user_metadata ?? {})).toEqual([]);
  });
});

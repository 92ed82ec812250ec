/** Identities of other providers and accounts, attacks first: Parley's triggers on Auth's tables. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type IdentityProvider, startIdentityProvider } from "../../tests/fakes/identityProvider.ts";
import { newAddress, newPassword } from "./contract/auth.support.ts";
import { externalConfig, externalSteps } from "./contract/external.support.ts";
import { isExternal, openTarget, type Target } from "./contract/target.ts";

let provider: IdentityProvider;
let target: Target;
const { enter, enterByCode } = externalSteps(() => target);

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

describe.skipIf(isExternal)("a person", () => {
  test("keeps an identity with the verified address, and their workspace", async () => {
    const { user } = await enter();
    expect(user?.identities).toHaveLength(1);
    const members = target.embedded.admin`select role from public.workspace_members where user_id = ${user?.id ?? ""}`;
    expect(await members).toMatchObject([{ role: "owner" }]);
    expect((await enter()).user?.id).toBe(user?.id);
  });

  test("has no role by the claims of a provider", async () => {
    provider.person = { ...provider.person, role: "owner", workspace_role: "owner", ui_locale: "ar" };
    const { user } = await enter();
    expect(user?.role).toBe("authenticated");
    expect(Object.keys(user?.user_metadata ?? {})).toEqual([]);
  });
});

/**
 * Which user an identity of a provider belongs to (models/linking.go, external.go, identity.go). Only a verified address
 * links an identity to an existing user.
 */
import postgres from "postgres";
import type { AuthContext } from "../context.ts";
import { sendCodes } from "../emails.ts";
import { AuthError, signupDisabled } from "../errors.ts";
import { createIdentity, findIdentity, removeOtherIdentities, saveIdentity } from "../identities.ts";
import {
  confirmEmail,
  createUser,
  type Db,
  emailExists,
  findUser,
  isBanned,
  type Metadata,
  requireUser,
  setEmail,
  type User,
  updateMetadata,
  updateProviders,
} from "../users.ts";
import type { ProviderEmail, ProviderUser } from "./provider.ts";

/** A user, or an error that is reported after the changes are stored. */
export type Outcome = { readonly userId: string } | { readonly error: AuthError };

interface SignInByIdentity {
  readonly provider: string;
  readonly person: ProviderUser;
  readonly emailOptional: boolean;
}

const NO_EMAIL: ProviderEmail = { email: "", verified: false, primary: false };

/** Returns the address that stands for the person: the primary one, else the last. */
const mainEmail = ({ emails }: ProviderUser): ProviderEmail =>
  emails.find(({ primary }) => primary) ?? emails.at(-1) ?? NO_EMAIL;

/** Returns what an identity stores. */
function identityDataOf(person: ProviderUser): Metadata {
  const { email, verified } = mainEmail(person);
  return { ...person.claims, sub: person.subject, ...(email !== "" && { email }), email_verified: verified };
}

export async function signInByIdentity(
  db: Db,
  context: AuthContext,
  { provider, person, emailOptional }: SignInByIdentity,
): Promise<Outcome> {
  const { config } = context;
  const data = identityDataOf(person);
  const known = await findIdentity(db, provider, person.subject);
  let user: User;
  let candidate = mainEmail(person);
  if (known !== null) {
    await saveIdentity(db, known.id, data);
    user = await requireUser(db, known.user_id);
    candidate = { ...candidate, email: user.email ?? "" };
    await updateMetadata(db, user, data);
  } else {
    const owner = await ownerOfVerified(db, person, !config.email.enable_confirmations);
    if (owner === null && !config.enable_signup) throw signupDisabled();
    // Nobody learns by an unverified address whose it is, and nobody gets it.
    const isTaken = owner === null && !candidate.verified && (await findUser(db, { email: candidate.email })) !== null;
    if (isTaken) candidate = { ...candidate, email: "" };
    user = owner ?? (await createExternalUser(db, candidate.email, data));
    await createIdentity(db, user.id, provider, person.subject, data);
    if (owner !== null) await updateMetadata(db, user, data);
  }
  await updateProviders(db, user.id);
  user = await requireUser(db, user.id);
  if (isBanned(user)) throw new AuthError(403, "user_banned", "User is banned");
  const hasEmail = !emailOptional || candidate.email !== "";
  if (!hasEmail || user.email_confirmed_at !== null) return { userId: user.id };
  // Holders of other identities of the user have proven nothing.
  await removeOtherIdentities(db, user.id, provider, person.subject);
  if (candidate.verified || !config.email.enable_confirmations) {
    await confirmEmail(db, await requireUser(db, user.id), user.email ?? candidate.email);
    return { userId: user.id };
  }
  return { error: await requestVerification(db, context, provider, user) };
}

/** Sends a code to an address that the provider has not verified, if the user got it. */
async function requestVerification(db: Db, context: AuthContext, provider: string, user: User): Promise<AuthError> {
  const needed = (what: string) =>
    new AuthError(422, "provider_email_needs_verification", `Unverified email with ${provider}. ${what}`);
  if (!user.email) return needed(`Verify the email with ${provider} in order to sign in`);
  await sendCodes(db, context, {
    ...{ user, to: [{ purpose: "signup", email: user.email }], pkce: false },
    redirectTo: context.siteUrl,
  });
  return needed(`A confirmation email has been sent to your ${provider} email`);
}

/** Returns the only user with one of the verified addresses. Throws if several have. */
async function ownerOfVerified(db: Db, { emails }: ProviderUser, isAnyVerified: boolean): Promise<User | null> {
  const verified = emails.filter((each) => each.verified || isAnyVerified).map(({ email }) => email);
  if (verified.length === 0) return null;
  const rows = await db`
    select user_id as id from auth.identities where email in ${db(verified)} and provider not like 'sso:%'
    union
    select id from auth.users where email in ${db(verified)} and not is_sso_user and deleted_at is null`;
  if (rows.length > 1) {
    throw new AuthError(
      500,
      "unexpected_failure",
      "Multiple accounts with the same email address in the same linking domain detected: default",
    );
  }
  return rows[0] === undefined ? null : await requireUser(db, String(rows[0].id));
}

/** Creates a user for an identity. Reports an error of a trigger as GoTrue does. */
const createExternalUser = (db: Db, email: string, data: Metadata): Promise<User> =>
  createUser(db, { email: email === "" ? null : email, metadata: data, isExternal: true });

interface LinkToUser {
  readonly provider: string;
  readonly person: ProviderUser;
  readonly userId: string;
}

/** Links an identity to a signed-in user. A guest becomes an account by a verified address. */
export async function linkToUser(
  db: Db,
  context: AuthContext,
  { provider, person, userId }: LinkToUser,
): Promise<Outcome> {
  const user = await requireUser(db, userId);
  const known = await findIdentity(db, provider, person.subject);
  if (known !== null) {
    const whose = known.user_id === userId ? "" : " to another user";
    throw new AuthError(422, "identity_already_exists", `Identity is already linked${whose}`);
  }
  await createIdentity(db, userId, provider, person.subject, identityDataOf(person));
  if (user.email === null) {
    const { email, verified } = mainEmail(person);
    await claimEmail(db, user.id, email);
    if (!verified) {
      const own = await requireUser(db, userId);
      await sendCodes(db, context, {
        ...{ user: own, to: [{ purpose: "signup", email }], pkce: false },
        redirectTo: context.siteUrl,
      });
      const message = `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`;
      return { error: new AuthError(422, "email_not_confirmed", message) };
    }
    await confirmEmail(db, await requireUser(db, userId), email);
  }
  await updateProviders(db, userId);
  return { userId };
}

async function claimEmail(db: Db, userId: string, email: string): Promise<void> {
  try {
    await setEmail(db, userId, email);
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === "23505") throw emailExists();
    throw error;
  }
}

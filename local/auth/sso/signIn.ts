/** `POST /sso` and the page to which an identity provider posts its response (sso.go, samlacs.go). */
import { randomBytes, randomUUID } from "node:crypto";
import * as z from "zod";
import { parseBody } from "../body.ts";
import type { AuthContext } from "../context.ts";
import { safeRedirect } from "../emails.ts";
import { AuthError, invalid, notSupported, signupDisabled } from "../errors.ts";
import { createIdentity, findIdentity, saveIdentity } from "../identities.ts";
import { challengeFields, requireWholeChallenge } from "../pkce.ts";
import { startSession } from "../sessions.ts";
import { confirmEmail, createUser, type Db, isBanned, requireUser, updateMetadata, updateProviders } from "../users.ts";
import { findProvider, type SsoProvider } from "./providerRows.ts";
import { metadataXmlOf, personOf, requestUrl, type SamlPerson } from "./serviceProvider.ts";

/** The method of such a session. */
const METHOD = "sso/saml";
/** GoTrue's default. */
const RELAY_STATE_SECONDS = 120;

const body = z.object({
  provider_id: z.string().nullish(),
  domain: z.string().nullish(),
  redirect_to: z.string().nullish(),
  skip_http_redirect: z.boolean().nullish(),
  ...challengeFields.shape,
});

/** Leads to the identity provider of a domain. */
export async function signInWithSso(context: AuthContext, _request: Request, given: unknown): Promise<Response> {
  requireSaml(context);
  const { sql, issuer, siteUrl } = context;
  const { provider_id: id, domain, redirect_to, skip_http_redirect, ...challenge } = parseBody(body, given);
  if (id && domain) throw invalid("Only one of provider_id or domain supported");
  if (!id && !domain) throw invalid("A provider_id or domain needs to be provided");
  requireWholeChallenge(challenge);
  const provider = await findProvider(sql, id ? { id } : { domain: domain ?? "" });
  if (provider === null) {
    const message = id ? "No such SSO provider" : "No SSO provider assigned for this domain";
    throw new AuthError(404, "sso_provider_not_found", message);
  }
  requireEnabled(provider);
  const relayState = randomUUID();
  const requestId = `id-${randomBytes(20).toString("hex")}`;
  const url = await requestUrl({ provider, issuerUrl: issuer.url, requestId }, relayState);
  await sql.begin(async (db: Db) => {
    const flowId = challenge.code_challenge ? randomUUID() : null;
    if (flowId !== null) {
      await db`
        insert into auth.flow_state (id, auth_code, code_challenge_method, code_challenge, provider_type, created_at,
          updated_at, authentication_method)
        values (${flowId}, ${randomUUID()}, ${challenge.code_challenge_method ?? null}, ${challenge.code_challenge ?? null},
          ${METHOD}, now(), now(), ${METHOD})`;
    }
    await db`
      insert into auth.saml_relay_states (id, sso_provider_id, request_id, redirect_to, flow_state_id, created_at, updated_at)
      values (${relayState}, ${provider.id}, ${requestId}, ${safeRedirect(redirect_to ?? null, siteUrl)}, ${flowId}, now(), now())`;
  });
  return skip_http_redirect ? Response.json({ url }) : found(303, url);
}

/** Auth's description for identity providers. */
export async function ssoMetadata(context: AuthContext): Promise<Response> {
  requireSaml(context);
  return new Response(metadataXmlOf(context.issuer.url), {
    headers: { "content-type": "application/xml", "cache-control": "public, max-age=600" },
  });
}

/** Receives the response of an identity provider. Every error leads to the app's first page. */
export async function consumeAssertion(context: AuthContext, request: Request, given: unknown): Promise<Response> {
  requireSaml(context);
  try {
    return found(302, await finish(context, request, given));
  } catch (error) {
    const url = new URL(context.siteUrl);
    for (const [name, value] of Object.entries(describe(error, context.log))) url.searchParams.set(name, value);
    return found(303, url.href);
  }
}

const relayRow = z.object({
  provider_id: z.guid(),
  request_id: z.string(),
  redirect_to: z.string(),
  flow_id: z.guid().nullable(),
  is_fresh: z.boolean(),
});

async function finish(context: AuthContext, request: Request, given: unknown): Promise<string> {
  const { sql, issuer } = context;
  const form = given instanceof URLSearchParams ? given : new URLSearchParams();
  const relay = await consumeRelayState(sql, form.get("RelayState") ?? "");
  const provider = await findProvider(sql, { id: relay.provider_id });
  if (provider === null)
    throw new AuthError(404, "saml_idp_not_found", "The identity provider does not exist any more");
  requireEnabled(provider);
  const exchange = { provider, issuerUrl: issuer.url, requestId: relay.request_id };
  const person = await personOf(exchange, form.get("SAMLResponse") ?? "");
  const url = new URL(relay.redirect_to);
  await sql.begin(async (db: Db) => {
    const userId = await userOf(db, context, provider, person);
    if (relay.flow_id !== null) url.searchParams.set("code", await claimFlow(db, relay.flow_id, userId));
    // As in GoTrue, also if the code begins another session.
    const tokens = await startSession(db, context, userId, METHOD, request);
    if (relay.flow_id !== null) return;
    const { access_token, refresh_token, expires_in, expires_at, token_type } = tokens;
    const texts = { expires_in: `${expires_in}`, expires_at: `${expires_at}` };
    url.hash = new URLSearchParams({ access_token, refresh_token, token_type, ...texts }).toString();
  });
  return url.href;
}

/** Deletes a request, which is answered once, whatever its answer. */
async function consumeRelayState(db: Db, id: string): Promise<z.infer<typeof relayRow>> {
  // A hosted Auth accepts a response that nobody has requested, and leads to any address that it allows.
  if (id === "" || URL.canParse(id)) throw notSupported("A sign-in that the identity provider begins");
  if (!z.guid().safeParse(id).success) throw invalid("SAML RelayState is not a valid UUID or URL");
  const [row] = await db`
    delete from auth.saml_relay_states where id = ${id}
    returning sso_provider_id as provider_id, request_id, redirect_to, flow_state_id as flow_id,
      created_at > now() - make_interval(secs => ${RELAY_STATE_SECONDS}) as is_fresh`;
  if (row === undefined) {
    throw new AuthError(404, "saml_relay_state_not_found", "SAML RelayState does not exist, try logging in again?");
  }
  const relay = relayRow.parse(row);
  if (relay.is_fresh) return relay;
  throw new AuthError(422, "saml_relay_state_expired", "SAML RelayState has expired. Try logging in again?");
}

async function claimFlow(db: Db, id: string, userId: string): Promise<string> {
  const [row] = await db`
    update auth.flow_state set user_id = ${userId}, updated_at = now() where id = ${id} and user_id is null
    returning auth_code`;
  if (row === undefined) throw new AuthError(400, "flow_state_already_used", "State has already been used");
  return z.object({ auth_code: z.string() }).parse(row).auth_code;
}

/**
 * Returns the user of a person. Each identity provider has users of its own, which no address links to others
 * (`GetAccountLinkingDomain` in models/linking.go). Among them the address does link.
 */
async function userOf(
  db: Db,
  context: AuthContext,
  { id, entityId }: SsoProvider,
  person: SamlPerson,
): Promise<string> {
  const provider = `sso:${id}`;
  const { subject, email } = person;
  const data = { ...person.claims, iss: entityId, sub: subject, email, email_verified: true };
  const known = await findIdentity(db, provider, subject);
  let userId: string;
  if (known !== null) {
    await saveIdentity(db, known.id, data);
    userId = known.user_id;
  } else {
    const owner = await ownerAtProvider(db, provider, email);
    if (owner === null && !context.config.enable_signup) throw signupDisabled();
    userId = owner ?? (await createUser(db, { email, metadata: data, isExternal: true, isSso: true })).id;
    await createIdentity(db, userId, provider, subject, data);
  }
  const user = await requireUser(db, userId);
  if (known !== null) await updateMetadata(db, user, data);
  await updateProviders(db, userId);
  if (isBanned(user)) throw new AuthError(403, "user_banned", "User is banned");
  if (user.email_confirmed_at === null) await confirmEmail(db, user, email);
  return userId;
}

async function ownerAtProvider(db: Db, provider: string, email: string): Promise<string | null> {
  const rows = await db`
    select distinct user_id as id from auth.identities where provider = ${provider} and email = ${email}`;
  if (rows.length > 1) throw new AuthError(500, "unexpected_failure", "Multiple accounts with the same email address");
  return rows[0] === undefined ? null : String(rows[0].id);
}

function requireSaml({ saml }: AuthContext): void {
  if (!saml) throw new AuthError(404, "saml_provider_disabled", "SAML 2.0 is disabled");
}

function requireEnabled({ isDisabled }: SsoProvider): void {
  if (!isDisabled) return;
  throw new AuthError(404, "sso_provider_disabled", "SSO Provider assigned for this domain is currently disabled");
}

/** The values of `error` in OAuth 2 for our statuses. */
const ERRORS: Readonly<Record<number, string>> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
};

function describe(error: unknown, log: AuthContext["log"]): Record<string, string> {
  if (error instanceof AuthError) {
    const name = ERRORS[error.status] ?? "server_error";
    return { error: name, error_code: error.code, error_description: error.message };
  }
  log(`auth: /sso/saml/acs failed: ${error instanceof Error ? error.name : "unknown"}`);
  return { error: "server_error", error_code: "unexpected_failure", error_description: "Unexpected failure" };
}

const found = (status: 302 | 303, location: string) =>
  new Response(null, {
    status,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });

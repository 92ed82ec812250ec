/**
 * Passkeys: sign-in, and the list of an account. The page runs the browser's dialog and never receives a token. A challenge belongs to
 * the browser that requested it.
 */
import { isAuthError } from "@supabase/supabase-js";
import type { ErrorCode } from "#contracts/errors.ts";
import type { PasskeyFailure, PasskeyProblem, PasskeyResult, Passkeys } from "~/lib/passkeys.ts";
import { authErrorCode, isTransientAuthError } from "./auth-client.ts";
import { addChallenge, type Ceremony, takeChallenge } from "./challengeCookie.ts";
import { parseAssertion, parseAttestation, passkeyCreation, passkeyRequest } from "./passkeyJson.ts";
import { writeLastWay } from "./signInCookies.ts";
import type { SignInParts, SignInSteps } from "./signInSteps.ts";
import { tokenClaims } from "./tokenClaims.ts";

const PROBLEMS: Readonly<Record<string, PasskeyProblem | ErrorCode>> = {
  webauthn_challenge_not_found: "expired",
  webauthn_challenge_expired: "expired",
  webauthn_verification_failed: "refused",
  webauthn_credential_not_found: "refused",
  // Not told apart: who holds the passkey of a banned account learns nothing else either.
  user_banned: "refused",
  email_not_confirmed: "refused",
  user_not_found: "refused",
  webauthn_credential_exists: "exists",
  too_many_passkeys: "full",
  passkey_disabled: "request/not-allowed",
  insufficient_aal: "account/factor-needed",
  session_not_found: "request/sign-in-needed",
  no_authorization: "request/sign-in-needed",
};

/** UTF-8. Auth's limit. */
const MAX_NAME_BYTES = 120;

/** Auth's name of a passkey whose model it does not know. Pages have one in the reader's language. */
const UNKNOWN = "Passkey";
const nameOf = (name: string | undefined): string => (name === undefined || name === UNKNOWN ? "" : name);

const done = <T>(value: T): PasskeyResult<T> => ({ ok: true, value });
const failed = (problem: PasskeyFailure["problem"]): PasskeyFailure => ({ ok: false, problem });

/** `byTrigger`: the problem behind a rejection by the database, of which Auth returns nothing else. */
function refused(error: Error, byTrigger?: PasskeyFailure["problem"]): PasskeyFailure {
  // The client has another kind of error for browsers' dialogs, which it does not open here.
  if (!isAuthError(error)) return failed("bug/unexpected");
  const code = error.code ?? "";
  const problem = Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code] : undefined;
  if (problem !== undefined) return failed(problem);
  if (error.status === 429) return failed("account/too-many-tries");
  if (error.status === 500 && byTrigger !== undefined) return failed(byTrigger);
  if (isTransientAuthError(error)) return failed("network/timeout");
  if (error.status === 404) return failed("request/not-found");
  return failed(authErrorCode(error));
}

export function requestPasskeys(parts: SignInParts, steps: SignInSteps): Passkeys {
  const { auth, jar, session, rpc } = parts;

  /** Returns why passkeys are not offered, or null. */
  const unavailable = async (): Promise<PasskeyFailure | null> =>
    (await parts.ways()).passkey ? null : failed("request/not-allowed");

  const isOwnChallenge = (ceremony: Ceremony, id: string) => takeChallenge(jar, ceremony, id);

  /** Signs in. A success replaces the session of this browser. */
  async function enter(challengeId: string, json: string) {
    if (!isOwnChallenge("get", challengeId)) return failed("expired");
    const credential = parseAssertion(json);
    if (credential === null) return failed("refused");
    const { data, error } = await auth().passkey.verifyAuthentication({ challengeId, credential });
    if (error) return refused(error, "refused");
    const { session: started, user } = data;
    return started && user ? done({ session: started, user }) : failed("bug/unexpected");
  }

  return {
    async list() {
      const { data, error } = await auth().passkey.list();
      if (error) return refused(error);
      return done(
        data.map(({ id, friendly_name, created_at, last_used_at }) => ({
          ...{ id, name: nameOf(friendly_name), addedAt: created_at, usedAt: last_used_at ?? null },
        })),
      );
    },

    async signInOptions() {
      const off = await unavailable();
      if (off !== null) return off;
      const { data, error } = await auth().passkey.startAuthentication();
      if (error) return refused(error);
      addChallenge(jar, "get", data.challenge_id);
      return done(passkeyRequest(data.challenge_id, data.options));
    },

    async signIn({ challengeId, credential }, next) {
      const off = await unavailable();
      if (off !== null) return off;
      const begun = await steps.beginSignIn();
      const entered = await enter(challengeId, credential);
      return entered.ok ? done(await steps.finishSignIn(begun, entered.value, "passkey", next)) : entered;
    },

    async confirm(viewer, { challengeId, credential }) {
      const off = await unavailable();
      if (off !== null) return off;
      // A passkey alone would lose the second factor.
      if (viewer.level === "aal2") return failed("account/sign-in-again");
      const token = await session.token();
      const former = token.ok ? tokenClaims(token.value?.accessToken ?? "") : null;
      const undo = jar.checkpoint();
      const entered = await enter(challengeId, credential);
      if (!entered.ok) return entered;
      if (entered.value.user.id !== viewer.id) {
        await auth().signOut({ scope: "local" });
        undo();
        takeChallenge(jar, "get", challengeId);
        return failed("other-person");
      }
      session.invalidate();
      writeLastWay(jar, "passkey");
      parts.record(entered.value.session.access_token);
      // Replaced by the new one.
      if (former !== null) await rpc("end_session", { p_session_id: former.session_id });
      return done(null);
    },

    async registrationOptions() {
      const off = await unavailable();
      if (off !== null) return off;
      const begun = await rpc("begin_passkey", {});
      if (!begun.ok) return failed(begun.error.code);
      const { data, error } = await auth().passkey.startRegistration();
      if (error) return refused(error);
      addChallenge(jar, "create", data.challenge_id);
      return done(passkeyCreation(data.challenge_id, data.options));
    },

    async add({ challengeId, credential: json }) {
      const off = await unavailable();
      if (off !== null) return off;
      if (!isOwnChallenge("create", challengeId)) return failed("expired");
      const credential = parseAttestation(json);
      if (credential === null) return failed("refused");
      const allowed = await rpc("allow_passkey", { p_credential_id: credential.id });
      if (!allowed.ok) return failed(allowed.error.code);
      const { error } = await auth().passkey.verifyRegistration({ challengeId, credential });
      return error ? refused(error, "account/sign-in-again") : done(null);
    },

    async rename(passkeyId, typed) {
      const friendlyName = typed.trim();
      if (friendlyName === "" || new TextEncoder().encode(friendlyName).length > MAX_NAME_BYTES) return failed("name");
      const { error } = await auth().passkey.update({ passkeyId, friendlyName });
      return error ? refused(error) : done(null);
    },

    async remove(passkeyId) {
      const { error } = await auth().passkey.delete({ passkeyId });
      return error ? refused(error) : done(null);
    },
  };
}

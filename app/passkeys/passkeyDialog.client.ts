/** The browser's dialogs of passkeys. Loaded when a passkey is used. */
import { isErrorCode } from "#contracts/errors.ts";
import { base64Url, bytesOf } from "~/lib/base64Url.ts";
import type { PasskeyAnswer, PasskeyCreation, PasskeyRequest } from "~/lib/passkeys.ts";
import { type AnyPasskeyProblem, NEW_OPTIONS_PATH, SIGN_IN_OPTIONS_PATH } from "./passkeyView.ts";

/** `aborted`: another dialog took its place, or the page closes. */
export type DialogResult =
  | { readonly ok: true; readonly answer: PasskeyAnswer }
  | { readonly ok: false; readonly problem: AnyPasskeyProblem | "aborted" };

type Options<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: AnyPasskeyProblem };

const PROBLEMS = ["refused", "expired", "full"] as const;
const failed = <Problem extends AnyPasskeyProblem | "aborted">(problem: Problem) => ({ ok: false, problem }) as const;

/** Requests the options of a dialog from the Worker, which wrote them. */
async function requestOptions<T>(path: string): Promise<Options<T>> {
  try {
    const response = await fetch(path, { method: "POST", body: new URLSearchParams({ intent: "options" }) });
    const body = JSON.parse(await response.text());
    if (response.ok) return { ok: true, value: body.options };
    const problem: unknown = body.problem ?? body.refused;
    if (isErrorCode(problem)) return failed(problem);
    return failed(PROBLEMS.find((known) => known === problem) ?? "bug/unexpected");
  } catch {
    return failed("network/timeout");
  }
}

function problemOf(error: unknown): AnyPasskeyProblem | "aborted" {
  const name = error instanceof DOMException ? error.name : "";
  switch (name) {
    case "AbortError":
      return "aborted";
    case "InvalidStateError":
      return "exists";
    case "SecurityError":
    case "NotSupportedError":
      return "unsupported";
    default:
      // Browsers do not tell a dialog that was closed from one that found no passkey.
      return "cancelled";
  }
}

const jsonOf = ({ id, rawId, type }: PublicKeyCredential, response: object): string =>
  JSON.stringify({ id, rawId: base64Url(rawId), type, response });

async function openRequest(request: PasskeyRequest, init: CredentialRequestOptions): Promise<DialogResult> {
  const { challengeId, challenge, rpId, timeout, userVerification } = request;
  try {
    const publicKey = { challenge: bytesOf(challenge), rpId, timeout, userVerification };
    const credential = await navigator.credentials.get({ ...init, publicKey });
    if (!(credential instanceof PublicKeyCredential)) return failed("cancelled");
    const { response } = credential;
    if (!(response instanceof AuthenticatorAssertionResponse)) return failed("cancelled");
    const json = jsonOf(credential, {
      clientDataJSON: base64Url(response.clientDataJSON),
      authenticatorData: base64Url(response.authenticatorData),
      signature: base64Url(response.signature),
      userHandle: response.userHandle === null ? "" : base64Url(response.userHandle),
    });
    return { ok: true, answer: { challengeId, credential: json } };
  } catch (error) {
    return failed(problemOf(error));
  }
}

async function createPasskey(): Promise<DialogResult> {
  const options = await requestOptions<PasskeyCreation>(NEW_OPTIONS_PATH);
  if (!options.ok) return options;
  const { challengeId, challenge, rp, user, algorithms, exclude, timeout, userVerification } = options.value;
  try {
    const credential = await navigator.credentials.create({
      publicKey: {
        ...{ challenge: bytesOf(challenge), rp, timeout, attestation: "none" },
        user: { ...user, id: bytesOf(user.id) },
        pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
        excludeCredentials: exclude.map((id) => ({ type: "public-key", id: bytesOf(id) })),
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification },
      },
    });
    if (!(credential instanceof PublicKeyCredential)) return failed("cancelled");
    const { response } = credential;
    if (!(response instanceof AuthenticatorAttestationResponse)) return failed("cancelled");
    const json = jsonOf(credential, {
      clientDataJSON: base64Url(response.clientDataJSON),
      attestationObject: base64Url(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    });
    return { ok: true, answer: { challengeId, credential: json } };
  } catch (error) {
    return failed(problemOf(error));
  }
}

/** A challenge with less time left is replaced. */
const MARGIN_MS = 30_000;

export interface PasskeyDialog {
  /** Makes a passkey. */
  create(): Promise<DialogResult>;
  /** Opens the browser's dialog. */
  ask(): Promise<DialogResult>;
  /** Offers passkeys in the field of the address, until one is chosen. `aborted` if the browser cannot. */
  offer(): Promise<DialogResult>;
  close(): void;
}

/** A challenge that no dialog has answered. */
interface Held {
  readonly options: Promise<Options<PasskeyRequest>>;
  readonly requestedAt: number;
}

/** Returns the dialogs of one page. Sign-ins share a challenge, because Auth counts them by address. */
export function createPasskeyDialog(): PasskeyDialog {
  let controller = new AbortController();
  let isClosed = false;
  let held: Held | null = null;

  const hold = (): Promise<Options<PasskeyRequest>> => {
    held = { options: requestOptions<PasskeyRequest>(SIGN_IN_OPTIONS_PATH), requestedAt: Date.now() };
    return held.options;
  };
  /** Returns the held challenge if there is time left. */
  const take = async (): Promise<Options<PasskeyRequest>> => {
    const found = held ?? { options: hold(), requestedAt: Date.now() };
    held = null;
    const options = await found.options;
    const isUsable = options.ok && Date.now() - found.requestedAt < options.value.timeout - MARGIN_MS;
    return isUsable || !options.ok ? options : await requestOptions<PasskeyRequest>(SIGN_IN_OPTIONS_PATH);
  };
  /** Ends the open dialog: browsers allow one. */
  const begin = (): AbortSignal => {
    controller.abort();
    controller = new AbortController();
    return controller.signal;
  };

  return {
    create: createPasskey,

    async ask() {
      const signal = begin();
      const options = await take();
      if (!options.ok) return options;
      return signal.aborted ? failed("aborted") : await openRequest(options.value, { signal });
    },

    async offer() {
      const before = controller;
      const isAvailable = await window.PublicKeyCredential?.isConditionalMediationAvailable?.();
      // The reader may have opened the dialog before this line.
      if (isAvailable !== true || isClosed || controller !== before) return failed("aborted");
      // The offer may wait for hours, the challenge lives for minutes.
      for (;;) {
        const signal = begin();
        const own = controller;
        const options = await hold();
        if (!options.ok) {
          held = null;
          return options;
        }
        if (isClosed || signal.aborted) return failed("aborted");
        let isOld = false;
        const timer = setTimeout(() => {
          isOld = true;
          own.abort();
        }, options.value.timeout - MARGIN_MS);
        const result = await openRequest(options.value, { signal, mediation: "conditional" });
        clearTimeout(timer);
        if (result.ok) held = null;
        if (!isOld || isClosed) return result;
      }
    },

    close() {
      isClosed = true;
      controller.abort();
    },
  };
}

/** Errors of Auth in GoTrue's format. */

/** From this API version on, `code` is the name of the error. For older clients it is the status. */
const VERSION = "2024-01-01";
const VERSION_HEADER = "x-supabase-api-version";

export class AuthError extends Error {
  readonly status: number;
  /** GoTrue's error name, such as `otp_expired`. */
  readonly code: string;
  /** Further fields of the response. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = "AuthError";
    this.status = status;
    this.code = code;
    this.details = details;
  }

  toResponse(request: Request): Response {
    const version = request.headers.get(VERSION_HEADER) ?? "";
    if (version >= VERSION) {
      return Response.json(
        { code: this.code, message: this.message, ...this.details },
        { status: this.status, headers: { [VERSION_HEADER]: VERSION } },
      );
    }
    return Response.json(
      { code: this.status, error_code: this.code, msg: this.message, ...this.details },
      { status: this.status },
    );
  }
}

export const invalid = (message: string) => new AuthError(400, "validation_failed", message);
/** A feature of GoTrue that this stack does not have yet. */
export const notSupported = (what: string) =>
  new AuthError(501, "not_implemented", `${what} is not supported by the embedded Auth: use a hosted project.`);
export const otpExpired = () => new AuthError(403, "otp_expired", "Token has expired or is invalid");
export const linkExpired = () => new AuthError(403, "otp_expired", "Email link is invalid or has expired");
export const signupDisabled = () => new AuthError(422, "signup_disabled", "Signups not allowed for this instance");

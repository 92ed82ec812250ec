import type { HookEmailData } from "./index.ts";

interface IssuedCode {
  readonly code: string;
  readonly tokenHash: string;
}

/** Returns the codes as upstream sends them (`sendEmail`, internal/api/mail.go). */
export function hookEmailData(
  action: string,
  code: IssuedCode,
  { authUrl, redirectTo, current }: { authUrl: string; redirectTo: string; current: IssuedCode | null },
): HookEmailData {
  return {
    // Upstream keeps these names crossed for the sake of existing hooks: `code` is for the new address of a change.
    token: current?.code ?? code.code,
    token_hash: code.tokenHash,
    redirect_to: redirectTo,
    email_action_type: action,
    site_url: authUrl,
    token_new: current === null ? "" : code.code,
    token_hash_new: current?.tokenHash ?? "",
  };
}

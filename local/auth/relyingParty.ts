/** `[auth.webauthn]` of config.toml: the site to which passkeys belong. */
import type { Config } from "../config.ts";

export interface RelyingParty {
  readonly id: string;
  readonly name: string;
  readonly origins: string[];
}

/**
 * Returns the relying party. On this machine the app's own origin counts too, because its port can be chosen
 * (`npm run dev -- --port`). A hosted project accepts the origins of its configuration only.
 */
export function relyingPartyOf(
  { rp_id: id, rp_display_name: name, rp_origins: origins }: Config["auth"]["webauthn"],
  siteUrl: string,
): RelyingParty {
  const site = new URL(siteUrl);
  const own = id === "localhost" && site.hostname === "localhost" ? [site.origin] : [];
  return { id, name: name || id, origins: [...new Set([...origins, ...own])] };
}

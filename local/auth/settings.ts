/** `GET /settings`: the ways to sign in, in GoTrue's shape. */
import type { AuthContext } from "./context.ts";

/** The providers that GoTrue lists. Custom ones are not among them. */
const PROVIDERS = [
  "apple",
  "azure",
  "bitbucket",
  "discord",
  "facebook",
  "snapchat",
  "figma",
  "fly",
  "github",
  "gitlab",
  "google",
  "keycloak",
  "kakao",
  "linkedin",
  "linkedin_oidc",
  "notion",
  "spotify",
  "slack",
  "slack_oidc",
  "workos",
  "twitch",
  "twitter",
  "zoom",
] as const;

export const describeSettings = ({ config, providers, saml }: Pick<AuthContext, "config" | "providers" | "saml">) => ({
  external: {
    ...Object.fromEntries(PROVIDERS.map((provider) => [provider, providers.names.includes(provider)])),
    phone: config.sms.enable_signup,
    anonymous_users: config.enable_anonymous_sign_ins,
    email: config.email.enable_signup,
  },
  disable_signup: !config.enable_signup,
  mailer_autoconfirm: !config.email.enable_confirmations,
  phone_autoconfirm: !config.sms.enable_confirmations,
  sms_provider: "",
  saml_enabled: saml,
  passkeys_enabled: config.passkey.enabled,
});

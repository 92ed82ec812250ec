/** Names of the providers that Auth knows. They are brands, so no language translates them. */
export const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  apple: "Apple",
  azure: "Microsoft",
  bitbucket: "Bitbucket",
  discord: "Discord",
  facebook: "Facebook",
  figma: "Figma",
  github: "GitHub",
  gitlab: "GitLab",
  google: "Google",
  keycloak: "Keycloak",
  linkedin_oidc: "LinkedIn",
  notion: "Notion",
  slack_oidc: "Slack",
  spotify: "Spotify",
  twitch: "Twitch",
  workos: "WorkOS",
  x: "X",
  zoom: "Zoom",
};

/** Returns the name of a provider. For one of the operator's that no longer has a name, returns the last part of its id. */
export const providerName = (id: string): string =>
  Object.hasOwn(PROVIDER_NAMES, id) ? (PROVIDER_NAMES[id] ?? id) : id.replace(/^custom:/u, "");

/** Limits of workspaces and the changes in their log. Apart from `workspaces.ts`, so that pages load no zod with them. */

/** Limits of workspaces. The database names them `workspaces.…`. */
export const WORKSPACES = {
  /** Workspaces of one account, which its pages read. */
  perPerson: 20,
  /** Members of one workspace. */
  members: 5_000,
  membersPerPage: 100,
  retentionDays: { min: 1, max: 365 },
  /** Open invitations of a workspace. */
  invitations: 100,
  invitationTtlMs: 604_800_000,
  /** Invitations by email in 24 hours: of a person, of a workspace, and of all. */
  emailsPerPersonInDay: 20,
  emailsPerWorkspaceInDay: 50,
  emailsInDay: 500,
  /** Invitations by email to one address in 24 hours. */
  emailsPerAddressInDay: 5,
  email: { min: 3, max: 254 },
  /** Changes of workspaces, of members and of invitations by one person. */
  changesPerMinute: 30,
  changesPerPage: 50,
  /** Changes at which one request looks that filters them. */
  changesPerRead: 1_000,
  /** Rows of members in one answer about usage, a row for each engine. */
  usageRows: 200,
  /** Characters of all actions that one request names. */
  actions: { max: 400 },
} as const;

/** The changes in the log of a workspace. */
export const WORKSPACE_ACTIONS = [
  "workspace-created",
  "workspace-renamed",
  "retention-changed",
  "translation-changed",
  "two-factor-changed",
  "sso-changed",
  "member-invited",
  "invitation-renewed",
  "invitation-revoked",
  "member-joined",
  "role-changed",
  "member-removed",
  "member-left",
  "deletion-requested",
  "deletion-withdrawn",
  "factor-reset-asked",
  "factor-reset-approved",
  "factor-reset-declined",
  "factor-reset-done",
  "picture-changed",
  "picture-removed",
] as const;

/** The account that the shell shows. */
export interface AccountView {
  /** The last display name, if there is one. */
  readonly name: string | null;
  readonly email: string | null;
  /** The id of the picture. Null or missing: there is none, or the page has not read it. */
  readonly avatar?: string | null;
  /** When the account is deleted: ISO 8601. Null or missing: nobody requested that, or the page has not read it. */
  readonly deletesAt?: string | null;
  /** Somebody asked to reset the second factor. */
  readonly factorReset?: boolean;
  /** Workspaces that are closed until the person turns on two-factor authentication, or signs in by a company. */
  readonly locked?: readonly { readonly id: string; readonly name: string; readonly needsSso: boolean }[];
}

/** The account that the shell shows. */
export interface AccountView {
  /** The last display name, if there is one. */
  readonly name: string | null;
  readonly email: string | null;
}

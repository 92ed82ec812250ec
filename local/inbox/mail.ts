export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** The code to type, when there is one. */
  readonly code: string | null;
  /** The link to follow, when there is one. */
  readonly link: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

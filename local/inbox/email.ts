export interface Email {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  /** The body as it was sent: a fragment of HTML. */
  readonly html: string;
  /** The code to type, when there is one. */
  readonly code: string | null;
  /** The link to follow, when there is one. */
  readonly link: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

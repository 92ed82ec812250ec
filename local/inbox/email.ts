export interface Email {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  /** The body as sent: HTML. */
  readonly html: string;
  /** The code to type, if any. */
  readonly code: string | null;
  /** The link to follow, if any. */
  readonly link: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

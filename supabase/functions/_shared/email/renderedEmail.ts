/** An email as the provider gets it. */
export interface RenderedEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Headers of the message beside those that every email has. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly Attachment[];
}

/** A file with the names that Resend's API has. */
export interface Attachment {
  readonly filename: string;
  /** In base64. */
  readonly content: string;
  readonly content_type: string;
}

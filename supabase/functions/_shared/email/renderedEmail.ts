/** An email as the provider gets it. */
export interface RenderedEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Headers of the message beside those that every email has. */
  readonly headers?: Readonly<Record<string, string>>;
}

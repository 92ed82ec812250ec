/** An email or an SMS. */
export interface Email {
  readonly id: string;
  readonly kind: "email" | "sms";
  /** An email address, or a phone number in E.164. */
  readonly to: string;
  /** The text of an SMS. */
  readonly subject: string;
  /** The body as sent: HTML. Empty for an SMS. */
  readonly html: string;
  /** The plain-text part of an email, if it has one. */
  readonly text: string | null;
  /** The code to type, if any. */
  readonly code: string | null;
  /** The link to follow, if any. */
  readonly link: string | null;
  readonly attachments: readonly InboxFile[];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** An attachment. All that Parley sends are text. */
export interface InboxFile {
  readonly filename: string;
  readonly type: string;
  readonly text: string;
}

/** An email on its way to the inbox. */
export type NewEmail = Pick<Email, "to" | "subject" | "html" | "code" | "link"> &
  Partial<Pick<Email, "text" | "attachments">>;

/** Returns the code in a text, which stands apart from other letters and digits. */
export const codeIn = (text: string): string | null => /(?<![\w.+@/-])\d{6,10}(?![\w@])/u.exec(text)?.[0] ?? null;

/** Returns the first link of an email. */
export const linkIn = (html: string): string | null =>
  /\bhref="(https?:[^"]*)"/u.exec(html)?.[1]?.replaceAll("&#43;", "+").replaceAll("&amp;", "&") ?? null;

/** Mails as tests read them: by the API of Mailpit, which `supabase start` runs and our inbox answers in the same shape. */
import * as z from "zod/mini";

export interface ReceivedMail {
  readonly subject: string;
  readonly html: string;
  /** What of the mail can be typed: its first run of six to ten digits outside of an address, the subject's before the body's. */
  readonly code: string;
  /** The first link, its entities decoded. */
  readonly link: string;
}

/** Newest first. */
export type ReadMail = (to: string) => Promise<ReceivedMail[]>;

const found = z.object({ messages: z.array(z.object({ ID: z.string() })) });
const message = z.object({ Subject: z.string(), HTML: z.string() });

/** @param base where `/api/v1` is: `http://127.0.0.1:54324` */
export function mailReader(base: string): ReadMail {
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(`${base}/api/v1/${path}`);
    if (!response.ok) throw new Error(`The mail API answered ${response.status}.`);
    return await response.json();
  };
  return async (to) => {
    const { messages } = found.parse(await get(`search?${new URLSearchParams({ query: `to:"${to}"`, limit: "50" })}`));
    return await Promise.all(messages.map(async ({ ID }) => received(message.parse(await get(`message/${ID}`)))));
  };
}

function received({ Subject: subject, HTML: html }: z.infer<typeof message>): ReceivedMail {
  const text = html.replace(/<style[\s\S]*?<\/style>|<[^>]*>|\S+@\S+/gu, " ");
  const code = /\b\d{6,10}\b/u.exec(`${subject} ${text}`)?.[0] ?? "";
  const link = /href="([^"]*)"/u.exec(html)?.[1] ?? "";
  return { subject, html, code, link: link.replaceAll("&amp;", "&").replaceAll("&#43;", "+") };
}

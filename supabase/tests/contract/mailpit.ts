/** Reads emails by Mailpit's API, which `supabase start` runs and our inbox supports. */
import * as z from "zod/mini";

export interface ReceivedEmail {
  readonly subject: string;
  readonly html: string;
  /** The code: the first six to ten digits outside of an address, in the subject or else in the body. */
  readonly code: string;
  /** The first link, with decoded entities. */
  readonly link: string;
}

/** Newest first. */
export type ReadEmails = (to: string) => Promise<ReceivedEmail[]>;

const found = z.object({ messages: z.array(z.object({ ID: z.string() })) });
const message = z.object({ Subject: z.string(), HTML: z.string() });

/** @param base URL before `/api/v1`, such as `http://127.0.0.1:54324` */
export function createEmailReader(base: string): ReadEmails {
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(`${base}/api/v1/${path}`);
    if (!response.ok) throw new Error(`The email API returned ${response.status}.`);
    return await response.json();
  };
  return async (to) => {
    const { messages } = found.parse(await get(`search?${new URLSearchParams({ query: `to:"${to}"`, limit: "50" })}`));
    return await Promise.all(
      messages.map(async ({ ID }) => toReceivedEmail(message.parse(await get(`message/${ID}`)))),
    );
  };
}

function toReceivedEmail({ Subject: subject, HTML: html }: z.infer<typeof message>): ReceivedEmail {
  const text = html.replace(/<style[\s\S]*?<\/style>|<[^>]*>|\S+@\S+/gu, " ");
  const code = /\b\d{6,10}\b/u.exec(`${subject} ${text}`)?.[0] ?? "";
  const link = /href="([^"]*)"/u.exec(html)?.[1] ?? "";
  return { subject, html, code, link: link.replaceAll("&amp;", "&").replaceAll("&#43;", "+") };
}

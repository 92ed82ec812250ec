/**
 * The two questions of Mailpit's API that tests ask (`/inbox/api/v1/search`, `/inbox/api/v1/message/<id>`), so that they read
 * mails alike here and from `supabase start`.
 */
import type { Email } from "./email.ts";

/** @param path what follows `/inbox/api/v1/` */
export function mailpit(mails: readonly Email[], path: string, query: URLSearchParams): Response | null {
  if (path === "search") {
    const [, address] = /^to:"?([^"]+)"?$/u.exec(query.get("query") ?? "") ?? [];
    if (address === undefined)
      return Response.json({ Error: 'only query=to:"address" is known here' }, { status: 400 });
    const found = mails.filter((mail) => mail.to.toLowerCase() === address.toLowerCase());
    const limit = Number(query.get("limit") ?? 50);
    return json({ total: mails.length, messages_count: found.length, messages: found.slice(0, limit).map(summary) });
  }
  const [, id] = /^message\/(\w+)$/u.exec(path) ?? [];
  if (id === undefined) return null;
  const mail = mails.find((mail) => mail.id === id);
  return mail ? json({ ...summary(mail), HTML: mail.html }) : null;
}

const json = (body: unknown) => Response.json(body, { headers: { "cache-control": "no-store" } });
const summary = ({ id, to, subject, at }: Email) => ({
  ID: id,
  To: [{ Name: "", Address: to }],
  Subject: subject,
  Created: new Date(at).toISOString(),
});

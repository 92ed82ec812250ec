/**
 * The two requests of Mailpit's API that tests use: `/inbox/api/v1/search` and `/inbox/api/v1/message/<id>`. Tests can
 * then read emails the same way here and under `supabase start`.
 */
import type { Email } from "./email.ts";

/** @param path the part after `/inbox/api/v1/` */
export function handleMailpit(emails: readonly Email[], path: string, query: URLSearchParams): Response | null {
  if (path === "search") {
    const [, address] = /^to:"?([^"]+)"?$/u.exec(query.get("query") ?? "") ?? [];
    if (address === undefined) return Response.json({ Error: 'only query=to:"address" is supported' }, { status: 400 });
    const found = emails.filter((email) => email.to.toLowerCase() === address.toLowerCase());
    const limit = Number(query.get("limit") ?? 50);
    return noStoreJson({
      total: emails.length,
      messages_count: found.length,
      messages: found.slice(0, limit).map(summary),
    });
  }
  const [, id] = /^message\/(\w+)$/u.exec(path) ?? [];
  if (id === undefined) return null;
  const email = emails.find((email) => email.id === id);
  return email ? noStoreJson({ ...summary(email), HTML: email.html }) : null;
}

const noStoreJson = (body: unknown) => Response.json(body, { headers: { "cache-control": "no-store" } });
const summary = ({ id, to, subject, at }: Email) => ({
  ID: id,
  To: [{ Name: "", Address: to }],
  Subject: subject,
  Created: new Date(at).toISOString(),
});

/** Where the stack's mails land: kept in memory, read at `/inbox` by people and at `/inbox/api` by tests. */
import type { Mail } from "./mail.ts";
import { page } from "./page.ts";

export interface Inbox {
  deliver(mail: Omit<Mail, "at">): void;
  /** `GET /inbox` and `GET /inbox/api?to=…`, newest first; null for another path. */
  handle(request: Request): Response | null;
}

const KEPT = 200;

export function createInbox(now: () => number = Date.now): Inbox {
  const mails: Mail[] = [];
  return {
    deliver: (mail) => {
      mails.unshift({ ...mail, at: now() });
      mails.length = Math.min(mails.length, KEPT);
    },
    handle: (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const to = searchParams.get("to")?.toLowerCase();
      const shown = to === undefined ? mails : mails.filter((mail) => mail.to.toLowerCase() === to);
      if (pathname === "/inbox/api") return Response.json(shown, { headers: { "cache-control": "no-store" } });
      if (pathname === "/inbox" || pathname === "/inbox/") return page(shown);
      return null;
    },
  };
}

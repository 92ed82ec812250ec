/** Where the stack's mails land: kept in memory, read at `/inbox` by people and at `/inbox/api` by tests. */
import { randomBytes } from "node:crypto";
import type { Email } from "./email.ts";
import { mailpit } from "./mailpit.ts";
import { page } from "./page.ts";

export interface Inbox {
  deliver(mail: Omit<Email, "at" | "id">): void;
  /** `GET /inbox`, `GET /inbox/api?to=…`, newest first, and what of Mailpit's API is here; null for another path. */
  handle(request: Request): Response | null;
}

const KEPT = 200;
const MAILPIT = "/inbox/api/v1/";

export function createInbox(now: () => number = Date.now): Inbox {
  const mails: Email[] = [];
  return {
    deliver: (mail) => {
      mails.unshift({ ...mail, id: randomBytes(12).toString("hex"), at: now() });
      mails.length = Math.min(mails.length, KEPT);
    },
    handle: (request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname.startsWith(MAILPIT)) return mailpit(mails, pathname.slice(MAILPIT.length), searchParams);
      const to = searchParams.get("to")?.toLowerCase();
      const shown = to === undefined ? mails : mails.filter((mail) => mail.to.toLowerCase() === to);
      if (pathname === "/inbox/api") return Response.json(shown, { headers: { "cache-control": "no-store" } });
      if (pathname === "/inbox" || pathname === "/inbox/") return page(shown);
      return null;
    },
  };
}

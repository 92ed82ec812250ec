/** Inbox for all emails and SMS of the stack, in memory. People read it at `/inbox`, tests at `/inbox/api`. */
import { randomBytes } from "node:crypto";
import { codeIn, type Email, type NewEmail } from "./email.ts";
import { handleMailpit } from "./mailpit.ts";
import { renderPage } from "./page.ts";
import { createProviderEndpoint } from "./provider.ts";
import { createSmsEndpoint } from "./smsProvider.ts";

export interface Inbox {
  deliver(email: NewEmail): void;
  /** Handles `POST /inbox/emails`, with the API of an email provider: see `provider.ts`. */
  receive(request: Request): Promise<Response>;
  /** Handles `POST /inbox/sms`, with the API of an SMS provider: see `smsProvider.ts`. */
  receiveSms(request: Request): Promise<Response>;
  /**
   * Handles `GET /inbox` and `GET /inbox/api?to=…`, newest first, and parts of Mailpit's API. Returns null for other
   * paths.
   */
  handle(request: Request): Response | null;
}

const MAX_EMAILS = 200;
const MAILPIT_PATH = "/inbox/api/v1/";

export function createInbox(now: () => number = Date.now): Inbox {
  const emails: Email[] = [];
  const add = (message: Omit<Email, "at" | "id">) => {
    emails.unshift({ ...message, id: randomBytes(12).toString("hex"), at: now() });
    emails.length = Math.min(emails.length, MAX_EMAILS);
  };
  const deliver: Inbox["deliver"] = ({ text = null, attachments = [], ...email }) =>
    add({ ...email, text, attachments, kind: "email" });
  return {
    deliver,
    receive: createProviderEndpoint(deliver, now),
    receiveSms: createSmsEndpoint(({ to, text }) =>
      add({ kind: "sms", to, subject: text, html: "", text: null, code: codeIn(text), link: null, attachments: [] }),
    ),
    handle: (request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname.startsWith(MAILPIT_PATH))
        return handleMailpit(emails, pathname.slice(MAILPIT_PATH.length), searchParams);
      const to = searchParams.get("to")?.toLowerCase();
      const shown = to === undefined ? emails : emails.filter((email) => email.to.toLowerCase() === to);
      if (pathname === "/inbox/api") return Response.json(shown, { headers: { "cache-control": "no-store" } });
      if (pathname === "/inbox" || pathname === "/inbox/") return renderPage(shown);
      return null;
    },
  };
}

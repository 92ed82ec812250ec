/**
 * The inbox as a page without scripts or external resources, with everything escaped. Each email is rendered as its
 * recipient would see it, in a sandboxed frame that can neither run scripts nor navigate.
 */
import type { Email, InboxFile } from "./email.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/gu, (mark) => ENTITIES[mark] ?? "");

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
ul { list-style: none; padding: 0; display: grid; gap: 1rem; }
li { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 0.75rem; padding: 1rem 1.25rem; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 0; }
.text { white-space: pre-line; }
pre { overflow-x: auto; font-size: 0.8rem; }
p { margin: 0.25rem 0 0; }
.code { font-size: 2rem; letter-spacing: 0.15em; font-variant-numeric: tabular-nums; }
summary { margin-top: 0.5rem; cursor: pointer; }
iframe { width: 100%; height: 32rem; margin-top: 0.5rem; border: 0; border-radius: 0.5rem; resize: vertical; }
`;

export function renderPage(emails: readonly Email[]): Response {
  const list = emails.length === 0 ? "<p>Nothing yet.</p>" : `<ul>${emails.map(renderEmail).join("")}</ul>`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inbox</title><style>${STYLE}</style></head><body><h1>Inbox</h1>
<p>Emails and SMS that a hosted project would send. They stay on this machine until the stack stops.</p>${list}</body></html>`;
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
  });
}

function renderEmail({ kind, to, subject, html, text, code, link, attachments, at }: Email): string {
  const time = new Date(at).toISOString();
  const href = link !== null && /^https?:/u.test(link) ? link : null;
  return `<li><h2 class="text" dir="auto">${escapeHtml(subject)}</h2><p>${kind === "sms" ? "SMS " : ""}to ${escapeHtml(to)}, <time datetime="${time}">${time.slice(11, 19)} UTC</time></p>${
    code === null ? "" : `<p class="code">${escapeHtml(code)}</p>`
  }${href === null ? "" : `<p><a href="${escapeHtml(href)}" rel="noreferrer">Follow the link</a></p>`}
${kind === "sms" ? "" : bodies({ subject, html, text })}${attachments.map(renderFile).join("")}</li>`;
}

const bodies = ({ subject, html, text }: Pick<Email, "subject" | "html" | "text">): string =>
  `<details><summary>Email</summary><iframe sandbox="" loading="lazy" title="${escapeHtml(subject)}" srcdoc="${escapeHtml(html)}"></iframe></details>${
    text === null
      ? ""
      : `<details><summary>Plain text</summary><p class="text" dir="auto">${escapeHtml(text)}</p></details>`
  }`;

const renderFile = ({ filename, type, text }: InboxFile): string =>
  `<details><summary>${escapeHtml(filename)}, ${escapeHtml(type)}</summary><pre dir="ltr">${escapeHtml(text)}</pre></details>`;

/**
 * The inbox as a page: no script, everything escaped, nothing loaded from anywhere. A mail is shown as its reader would see
 * it, in a frame of its own that may do nothing: neither run a script nor lead anywhere.
 */
import type { Email } from "./email.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string) => text.replace(/[&<>"']/gu, (mark) => ENTITIES[mark] ?? "");

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
ul { list-style: none; padding: 0; display: grid; gap: 1rem; }
li { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 0.75rem; padding: 1rem 1.25rem; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 0; }
p { margin: 0.25rem 0 0; }
.code { font-size: 2rem; letter-spacing: 0.15em; font-variant-numeric: tabular-nums; }
summary { margin-top: 0.5rem; cursor: pointer; }
iframe { width: 100%; height: 32rem; margin-top: 0.5rem; border: 0; border-radius: 0.5rem; resize: vertical; }
`;

export function page(mails: readonly Email[]): Response {
  const list = mails.length === 0 ? "<p>No mail yet.</p>" : `<ul>${mails.map(item).join("")}</ul>`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inbox</title><style>${STYLE}</style></head><body><h1>Inbox</h1>
<p>Mails that a hosted project would send. They stay on this machine, until the stack stops.</p>${list}</body></html>`;
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

function item({ to, subject, html, code, link, at }: Email): string {
  const time = new Date(at).toISOString();
  const followed = link !== null && /^https?:/u.test(link) ? link : null;
  return `<li><h2 dir="auto">${escaped(subject)}</h2><p>to ${escaped(to)}, <time datetime="${time}">${time.slice(11, 19)} UTC</time></p>${
    code === null ? "" : `<p class="code">${escaped(code)}</p>`
  }${followed === null ? "" : `<p><a href="${escaped(followed)}" rel="noreferrer">Follow the link</a></p>`}
<details><summary>The mail</summary><iframe sandbox="" loading="lazy" title="${escaped(subject)}" srcdoc="${escaped(html)}"></iframe></details></li>`;
}

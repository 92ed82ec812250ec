/** Splits a person's text into mentions, links and the text between them. */
import { findMentions } from "#contracts/text/mentions.ts";
import { findEmailAddresses, findWebAddresses } from "#contracts/text/webAddresses.ts";

export type TextPart =
  | { readonly kind: "text" | "mention"; readonly text: string }
  | {
      readonly kind: "link";
      readonly text: string;
      /** Always HTTP, HTTPS or mailto. */
      readonly href: string;
      /** The host that the browser opens, if the text writes it in another way; else null. */
      readonly trueHost: string | null;
    };

/** Nobody writes as many links and mentions in a line. The rest of it stays text. */
const MAX_PARTS = 200;

/** `tokens` are the mentions of the line, such as `@Tom`. */
export function splitText(text: string, tokens: readonly string[] = []): readonly TextPart[] {
  const parts = splitAddresses(text, tokens);
  const rest = parts.slice(MAX_PARTS).map((part) => part.text);
  return rest.length === 0 ? parts : [...parts.slice(0, MAX_PARTS), { kind: "text", text: rest.join("") }];
}

function splitAddresses(text: string, tokens: readonly string[]): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { from: start, to, url } of findWebAddresses(text)) {
    const written = text.slice(start, to);
    parts.push(...splitEmails(text.slice(from, start), tokens));
    // With a name before its host an address looks like another one.
    if (url.username !== "" || url.password !== "") parts.push({ kind: "text", text: written });
    else {
      // A path or a query that contains the true host does not show it.
      const [writtenHost = ""] = written.replace(/^[a-z]+:\/\//iu, "").split(/[/?#]/u, 1);
      const isHostWritten = writtenHost.toLowerCase().includes(url.hostname);
      parts.push({ kind: "link", text: written, href: url.href, trueHost: isHostWritten ? null : url.hostname });
    }
    from = to;
  }
  return [...parts, ...splitEmails(text.slice(from), tokens)];
}

function splitEmails(text: string, tokens: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { from: start, to } of findEmailAddresses(text)) {
    const written = text.slice(start, to);
    parts.push(...splitMentions(text.slice(from, start), tokens));
    parts.push({ kind: "link", text: written, href: encodeURI(`mailto:${written}`), trueHost: null });
    from = to;
  }
  return [...parts, ...splitMentions(text.slice(from), tokens)];
}

function splitMentions(text: string, tokens: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  const add = (kind: "text" | "mention", part: string) => {
    if (part !== "") parts.push({ kind, text: part });
  };
  let from = 0;
  for (const mention of findMentions(text, tokens)) {
    add("text", text.slice(from, mention.from));
    add("mention", text.slice(mention.from, mention.to));
    from = mention.to;
  }
  add("text", text.slice(from));
  return parts;
}

/** Splits a line's text into mentions, links and the text between them. */
import { findMentions } from "#contracts/text/mentions.ts";
import { findWebAddresses } from "#contracts/text/webAddresses.ts";

export type LinePart =
  | { readonly kind: "text" | "mention"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly href: string };

/** `tokens` are the mentions of the line, such as `@Tom`. */
export function splitLineText(text: string, tokens: readonly string[]): readonly LinePart[] {
  const parts: LinePart[] = [];
  let from = 0;
  for (const { from: start, to, url } of findWebAddresses(text)) {
    // With a name before its host an address looks like another one.
    if (url.username !== "" || url.password !== "") continue;
    parts.push(...splitMentions(text.slice(from, start), tokens));
    parts.push({ kind: "link", text: text.slice(start, to), href: url.href });
    from = to;
  }
  return [...parts, ...splitMentions(text.slice(from), tokens)];
}

function splitMentions(text: string, tokens: readonly string[]): LinePart[] {
  const parts: LinePart[] = [];
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

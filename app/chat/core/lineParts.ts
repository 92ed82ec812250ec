/** Splits a line's text into mentions, links and the text between them. */
import { mentionPattern } from "#contracts/text/mentions.ts";
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
  const pattern = text.includes("@") ? mentionPattern(tokens) : null;
  if (pattern === null) return text === "" ? [] : [{ kind: "text", text }];
  return text
    .split(new RegExp(`(${pattern})`, "iu"))
    .map((part, index): LinePart => ({ kind: index % 2 === 1 ? "mention" : "text", text: part }))
    .filter((part) => part.text !== "");
}

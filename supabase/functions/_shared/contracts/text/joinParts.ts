/** Joins the parts of a translation, with the blanks that they need in the target language. */
import { SPACED_CHARACTER, UNSPACED_SCRIPTS } from "./scripts.ts";

export type Part =
  | { readonly kind: "text"; readonly text: string }
  /** `before` and `after` are its neighbours in the source, empty if they do not matter. */
  | {
      readonly kind: "kept";
      readonly text: string;
      /** Whether it begins and ends with a sign, which belongs to the word beside it. */
      readonly signStart: boolean;
      readonly signEnd: boolean;
      readonly before: string;
      readonly after: string;
    }
  | { readonly kind: "term"; render(before: string): string };

type Kept = Extract<Part, { kind: "kept" }>;

export function joinParts(parts: readonly Part[]): string {
  let text = "";
  parts.forEach((part, index) => {
    const previous = parts[index - 1];
    switch (part.kind) {
      case "text":
        text += previous?.kind === "kept" ? fitStart(part.text, previous) : part.text;
        break;
      case "kept":
        text = (previous?.kind === "text" ? fitEnd(text, part) : text) + part.text;
        break;
      case "term":
        text += part.render(text);
        break;
      default:
        part satisfies never;
    }
  });
  return text;
}

const BLANKS_AT_START = /^[^\S\n]+/u;
const BLANK = /[^\S\n]/u;

/** Returns the text without the blanks at its end. A pattern with `+$` would search each run of blanks from each of them. */
function withoutBlanksAtEnd(text: string): string {
  let end = text.length;
  while (end > 0 && BLANK.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Fits the text before a span. */
function fitEnd(text: string, { before, text: span, signStart: sign }: Kept): string {
  const bare = withoutBlanksAtEnd(text);
  const [outer = "", inner = ""] = [/.$/su.exec(bare)?.[0], /^./su.exec(span)?.[0]];
  const blank = blankBetween({ neighbour: before, outer, inner, sign, blank: bare !== text });
  return blank === null ? text : bare + blank;
}

/** Fits the text after a span. */
function fitStart(text: string, { after, text: span, signEnd: sign }: Kept): string {
  const bare = text.replace(BLANKS_AT_START, "");
  const [outer = "", inner = ""] = [/^./su.exec(bare)?.[0], /.$/su.exec(span)?.[0]];
  const blank = blankBetween({ neighbour: after, outer, inner, sign, blank: bare !== text });
  return blank === null ? text : blank + bare;
}

const SPACED = new RegExp(`^${SPACED_CHARACTER}$`, "u");
const UNSPACED = new RegExp(`^[${UNSPACED_SCRIPTS}]$`, "u");
const WORD_EDGE = /^[\p{L}\p{M}\p{N}\p{ASCII}]$/u;

interface Edge {
  /** The source's character beside the span. */
  readonly neighbour: string;
  /** The translation's character beside the span, apart from blanks. */
  readonly outer: string;
  /** The span's own character at this edge. */
  readonly inner: string;
  readonly sign: boolean;
  /** Whether the translation has a blank there. */
  readonly blank: boolean;
}

/** Returns the blank that belongs there, or null to leave the translation as it is. */
function blankBetween({ neighbour, outer, inner, sign, blank }: Edge): "" | " " | null {
  if (neighbour === "" || outer === "" || /\s/u.test(inner)) return null;
  // The engine swallowed the blank.
  if (/[^\S\n]/u.test(neighbour)) return !blank && SPACED.test(outer) ? " " : null;
  // The source needs no blanks between words, the target does.
  if (UNSPACED.test(neighbour)) return !blank && !sign && SPACED.test(outer) && WORD_EDGE.test(inner) ? " " : null;
  // The engine added a blank between a sign and its word, or between a bracket and the span.
  if (blank && !/\s/u.test(neighbour)) return sign || (outer === neighbour && !SPACED.test(outer)) ? "" : null;
  return null;
}

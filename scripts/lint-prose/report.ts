/** Counts findings by rule and by kind of text. */
import type { Kind } from "./fragments.ts";
import { type Finding, findingsIn } from "./rules.ts";
import type { Sentence } from "./sentences.ts";

const KINDS: readonly Kind[] = ["comment", "markdown", "test name", "message"];
const RULES: readonly Finding["rule"][] = ["noun-clause", "word", "machine-verb", "long", "test-name"];

export function createReport() {
  const counts = new Map<string, number>();
  const count = (kind: Kind, what: string) => counts.set(`${kind}/${what}`, countOf(kind, what) + 1);
  const countOf = (kind: Kind, what: string) => counts.get(`${kind}/${what}`) ?? 0;

  return {
    /** Returns a line for each rule that the sentence breaks. */
    add(path: string, sentence: Sentence): string[] {
      count(sentence.kind, "sentences");
      return findingsIn(sentence).map(({ rule, detail }) => {
        count(sentence.kind, rule);
        return `${path}:${sentence.line}: ${rule} (${detail}): ${sentence.text}`;
      });
    },

    summary(): string {
      const columns = ["sentences", ...RULES];
      const rows = KINDS.map((kind) => [kind, ...columns.map((what) => String(countOf(kind, what)))]);
      const comments = countOf("comment", "sentences");
      const share = comments === 0 ? 0 : (100 * countOf("comment", "noun-clause")) / comments;
      return [
        "",
        ...[["", ...columns], ...rows].map((row) =>
          row
            .map((cell) => cell.padEnd(13))
            .join("")
            .trimEnd(),
        ),
        "",
        `${share.toFixed(1)} % of ${comments} comment sentences open with a noun clause. A sentence ends by the rules of`,
        "Unicode (UAX 29) or with its paragraph, list item or comment; adjacent line comments are one comment.",
      ].join("\n");
    },
  };
}

/** The rules of WRITING_STYLE.md that a pattern can find. */
import { countWords, type Sentence } from "./sentences.ts";

const LIMITS = { sentenceWords: 30, testNameWords: 10 };

/** A free relative or a fronted "Of …", unless the sentence is a question. */
const NOUN_CLAUSE = /^["'(*_]?(?:Who|What|Whoever|Whatever|Whom|Whose|Of)\b[^?]*$/u;
/** Test names begin in lower case. */
const NOUN_CLAUSE_IN_NAME = new RegExp(NOUN_CLAUSE.source, "iu");

const WORD = new RegExp(
  [
    "anew|heed(?:s|ed)?|meanwhile|oneself|patience|refus(?:e|es|ed|al|als)|thereby|unheard",
    "fleeting|goes away|went away|put out|turned away|under way|on the way|there and back",
    "(?:at|behind|before) the door|language of the buttons|mail address|who leads|those who lead",
    "one['’]s(?: own)?|(?:if|that|what|when|where|how|as|than|whom|which) one (?=(?!is\\b|was\\b|has\\b)\\w+s\\b)",
  ]
    .map((words) => `\\b(?:${words})\\b`)
    .join("|"),
  "iu",
);

const MACHINE =
  "api|browser|client|component|database|engine|function|gateway|hook|page|policy|router|script|server|tab|trigger|worker";
const MACHINE_VERB = new RegExp(
  `\\b(?:${MACHINE})s? (?:\\w+ly )?(?:asks?|asked|believes?|hears?|heard|knows?|knew|learns?|says?|said|tells?|told|wants?)\\b`,
  "iu",
);

export interface Finding {
  readonly rule: "noun-clause" | "word" | "machine-verb" | "long" | "test-name";
  /** The words that break the rule, or their number. */
  readonly detail: string;
}

export function findingsIn({ kind, text }: Sentence): Finding[] {
  const found: Finding[] = [];
  const isName = kind === "test name";
  const words = countWords(text);
  const prose = text.replace(/`[^`]*`/gu, "``");
  const clause = (isName ? NOUN_CLAUSE_IN_NAME : NOUN_CLAUSE).exec(prose);
  if (clause) found.push({ rule: "noun-clause", detail: text.split(/\s+/u, 1).join("") });
  const word = WORD.exec(prose);
  if (word) found.push({ rule: "word", detail: word[0].trim().toLowerCase() });
  const machine = MACHINE_VERB.exec(prose);
  if (machine) found.push({ rule: "machine-verb", detail: machine[0].toLowerCase() });
  if (isName && words > LIMITS.testNameWords) found.push({ rule: "test-name", detail: `${words} words` });
  else if (words > LIMITS.sentenceWords) found.push({ rule: "long", detail: `${words} words` });
  return found;
}

/** Patterns of the parts of a text that translation leaves unchanged. All are sources for the flags `giu`. */
import { UNKNOWN_MENTION } from "./mentions.ts";
import { SPACED_CHARACTER as CHARACTER, WIDE_PUNCTUATION, WORD_CHARACTER } from "./scripts.ts";
import { EMAIL_ADDRESS, WEB_ADDRESS } from "./webAddresses.ts";

const START = `(?<!${CHARACTER})`;
const ENTITY = "&(?:[a-z][a-z0-9]{1,31}|#[0-9]{1,7}|#x[0-9a-f]{1,6});";
const FILE_ENDING =
  "(?:md|txt|pdf|docx?|xlsx?|pptx?|csv|tsv|json|ya?ml|toml|xml|html?|s?css|[cm]?[jt]sx?|vue|py|rb|rs|go|java|kt|swift|[ch](?:pp)?|cs|php|sh|bat|ps1|sql|log|ini|cfg|conf|env|lock|png|jpe?g|gif|svg|webp|ico|heic|mp[34]|m4a|wav|ogg|web[ma]|mov|avi|mkv|zip|t?gz|tar|7z|rar|exe|dmg|apk|deb|iso|od[tsp]|rtf|epub|ics|vcf|srt|vtt|com|org|net|edu|gov|io|dev|app|example)";
const PATH_CHARACTER = String.raw`[^\s<>"|?*\u0060${WIDE_PUNCTUATION}]`;
const PATH_STEP = String.raw`\/[\w.-]*[\w-]`;
const NUMBER = String.raw`\p{Nd}+(?:[.,:'’٫٬\u00A0\u202F]\p{Nd}+){0,20}`;
const BULLET = String.raw`[-+•–—·][ \t]+`;

/** Signs that engines drop, add or read as their own marks. A text keeps each exactly. */
export const FRAGILE_SIGNS = String.raw`*~^|\\<>#@_\u0060`;
/** Signs that a translation may move or add, but not drop. */
export const FIRM_SIGNS = String.raw`\p{Sc}\p{Sm}\p{So}%&\/§‰`;

const EMOJI = [
  String.raw`\p{Regional_Indicator}{2}`,
  String.raw`[0-9#*]\uFE0F?\u20E3`,
  String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|[\uFE0F\u{E0020}-\u{E007F}]|\u200D\p{Extended_Pictographic})*`,
].join("|");

const CODE = ["```[^]*?```", "``[^`]+``", String.raw`\u0060(?:[^\u0060\n]|\n(?!\s*\n))+\u0060`].join("|");

const TAG = String.raw`<\/?[a-z][a-z0-9]{0,20}(?:\s[a-z-]{1,20}=(?:"[^"<>\n]{0,200}"|[^\s"<>]{1,200})){0,9}\s?\/?>`;

/** Expressions in which no term of a glossary applies. The first that matches at a position wins. */
const ATOMS = [
  CODE,
  WEB_ADDRESS,
  EMAIL_ADDRESS,
  UNKNOWN_MENTION,
  EMOJI,
  // Placeholders of templates, and our own mark, if a user types it.
  String.raw`\$?\{\{?\s?[\w.-]{1,60}\s?\}?\}`,
  String.raw`%(?:[0-9]+\$)?[sd]\b`,
  String.raw`\[\[[0-9]+\]\]`,
  TAG,
].join("|");

const EXPRESSIONS = [
  // A word with an entity, such as `AT&amp;T`.
  `(?:${START}${CHARACTER}{1,60})?(?:${ENTITY}${CHARACTER}{0,60})+`,
  // Paths.
  String.raw`${START}(?:[a-z]:\\|\\\\[\w.-]+\\)${PATH_CHARACTER}*[^\s\p{P}]`,
  String.raw`${START}(?:(?:~|\.{1,2})(?:${PATH_STEP})+|(?:${PATH_STEP}){2,})\/?`,
  // File names, and domains with a path.
  String.raw`(?<!${WORD_CHARACTER})(?:(?:${WORD_CHARACTER}|[_-]){1,80}\.){1,6}(?:${FILE_ENDING}(?!${CHARACTER})|[a-z]{2,10}(?=\/\w))(?:\/${PATH_CHARACTER}*[^\s\p{P}])?`,
  // Hashtags.
  `${START}#(?=[0-9_]*(?![0-9])${WORD_CHARACTER})(?:${WORD_CHARACTER}|_)+`,
  // Emoticons.
  String.raw`(?<!\S)(?:[:;=8][-']?[()DPO3\/\\|*]+|<3)(?!${CHARACTER})`,
  // Amounts.
  String.raw`(?:${START}[a-z]{1,3})?\p{Sc}\s?${NUMBER}|${START}${NUMBER}\s?\p{Sc}`,
  // Identifiers, calculations, keys such as *6, names such as C++.
  `${START}${CHARACTER}{1,60}(?:_+${CHARACTER}{1,60})+`,
  `${START}${CHARACTER}{0,20}[0-9](?:[*+=^]{1,2}${CHARACTER}{1,20})+`,
  `${START}${CHARACTER}{1,20}(?:[*+=^]{1,2}[0-9]${CHARACTER}{0,20})+`,
  "[*#]+[0-9][0-9*#]*",
  `${START}${CHARACTER}{1,3}[+#]+(?!${CHARACTER})`,
  // Names with a number, such as COVID-19.
  `${START}(?![0-9])${CHARACTER}{1,30}-[0-9]${CHARACTER}*`,
  // Numbers in other digits than ASCII, which engines rewrite.
  `(?![0-9])${NUMBER}[%٪]?`,
].join("|");

/** A run of fragile signs, such as the asterisks around a bold word. */
const SIGN_RUN = `[${FRAGILE_SIGNS}]+`;

/** A text without any of these has no expressions and signs, as most texts. */
export const HINT = /[\p{Nd}*~^|\\<>#@_`&+=\p{Sc}]|\S[./]\S|[:;][-'()DPO/\\|*]/iu;

/** Patterns of one level of protection. Terms of a glossary come before expressions and signs, but not before atoms. */
export interface ProtectedPatterns {
  readonly atoms: string;
  readonly expressions: string;
  readonly signs: string;
}

/** For engines that keep line breaks, numbers and common signs. */
export const PROTECTED: ProtectedPatterns = { atoms: ATOMS, expressions: EXPRESSIONS, signs: SIGN_RUN };

/** Also protects line breaks, for models that translate only sentences. */
export const PROTECTED_IN_SENTENCES: ProtectedPatterns = { ...PROTECTED, atoms: String.raw`${ATOMS}|\n+` };

/** Protects everything that `keepsShape` compares. */
export const PROTECTED_STRICTLY: ProtectedPatterns = {
  atoms: String.raw`${ATOMS}|\n+[ \t]*(?:${BULLET})?|^${BULLET}`,
  expressions: [
    EXPRESSIONS,
    // A word with a digit.
    String.raw`(?:${START}(?:${CHARACTER}|[-.]){1,30})?[\p{Nd}\p{No}](?:${CHARACTER}|[.,:'’\/-](?=${CHARACTER}))*`,
  ].join("|"),
  signs: String.raw`[${FRAGILE_SIGNS}${FIRM_SIGNS}()\[\]{}（）％／＆]+`,
};

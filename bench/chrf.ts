/**
 * chrF++ of a corpus (Popović 2017): the F score, with twice the weight on recall, of n-grams of up to six characters and two
 * words. Counts like sacreBLEU: without blanks among characters, and with punctuation as words of its own.
 */

const CHARACTER_ORDER = 6;
const WORD_ORDER = 2;
const BETA = 2;

/** Returns 0 to 100. Both lists have the same length. */
export function chrfPlusPlus(hypotheses: readonly string[], references: readonly string[]): number {
  const totals = Array.from({ length: CHARACTER_ORDER + WORD_ORDER }, () => ({
    hypothesis: 0,
    reference: 0,
    match: 0,
  }));
  for (const [index, hypothesis] of hypotheses.entries()) {
    const expected = nGramsOf(references[index] ?? "");
    for (const [order, grams] of nGramsOf(hypothesis).entries()) {
      const total = totals[order];
      const others = expected[order];
      if (total === undefined || others === undefined) continue;
      for (const [gram, count] of grams) {
        total.hypothesis += count;
        total.match += Math.min(count, others.get(gram) ?? 0);
      }
      for (const count of others.values()) total.reference += count;
    }
  }
  const effective = totals.filter(({ hypothesis, reference }) => hypothesis > 0 && reference > 0);
  if (effective.length === 0) return 0;
  const precision = mean(effective.map(({ match, hypothesis }) => match / hypothesis));
  const recall = mean(effective.map(({ match, reference }) => match / reference));
  if (precision + recall === 0) return 0;
  return (100 * (1 + BETA ** 2) * precision * recall) / (BETA ** 2 * precision + recall);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the counted n-grams of each order: characters, then words. */
function nGramsOf(text: string): Map<string, number>[] {
  const characters = [...text.replaceAll(/\s/gu, "")];
  const words = text.split(/\s+/u).filter(Boolean).flatMap(splitPunctuation);
  return [
    ...Array.from({ length: CHARACTER_ORDER }, (_, index) => count(characters, index + 1, "")),
    ...Array.from({ length: WORD_ORDER }, (_, index) => count(words, index + 1, " ")),
  ];
}

/** Splits off one sign of ASCII, behind the word or else before it. */
function splitPunctuation(word: string): string[] {
  const isSign = (character: string | undefined) => character !== undefined && /^[!-/:-@[-`{-~]$/u.test(character);
  if ([...word].length === 1) return [word];
  if (isSign(word.at(-1))) return [word.slice(0, -1), word.slice(-1)];
  return isSign(word[0]) ? [word.slice(0, 1), word.slice(1)] : [word];
}

function count(units: readonly string[], order: number, separator: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (let from = 0; from + order <= units.length; from += 1) {
    const gram = units.slice(from, from + order).join(separator);
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

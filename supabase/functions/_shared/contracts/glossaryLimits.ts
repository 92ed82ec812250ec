/** Limits of the glossary, apart from those that every page loads. */
export const GLOSSARY = {
  term: { min: 1, max: 80 },
  termNote: { min: 0, max: 500 },
  /** Terms in one workspace's glossary, and in one import. */
  glossaryTerms: 500,
  /** Age of the lines in which a term is searched. */
  termSearchMaxAgeMs: 2_592_000_000,
  /** Lines translated again after one change of a term. */
  linesPerRetranslation: 200,
} as const;

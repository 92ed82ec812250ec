/**
 * Returns `text` as a search compares it: without accents, case and compatibility forms, and with one Greek sigma. The
 * result may be longer or shorter than `text`.
 */
export const foldText = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ς", "σ");

/** Words that negate a sentence. Languages without an entry are not compared. */
import type { Language } from "#contracts/languages.ts";

/** Lower-case words with straight apostrophes. `…` stands for any ending or beginning. */
export const NEGATIONS: Readonly<Partial<Record<Language, readonly string[]>>> = {
  ar: ["لا", "ليس", "ليست", "لم", "لن", "ليسوا", "غير", "بدون", "أبدا", "أبدًا"],
  bg: ["не", "няма", "никога", "нищо", "никой", "без"],
  ca: ["no", "mai", "res", "ningú", "cap", "sense", "tampoc"],
  cs: ["ne", "ne…", "není", "nic", "nikdo", "nikdy", "bez", "žádn…"],
  de: ["nicht", "kein…", "nie", "niemals", "nichts", "niemand…", "ohne", "nein"],
  en: ["no", "not", "never", "none", "nobody", "nothing", "nowhere", "neither", "nor", "without", "cannot", "…n't"],
  eo: ["ne", "neniam", "nenio", "neniu", "sen"],
  es: ["no", "nunca", "jamás", "nada", "nadie", "ningún", "ningun…", "sin", "tampoco", "ni"],
  fr: ["ne", "n'…", "pas", "jamais", "rien", "aucun…", "sans", "non", "ni"],
  gl: ["non", "nunca", "nada", "ninguén", "ningún", "sen", "tampouco"],
  it: ["no", "non", "mai", "niente", "nulla", "nessun…", "senza", "né"],
  nl: ["niet", "geen", "nooit", "niets", "niemand", "zonder", "nee"],
  pl: ["nie", "nigdy", "nic", "nikt", "bez", "żaden", "żadn…"],
  pt: ["não", "nunca", "jamais", "nada", "ninguém", "nenhum…", "sem", "nem"],
  ro: ["nu", "niciodată", "nimic", "nimeni", "fără", "niciun…", "nicio"],
  ru: ["не", "нет", "никогда", "ничего", "никто", "без", "нельзя"],
  uk: ["не", "ні", "немає", "ніколи", "нічого", "ніхто", "без"],
};

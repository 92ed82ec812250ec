import { describe, expect, test } from "vitest";
import type { Language } from "#contracts/languages.ts";
import { checkFidelity, type ExpectedTerm } from "./fidelityCheck.ts";

const issuesOf = (language: Language, text: string, into: Language, translation: string, names: ExpectedTerm[] = []) =>
  checkFidelity({ text, language }, { text: translation, language: into }, names).map(
    ({ kind, spoken }) => `${kind} ${spoken}`,
  );
const name = (spoken: string, expected = spoken): ExpectedTerm => ({ spoken, expected });

describe("fidelity check", () => {
  test("ends for names of marks alone", () => {
    for (const mark of ["ـ", "\u0301"])
      expect(issuesOf("en", "hello everyone", "de", "hallo zusammen", [name(mark)])).toEqual([]);
  });

  test.each<[string, Language, string, Language, string, string[], ExpectedTerm[]?]>([
    ["the same number", "en", "The bus leaves at 8.", "es", "El autobús sale a las 8.", []],
    ["another number", "en", "It costs 15 euros.", "es", "Cuesta 50 euros.", ["number 15"]],
    ["a number that is gone", "en", "Room 12, please.", "fr", "Salle, s'il vous plaît.", ["number 12"]],
    ["one of two that are alike", "en", "Take 2 and 2.", "es", "Toma 2.", ["number 2"]],
    ["thousands parted otherwise", "en", "1,500 people", "fr", "1 500 personnes".replace(" ", "\u202F"), []],
    ["digits of another script", "en", "at 15 o'clock", "ar", "في الساعة ١٥", []],
    ["another one in another script", "en", "at 15 o'clock", "ar", "في الساعة ٥٠", ["number 15"]],
    ["a word for digits", "en", "We are fifteen.", "es", "Somos 15.", []],
    ["another word", "en", "We are fifteen.", "es", "Somos cincuenta.", ["number fifteen"]],
    ["a word into a language whose words are not known", "en", "We are fifteen.", "uk", "Нас п'ятнадцять.", []],
    ["noughts of a time", "en", "At 8:00.", "fr", "À 8 h.", []],
    ["an article that is no number", "es", "Tengo una casa.", "en", "I have a house.", []],
    ["the same day", "en", "See you on Friday.", "es", "Nos vemos el viernes.", []],
    ["another day", "en", "See you on Friday.", "es", "Nos vemos el jueves.", ["date friday"]],
    ["the same month in another case", "en", "On 3 October", "ru", "3 октября", []],
    ["another month", "de", "Am 3. Oktober", "en", "On 3 November", ["date oktober"]],
    ["a month that is a verb", "en", "You may come.", "es", "Puedes venir.", []],
    ["a negation in both", "en", "I don't know.", "fr", "Je ne sais pas.", []],
    ["a negation that is gone", "en", "We will not come.", "es", "Vendremos.", ["negation not"]],
    ["a negation that came", "es", "Vendremos.", "en", "We will not come.", ["negation "]],
    ["with a typographic apostrophe", "en", "It isn’t ready.", "de", "Es ist fertig.", ["negation isn't"]],
    ["a language whose negations are not known", "en", "We will not come.", "ja", "来ます。", []],
    ["a name that stayed", "en", "Ask Inés.", "fr", "Demande à Ines.", [], [name("Inés")]],
    ["a name that was translated", "en", "Ask Rosa.", "fr", "Demande à Rose.", ["name Rosa"], [name("Rosa")]],
    ["a name inside of another word", "en", "An is here.", "es", "Ana está aquí.", ["name An"], [name("An")]],
    ["a name that was not spoken", "en", "Hello.", "es", "Hola.", [], [name("Inés")]],
    ["a term with its translation", "en", "The ramp.", "es", "La rampa.", [], [name("ramp", "rampa")]],
    ["a term without it", "en", "The ramp.", "es", "El acceso.", ["name ramp"], [name("ramp", "rampa")]],
    [
      "a term in a script without blanks",
      "en",
      "The ramp.",
      "ja",
      "このスロープです。",
      [],
      [name("ramp", "スロープ")],
    ],
    ["two at once", "en", "Not 15.", "es", "50.", ["number 15", "negation not"]],
  ])("%s", (_, language, text, into, translation, expected, names = []) => {
    expect(issuesOf(language, text, into, translation, names)).toEqual(expected);
  });
});

/**
 * The sentences of the landing illustration in five languages, never translated. Each is divided into the same four
 * meanings, in its own word order: 1 the bus, 2 leaves, 3 at eight, 4 from the north gate.
 */
export interface HeroDemoLine {
  readonly name: string;
  /** Number of a person's colour, see `app/ui/person.ts`. */
  readonly person: number;
  readonly language: string;
  readonly languageName: string;
  readonly dir: "ltr" | "rtl";
  readonly units: readonly (readonly [meaning: 1 | 2 | 3 | 4, text: string])[];
  /** Separator between words and after the last. */
  readonly gap: "" | " ";
  readonly end: string;
}

export const SPOKEN_DEMO_LINE: HeroDemoLine = {
  name: "Inés",
  person: 1,
  language: "es",
  languageName: "Español",
  dir: "ltr",
  units: [
    [1, "El autobús"],
    [2, "sale"],
    [3, "a las ocho"],
    [4, "desde la puerta norte"],
  ],
  gap: " ",
  end: ".",
};

export const READ_DEMO_LINES: readonly HeroDemoLine[] = [
  {
    name: "Tom",
    person: 2,
    language: "en",
    languageName: "English",
    dir: "ltr",
    units: [
      [1, "The bus"],
      [2, "leaves"],
      [3, "at eight"],
      [4, "from the north gate"],
    ],
    gap: " ",
    end: ".",
  },
  {
    name: "Camille",
    person: 9,
    language: "fr",
    languageName: "Français",
    dir: "ltr",
    units: [
      [1, "Le bus"],
      [2, "part"],
      [3, "à huit heures"],
      [4, "du portail nord"],
    ],
    gap: " ",
    end: ".",
  },
  {
    name: "عمر",
    person: 3,
    language: "ar",
    languageName: "العربية",
    dir: "rtl",
    units: [
      [2, "تنطلق"],
      [1, "الحافلة"],
      [3, "في الثامنة"],
      [4, "من البوابة الشمالية"],
    ],
    gap: " ",
    end: ".",
  },
  {
    name: "遥",
    person: 8,
    language: "ja",
    languageName: "日本語",
    dir: "ltr",
    units: [
      [1, "バスは"],
      [3, "八時に"],
      [4, "北門から"],
      [2, "出発します"],
    ],
    gap: "",
    end: "。",
  },
];

/** The sample files of `supabase/samples`, shared by people of `supabase/seed.sql`. */
import type { Language } from "#contracts/languages.ts";

export interface SampleFile {
  readonly id: string;
  /** Its name in `supabase/samples`. */
  readonly source: string;
  /** The name under which it is shared. */
  readonly name: string;
  /** Id of the person who shares it, and the language of the name. */
  readonly person: string;
  readonly language: Language;
  readonly translations: Partial<Record<Language, string>>;
  readonly meeting: string;
  /** The past call in which it was shared, and the minute. Null: it is on the board of the meeting. */
  readonly call: { readonly id: string; readonly minute: number } | null;
  /** As a browser would make it. Null: the file has none. */
  readonly preview: {
    readonly p_width?: number;
    readonly p_height?: number;
    readonly p_duration_ms?: number;
    readonly p_hash?: string;
    /** Its name in `supabase/samples`. */
    readonly picture?: string;
  } | null;
}

const seeded = (end: string) => `5eed0000-0000-4000-8000-${end.padStart(12, "0")}`;
const [TOM, INES, HARUKA] = [seeded("1"), seeded("2"), seeded("3")];
const [EVENING, TRIP] = [seeded("11"), seeded("12")];
const EVENING_CALL = seeded("21");

export const SAMPLE_FILES: readonly SampleFile[] = [
  {
    ...{ id: seeded("b1"), source: "walk.pdf", name: "Walk to the museum.pdf", person: TOM, language: "en" },
    translations: { es: "Paseo al museo.pdf", ja: "博物館までの道.pdf", ar: "الطريق إلى المتحف.pdf" },
    ...{ meeting: EVENING, call: { id: EVENING_CALL, minute: 10 } },
    preview: {
      p_width: 595,
      p_height: 842,
      p_hash: "/feBBAAP9Hl1+WWVajCWP1mDcIB3eIh3Bw==",
      picture: "walk.preview.jpg",
    },
  },
  {
    ...{ id: seeded("b2"), source: "entrance.jpg", name: "Entrada lateral.jpg", person: INES, language: "es" },
    translations: { en: "Side entrance.jpg", ja: "横の入口.jpg", ar: "المدخل الجانبي.jpg" },
    ...{ meeting: EVENING, call: { id: EVENING_CALL, minute: 11 } },
    preview: { p_width: 1200, p_height: 900, p_hash: "oxgGFYJfioich3d5eIeXdph/yPLK", picture: "entrance.preview.jpg" },
  },
  {
    ...{ id: seeded("b3"), source: "ramp.wav", name: "博物館の返事.wav", person: HARUKA, language: "ja" },
    translations: { en: "The museum’s answer.wav", es: "La respuesta del museo.wav", ar: "ردّ المتحف.wav" },
    ...{ meeting: EVENING, call: { id: EVENING_CALL, minute: 12 } },
    preview: { p_duration_ms: 4_517 },
  },
  {
    ...{ id: seeded("b4"), source: "seats.csv", name: "Asientos y alergias.csv", person: INES, language: "es" },
    translations: { en: "Seats and allergies.csv", ja: "座席とアレルギー.csv", ar: "المقاعد والحساسية.csv" },
    ...{ meeting: TRIP, call: null, preview: null },
  },
];

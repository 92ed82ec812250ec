/** One line in each state that a reader may find it in. Examples, not texts of the page. */
import type { LineView } from "~/chat/index.ts";
import { CAMILLE, HARUKA, INES, OMAR, TOM } from "./examples.ts";
import type { State } from "./parts.tsx";

export interface LineExample {
  readonly state: State;
  readonly line: LineView;
  /** The original stands open. */
  readonly original?: true;
  /** The first that came since the chat was last open. */
  readonly isNew?: true;
}

const WRITTEN = { kind: "original" } as const;
const translated = (text: string, source: "server" | "device" = "server") =>
  ({ kind: "translated", language: "en", text, source }) as const;

type Words = Pick<LineView, "language" | "original"> & Partial<LineView>;
let minute = 4;
/** Said by one of them, a minute after the one before. */
const by = (
  { number, name }: { number: number; name: string },
  state: State,
  { reading = WRITTEN, ...words }: Words,
): { state: State; line: LineView } => ({
  state,
  line: {
    id: state,
    authorNumber: number,
    authorName: name,
    isMe: false,
    time: Date.UTC(2026, 3, 14, 16, minute++),
    delivery: "sent",
    reading,
    ...words,
  },
});
const mine = (state: State, words: Words) => by(TOM, state, { isMe: true, ...words });

const RAMP = { language: "ar", original: "هل يوجد منحدر؟" } as const;
const CAR = {
  language: "es",
  original: "Tengo dos en el coche.",
  reading: translated("I have two in the car."),
} as const;
const LABELS = { language: "fr", original: "J’apporte les étiquettes." } as const;

export const LINES: readonly LineExample[] = [
  mine("sent", { language: "en", original: "The bus leaves at eight from the north gate." }),
  by(INES, "translated", CAR),
  { ...by(INES, "original", CAR), original: true },
  by(OMAR, "onDevice", { ...RAMP, reading: translated("Is there a ramp?", "device") }),
  by(HARUKA, "onItsWay", { language: "ja", original: "八時に出発します。", reading: { kind: "on-its-way" } }),
  by(CAMILLE, "unavailable", { ...LABELS, reading: { kind: "unavailable", reason: "translate/unavailable" } }),
  by(HARUKA, "pair", {
    language: "ja",
    original: "駐車場はどこですか。",
    reading: { kind: "unavailable", reason: "translate/unsupported-pair" },
  }),
  by(CAMILLE, "quota", { ...LABELS, reading: { kind: "unavailable", reason: "translate/quota" } }),
  by(CAMILLE, "notKept", { ...LABELS, reading: { kind: "unavailable", reason: "translate/not-kept" } }),
  by(OMAR, "rightToLeft", { ...RAMP, original: "هل يوجد منحدر عند البوابة الشمالية (Gate 4)؟" }),
  by(CAMILLE, "longWord", {
    language: "de",
    original: `Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz: https://parley.example/${"a7f3".repeat(14)}`,
  }),
  by(INES, "mention", {
    language: "es",
    original: "@Tom Whitaker, ¿cuántos sois?",
    reading: translated("@Tom Whitaker, how many are you?"),
    mentionsMe: true,
    mentioned: ["@Tom Whitaker"],
  }),
  mine("reply", {
    language: "en",
    original: "Three. We can take two more.",
    replyTo: {
      id: "mention",
      line: {
        authorNumber: INES.number,
        authorName: INES.name,
        isMe: false,
        language: "es",
        original: "@Tom Whitaker, ¿cuántos sois?",
        reading: translated("@Tom Whitaker, how many are you?"),
      },
    },
  }),
  by(CAMILLE, "marks", {
    language: "fr",
    original: "C’est réglé.",
    reading: translated("That is settled."),
    reactions: [
      { emoji: "👏", mine: true, names: [null, INES.name], count: 2 },
      { emoji: "🎉", mine: false, names: [OMAR.name], count: 1 },
    ],
  }),
  by(INES, "forwarded", { ...CAR, forwarded: true }),
  by(OMAR, "edited", { ...RAMP, reading: translated("Is there a ramp?"), edited: true }),
  by(HARUKA, "deleted", { language: "ja", original: "", deleted: true }),
  { ...by(INES, "first", CAR), isNew: true },
  mine("refused", {
    language: "en",
    original: "See you at the gate.",
    act: {
      name: "edit",
      state: "refused",
      error: { code: "network/timeout" },
      text: "See you at the north gate.",
    },
  }),
  mine("sending", { language: "en", original: "On my way.", delivery: "pending" }),
  mine("held", { language: "en", original: "Save me a seat.", delivery: "held", failure: "network/offline" }),
  mine("waiting", { language: "en", original: "By the window.", delivery: "waiting" }),
  mine("failed", {
    language: "en",
    original: "I can walk with the second group.",
    delivery: "failed",
    failure: "network/timeout",
  }),
];

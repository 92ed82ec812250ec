/** A line in each state. Examples, not texts of the page. */
import type { LineView } from "~/chat/lineView.ts";
import { CAMILLE, HARUKA, INES, OMAR, TOM } from "./examples.ts";
import type { ExampleStateName } from "./layout.tsx";

export interface LineExample {
  readonly state: ExampleStateName;
  readonly line: LineView;
  /** Whether the original is shown. */
  readonly original?: true;
  /** Whether it is the first new line since the chat was last open. */
  readonly isNew?: true;
}

const ORIGINAL_READING = { kind: "original" } as const;
const translated = (text: string, source: "server" | "device" = "server") =>
  ({ kind: "translated", language: "en", text, source }) as const;

type LineExampleContent = Pick<LineView, "language" | "original"> & Partial<LineView>;
let minute = 4;
/** Returns a line of one of them, a minute after the previous one. */
const lineFrom = (
  { number, name }: { number: number; name: string },
  state: ExampleStateName,
  { display = ORIGINAL_READING, ...words }: LineExampleContent,
): { state: ExampleStateName; line: LineView } => ({
  state,
  line: {
    id: state,
    authorColour: number,
    authorName: name,
    isMe: false,
    time: Date.UTC(2026, 3, 14, 16, minute++),
    delivery: "sent",
    display,
    ...words,
  },
});
const ownLine = (state: ExampleStateName, words: LineExampleContent) => lineFrom(TOM, state, { isMe: true, ...words });

const RAMP = { language: "ar", original: "هل يوجد منحدر؟" } as const;
const CAR = {
  language: "es",
  original: "Tengo dos en el coche.",
  display: translated("I have two in the car."),
} as const;
const LABELS = { language: "fr", original: "J’apporte les étiquettes." } as const;

export const LINE_EXAMPLES: readonly LineExample[] = [
  ownLine("sent", { language: "en", original: "The bus leaves at eight from the north gate." }),
  lineFrom(INES, "translated", CAR),
  { ...lineFrom(INES, "original", CAR), original: true },
  lineFrom(OMAR, "onDevice", { ...RAMP, display: translated("Is there a ramp?", "device") }),
  lineFrom(HARUKA, "onItsWay", { language: "ja", original: "八時に出発します。", display: { kind: "on-its-way" } }),
  lineFrom(INES, "readable", {
    language: "es",
    original: "No problem",
    display: { kind: "readable", language: "en" },
  }),
  lineFrom(CAMILLE, "unavailable", { ...LABELS, display: { kind: "unavailable", reason: "translate/unavailable" } }),
  lineFrom(HARUKA, "pair", {
    language: "ja",
    original: "駐車場はどこですか。",
    display: { kind: "unavailable", reason: "translate/unsupported-pair" },
  }),
  lineFrom(CAMILLE, "quota", { ...LABELS, display: { kind: "unavailable", reason: "translate/quota" } }),
  lineFrom(CAMILLE, "notKept", { ...LABELS, display: { kind: "unavailable", reason: "translate/not-kept" } }),
  lineFrom(OMAR, "rightToLeft", { ...RAMP, original: "هل يوجد منحدر عند البوابة الشمالية (Gate 4)؟" }),
  lineFrom(CAMILLE, "longWord", {
    language: "de",
    original: `Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz: https://parley.example/${"a7f3".repeat(14)}`,
  }),
  lineFrom(INES, "mention", {
    language: "es",
    original: "@Tom Whitaker, ¿cuántos sois?",
    display: translated("@Tom Whitaker, how many are you?"),
    mentionsMe: true,
    mentioned: ["@Tom Whitaker"],
  }),
  ownLine("reply", {
    language: "en",
    original: "Three. We can take two more.",
    replyTo: {
      id: "mention",
      line: {
        authorColour: INES.colour,
        authorName: INES.name,
        isMe: false,
        language: "es",
        original: "@Tom Whitaker, ¿cuántos sois?",
        display: translated("@Tom Whitaker, how many are you?"),
      },
    },
  }),
  lineFrom(CAMILLE, "marks", {
    language: "fr",
    original: "C’est réglé.",
    display: translated("That is settled."),
    reactions: [
      { emoji: "👏", mine: true, names: [null, INES.name], count: 2 },
      { emoji: "🎉", mine: false, names: [OMAR.name], count: 1 },
    ],
  }),
  lineFrom(INES, "forwarded", { ...CAR, forwarded: true }),
  lineFrom(OMAR, "edited", { ...RAMP, display: translated("Is there a ramp?"), edited: true }),
  lineFrom(HARUKA, "deleted", { language: "ja", original: "", deleted: true }),
  { ...lineFrom(INES, "first", CAR), isNew: true },
  ownLine("refused", {
    language: "en",
    original: "See you at the gate.",
    action: {
      name: "edit",
      state: "refused",
      error: { code: "network/timeout" },
      text: "See you at the north gate.",
    },
  }),
  ownLine("sending", { language: "en", original: "On my way.", delivery: "pending" }),
  ownLine("held", { language: "en", original: "Save me a seat.", delivery: "held", failure: "network/offline" }),
  ownLine("waiting", { language: "en", original: "By the window.", delivery: "waiting" }),
  ownLine("failed", {
    language: "en",
    original: "I can walk with the second group.",
    delivery: "failed",
    failure: "network/timeout",
  }),
];

/** One line in each state a reader may find it in. Examples, not texts of the page. */
import type { LineView } from "~/chat/index.ts";
import { CAMILLE, HARUKA, INES, OMAR, TOM } from "./examples.ts";

const by = ({ number, name }: { number: number; name: string }, minute: number) => ({
  id: name,
  authorNumber: number,
  authorName: name,
  isMe: false,
  time: Date.UTC(2026, 3, 14, 16, minute),
  delivery: "sent" as const,
});

export const LINES: readonly LineView[] = [
  {
    ...by(INES, 4),
    language: "es",
    original: "Tengo dos en el coche.",
    reading: { kind: "translated", language: "en", text: "I have two in the car.", source: "server" },
  },
  {
    ...by(OMAR, 5),
    language: "ar",
    original: "هل يوجد منحدر؟",
    reading: { kind: "original" },
  },
  { ...by(HARUKA, 6), language: "ja", original: "八時に出発します。", reading: { kind: "on-its-way" } },
  {
    ...by(CAMILLE, 7),
    language: "fr",
    original: "J’apporte les étiquettes.",
    reading: { kind: "unavailable", reason: "translate/unavailable" },
  },
  {
    ...by(TOM, 8),
    id: "pending",
    isMe: true,
    delivery: "pending",
    language: "en",
    original: "See you at the gate.",
    reading: { kind: "original" },
  },
  {
    ...by(TOM, 9),
    id: "failed",
    isMe: true,
    delivery: "failed",
    failure: "network/timeout",
    language: "en",
    original: "I can walk with the second group.",
    reading: { kind: "original" },
  },
];

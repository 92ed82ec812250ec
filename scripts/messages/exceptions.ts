/** Text in components without a message key, each with the reason. */
import type { LiteralException } from "./source.ts";

const LANDING = "app/landing/Landing.tsx";

export const EXCEPTIONS: readonly LiteralException[] = [
  { path: "app/ui/Logo.tsx", words: "Parley", reason: "The product's name, the same in every language." },
  { path: LANDING, words: "العربية", reason: "A language by its own name, with its lang." },
  { path: LANDING, words: "English", reason: "A language by its own name, with its lang." },
  { path: LANDING, words: "二番目のグループと一緒に歩けます。", reason: "The original of the example, with its lang." },
  { path: "app/landing/JoinForm.tsx", words: "k3f9-2mxa-7qpd", reason: "An example of a code." },
];

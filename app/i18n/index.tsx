/** What a component says and how: `useMessages()` for texts by key, `useFormat()` for times, lists and languages. */
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type Format, makeFormat } from "./format.ts";
import type { Messages } from "./generated/messages.ts";
import { DEFAULT_LOCALE, type Locale } from "./locales.ts";
import { makeTranslate, type Translate } from "./translate.ts";

export type { Format } from "./format.ts";
export type { MessageKey, Messages } from "./generated/messages.ts";
export { texts } from "./texts.ts";
export type { Translate } from "./translate.ts";

interface Spoken {
  readonly locale: Locale;
  /** In a browser those of the areas loaded so far, on the server all. */
  readonly messages: Partial<Messages>;
}

const SpokenContext = createContext<Spoken | null>(null);

export function MessagesProvider({ locale, messages, children }: Spoken & { children: ReactNode }) {
  const spoken = useMemo(() => ({ locale, messages }), [locale, messages]);
  return <SpokenContext.Provider value={spoken}>{children}</SpokenContext.Provider>;
}

function useSpoken(): Spoken {
  const spoken = useContext(SpokenContext);
  if (spoken === null) throw new Error("MessagesProvider is missing");
  return spoken;
}

export const useLocale = (): Locale => useContext(SpokenContext)?.locale ?? DEFAULT_LOCALE;

/** `t("door.enter")`, `t("call.unread", { count: 2 })`: the text of a key in the page's locale. Stable. */
export function useMessages(): Translate {
  const { messages } = useSpoken();
  return useMemo(() => makeTranslate(messages), [messages]);
}

const formats = new Map<Locale, Format>();

/** Formatters of the page's locale. Stable, and the same for every component: making one costs more than using it. */
export function useFormat(): Format {
  const { locale } = useSpoken();
  const format = formats.get(locale) ?? makeFormat(locale);
  formats.set(locale, format);
  return format;
}

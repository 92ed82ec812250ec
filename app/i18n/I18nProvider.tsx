/** What a component says and how: `useMessages()` for texts by key, `useFormat()` for times, lists and languages. */
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { createFormatters, type Formatters } from "./formatters.ts";
import type { Messages } from "./generated/messages.ts";
import { DEFAULT_LOCALE, type Locale } from "./locales.ts";
import { createTFunction, type TFunction } from "./translate.ts";

interface I18nContextValue {
  readonly locale: Locale;
  /** In a browser those of the areas loaded so far, on the server all. */
  readonly messages: Partial<Messages>;
}

const I18nContext = createContext<I18nContextValue | null>(null);

export function I18nProvider({ locale, messages, children }: I18nContextValue & { children: ReactNode }) {
  const value = useMemo(() => ({ locale, messages }), [locale, messages]);
  return <I18nContext.Provider value={value}>{children}</I18nContext.Provider>;
}

function useI18n(): I18nContextValue {
  const value = useContext(I18nContext);
  if (value === null) throw new Error("MessagesProvider is missing");
  return value;
}

export const useLocale = (): Locale => useContext(I18nContext)?.locale ?? DEFAULT_LOCALE;

/** `t("door.enter")`, `t("call.unread", { count: 2 })`: the text of a key in the page's locale. Stable. */
export function useMessages(): TFunction {
  const { messages } = useI18n();
  return useMemo(() => createTFunction(messages), [messages]);
}

const formattersByLocale = new Map<Locale, Formatters>();

/** Formatters of the page's locale. Stable, and the same for every component: making one costs more than using it. */
export function useFormatters(): Formatters {
  const { locale } = useI18n();
  const format = formattersByLocale.get(locale) ?? createFormatters(locale);
  formattersByLocale.set(locale, format);
  return format;
}

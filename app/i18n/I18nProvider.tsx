/**
 * Texts and formats for components: `useMessages()` for messages by key, `useFormatters()` for times, lists and
 * languages.
 */
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { createTFunction, type TFunction } from "./createTFunction.tsx";
import { createFormatters, type Formatters } from "./formatters.ts";
import type { Messages } from "./generated/messages.ts";
import { DEFAULT_LOCALE, type Locale } from "./locales.ts";

interface I18nContextValue {
  readonly locale: Locale;
  /** In a browser the namespaces loaded so far, on the server all. */
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

/**
 * Returns `t`, which returns a message in the page's locale: `t("prejoin.enter")`, `t("chat.newLines", { count: 2 })`.
 * Stable.
 */
export function useMessages(): TFunction {
  const { messages } = useI18n();
  return useMemo(() => createTFunction(messages), [messages]);
}

const formattersByLocale = new Map<Locale, Formatters>();

/** Returns the formatters of the page's locale. Stable and shared, because creating one costs more than using it. */
export function useFormatters(): Formatters {
  const { locale } = useI18n();
  const format = formattersByLocale.get(locale) ?? createFormatters(locale);
  formattersByLocale.set(locale, format);
  return format;
}

import { LocaleProvider } from "@ark-ui/react/locale";
import type { ReactNode } from "react";
import { useLocale } from "~/i18n/I18nProvider.tsx";

/** Gives Ark the page's language: arrow keys, placement and search follow its direction. */
export function ArkLocaleProvider({ children }: { children: ReactNode }) {
  return <LocaleProvider locale={useLocale()}>{children}</LocaleProvider>;
}

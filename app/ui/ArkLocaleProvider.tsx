import { LocaleProvider } from "@ark-ui/react/locale";
import type { ReactNode } from "react";
import { useLocale } from "~/i18n/I18nProvider.tsx";

/** Sets Ark's language, which determines the direction of arrow keys, placement and search. */
export function ArkLocaleProvider({ children }: { children: ReactNode }) {
  return <LocaleProvider locale={useLocale()}>{children}</LocaleProvider>;
}

import Check from "lucide-react/icons/check";
import ChevronDown from "lucide-react/icons/chevron-down";
import LanguagesIcon from "lucide-react/icons/languages";
import { type ReactNode, useEffect } from "react";
import { useLocale, useMessages } from "~/i18n/I18nProvider.tsx";
import { LOCALE_CODES, LOCALES } from "~/i18n/locales.ts";
import { restoreForms, saveForms } from "~/lib/formRestore.ts";
import { buttonClass } from "./Button.tsx";
import { cx } from "./cx.ts";
import { useDetailsMenu } from "./useDetailsMenu.ts";

/**
 * The UI language. A form inside `<details>`, so that it works without JavaScript. The response is a new page in which
 * `lang`, `dir` and all texts change together; form input is restored. `path` is the page to return to.
 */
export function LocaleMenu({ path }: { path: string }) {
  const t = useMessages();
  const locale = useLocale();
  const menu = useDetailsMenu();
  return (
    <details ref={menu} className="group relative">
      <summary className={cx(buttonClass({ variant: "ghost" }), "list-none px-2! text-14! s:px-3!")}>
        <LanguagesIcon />
        <span className="sr-only">{t("locale.choose")}: </span>
        <span lang={locale}>{LOCALES[locale].name}</span>
        <ChevronDown className="size-4 max-s:hidden transition-transform group-open:rotate-180" />
      </summary>
      <LocaleForm
        path={path}
        className="absolute end-0 top-[calc(100%+6px)] z-10 grid min-w-52 animate-rise rounded-[12px] border border-line bg-raised p-1.5 shadow-2"
        itemClass="flex min-h-control items-center justify-between gap-2.5 rounded-[8px] px-2.5 text-start hover:bg-hover"
        mark={<Check className="size-4" />}
      />
    </details>
  );
}

interface LocaleFormProps {
  path: string;
  className: string;
  itemClass: string;
  mark?: ReactNode;
}

/** All locales as submit buttons. */
export function LocaleForm({ path, className, itemClass, mark }: LocaleFormProps) {
  const current = useLocale();
  useEffect(() => void restoreForms(path), [path]);
  return (
    <form method="post" action="/locale" onSubmit={() => saveForms(path)} className={className}>
      <input type="hidden" name="to" value={path} />
      {LOCALE_CODES.map((code) => (
        <button
          key={code}
          type="submit"
          name="locale"
          value={code}
          lang={code}
          dir={LOCALES[code].dir}
          aria-current={code === current ? "true" : undefined}
          className={itemClass}
        >
          {LOCALES[code].name}
          {code === current && mark}
        </button>
      ))}
    </form>
  );
}

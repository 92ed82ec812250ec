import { useMessages } from "~/i18n/I18nProvider.tsx";
import { THEMES, type Theme } from "~/lib/theme.ts";

/** Radio buttons of the theme. Posts `theme`. */
export function ThemeChoice({ chosen }: { chosen: Theme }) {
  const t = useMessages();
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-14 font-strong">{t("settings.theme")}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {THEMES.map((theme) => (
          <label key={theme} className="flex min-h-control-s cursor-pointer items-center gap-2.5 leading-snug">
            <input
              type="radio"
              name="theme"
              value={theme}
              defaultChecked={theme === chosen}
              className="size-4.5 flex-none accent-accent"
            />
            {t(`settings.theme.${theme}`)}
          </label>
        ))}
      </div>
      <p className="text-13 text-pretty text-ink-soft">{t("settings.theme.hint")}</p>
    </fieldset>
  );
}

import { useState } from "react";
import { useLocale, useMessages } from "~/i18n/I18nProvider.tsx";
import { LOCALES } from "~/i18n/locales.ts";
import { SegmentedControl } from "~/ui/SegmentedControl.tsx";
import { Toaster } from "~/ui/Toast.tsx";
import { TopBar } from "~/ui/TopBar.tsx";
import { ChoiceSections } from "./sections/ChoiceSections.tsx";
import { ControlSections } from "./sections/ControlSections.tsx";
import { FoundationSections } from "./sections/FoundationSections.tsx";
import { LineSection } from "./sections/LineSection.tsx";
import { OverlaySections } from "./sections/OverlaySections.tsx";
import { PeopleSections } from "./sections/PeopleSections.tsx";
import { StateSections } from "./sections/StateSections.tsx";

const THEMES = ["system", "light", "dark"] as const;
const DIRECTIONS = ["page", "flipped"] as const;
const FLIPPED = { ltr: "rtl", rtl: "ltr" } as const;

/** `/design`: every component of the design system in all its states, in the page's language, theme and direction. */
export function DesignPage() {
  const t = useMessages();
  const { dir } = LOCALES[useLocale()];
  const [theme, setTheme] = useState<(typeof THEMES)[number]>("system");
  const [direction, setDirection] = useState<(typeof DIRECTIONS)[number]>("page");
  const sections = (
    <div
      dir={direction === "page" ? dir : FLIPPED[dir]}
      {...(theme === "system" ? {} : { "data-theme": theme })}
      className="-mx-4 bg-surface px-4 text-ink m:-mx-8 m:px-8"
    >
      <FoundationSections />
      <ControlSections />
      <ChoiceSections />
      <OverlaySections />
      <PeopleSections />
      <LineSection />
      <StateSections />
    </div>
  );
  return (
    <>
      <TopBar path="/design" className="max-w-page" />
      <main className="mx-auto w-full max-w-page px-4 pt-4 pb-24 m:px-8 m:pt-8">
        <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <h1 className="text-28 leading-tight font-head tracking-head m:text-36">{t("designPage.title")}</h1>
          <div className="flex min-w-0 flex-wrap gap-3">
            <SegmentedControl
              label={t("design.look")}
              options={THEMES.map((value) => ({ value, label: t(`design.look.${value}`) }))}
              value={theme}
              onChange={setTheme}
            />
            <SegmentedControl
              label={t("design.direction")}
              options={DIRECTIONS.map((value) => ({ value, label: t(`design.direction.${value}`) }))}
              value={direction}
              onChange={setDirection}
            />
          </div>
        </div>
        {sections}
      </main>
      <Toaster />
    </>
  );
}

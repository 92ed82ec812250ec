import type { ReactNode } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Avatar } from "~/ui/Avatar.tsx";
import { Chip } from "~/ui/Chip.tsx";
import { LocaleForm } from "~/ui/LocaleMenu.tsx";
import { TopBar } from "~/ui/TopBar.tsx";
import { HeroDemo } from "./components/HeroDemo.tsx";
import { JoinForm, type JoinFormProps } from "./JoinForm.tsx";
import { StartForm, type StartFormBaseProps } from "./StartForm.tsx";

export interface LandingProps {
  start: StartFormBaseProps;
  join: JoinFormProps;
}

/** `/`: the introduction, a button to start a meeting and a field to join one. Both forms work without JavaScript. */
export function Landing({ start, join }: LandingProps) {
  const t = useMessages();
  return (
    <>
      <TopBar path="/" className="max-w-hero" />
      <main>
        <div className="mx-auto grid max-w-hero items-center gap-10 px-4 pt-8 pb-10 l:grid-cols-[5fr_6fr] l:gap-16 l:px-8 l:py-16 *:min-w-0">
          <div>
            <h1 className="text-[34px] leading-tight font-head tracking-[-0.03em] text-balance s:text-48 rtl:text-[31px] rtl:tracking-normal rtl:s:text-[42px]">
              {t("landing.headline")}
            </h1>
            <p className="mt-5 mb-8 max-w-[34em] text-18 text-pretty text-ink-soft">{t("landing.lede")}</p>
            <div className="grid max-w-105 gap-3">
              <StartForm {...start} variant="primary" size="l" />
              <JoinForm {...join} large />
            </div>
            <p className="mt-4 text-14 text-ink-soft">{t("landing.joinHint")}</p>
          </div>
          <HeroDemo />
        </div>
        <LandingFeatures />
      </main>
      <footer className="border-t border-line">
        <div className="mx-auto flex max-w-hero flex-wrap items-start justify-between gap-x-8 gap-y-1 px-4 pt-3 pb-6 l:px-8">
          <nav aria-label={t("landing.languages")}>
            <LocaleForm
              path="/"
              className="flex flex-wrap gap-x-5.5 gap-y-1"
              itemClass="min-h-control text-ink-soft hover:text-ink aria-[current]:font-strong aria-[current]:text-ink aria-[current]:shadow-[inset_0_-2px_var(--accent)]"
            />
          </nav>
          <a href="/help" className="flex min-h-control items-center text-ink-soft no-underline hover:text-ink">
            {t("action.help")}
          </a>
        </div>
      </footer>
    </>
  );
}

function LandingFeatures() {
  const t = useMessages();
  return (
    <div className="mx-auto grid max-w-hero gap-8 px-4 pb-16 l:grid-cols-3 l:px-8">
      <LandingFeature title={t("landing.languages.title")} text={t("landing.languages.text")}>
        <div className="flex flex-wrap gap-2">
          <Chip tone="accent">
            {t("language.speaks")}
            <b lang="ar" dir="rtl" className="font-head">
              العربية
            </b>
          </Chip>
          <Chip tone="accent">
            {t("language.reads")}
            <b lang="en" className="font-head">
              English
            </b>
          </Chip>
        </div>
      </LandingFeature>
      <LandingFeature title={t("landing.original.title")} text={t("landing.original.text")}>
        <div data-person="8">
          <p>{t("landing.original.example")}</p>
          <p lang="ja" className="mt-1 border-s-2 border-person ps-3 text-14 text-ink-soft">
            二番目のグループと一緒に歩けます。
          </p>
        </div>
      </LandingFeature>
      <LandingFeature title={t("landing.direct.title")} text={t("landing.direct.text")}>
        <div aria-hidden="true" className="flex items-center gap-2 text-line-strong">
          <Avatar colour={1} name="Inés" />
          <span className="w-16 border-t-2 border-dotted" />
          <Avatar colour={2} name="Tom" />
          <span className="w-16 border-t-2 border-dotted" />
          <Avatar colour={8} name="遥" />
        </div>
      </LandingFeature>
    </div>
  );
}

function LandingFeature({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="grid grid-rows-[auto_1fr] gap-4 border-t border-line pt-5">
      <div>
        <h2 className="text-18 leading-snug font-head">{title}</h2>
        <p className="mt-1 text-pretty text-ink-soft">{text}</p>
      </div>
      <div className="self-end">{children}</div>
    </section>
  );
}

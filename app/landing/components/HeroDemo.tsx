import { useMessages } from "~/i18n/I18nProvider.tsx";
import { DemoPortrait } from "./DemoPortrait.tsx";
import { type HeroDemoLine, READ_DEMO_LINES, SPOKEN_DEMO_LINE } from "./heroDemoLines.ts";

const WAVE_HEIGHTS = [5, 10, 15, 8, 12, 6, 14, 9, 4];

/**
 * The landing illustration: one spoken sentence and four translations. The marker highlights the same meaning in all
 * five.
 */
export function HeroDemo() {
  const t = useMessages();
  return (
    <figure
      data-theme="dark"
      aria-label={t("landing.picture")}
      className="rounded-xl border border-line bg-room p-5 text-ink s:p-8"
    >
      <div
        data-person={SPOKEN_DEMO_LINE.person}
        className="grid grid-cols-[72px_1fr] items-center gap-4 pb-6 s:grid-cols-[112px_1fr] s:gap-5"
      >
        <DemoPortrait className="rounded-l outline-3 outline-offset-3 outline-person" />
        <div>
          <p className="flex items-center gap-1.5 text-14 font-strong text-person">
            {t("landing.says", { name: SPOKEN_DEMO_LINE.name })}
            <span aria-hidden="true" className="flex h-4 items-center gap-0.5">
              {WAVE_HEIGHTS.map((height) => (
                <span key={height} style={{ height }} className="w-0.5 rounded-full bg-person" />
              ))}
            </span>
          </p>
          <p
            lang={SPOKEN_DEMO_LINE.language}
            dir={SPOKEN_DEMO_LINE.dir}
            className="mt-1.5 text-[20px] leading-snug font-strong s:text-[26px]"
          >
            <DemoSentence line={SPOKEN_DEMO_LINE} />
          </p>
        </div>
      </div>
      <ul>
        {READ_DEMO_LINES.map((line) => (
          <li
            key={line.language}
            data-person={line.person}
            className="grid items-baseline gap-x-5 gap-y-0.5 border-t border-line py-3.5 s:grid-cols-[112px_1fr]"
          >
            <p className="text-13 leading-snug text-ink-soft">
              <span className="me-1.5 text-14 font-strong text-person s:me-0 s:block">
                <bdi>{line.name}</bdi>
              </span>
              {t.rich("landing.reads", {
                language: (
                  <bdi lang={line.language} dir={line.dir}>
                    {line.languageName}
                  </bdi>
                ),
              })}
            </p>
            <p lang={line.language} dir={line.dir} className="text-[19px] leading-body text-balance">
              <DemoSentence line={line} />
            </p>
          </li>
        ))}
      </ul>
    </figure>
  );
}

function DemoSentence({ line }: { line: HeroDemoLine }) {
  return (
    <>
      {line.units.map(([unit, text], index) => (
        <span key={unit}>
          {index > 0 && line.gap}
          <span className="score-unit" data-unit={unit}>
            {text}
          </span>
        </span>
      ))}
      {line.end}
    </>
  );
}

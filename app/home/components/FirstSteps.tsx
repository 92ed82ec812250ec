import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { SAMPLE_LINES, type SampleLine } from "../core/sampleLines.ts";
import { START_FORM } from "./StartSection.tsx";

const STEPS = ["start", "send", "talk"] as const;

/** The three steps of a first meeting. */
export function FirstSteps() {
  const t = useMessages();
  return (
    <ol className="home-steps grid gap-6 border-t border-line pt-6 min-[48rem]:grid-cols-3 min-[48rem]:gap-10">
      {STEPS.map((step, index) => (
        <li key={step} className="grid grid-cols-[32px_minmax(0,1fr)] content-start gap-x-3 gap-y-2 min-[48rem]:block">
          <b
            aria-hidden="true"
            className="row-span-2 grid size-8 place-items-center rounded-full bg-accent-soft text-14 font-head text-accent min-[48rem]:mb-3"
          >
            {index + 1}
          </b>
          <div>
            <h2 className="leading-snug font-strong">{t(`home.step.${step}`)}</h2>
            <p className="mt-1 text-pretty text-ink-soft">{t(`home.step.${step}.text`)}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** An invitation to say one sentence alone. Its button starts a meeting. */
export function TryAlone() {
  const t = useMessages();
  return (
    <section
      data-theme="dark"
      aria-labelledby="try"
      className="home-try grid content-start gap-6 rounded-l border border-line bg-room p-5 text-ink [--surface:var(--room)] s:p-6 l:rounded-xl"
    >
      <div>
        <h2 id="try" className="text-22 leading-tight font-head tracking-head">
          {t("home.try")}
        </h2>
        <p className="mt-2 mb-4 text-pretty text-ink-soft">{t("home.try.text")}</p>
        <Button type="submit" form={START_FORM}>
          {t("home.try.say")}
        </Button>
      </div>
      <ul>
        {SAMPLE_LINES.map((line, index) => (
          <Sample key={line.language} line={line} isSpoken={index === 0} />
        ))}
      </ul>
    </section>
  );
}

function Sample({ line, isSpoken }: { line: SampleLine; isSpoken: boolean }) {
  const t = useMessages();
  const { language, languageName, dir, text, mark } = line;
  const [before, after] = text.split(mark);
  return (
    <li className="grid grid-cols-[72px_minmax(0,1fr)] items-baseline gap-x-3 border-t border-line py-2.5 first:border-0">
      <span className="text-13 text-ink-soft">
        {isSpoken ? (
          t("home.try.you")
        ) : (
          <bdi lang={language} dir={dir}>
            {languageName}
          </bdi>
        )}
      </span>
      <span lang={language} dir={dir}>
        {before}
        <span className="rounded-[4px] bg-mark px-0.5">{mark}</span>
        {after}
      </span>
    </li>
  );
}

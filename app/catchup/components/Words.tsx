import { LANGUAGES, type Language } from "#contracts/languages.ts";
import { useReason } from "~/chat/late.ts";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import type { MissedLine } from "../core/catchUp.ts";

/** Lines in one language as the reader has them; one press shows what of them was translated in its own words. */
export function Words({ lines }: { lines: readonly MissedLine[] }) {
  const t = useMessages();
  const format = useFormat();
  const translated = lines.filter(({ shown }) => shown.kind === "translated");
  const [first] = translated;
  return (
    <div className="grid justify-items-start">
      {lines.map((line) => (
        <Line key={line.id} line={line} />
      ))}
      {first !== undefined && (
        <details>
          <summary className="w-max max-w-full cursor-pointer list-none rounded-s py-0.5 text-13 leading-snug text-ink-soft underline decoration-dotted decoration-1 underline-offset-4 hover:text-ink pointer-coarse:min-h-control pointer-coarse:py-3">
            {t(isOfDevice(first) ? "chat.fromOnDevice" : "chat.from", {
              language: format.languageName(first.language),
            })}
          </summary>
          <div className="border-s-2 border-person ps-3 text-14 text-ink-soft">
            {translated.map(({ id, language, text }) => (
              <Written key={id} language={language} text={text} />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

const isOfDevice = ({ shown }: MissedLine) => shown.kind === "translated" && shown.source === "device";

function Line({ line: { language, text, shown } }: { line: MissedLine }) {
  const t = useMessages();
  const format = useFormat();
  const reason = useReason();
  const from = { language: format.languageName(language) };
  switch (shown.kind) {
    case "original":
      return <Written language={language} text={text} />;
    case "translated":
      return <Written language={shown.language} text={shown.text} />;
    case "unavailable":
      return (
        <>
          <Written language={language} text={text} />
          <Note>{t("chat.unavailable", { ...from, reason: reason(shown.reason) })}</Note>
        </>
      );
    case "on-its-way":
      return (
        <>
          <Written language={language} text={text} faint />
          <Note>{t("chat.onItsWay", from)}</Note>
        </>
      );
    default:
      return shown satisfies never;
  }
}

interface WrittenProps {
  language: Language;
  text: string;
  /** The words that will stand here are on their way. */
  faint?: boolean;
}

const Written = ({ language, text, faint = false }: WrittenProps) => (
  <p
    lang={language}
    dir={LANGUAGES[language].dir}
    className={`text-written max-w-full whitespace-pre-wrap ${faint ? "opacity-70" : ""}`}
  >
    {text}
  </p>
);

const Note = ({ children }: { children: string }) => <p className="text-13 leading-snug text-ink-soft">{children}</p>;

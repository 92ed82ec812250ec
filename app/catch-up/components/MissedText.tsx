import { LANGUAGES, type Language } from "#contracts/languages.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { TranslateAnywayButton } from "~/translation/TranslateAnywayButton.tsx";
import { useTranslationFailureText } from "~/translation/useTranslationFailureText.ts";
import { LinkedText } from "~/ui/LinkedText.tsx";
import type { MissedLine } from "../core/catchUpStore.ts";

const LABEL_BUTTON_CLASS =
  "rounded-s py-0.5 text-13 leading-snug text-ink-soft underline decoration-dotted decoration-1 underline-offset-4 hover:text-ink pointer-coarse:min-h-control pointer-coarse:py-3";

/** Shows lines of one language in the reader's language. A click reveals the originals of translated lines. */
export function MissedText({ lines }: { lines: readonly MissedLine[] }) {
  const t = useMessages();
  const format = useFormatters();
  const translated = lines.filter(({ display }) => display.kind === "translated");
  const [first] = translated;
  return (
    <div className="grid justify-items-start">
      {lines.map((line) => (
        <MissedLineText key={line.id} line={line} />
      ))}
      {first !== undefined && (
        <details>
          <summary className={`w-max max-w-full cursor-pointer list-none ${LABEL_BUTTON_CLASS}`}>
            {t(isBrowserTranslation(first) ? "chat.fromOnDevice" : "chat.from", {
              language: format.languageName(first.language),
            })}
          </summary>
          <div className="border-s-2 border-person ps-3 text-14 text-ink-soft">
            {translated.map(({ id, language, text }) => (
              <MissedParagraph key={id} language={language} text={text} />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

const isBrowserTranslation = ({ display }: MissedLine) => display.kind === "translated" && display.source === "device";

function MissedLineText({ line: { id, language, text, display } }: { line: MissedLine }) {
  const t = useMessages();
  const format = useFormatters();
  const reason = useTranslationFailureText();
  const from = { language: format.languageName(language) };
  switch (display.kind) {
    case "original":
      return <MissedParagraph language={language} text={text} />;
    case "readable":
      return (
        <>
          <MissedParagraph language={display.language} text={text} />
          <TranslateAnywayButton lineId={id} className={LABEL_BUTTON_CLASS} />
        </>
      );
    case "translated":
      return <MissedParagraph language={display.language} text={display.text} />;
    case "unavailable":
      return (
        <>
          <MissedParagraph language={language} text={text} />
          <MissedNote>{t("chat.unavailable", { ...from, reason: reason(display.reason) })}</MissedNote>
        </>
      );
    case "on-its-way":
      return (
        <>
          <MissedParagraph language={language} text={text} faint />
          <MissedNote>{t("chat.onItsWay", from)}</MissedNote>
        </>
      );
    default:
      return display satisfies never;
  }
}

interface MissedParagraphProps {
  language: Language;
  text: string;
  /** The translation is pending. */
  faint?: boolean;
}

const MissedParagraph = ({ language, text, faint = false }: MissedParagraphProps) => (
  <p
    lang={language}
    dir={LANGUAGES[language].dir}
    className={`text-written max-w-full whitespace-pre-wrap ${faint ? "opacity-70" : ""}`}
  >
    <LinkedText text={text} />
  </p>
);

const MissedNote = ({ children }: { children: string }) => (
  <p className="text-13 leading-snug text-ink-soft">{children}</p>
);

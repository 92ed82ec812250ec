import { LANGUAGES, type Language } from "#contracts/languages.ts";

/** A text in its own language and direction. */
export function TermText({
  language,
  children,
  className,
}: {
  language: Language;
  children: string;
  className?: string;
}) {
  return (
    <bdi lang={language} dir={LANGUAGES[language].dir} className={className}>
      {children}
    </bdi>
  );
}

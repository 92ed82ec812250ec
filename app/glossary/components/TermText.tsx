import { LANGUAGES, type Language } from "#contracts/languages.ts";

/** A word in the language, script and direction that are its own. */
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

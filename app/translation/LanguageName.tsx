import { LANGUAGES, type Language } from "#contracts/languages.ts";

/** A language by its own name, in its own script and direction. */
export function LanguageName({ code, className }: { code: Language; className?: string }) {
  const { name, dir } = LANGUAGES[code];
  return (
    <bdi lang={code} dir={dir} className={className}>
      {name}
    </bdi>
  );
}

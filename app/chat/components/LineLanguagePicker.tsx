import ChevronDown from "lucide-react/icons/chevron-down";
import { isLanguage, LANGUAGES, type Language } from "#contracts/languages.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { LanguageSelect } from "~/translation/LanguageSelect.tsx";
import { LiveRegion } from "~/ui/LiveRegion.tsx";

interface LineLanguagePickerProps {
  language: Language;
  /** Whether the language differs from the writer's. */
  unexpected: boolean;
  suggested: readonly Language[];
  onChange(language: Language): void;
}

/** The language of the draft. It stands out if it is unexpected; a click changes it. */
export function LineLanguagePicker({ language, unexpected, suggested, onChange }: LineLanguagePickerProps) {
  const t = useMessages();
  const format = useFormatters();
  return (
    <div
      data-other={unexpected}
      className="relative flex min-h-6 max-w-full items-center gap-0.5 rounded-s px-1.5 leading-snug text-ink-soft pointer-coarse:min-h-control hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus) data-[other=true]:bg-accent-soft data-[other=true]:font-strong data-[other=true]:text-accent"
    >
      <bdi aria-hidden="true" lang={language} dir={LANGUAGES[language].dir} className="truncate">
        {LANGUAGES[language].name}
      </bdi>
      <ChevronDown className="size-3.5 flex-none" />
      {/* An invisible native select on top: phones show their own list. */}
      <span className="absolute inset-0 overflow-hidden opacity-0">
        <LanguageSelect
          native
          aria-label={t("chat.lineLanguage")}
          suggested={suggested}
          value={language}
          onChange={({ target }) => isLanguage(target.value) && onChange(target.value)}
        />
      </span>
      <LiveRegion message={unexpected ? t("chat.lineIn", { language: format.languageName(language) }) : ""} />
    </div>
  );
}

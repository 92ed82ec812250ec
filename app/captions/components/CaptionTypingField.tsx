import { useId, useRef, useState } from "react";
import { LANGUAGES, type Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import { isVisible } from "#contracts/text/cleanMessage.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { isComposing, isEnter } from "~/lib/keys.ts";

interface CaptionTypingFieldProps {
  /** Name of the speaker. */
  name: string;
  language: Language;
  onType(typed: { readonly id: string; readonly text: string; readonly final: boolean }): void;
}

/** A field for typing captions of a speaker. Others see the text at once. Enter completes the caption, Escape withdraws it. */
export function CaptionTypingField({ name, language, onType }: CaptionTypingFieldProps) {
  const t = useMessages();
  const hint = useId();
  const [text, setText] = useState("");
  const sentenceId = useRef<string | null>(null);
  const sendTyped = (words: string, final: boolean) => {
    if (!isVisible(words) && sentenceId.current === null) return;
    sentenceId.current ??= crypto.randomUUID();
    onType({ id: sentenceId.current, text: isVisible(words) ? words : "", final });
    if (final || !isVisible(words)) sentenceId.current = null;
  };
  return (
    <div className="mx-auto w-full max-w-230 px-5 pt-3">
      <textarea
        rows={2}
        lang={language}
        dir={LANGUAGES[language].dir}
        value={text}
        maxLength={LIMITS.caption.max}
        aria-label={t("captions.typeFor", { name })}
        aria-describedby={hint}
        placeholder={t("captions.typeFor", { name })}
        autoComplete="off"
        className="w-full resize-none rounded-m border border-line-strong bg-raised px-3.5 py-2.5 text-ink"
        onChange={({ target }) => {
          setText(target.value);
          sendTyped(target.value, false);
        }}
        onKeyDown={(event) => {
          // Also on a phone: the field has no button.
          const isFinal = isEnter(event.nativeEvent);
          if (!isFinal && (event.key !== "Escape" || isComposing(event.nativeEvent))) return;
          event.preventDefault();
          if (isFinal) sendTyped(text, true);
          else sendTyped("", false);
          setText("");
        }}
      />
      <p id={hint} className="call-typing-hint text-13 text-ink-soft">
        {t("captions.typeHint")}
      </p>
    </div>
  );
}

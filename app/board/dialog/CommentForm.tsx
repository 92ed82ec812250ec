import SendHorizontal from "lucide-react/icons/send-horizontal";
import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import { useLineLanguage } from "~/chat/useLineLanguage.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { hasTouchKeyboard, isEnter } from "~/lib/keys.ts";
import { Button } from "~/ui/Button.tsx";
import { controlClass } from "~/ui/Field.tsx";
import type { CommentDraft } from "./commentDraft.ts";
import { excessOf } from "./commentText.ts";
import type { FileServices } from "./fileServices.ts";

interface CommentFormProps {
  fileId: string;
  services: FileServices;
  speaks: Language;
  reads: Language;
  onPost(text: string, language: Language): void;
}

const EMPTY: CommentDraft = { text: "", language: null };

/** The field for a new comment. The unsent text stays on the device. */
export function CommentForm({ fileId, services, speaks, reads, onPost }: CommentFormProps) {
  const t = useMessages();
  const id = useId();
  const [stored] = useState(() => services.draftOf(fileId));
  const [draft, setDraft] = useState<CommentDraft>(() => stored.read() ?? EMPTY);
  const { text } = draft;
  const present = [...new Set([speaks, reads])];
  const { language, unexpected, extras } = useLineLanguage({ ...draft, chosen: [] }, speaks, present, false);
  const excess = excessOf(text);
  const change = (next: CommentDraft) => {
    setDraft(next);
    stored.write(next.text === "" ? null : next);
  };
  const post = (event?: FormEvent) => {
    event?.preventDefault();
    if (excess !== 0) return;
    onPost(text.trim(), language);
    change(EMPTY);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isEnter(event.nativeEvent) || hasTouchKeyboard()) return;
    event.preventDefault();
    post();
  };
  return (
    <form onSubmit={post} className="grid gap-2">
      <label htmlFor={id} className="sr-only">
        {t("fileDialog.write")}
      </label>
      <textarea
        id={id}
        rows={2}
        value={text}
        dir="auto"
        lang={language}
        placeholder={t("fileDialog.write")}
        aria-invalid={excess ? true : undefined}
        aria-describedby={`${id}h`}
        onChange={({ target }) => change({ ...draft, text: target.value })}
        onKeyDown={handleKeyDown}
        className={controlClass}
      />
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div id={`${id}h`} className="min-w-0 flex-1 basis-40 text-13 leading-snug text-ink-soft">
          {excess !== null && excess > 0 ? (
            <p role="alert" className="text-danger">
              {t("chat.tooLong", { over: excess, max: LIMITS.message.max })}
            </p>
          ) : (
            <p className="text-pretty">{t("fileDialog.translated")}</p>
          )}
        </div>
        <div className="flex items-center gap-2 text-13">
          {extras !== null && text !== "" && (
            <extras.LineLanguagePicker
              language={language}
              unexpected={unexpected}
              suggested={present}
              onChange={(chosen) => change({ ...draft, language: chosen })}
            />
          )}
          <Button type="submit" size="s" variant="primary" disabled={excess !== 0}>
            <SendHorizontal className="size-4 rtl:-scale-x-100" />
            {t("fileDialog.post")}
          </Button>
        </div>
      </div>
    </form>
  );
}

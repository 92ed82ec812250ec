import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import { LANGUAGES } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { hasTouchKeyboard, isComposing, isEnter } from "~/lib/keys.ts";
import { Button } from "~/ui/Button.tsx";
import { controlClass } from "~/ui/Field.tsx";
import { excessOf } from "./commentText.ts";
import type { CommentView } from "./commentView.ts";

interface CommentEditFormProps {
  comment: CommentView;
  onSave(text: string): void;
  onClose(): void;
}

/** Edits an own comment in place. */
export function CommentEditForm({ comment, onSave, onClose }: CommentEditFormProps) {
  const t = useMessages();
  const id = useId();
  const [text, setText] = useState(comment.original);
  const excess = excessOf(text);
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    if (excess === 0) onSave(text.trim());
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !isComposing(event.nativeEvent)) onClose();
    if (isEnter(event.nativeEvent) && !hasTouchKeyboard()) {
      event.preventDefault();
      save();
    }
  };
  return (
    <form data-own-escape="" onSubmit={save} className="mt-1 grid w-full gap-2">
      <textarea
        aria-label={t("fileDialog.comment.edit")}
        aria-describedby={excess ? `${id}e` : undefined}
        aria-invalid={excess ? true : undefined}
        // biome-ignore lint/a11y/noAutofocus: the user's click opened the form
        autoFocus
        rows={3}
        value={text}
        lang={comment.language}
        dir={LANGUAGES[comment.language].dir}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={handleKeyDown}
        className={controlClass}
      />
      {excess !== null && excess > 0 && (
        <p id={`${id}e`} role="alert" className="text-13 leading-snug text-danger">
          {t("chat.tooLong", { over: excess, max: LIMITS.message.max })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="s" variant="primary" disabled={excess !== 0}>
          {t("fileDialog.comment.save")}
        </Button>
        <Button size="s" variant="ghost" onClick={onClose}>
          {t("fileDialog.cancel")}
        </Button>
      </div>
    </form>
  );
}

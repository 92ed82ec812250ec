import SendHorizontal from "lucide-react/icons/send-horizontal";
import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import { type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import { message } from "#contracts/meetings.ts";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import { ReadBy, type Reader } from "~/languages/index.ts";
import { errorText } from "~/ui/errors.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { useDraft } from "./useDraft.ts";

export interface ComposerProps {
  /** What the writer is expected to write in. */
  speaks: Language;
  /** Everyone else in the call. */
  readers: readonly Reader[];
  /** Under which what is not sent yet is kept in this tab. */
  draftKey: string;
  /** Takes a text within its bounds; from then on it is a line, which keeps it until the server has it. */
  onSend(text: string): void;
}

/** Enter sends, Shift and Enter break the line, and nothing is sent while a word is being composed. */
export function Composer({ speaks, readers, draftKey, onSend }: ComposerProps) {
  const t = useMessages();
  const format = useFormat();
  const id = useId();
  const [text, setText] = useDraft(draftKey);
  const [refused, setRefused] = useState<ErrorCode | null>(null);
  const over = [...text.trim()].length - LIMITS.message.max;

  const send = (event?: FormEvent) => {
    event?.preventDefault();
    const parsed = message.safeParse(text);
    if (!parsed.success) {
      const code = parsed.error.issues[0]?.message;
      setRefused(isErrorCode(code) ? code : "request/invalid");
      return;
    }
    setText("");
    onSend(parsed.data);
  };
  const keyed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // 229: some browsers report the Enter that ends a composition after the composition has ended.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    send();
  };

  const fault =
    over > 0 ? t("chat.tooLong", { over, max: LIMITS.message.max }) : refused === null ? null : errorText(t, refused);
  return (
    <form onSubmit={send} className="border-t border-line p-3">
      <div
        data-fault={fault !== null}
        className="flex items-end gap-0.5 rounded-[12px] border border-line-strong bg-raised p-[3px] has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-offset-2 has-[textarea:focus-visible]:outline-(--focus) data-[fault=true]:border-danger"
      >
        <div
          data-text={text}
          className="grid min-w-0 flex-1 after:invisible after:whitespace-pre-wrap after:content-[attr(data-text)_'_'] *:[grid-area:1/1] after:[grid-area:1/1] *:min-w-0 after:min-w-0 *:max-h-36 after:max-h-36 *:px-2.5 after:px-2.5 *:py-1.5 after:py-1.5 pointer-coarse:*:py-2.5 pointer-coarse:after:py-2.5 *:leading-[1.5] after:leading-[1.5] *:wrap-anywhere after:wrap-anywhere after:overflow-hidden"
        >
          <textarea
            rows={1}
            value={text}
            dir="auto"
            lang={speaks}
            data-first-focus=""
            aria-label={t("chat.message")}
            aria-describedby={`${id}h`}
            aria-invalid={fault !== null || undefined}
            aria-errormessage={fault === null ? undefined : `${id}e`}
            placeholder={t("chat.write", { language: format.languageName(speaks) })}
            enterKeyHint="send"
            onChange={(event) => {
              setText(event.target.value);
              setRefused(null);
            }}
            onKeyDown={keyed}
            className="resize-none overflow-auto bg-transparent outline-none placeholder:truncate"
          />
        </div>
        <IconButton
          type="submit"
          variant="primary"
          size="s"
          label={t("chat.send")}
          icon={<SendHorizontal className="rtl:-scale-x-100" />}
          className="rounded-[9px]! pointer-coarse:min-h-control! pointer-coarse:w-control"
        />
      </div>
      {fault !== null && (
        <p id={`${id}e`} role="alert" className="px-1.5 pt-2 text-13 leading-snug text-danger">
          {fault}
        </p>
      )}
      <p id={`${id}h`} className="px-1.5 pt-2 text-13 text-pretty text-ink-soft empty:hidden">
        {readers.length > 0 && <ReadBy readers={readers} about="this" />}
      </p>
    </form>
  );
}

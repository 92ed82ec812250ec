import Check from "lucide-react/icons/check";
import Paperclip from "lucide-react/icons/paperclip";
import SendHorizontal from "lucide-react/icons/send-horizontal";
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import { message } from "#contracts/lines.ts";
import { preloadFileTray, type Wish } from "~/files/index.ts";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import { ReadBy, type Reader } from "~/languages/index.ts";
import type { Store } from "~/platform/store.ts";
import { errorText } from "~/ui/errors.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import type { About as AboutLine } from "../core/index.ts";
import { afterSending, type Draft, withWords, wordsOf } from "../draft.ts";
import { stillIn, typedName, withWord, wordOf } from "../mentions.ts";
import type { LineView } from "../view.ts";
import { Late } from "./late.ts";
import { useLineLanguage } from "./useLineLanguage.ts";
import { useTyping } from "./useTyping.ts";

/** Somebody of the meeting, as they can be mentioned. */
export interface Mentionable {
  readonly userId: string;
  readonly number: number;
  readonly name: string;
  readonly reads: Language;
}

export interface ComposerProps {
  /** What the writer is expected to write in. */
  speaks: Language;
  /** What those in the call speak and read, the writer too. */
  present: readonly Language[];
  /** Everyone else in the call. */
  readers: readonly Reader[];
  /** Something here may translate what is written. */
  translates: boolean;
  /** Everyone else of the meeting, those in the call first. */
  people: readonly Mentionable[];
  /** Names of those who write now. */
  typists: Store<readonly string[]>;
  draft: Draft;
  onDraft(change: (draft: Draft) => Draft): void;
  /** The line by an id, while it is here. */
  lineOf(id: string): LineView | undefined;
  field: RefObject<HTMLTextAreaElement>;
  /** Takes a text within its bounds; from then on it is a line, which keeps it until the server has it. */
  onSend(text: string, language: Language, about: AboutLine): void;
  onEdit(id: string, text: string, more: { language: Language; mentions: readonly string[] }): void;
  /** Opens the last line of one's own. */
  onLast(): void;
  onTyping(typing: boolean): void;
  /** Files are wanted here: to be chosen, or these. */
  onFiles(what: Wish["what"]): void;
}

/** Enter sends, Shift and Enter break the line, and nothing is sent while a word is being composed. */
export function Composer(props: ComposerProps) {
  const { speaks, present, readers, people, draft, onDraft, lineOf, field, onSend, onEdit, onLast, onTyping, onFiles } =
    props;
  const t = useMessages();
  const format = useFormat();
  const id = useId();
  const words = wordsOf(draft);
  const { text, chosen } = words;
  const { edit, replyTo } = draft;
  const own = (edit && lineOf(edit.id)?.language) ?? speaks;
  const { language, other, part } = useLineLanguage(words, own, present, edit?.was === text);
  const [refused, setRefused] = useState<ErrorCode | null>(null);
  const [cursor, setCursor] = useState(0);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const [active, setActive] = useState<{ list: string | null; option: string | null }>({ list: null, option: null });
  const onActive = useCallback((list: string | null, option: string | null) => setActive({ list, option }), []);
  const mentionKeys = useRef<((event: KeyboardEvent) => boolean) | null>(null);
  const typing = useTyping(onTyping);
  const over = [...text.trim()].length - LIMITS.message.max;
  const typed = typedName(text, cursor);
  const mentioning = typed !== null && people.length > 0 && chosen.length < LIMITS.mentions && dismissed !== text;

  const cancel = () => {
    setRefused(null);
    onDraft((before) => (before.edit === null ? { ...before, replyTo: null } : { ...before, edit: null }));
    field.current?.focus();
  };
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    const parsed = message.safeParse(text);
    if (!parsed.success) {
      const code = parsed.error.issues[0]?.message;
      setRefused(isErrorCode(code) ? code : "request/invalid");
      return;
    }
    typing.sent();
    const mentions = stillIn(parsed.data, chosen).map(({ userId }) => userId);
    if (edit === null) {
      onSend(parsed.data, language, { replyTo, mentions });
    } else onEdit(edit.id, parsed.data, { language, mentions });
    onDraft(afterSending);
  };
  const keyed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // 229: some browsers report the Enter that ends a composition after the composition has ended.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (mentioning && mentionKeys.current?.(event)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === "Escape" && (edit !== null || replyTo !== null)) {
      event.stopPropagation();
      cancel();
    } else if (event.key === "ArrowUp" && text === "" && edit === null) {
      event.preventDefault();
      onLast();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    }
  };
  const pick = ({ userId, name }: Mentionable) => {
    const others = people.flatMap((other) => (other.userId === userId ? [] : [other.name]));
    const word = wordOf(name, others);
    const next = withWord(text, cursor, word);
    onDraft((before) => withWords(before, { text: next.text, chosen: [...chosen, { userId, word }] }));
    setCursor(next.cursor);
    requestAnimationFrame(() => field.current?.setSelectionRange(next.cursor, next.cursor));
    field.current?.focus();
  };

  const fault =
    over > 0 ? t("chat.tooLong", { over, max: LIMITS.message.max }) : refused === null ? null : errorText(t, refused);
  return (
    <form onSubmit={send} className="relative border-t border-line p-3">
      {mentioning && (
        <Late onFailed={() => setDismissed(text)}>
          {({ MentionList }) => (
            <MentionList
              typed={typed}
              people={people}
              keys={mentionKeys}
              onPick={pick}
              onClose={() => setDismissed(text)}
              onActive={onActive}
            />
          )}
        </Late>
      )}
      {(edit !== null || replyTo !== null) && (
        <Late>
          {({ Subject }) => <Subject edit={edit?.id ?? null} replyTo={replyTo} lineOf={lineOf} onCancel={cancel} />}
        </Late>
      )}
      <div
        data-fault={fault !== null}
        className="flex items-end gap-0.5 rounded-[12px] border border-line-strong bg-raised p-[3px] has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-offset-2 has-[textarea:focus-visible]:outline-(--focus) data-[fault=true]:border-danger"
      >
        <div
          data-text={text}
          className="grid min-w-0 flex-1 after:invisible after:whitespace-pre-wrap after:content-[attr(data-text)_'_'] *:[grid-area:1/1] after:[grid-area:1/1] *:min-w-0 after:min-w-0 *:max-h-36 after:max-h-36 *:px-2.5 after:px-2.5 *:py-1.5 after:py-1.5 pointer-coarse:*:py-2.5 pointer-coarse:after:py-2.5 *:leading-[1.5] after:leading-[1.5] *:wrap-anywhere after:wrap-anywhere after:overflow-hidden"
        >
          <textarea
            ref={field}
            rows={1}
            value={text}
            dir="auto"
            lang={language}
            data-first-focus=""
            aria-label={t("chat.message")}
            aria-describedby={`${id}h`}
            aria-invalid={fault !== null || undefined}
            aria-errormessage={fault === null ? undefined : `${id}e`}
            aria-autocomplete="list"
            aria-controls={active.list ?? undefined}
            aria-activedescendant={active.option ?? undefined}
            placeholder={t("chat.write", { language: format.languageName(speaks) })}
            enterKeyHint="send"
            onChange={({ target }) => {
              onDraft((before) => withWords(before, { text: target.value }));
              setCursor(target.selectionStart);
              setRefused(null);
              if (target.value === "") typing.stopped();
              else typing.typed();
            }}
            onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
            onKeyDown={keyed}
            onBlur={typing.stopped}
            onPaste={(event) => {
              const files = [...event.clipboardData.files];
              if (files.length === 0) return;
              event.preventDefault();
              onFiles(files);
            }}
            className="resize-none overflow-auto bg-transparent outline-none placeholder:truncate"
          />
        </div>
        {edit === null && (
          <IconButton
            size="s"
            label={t("chat.attach")}
            icon={<Paperclip />}
            onPointerEnter={preloadFileTray}
            onFocus={preloadFileTray}
            onClick={() => onFiles("choose")}
            className="pointer-coarse:min-h-control! pointer-coarse:w-control"
          />
        )}
        <IconButton
          type="submit"
          variant="primary"
          size="s"
          label={t(edit === null ? "chat.send" : "chat.save")}
          icon={edit === null ? <SendHorizontal className="rtl:-scale-x-100" /> : <Check />}
          className="rounded-[9px]! pointer-coarse:min-h-control! pointer-coarse:w-control"
        />
      </div>
      {fault !== null && (
        <p id={`${id}e`} role="alert" className="px-1.5 pt-2 text-13 leading-snug text-danger">
          {fault}
        </p>
      )}
      <div className="flex items-start justify-between gap-2 px-1.5 text-13 text-ink-soft">
        {/* One over the other: the field does not move when somebody begins to write. */}
        <div className="grid pt-2 text-pretty *:[grid-area:1/1] has-[>:only-child:empty]:hidden">
          <Typists typists={props.typists} />
          <p id={`${id}h`} className="empty:hidden [.typing+&]:opacity-0">
            {readers.length > 0 && <ReadBy readers={readers} about="this" translates={props.translates} />}
          </p>
        </div>
        {part !== null && text !== "" && (other || present.some((one) => one !== own)) && (
          <div className="-me-1.5 ms-auto flex-none pt-1.5 pointer-coarse:pt-0">
            <part.LanguageOfLine
              language={language}
              other={other}
              likely={[own, ...present]}
              // The keyboard stays: arrows and letters choose one after the other.
              onChoose={(said) => onDraft((before) => withWords(before, { language: said }))}
            />
          </div>
        )}
      </div>
    </form>
  );
}

/** Stands in the place of who reads it, for as long as somebody writes. */
function Typists({ typists }: Pick<ComposerProps, "typists">) {
  const t = useMessages();
  const format = useFormat();
  const names = useSyncExternalStore(typists.subscribe, typists.getSnapshot);
  if (names.length === 0) return null;
  return <p className="typing">{t("chat.typing", { count: names.length, names: format.list(names) })}</p>;
}

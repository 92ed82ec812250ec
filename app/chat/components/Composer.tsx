import Check from "lucide-react/icons/check";
import Paperclip from "lucide-react/icons/paperclip";
import SendHorizontal from "lucide-react/icons/send-horizontal";
import { type KeyboardEvent, type RefObject, useCallback, useId, useRef, useState, useSyncExternalStore } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import type { Reader } from "#contracts/languagePairs.ts";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import { mentionTokenFor } from "#contracts/text/mentionTokens.ts";
import type { FileRequest } from "~/files/fileRequest.ts";
import { preloadFileTray } from "~/files/lazy.tsx";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { hasTouchKeyboard, isComposing, isEnter } from "~/lib/keys.ts";
import { useMeetingConfig } from "~/lib/MeetingConfig.tsx";
import type { Store } from "~/lib/store.ts";
import { useLazyValue } from "~/lib/useLazyValue.ts";
import { DraftReach } from "~/translation/DraftReach.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { useEventCallback } from "~/ui/useEventCallback.ts";
import { activeText, afterSending, type Draft, withText } from "../core/draft.ts";
import type { Mentionable } from "../core/mentions.ts";
import { parseLineText } from "../core/parseLineText.ts";
import { pastedFiles } from "../core/pastedFiles.ts";
import { LineExtras, type MentionTools, mentionTools } from "../lazy.tsx";
import type { LineView } from "../lineView.ts";
import type { LinePostOptions } from "../timeline.ts";
import { useLineLanguage } from "../useLineLanguage.ts";
import { useTypingNotifier } from "./useTypingNotifier.ts";

/** The people who read what the local participant writes. */
export interface ChatAudience {
  /** The language in which the local participant is expected to write. */
  readonly speaks: Language;
  /** The languages that people in the call speak and read, the local participant's first. */
  readonly presentLanguages: readonly Language[];
  /** The remote participants in the call. */
  readonly readers: readonly Reader[];
  /** All other participants of the meeting, those in the call first. */
  readonly mentionable: readonly Mentionable[];
}

/** Typing indicators: received and sent. */
export interface ChatTyping {
  /** Names of the participants who are typing. */
  readonly names: Store<readonly string[]>;
  onTyping(typing: boolean): void;
}

export interface ComposerActions {
  /** Posts a text within the length limit. The timeline keeps the line until the server has stored it. */
  send(text: string, language: Language, options: LinePostOptions): void;
  edit(id: string, text: string, options: { language: Language; mentions: readonly string[] }): void;
  /** Opens the last own line for editing. */
  editLast(): void;
}

export interface ComposerProps {
  audience: ChatAudience;
  typing: ChatTyping;
  draft: Draft;
  onDraftChange(change: (draft: Draft) => Draft): void;
  /** Returns a loaded line. */
  findLine(id: string): LineView | undefined;
  inputRef: RefObject<HTMLTextAreaElement>;
  actions: ComposerActions;
  /** Opens the file picker, or shares dropped or pasted files. */
  onFiles(source: FileRequest["source"]): void;
}

/**
 * The message field. Enter sends and Shift+Enter breaks the line; on a phone Enter breaks the line and the button sends.
 * Nothing is sent during an IME composition.
 */
export function Composer(props: ComposerProps) {
  const { audience, draft, onDraftChange, findLine, inputRef, actions, onFiles } = props;
  const { speaks, presentLanguages, readers, mentionable } = audience;
  const t = useMessages();
  const format = useFormatters();
  const { pairs } = useMeetingConfig();
  const id = useId();
  const activeDraft = activeText(draft);
  const { text, chosen } = activeDraft;
  const { edit, replyTo } = draft;
  const expectedLanguage = (edit && findLine(edit.id)?.language) ?? speaks;
  const { language, unexpected, extras } = useLineLanguage(
    activeDraft,
    expectedLanguage,
    presentLanguages,
    edit?.was === text,
  );
  const [error, setError] = useState<ErrorCode | null>(null);
  const [cursor, setCursor] = useState(0);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const [active, setActive] = useState<{ list: string | null; option: string | null }>({ list: null, option: null });
  const onActive = useCallback((list: string | null, option: string | null) => setActive({ list, option }), []);
  const mentionKeys = useRef<((event: KeyboardEvent) => boolean) | null>(null);
  const typing = useTypingNotifier(props.typing.onTyping);
  const excessLength = [...text.trim()].length - LIMITS.message.max;
  const mayMention = text.includes("@");
  const mentions = useLazyValue(mentionTools, mayMention);
  const query = mentions === null ? null : mentions.mentionQuery(text, cursor);
  const mentioning =
    query !== null && mentionable.length > 0 && chosen.length < LIMITS.mentionsPerLine && dismissed !== text;

  const cancel = () => {
    setError(null);
    onDraftChange((previous) =>
      previous.edit === null ? { ...previous, replyTo: null } : { ...previous, edit: null },
    );
    inputRef.current?.focus();
  };
  const post = useEventCallback((tools: MentionTools | null) => {
    const parsed = parseLineText(text);
    if (!parsed.ok) {
      setError(parsed.error.code);
      return;
    }
    typing.onSent();
    const mentioned = tools?.mentionsIn(parsed.value, chosen, mentionable).slice(0, LIMITS.mentionsPerLine) ?? [];
    const userIds = mentioned.map(({ userId }) => userId);
    if (edit === null) actions.send(parsed.value, language, { replyTo, mentions: userIds });
    else actions.edit(edit.id, parsed.value, { language, mentions: userIds });
    onDraftChange(afterSending);
  });
  const waiting = useRef(false);
  /** A line that may have mentions waits for the code that finds them. If that fails to load, it has none. */
  const send = () => {
    if (!mayMention || mentions !== null) post(mentions);
    else if (!waiting.current) {
      waiting.current = true;
      const finish = (tools: MentionTools | null) => {
        waiting.current = false;
        post(tools);
      };
      mentionTools.load().then(finish, () => finish(null));
    }
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (mentioning && mentionKeys.current?.(event)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === "Escape" && (edit !== null || replyTo !== null)) {
      event.stopPropagation();
      cancel();
    } else if (event.key === "ArrowUp" && text === "" && edit === null) {
      event.preventDefault();
      actions.editLast();
    } else if (isEnter(event.nativeEvent) && !hasTouchKeyboard()) {
      event.preventDefault();
      send();
    }
  };
  const pickMention = ({ userId, name }: Mentionable) => {
    const others = mentionable.flatMap((other) => (other.userId === userId ? [] : [other.name]));
    const word = mentionTokenFor(name, others);
    const next = mentions?.insertMention(text, cursor, word);
    if (next === undefined) return;
    onDraftChange((previous) => withText(previous, { text: next.text, chosen: [...chosen, { userId, word }] }));
    setCursor(next.cursor);
    requestAnimationFrame(() => inputRef.current?.setSelectionRange(next.cursor, next.cursor));
    inputRef.current?.focus();
  };

  const errorMessage =
    excessLength > 0
      ? t("chat.tooLong", { over: excessLength, max: LIMITS.message.max })
      : error === null
        ? null
        : errorText(t, error);
  return (
    // In a window that is hardly higher than a line, such as at a zoom of 400 %, the lines keep the room.
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="relative border-t border-line p-3 [@media(max-height:320px)]:p-1.5"
    >
      {mentioning && (
        <LineExtras onFailed={() => setDismissed(text)}>
          {({ MentionList }) => (
            <MentionList
              query={query}
              people={mentionable}
              keyHandlerRef={mentionKeys}
              onPick={pickMention}
              onClose={() => setDismissed(text)}
              onActiveChange={onActive}
            />
          )}
        </LineExtras>
      )}
      {(edit !== null || replyTo !== null) && (
        <LineExtras>
          {({ ComposerContext }) => (
            <ComposerContext edit={edit?.id ?? null} replyTo={replyTo} findLine={findLine} onCancel={cancel} />
          )}
        </LineExtras>
      )}
      <div
        data-fault={errorMessage !== null}
        className="flex items-end gap-0.5 rounded-[12px] border border-line-strong bg-raised p-[3px] has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-offset-2 has-[textarea:focus-visible]:outline-(--focus) data-[fault=true]:border-danger"
      >
        <div
          data-text={text}
          className="grid min-w-0 flex-1 after:invisible after:whitespace-pre-wrap after:content-[attr(data-text)_'_'] *:[grid-area:1/1] after:[grid-area:1/1] *:min-w-0 after:min-w-0 *:max-h-[min(9rem,22dvh)] after:max-h-[min(9rem,22dvh)] *:px-2.5 after:px-2.5 *:py-1.5 after:py-1.5 pointer-coarse:*:py-2.5 pointer-coarse:after:py-2.5 *:leading-[1.5] after:leading-[1.5] *:wrap-anywhere after:wrap-anywhere after:overflow-hidden"
        >
          <textarea
            ref={inputRef}
            rows={1}
            value={text}
            dir="auto"
            lang={language}
            data-first-focus=""
            aria-label={t("chat.message")}
            aria-describedby={`${id}h`}
            aria-invalid={errorMessage !== null || undefined}
            aria-errormessage={errorMessage === null ? undefined : `${id}e`}
            aria-autocomplete="list"
            aria-controls={active.list ?? undefined}
            aria-activedescendant={active.option ?? undefined}
            placeholder={t("chat.write", { language: format.languageName(speaks) })}
            enterKeyHint={hasTouchKeyboard() ? "enter" : "send"}
            onChange={({ target }) => {
              onDraftChange((previous) => withText(previous, { text: target.value }));
              setCursor(target.selectionStart);
              setError(null);
              if (target.value === "") typing.stop();
              else typing.onInput();
            }}
            onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
            onKeyDown={handleKeyDown}
            onBlur={typing.stop}
            onPaste={(event) => {
              const files = pastedFiles(event.clipboardData);
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
      {errorMessage !== null && (
        <p id={`${id}e`} role="alert" className="px-1.5 pt-2 text-13 leading-snug text-danger">
          {errorMessage}
        </p>
      )}
      <div className="flex items-start justify-between gap-2 px-1.5 text-13 text-ink-soft [@media(max-height:320px)]:sr-only">
        {/* Both share one grid cell, so the field does not move when somebody starts typing. */}
        <div className="grid pt-2 text-pretty *:[grid-area:1/1] has-[>:only-child:empty]:hidden">
          <TypingIndicator names={props.typing.names} />
          <p id={`${id}h`} className="empty:hidden [.typing+&]:opacity-0">
            <DraftReach readers={readers} from={language} pairs={pairs} />
          </p>
        </div>
        {extras !== null &&
          text !== "" &&
          (unexpected || presentLanguages.some((other) => other !== expectedLanguage)) && (
            <div className="-me-1.5 ms-auto flex-none pt-1.5 pointer-coarse:pt-0">
              <extras.LineLanguagePicker
                language={language}
                unexpected={unexpected}
                suggested={[expectedLanguage, ...presentLanguages]}
                // Focus stays in the list, so that arrows and letters can change the choice again.
                onChange={(selected) => onDraftChange((previous) => withText(previous, { language: selected }))}
              />
            </div>
          )}
      </div>
    </form>
  );
}

/** Replaces the list of readers while somebody is typing. */
function TypingIndicator({ names: store }: Pick<ChatTyping, "names">) {
  const t = useMessages();
  const format = useFormatters();
  const names = useSyncExternalStore(store.subscribe, store.getSnapshot);
  if (names.length === 0) return null;
  return <p className="typing">{t("chat.typing", { count: names.length, names: format.list(names) })}</p>;
}

import Forward from "lucide-react/icons/forward";
import RotateCw from "lucide-react/icons/rotate-cw";
import X from "lucide-react/icons/x";
import { memo, useCallback, useRef, useState } from "react";
import type { Emoji } from "#contracts/lines.ts";
import { LazyFilePreview } from "~/files/lazy.tsx";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { Avatar } from "~/ui/Avatar.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { LineReactions } from "./components/LineReactions.tsx";
import { LineTools } from "./components/LineTools.tsx";
import { Quote } from "./components/Quote.tsx";
import { useLongPress } from "./components/useLongPress.ts";
import { type LineHandlers, permissionsFor } from "./core/linePermissions.ts";
import { LINE_ACTION_CLASS, LineNote, LineText } from "./LineText.tsx";
import { LineExtras } from "./lazy.tsx";
import { isFileNameOnly, type LineView } from "./lineView.ts";

interface MessageProps {
  line: LineView;
  handlers: LineHandlers;
  /** Whether all originals are shown. The reader can still close each of them. */
  showOriginals?: boolean;
  /** Whether this is the first line since the chat was last open. */
  isNew?: boolean;
}

/** A chat line like an entry of minutes: author, time and text, without a bubble. */
export const Message = memo(function Message({ line, handlers, showOriginals = false, isNew = false }: MessageProps) {
  const t = useMessages();
  const format = useFormatters();
  const { id, authorColour, authorName, isMe, time, delivery, replyTo, reactions = [], action = null } = line;
  const { originalOpen, openOriginal } = useOriginalOpen(showOriginals);
  const [menuRequest, setMenuRequest] = useState(0);
  const openMenu = () => setMenuRequest((count) => count + 1);
  const [openPanel, setOpenPanel] = useState<"react" | "mark" | "correct" | null>(null);
  const row = useRef<HTMLLIElement>(null);
  const closePanel = useCallback(() => {
    setOpenPanel(null);
    // Return focus to the menu button, unless focus has moved elsewhere.
    if (row.current?.querySelector("fieldset")?.contains(document.activeElement))
      row.current.querySelector<HTMLElement>("[data-line-tools] button[aria-haspopup]")?.focus();
  }, []);
  const permissions = permissionsFor(line);
  const hasTools = permissions.copy || permissions.discard;
  const longPress = useLongPress(() => hasTools && openMenu());
  const react = (emoji: Emoji, given: boolean) => handlers.react(id, emoji, given);
  return (
    <li
      ref={row}
      id={`line-${id}`}
      tabIndex={-1}
      data-person={authorColour}
      data-mentions-me={line.mentionsMe}
      {...longPress}
      className="group/line -mx-2 grid scroll-my-8 transition-[opacity,translate] duration-(--calm) last:starting:translate-y-2 last:starting:opacity-0 grid-cols-[32px_minmax(0,1fr)] gap-x-3 rounded-m px-2 data-[mentions-me=true]:bg-accent-soft data-[mentions-me=true]:py-2 pointer-coarse:[-webkit-touch-callout:none]"
    >
      {isNew && (
        <p className="col-span-2 mb-3 flex items-center gap-3 text-13 leading-snug font-strong text-accent before:h-px before:flex-1 before:bg-accent after:h-px after:flex-1 after:bg-accent">
          {t("chat.new")}
        </p>
      )}
      <Avatar colour={authorColour} name={authorName} />
      <div className="relative grid justify-items-start">
        <p className="flex max-w-full items-baseline gap-2 leading-snug pointer-coarse:pe-11">
          <bdi className="truncate font-strong text-person">{isMe ? t("chat.you") : authorName}</bdi>
          <time dateTime={new Date(time).toISOString()} className="flex-none text-13 text-ink-soft">
            {format.time(time)}
          </time>
          {line.edited && !line.deleted && line.correctedBy === undefined && (
            <span className="flex-none text-13 text-ink-soft">{t("chat.edited")}</span>
          )}
          {line.mentionsMe && <span className="sr-only">{t("chat.mentionsYou")}</span>}
        </p>
        {line.forwarded && (
          <p className="flex items-center gap-1 text-13 leading-snug text-ink-soft">
            <Forward className="size-3.5 rtl:-scale-x-100" />
            {t("chat.forwarded")}
          </p>
        )}
        {replyTo && <Quote quote={replyTo} onJump={handlers.jump} />}
        {line.deleted ? (
          <p className="text-14 leading-normal text-ink-soft italic rtl:not-italic">{t("chat.deleted")}</p>
        ) : (
          !isFileNameOnly(line) && <LineText line={line} open={originalOpen} onOpenChange={openOriginal} />
        )}
        {line.file && (
          <LazyFilePreview onFailed={handlers.onLoadError}>
            {({ FilePreview }) => line.file && <FilePreview id={id} file={line.file} />}
          </LazyFilePreview>
        )}
        {(line.mark || line.correctedBy !== undefined || line.proposals) && (
          <LineExtras onFailed={handlers.onLoadError}>
            {({ LineBadges }) => <LineBadges line={line} onOpenTools={() => setOpenPanel("mark")} />}
          </LineExtras>
        )}
        {reactions.length > 0 && (
          <LineReactions reactions={reactions} onReact={permissions.react ? react : undefined} />
        )}
        {action && (
          <LineExtras onFailed={handlers.onLoadError}>
            {({ ActionStatus }) => (
              <ActionStatus
                action={action}
                onEdit={(text) => handlers.edit(line, text)}
                onDiscard={() => handlers.discard(id)}
              />
            )}
          </LineExtras>
        )}
        {delivery === "pending" && <LineNote className="appear-late">{t("chat.sending")}</LineNote>}
        {(delivery === "failed" || delivery === "held") && (
          <div role={delivery === "failed" ? "alert" : undefined} className="mt-1 text-13 leading-snug text-danger">
            <p>
              {delivery === "held" ? t("chat.notSentYet") : t("chat.notSent")}{" "}
              {delivery === "failed" && line.failure && errorText(t, line.failure)}
            </p>
            <button type="button" onClick={() => handlers.retry(id)} className={`-ms-2 ${LINE_ACTION_CLASS}`}>
              <RotateCw className="size-4" />
              {t("chat.sendAgain")}
            </button>
            <button type="button" onClick={() => handlers.discard(id)} className={LINE_ACTION_CLASS}>
              <X className="size-4" />
              {t("chat.discard")}
            </button>
          </div>
        )}
        {hasTools && (
          <LineTools
            permissions={permissions}
            originalOpen={originalOpen}
            openRequest={menuRequest}
            onOpenMenu={openMenu}
            onLoadError={() => {
              setMenuRequest(0);
              handlers.onLoadError();
            }}
            actions={{
              reply: () => handlers.reply(line),
              react: () => setOpenPanel("react"),
              edit: () => handlers.edit(line),
              correct: () => setOpenPanel("correct"),
              mark: () => setOpenPanel("mark"),
              remove: () => handlers.remove(line),
              forward: () => handlers.forward(line),
              copy: () => handlers.copy(line),
              original: () => openOriginal(!originalOpen),
              retranslate: () => handlers.retranslate(id),
              report: () => handlers.report(id),
              discard: () => handlers.discard(id),
            }}
          />
        )}
      </div>
      {openPanel && (
        <LineExtras
          onFailed={() => {
            setOpenPanel(null);
            handlers.onLoadError();
          }}
        >
          {({ ReactionPicker, LineEditor }) =>
            openPanel === "react" ? (
              <ReactionPicker
                selected={reactions.flatMap(({ emoji, mine }) => (mine ? [emoji] : []))}
                onPick={react}
                onClose={closePanel}
              />
            ) : (
              handlers.editing && (
                <LineEditor
                  key={openPanel}
                  id={id}
                  editing={handlers.editing}
                  correcting={openPanel === "correct"}
                  onClose={closePanel}
                />
              )
            )
          }
        </LineExtras>
      )}
    </li>
  );
});

/** Combines the global preference with the click on this line, which counts until the preference changes. */
function useOriginalOpen(showOriginals: boolean) {
  const [clicked, setClicked] = useState<{ showOriginals: boolean; open: boolean } | null>(null);
  return {
    originalOpen: clicked?.showOriginals === showOriginals ? clicked.open : showOriginals,
    openOriginal: (open: boolean) => setClicked({ showOriginals, open }),
  };
}

import ArrowDown from "lucide-react/icons/arrow-down";
import MessageSquare from "lucide-react/icons/message-square";
import X from "lucide-react/icons/x";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/index.tsx";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { LiveRegion } from "~/ui/LiveRegion.tsx";
import type { LineView } from "../view.ts";
import { Composer, type ComposerProps } from "./Composer.tsx";
import { Message } from "./Message.tsx";
import { useAnnouncements } from "./useAnnouncements.ts";
import { useStickToBottom } from "./useStickToBottom.ts";

export interface ChatPanelProps extends ComposerProps {
  /** In the order of the meeting, one's own unsent ones last. */
  lines: readonly LineView[];
  /** Lines before the first can be had. */
  earlier: { readonly loading: boolean; load(): void } | null;
  /** What keeps lines or translations from coming. */
  trouble: ErrorCode | null;
  /** Sends a failed line again, under its id. */
  onRetry(id: string): void;
  /** Gives a failed line up. */
  onDiscard(id: string): void;
  onClose(): void;
}

/** What was written, each line in the reader's language, and the field to write. */
export function ChatPanel({ lines, earlier, trouble, onRetry, onDiscard, onClose, ...composer }: ChatPanelProps) {
  const t = useMessages();
  const ids = lines.map(({ id }) => id);
  const { box, content, unseen, toBottom } = useStickToBottom(ids, lines.at(-1)?.isMe ?? false);
  const words = useAnnouncements(lines);
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto]">
      <header className="flex items-center justify-between border-b border-line py-2.5 ps-5 pe-2.5">
        <h2 className="text-18 leading-snug font-head">{t("chat.title")}</h2>
        <IconButton label={t("action.close")} icon={<X />} onClick={onClose} />
      </header>
      <div className="relative grid min-h-0">
        <div
          ref={box}
          role="log"
          aria-live="off"
          aria-label={t("chat.lines")}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard even when nothing in it is
          tabIndex={0}
          className="overflow-y-auto overscroll-contain px-5 py-4 -outline-offset-2!"
        >
          <div ref={content} className="grid min-h-full content-end gap-5">
            {earlier && (
              <Button
                size="s"
                variant="ghost"
                busy={earlier.loading}
                onClick={earlier.load}
                className="justify-self-center"
              >
                {t("chat.earlier")}
              </Button>
            )}
            {lines.length === 0 ? (
              <Nothing />
            ) : (
              <ol className="grid gap-5">
                {lines.map((line) => (
                  <Message key={line.id} line={line} onRetry={onRetry} onDiscard={onDiscard} />
                ))}
              </ol>
            )}
            {trouble && <ErrorNotice shape="row" code={trouble} />}
          </div>
        </div>
        {unseen > 0 && (
          <Button
            variant="primary"
            size="s"
            onClick={toBottom}
            className="absolute bottom-3 left-1/2 -translate-x-1/2 animate-rise rounded-full! shadow-2 pointer-coarse:min-h-control"
          >
            <ArrowDown className="size-4" />
            {t("chat.newLines", { count: unseen })}
          </Button>
        )}
      </div>
      <Composer {...composer} />
      <LiveRegion message={words} />
    </div>
  );
}

function Nothing() {
  const t = useMessages();
  return (
    <div className="m-auto grid max-w-64 justify-items-center gap-2 text-center">
      <MessageSquare className="size-6 text-ink-soft" />
      <p className="font-strong">{t("chat.empty.title")}</p>
      <p className="text-14 text-balance text-ink-soft">{t("chat.empty.text")}</p>
    </div>
  );
}

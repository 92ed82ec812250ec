import X from "lucide-react/icons/x";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import type { LineView } from "../lineView.ts";
import { QuotedText } from "./Quote.tsx";

export interface ComposerContextProps {
  /** Id of the edited line. */
  edit: string | null;
  /** Id of the line that the draft replies to. */
  replyTo: string | null;
  /** Returns a loaded line. */
  findLine(id: string): LineView | undefined;
  onCancel(): void;
}

/** The edited or quoted line, above the field. */
export function ComposerContext({ edit, replyTo, findLine, onCancel }: ComposerContextProps) {
  const t = useMessages();
  const line = findLine(edit ?? replyTo ?? "");
  const title =
    edit !== null
      ? t("chat.editing")
      : line === undefined
        ? t("chat.reply")
        : line.isMe
          ? t("chat.replyToYou")
          : t.rich("chat.replyTo", { name: <bdi>{line.authorName}</bdi> });
  return (
    <div data-person={line?.authorColour} className="mb-2 flex animate-rise items-center gap-2 ps-1.5">
      <div className="grid min-w-0 flex-1 border-s-2 border-person ps-2.5 text-13 leading-snug">
        <p className="truncate font-strong">{title}</p>
        <p className="grid text-ink-soft">{line === undefined ? t("chat.earlierLine") : <QuotedText line={line} />}</p>
      </div>
      <IconButton
        size="s"
        label={t(edit === null ? "chat.cancelReply" : "chat.cancelEdit")}
        icon={<X />}
        onClick={onCancel}
        className="pointer-coarse:min-h-control! pointer-coarse:w-control"
      />
    </div>
  );
}

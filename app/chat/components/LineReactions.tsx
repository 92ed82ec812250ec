import type { Emoji } from "#contracts/lines.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import type { ReactionView } from "../lineView.ts";

/** The reactions to a line with their counts; the label names the people. A click adds or removes the own one. */
export function LineReactions({
  reactions,
  onReact,
}: {
  reactions: readonly ReactionView[];
  onReact: ((emoji: Emoji, given: boolean) => void) | undefined;
}) {
  const t = useMessages();
  const format = useFormatters();
  return (
    <ul aria-label={t("chat.marks")} className="mt-1.5 flex flex-wrap gap-1.5">
      {reactions.map(({ emoji, mine, names, count }) => {
        const label = t("chat.mark", { emoji, names: format.list(names.map((name) => name ?? t("chat.you"))) });
        return (
          <li key={emoji}>
            <button
              type="button"
              aria-pressed={mine}
              title={label}
              disabled={onReact === undefined}
              onClick={() => onReact?.(emoji, !mine)}
              className="inline-flex min-h-7 items-center gap-1.5 rounded-full border border-line bg-raised px-2.5 text-13 leading-snug text-ink tabular-nums enabled:hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft pointer-coarse:min-h-control pointer-coarse:px-3.5"
            >
              <span className="sr-only">{label}</span>
              <span aria-hidden="true" className="text-14">
                {emoji}
              </span>
              <span aria-hidden="true">{format.number(count)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

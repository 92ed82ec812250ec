import { useId } from "react";
import type { ParticipantsById } from "~/call/roster.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import type { MissedLine } from "../core/catchUpStore.ts";
import { MissedText } from "./MissedText.tsx";

/** Splits a longer turn, so that the speaker's name stays in sight. */
const MAX_LINES_PER_TURN = 8;

interface SpeakerTurn {
  readonly first: MissedLine;
  /** Index of the first line among all lines. */
  readonly at: number;
  readonly lines: readonly MissedLine[];
}

/** Groups successive lines of one author in one language. */
function turnsOf(lines: readonly MissedLine[]): readonly SpeakerTurn[] {
  const turns: (SpeakerTurn & { lines: MissedLine[] })[] = [];
  lines.forEach((line, at) => {
    const last = turns.at(-1);
    if (last !== undefined && continuesTurn(last, line)) last.lines.push(line);
    else turns.push({ first: line, at, lines: [line] });
  });
  return turns;
}

const continuesTurn = ({ first, lines }: SpeakerTurn, { author, language, sentLater }: MissedLine) =>
  first.author === author &&
  first.language === language &&
  first.sentLater === sentLater &&
  lines.length < MAX_LINES_PER_TURN;

/** Shows lines in the reader's language, grouped by speaker. */
export function MissedLines({ lines, people }: { lines: readonly MissedLine[]; people: ParticipantsById }) {
  const t = useMessages();
  const format = useFormatters();
  const heading = useId();
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="font-strong">
        {t("catchup.lines")}
      </h3>
      <ol className="mt-2 grid gap-3">
        {turnsOf(lines).map(({ first, at, lines: turnLines }) => (
          <li
            key={first.id}
            data-at={at}
            tabIndex={-1}
            data-person={people.get(first.author)?.colour ?? 1}
            className="rounded-s"
          >
            <p className="flex min-w-0 items-baseline gap-2 leading-snug">
              <bdi className="truncate font-strong text-person">
                {first.mine ? t("chat.you") : (people.get(first.author)?.display_name ?? t("transcript.somebody"))}
              </bdi>
              <time dateTime={new Date(first.at).toISOString()} className="flex-none text-13 text-ink-soft">
                {format.time(first.at)}
                {first.sentLater && ` ${t("catchup.sentLater")}`}
              </time>
            </p>
            <MissedText lines={turnLines} />
          </li>
        ))}
      </ol>
    </section>
  );
}

import History from "lucide-react/icons/history";
import Pencil from "lucide-react/icons/pencil";
import { useState } from "react";
import type { ErrorCode, Result } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/index.tsx";
import { cx } from "~/ui/cx.ts";
import { errorText } from "~/ui/errors.tsx";
import { Select } from "~/ui/Select.tsx";
import { hasHistory, type TranscriptLine } from "../core/line.ts";
import type { LineWork, NewMark } from "../core/lineWork.ts";
import { type Change, changesOf, termsOf } from "../core/words.ts";
import type { Times } from "../times.ts";
import type { PersonView } from "../view.ts";
import { Correction } from "./Correction.tsx";
import { MARKS, MarkIcon } from "./MarkLabel.tsx";
import { TermOffer } from "./TermOffer.tsx";
import { Wordings } from "./Wordings.tsx";

const TOOL = cx(
  "inline-flex min-h-control-s items-center gap-1.5 rounded-full border border-line bg-raised px-3 text-14 leading-snug text-ink hover:bg-hover",
  "aria-pressed:border-accent aria-pressed:bg-accent-soft aria-expanded:bg-accent-soft pointer-coarse:min-h-control",
);

/** Whom the work on a line is done with; the same object for as long as it says the same. */
export interface AtWork {
  readonly work: LineWork;
  readonly times: Times;
  /** Whose a task may be. */
  readonly people: readonly PersonView[];
  personOf(id: string): PersonView | undefined;
  /** Where what was corrected is offered to. Left out: it has one. */
  hasGlossary?(): boolean;
}

/** `line`: as it was when its correction was begun. */
type Part = { readonly name: "correct"; readonly line: TranscriptLine } | { readonly name: "history" } | null;

interface RowToolsProps {
  line: TranscriptLine;
  shared: AtWork;
  /** It opens with its words to be put right. */
  correcting?: boolean;
}

/** What can be made of a line, by those who read it: a mark, other words; and what it was before. */
export function RowTools({ line, shared, correcting = false }: RowToolsProps) {
  const t = useMessages();
  const { work, people, personOf } = shared;
  const [part, setPart] = useState<Part>(correcting ? { name: "correct", line } : null);
  const [error, setError] = useState<ErrorCode | null>(null);
  const [between, setBetween] = useState<string | null>(null);
  const [offers, setOffers] = useState<readonly Change[]>([]);
  const { mark } = line;
  const nameOf = (id: string | null) => (id !== null && personOf(id)?.name) || t("transcript.somebody");

  const toggle = (wanted: NonNullable<Part>) => setPart(part?.name === wanted.name ? null : wanted);

  async function set(next: NewMark | null) {
    const answer = await work.mark(line.id, next);
    setError(answer.ok ? null : answer.error.code);
  }

  /** Whose words came in between is in the history alone. */
  async function nameBetween(revision: number): Promise<string> {
    const wordings = await work.wordings(line.id);
    return nameOf((wordings.ok && wordings.value.find((one) => one.revision === revision)?.by) || null);
  }

  async function correct(begun: TranscriptLine, text: string): Promise<Result<unknown>> {
    const answer = await work.correct(begun, text);
    if (!answer.ok) return answer;
    setPart(null);
    if (shared.hasGlossary?.() !== false)
      setOffers(termsOf(changesOf(begun.text, answer.value.line.text, begun.language)));
    setBetween(answer.value.between ? await nameBetween(answer.value.line.revision - 1) : null);
    return answer;
  }

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {MARKS.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={mark?.kind === kind}
            onClick={() => set(mark?.kind === kind ? null : { kind, who: null, done: false })}
            className={TOOL}
          >
            <MarkIcon kind={kind} />
            {t(`transcript.${kind}`)}
          </button>
        ))}
        {mark?.kind === "task" && (
          <Select
            aria-label={t("transcript.who")}
            value={mark.who ?? ""}
            onChange={({ target }) => set({ ...mark, who: target.value === "" ? null : target.value })}
            className="min-h-control-s! py-1! text-14"
          >
            <option value="">{t("transcript.nobody")}</option>
            {people.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
        {mark !== null && mark.kind !== "decision" && (
          <button
            type="button"
            aria-pressed={mark.done}
            onClick={() => set({ ...mark, done: !mark.done })}
            className={TOOL}
          >
            {t(mark.kind === "question" ? "transcript.answered" : "transcript.done")}
          </button>
        )}
        <button
          type="button"
          aria-expanded={part?.name === "correct"}
          onClick={() => toggle({ name: "correct", line })}
          className={TOOL}
        >
          <Pencil className="size-4" />
          {t("transcript.correct")}
        </button>
        {hasHistory(line) && (
          <button
            type="button"
            aria-expanded={part?.name === "history"}
            onClick={() => toggle({ name: "history" })}
            className={TOOL}
          >
            <History className="size-4" />
            {t("transcript.history")}
          </button>
        )}
      </div>
      {error && (
        <p role="alert" className="text-13 leading-snug text-danger">
          {errorText(t, error)}
        </p>
      )}
      <p role="status" className={cx("text-14 leading-snug", between === null && "sr-only")}>
        {between !== null && t.rich("transcript.between", { name: <bdi>{between}</bdi> })}
      </p>
      {part?.name === "correct" && (
        <Correction
          line={part.line}
          // Whose words they are is known of a correction; an edit is the author's own.
          meanwhile={line.revision > part.line.revision ? nameOf(line.correctedBy ?? line.author) : null}
          now={line}
          onSave={(text) => correct(part.line, text)}
          onClose={() => setPart(null)}
        />
      )}
      {part?.name === "history" && <Wordings line={line} shared={shared} />}
      {offers.length > 0 && part === null && (
        <TermOffer
          changes={offers}
          language={line.language}
          onAdd={({ before, after }) => work.propose(after, line.language, t("transcript.term.note", { before }))}
        />
      )}
    </div>
  );
}

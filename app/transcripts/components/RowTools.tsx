import History from "lucide-react/icons/history";
import Pencil from "lucide-react/icons/pencil";
import { useState } from "react";
import type { ErrorCode, Result } from "#contracts/errors.ts";
import type { Mark } from "#contracts/meetings.ts";
import { useMessages } from "~/i18n/index.tsx";
import { cx } from "~/ui/cx.ts";
import { errorText } from "~/ui/errors.tsx";
import { Select } from "~/ui/Select.tsx";
import type { TranscriptLine } from "../core/line.ts";
import { type Change, changesOf, termsOf } from "../core/words.ts";
import { Correction } from "./Correction.tsx";
import { MARKS, MarkIcon } from "./MarkLabel.tsx";
import type { Shared } from "./Row.tsx";
import { TermOffer } from "./TermOffer.tsx";
import { Wordings } from "./Wordings.tsx";

const TOOL = cx(
  "inline-flex min-h-control-s items-center gap-1.5 rounded-full border border-line bg-raised px-3 text-14 leading-snug text-ink hover:bg-hover",
  "aria-pressed:border-accent aria-pressed:bg-accent-soft aria-expanded:bg-accent-soft pointer-coarse:min-h-control",
);

type Part = "correct" | "history" | null;

/** What can be made of a line, by those who read it: a mark, other words; and what it was before. */
export function RowTools({ line, shared }: { line: TranscriptLine; shared: Shared }) {
  const t = useMessages();
  const { transcript, people } = shared;
  const [part, setPart] = useState<Part>(null);
  const [error, setError] = useState<ErrorCode | null>(null);
  const [between, setBetween] = useState<string | null>(null);
  const [offers, setOffers] = useState<readonly Change[]>([]);
  const { mark } = line;

  const toggle = (wanted: Exclude<Part, null>) => setPart(part === wanted ? null : wanted);

  async function set(next: Pick<Mark, "kind" | "who" | "done"> | null) {
    const answer = await transcript.mark(line.id, next);
    setError(answer.ok ? null : answer.error.code);
  }

  /** Whose words came in between is in the history alone. */
  async function nameBetween(revision: number): Promise<string> {
    const wordings = await transcript.wordings(line.id);
    const by = wordings.ok ? wordings.value.find((one) => one.revision === revision)?.by : null;
    return (by && shared.personOf(by)?.name) || t("transcript.somebody");
  }

  async function correct(text: string): Promise<Result<unknown>> {
    const answer = await transcript.correct(line, text);
    if (!answer.ok) return answer;
    setPart(null);
    setOffers(termsOf(changesOf(line.text, answer.value.line.text, line.language)));
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
        {line.kind === "speech" && (
          <button type="button" aria-expanded={part === "correct"} onClick={() => toggle("correct")} className={TOOL}>
            <Pencil className="size-4" />
            {t("transcript.correct")}
          </button>
        )}
        {line.edited && line.kind === "speech" && (
          <button type="button" aria-expanded={part === "history"} onClick={() => toggle("history")} className={TOOL}>
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
      {part === "correct" && <Correction line={line} onSave={correct} onClose={() => setPart(null)} />}
      {part === "history" && <Wordings line={line} shared={shared} />}
      {offers.length > 0 && part === null && (
        <TermOffer
          changes={offers}
          language={line.language}
          onAdd={({ before, after }) => transcript.propose(after, line.language, t("transcript.term.note", { before }))}
        />
      )}
    </div>
  );
}

import History from "lucide-react/icons/history";
import Pencil from "lucide-react/icons/pencil";
import { useState } from "react";
import type { Result } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { cx } from "~/ui/cx.ts";
import { errorText } from "~/ui/errorMessages.tsx";
import { Select } from "~/ui/Select.tsx";
import { AskEverybody } from "./components/AskEverybody.tsx";
import { CorrectionForm } from "./components/CorrectionForm.tsx";
import { DeleteLine } from "./components/DeleteLine.tsx";
import { GlossarySuggestion } from "./components/GlossarySuggestion.tsx";
import { ProposalList } from "./components/ProposalList.tsx";
import { RevisionHistory } from "./components/RevisionHistory.tsx";
import { useLineMark } from "./components/useLineMark.ts";
import { diffWords, termCandidates, type WordChange } from "./core/wordDiff.ts";
import { LINE_MARK_KINDS, MarkIcon } from "./MarkLabel.tsx";
import { hasRevisions, isCorrectableBy, type TranscriptLine } from "./transcriptLine.ts";
import type { LineEditingContext } from "./transcriptView.ts";

const TOOL_CLASSES = cx(
  "inline-flex min-h-control-s items-center gap-1.5 rounded-full border border-line bg-raised px-3 text-14 leading-snug text-ink hover:bg-hover",
  "aria-pressed:border-accent aria-pressed:bg-accent-soft aria-expanded:bg-accent-soft pointer-coarse:min-h-control",
);

/** `line`: the line when its correction began. */
type OpenSection = { readonly name: "correct"; readonly line: TranscriptLine } | { readonly name: "history" } | null;

interface LineEditingToolsProps {
  line: TranscriptLine;
  shared: LineEditingContext;
  /** Opens the correction form at once. */
  startsCorrecting?: boolean;
}

/** The tools of everyone who reads a line: marks, a correction, the revision history. */
export function LineEditingTools({ line, shared, startsCorrecting = false }: LineEditingToolsProps) {
  const t = useMessages();
  const { editing, people, personOf, me } = shared;
  const proposes = !isCorrectableBy(line, me);
  const [openSection, setOpenSection] = useState<OpenSection>(startsCorrecting ? { name: "correct", line } : null);
  const { mark, error, setMark } = useLineMark(line, editing);
  const [interveningAuthor, setInterveningAuthor] = useState<string | null>(null);
  const [suggestedChanges, setSuggestedChanges] = useState<readonly WordChange[]>([]);
  const nameOf = (id: string | null) => (id !== null && personOf(id)?.name) || t("transcript.somebody");

  const toggle = (section: NonNullable<OpenSection>) =>
    setOpenSection(openSection?.name === section.name ? null : section);

  /** Returns the author of an intervening correction, whom only the history names. */
  async function interveningAuthorOf(revision: number): Promise<string> {
    const revisions = await editing.revisions(line.id);
    return nameOf((revisions.ok && revisions.value.find((candidate) => candidate.revision === revision)?.by) || null);
  }

  async function propose(text: string): Promise<Result<unknown>> {
    const result = await editing.propose(line.id, text);
    if (result.ok) setOpenSection(null);
    return result;
  }

  async function correct(initialLine: TranscriptLine, text: string): Promise<Result<unknown>> {
    const result = await editing.correct(initialLine, text);
    if (!result.ok) return result;
    setOpenSection(null);
    if (shared.hasGlossary?.() !== false)
      setSuggestedChanges(termCandidates(diffWords(initialLine.text, result.value.line.text, initialLine.language)));
    setInterveningAuthor(result.value.between ? await interveningAuthorOf(result.value.line.revision - 1) : null);
    return result;
  }

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {LINE_MARK_KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={mark?.kind === kind}
            onClick={() => setMark(mark?.kind === kind ? null : { kind, who: null, done: false })}
            className={TOOL_CLASSES}
          >
            <MarkIcon kind={kind} />
            {t(`transcript.${kind}`)}
          </button>
        ))}
        {mark?.kind === "task" && (
          <Select
            aria-label={t("transcript.who")}
            value={mark.who ?? ""}
            onChange={({ target }) => setMark({ ...mark, who: target.value === "" ? null : target.value })}
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
            onClick={() => setMark({ ...mark, done: !mark.done })}
            className={TOOL_CLASSES}
          >
            {t(mark.kind === "question" ? "transcript.answered" : "transcript.done")}
          </button>
        )}
        {mark !== null && mark.kind !== "question" && shared.askEverybody && (
          <AskEverybody className={TOOL_CLASSES} onAsk={() => shared.askEverybody?.(line.id)} />
        )}
        <button
          type="button"
          aria-expanded={openSection?.name === "correct"}
          onClick={() => toggle({ name: "correct", line })}
          className={TOOL_CLASSES}
        >
          <Pencil className="size-4" />
          {t(proposes ? "transcript.propose" : "transcript.correct")}
        </button>
        {hasRevisions(line) && (
          <button
            type="button"
            aria-expanded={openSection?.name === "history"}
            onClick={() => toggle({ name: "history" })}
            className={TOOL_CLASSES}
          >
            <History className="size-4" />
            {t("transcript.history")}
          </button>
        )}
        {line.author === me && <DeleteLine className={TOOL_CLASSES} onDelete={() => editing.remove(line.id)} />}
      </div>
      {line.proposals > 0 && <ProposalList line={line} shared={shared} />}
      {error && (
        <p role="alert" className="text-13 leading-snug text-danger">
          {errorText(t, error)}
        </p>
      )}
      <p role="status" className={cx("text-14 leading-snug", interveningAuthor === null && "sr-only")}>
        {interveningAuthor !== null && t.rich("transcript.between", { name: <bdi>{interveningAuthor}</bdi> })}
      </p>
      {openSection?.name === "correct" && (
        <CorrectionForm
          initialLine={openSection.line}
          // A correction names its author. An edit is the author's own.
          changedBy={line.revision > openSection.line.revision ? nameOf(line.correctedBy ?? line.author) : null}
          currentLine={line}
          proposes={proposes}
          onSave={(text) => (proposes ? propose(text) : correct(openSection.line, text))}
          onClose={() => setOpenSection(null)}
        />
      )}
      {openSection?.name === "history" && <RevisionHistory line={line} shared={shared} />}
      {suggestedChanges.length > 0 && openSection === null && (
        <GlossarySuggestion
          changes={suggestedChanges}
          language={line.language}
          onAdd={({ before, after }) =>
            editing.proposeTerm(after, line.language, t("transcript.term.note", { before }))
          }
        />
      )}
    </div>
  );
}

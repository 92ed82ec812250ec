import { useState } from "react";
import type { ErrorCode, Result } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { useAsyncEffect } from "~/lib/useAsyncEffect.ts";
import { Button } from "~/ui/Button.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { Skeleton } from "~/ui/Skeleton.tsx";
import type { LineProposals } from "../lineEditing.ts";
import { TranscriptText } from "../TranscriptText.tsx";
import type { TranscriptLine } from "../transcriptLine.ts";
import type { LineEditingContext } from "../transcriptView.ts";

/** Proposals for a message. Its author accepts or dismisses them; others see their own. */
export function ProposalList({ line, shared }: { line: TranscriptLine; shared: LineEditingContext }) {
  const t = useMessages();
  const { editing, personOf, me } = shared;
  const [result, setResult] = useState<Result<LineProposals> | null>(null);
  const [error, setError] = useState<ErrorCode | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the line may change its proposals
  useAsyncEffect(
    async (signal) => {
      const proposals = await editing.proposals(line.id);
      if (!signal.aborted) setResult(proposals);
    },
    [editing, line.id, line.changed],
  );
  if (result === null) return <Skeleton className="w-60" />;
  const shownError = error ?? (result.ok ? null : result.error.code);

  async function answer(proposal: LineProposals[number], accepted: boolean) {
    const answered = await editing.answerProposal(line.id, proposal, accepted);
    setError(answered.ok ? null : answered.error.code);
  }
  return (
    <>
      <ul className="grid max-w-[560px] gap-2.5 empty:hidden">
        {(result.ok ? result.value : []).map(({ by, text, at }) => (
          <li key={by} className="border-s-2 border-accent ps-3 text-14">
            <p className="text-13 leading-snug text-ink-soft">
              {by === me
                ? t("transcript.proposed")
                : t.rich("transcript.proposedBy", {
                    name: <bdi>{personOf(by)?.name ?? t("transcript.somebody")}</bdi>,
                  })}
            </p>
            <TranscriptText words={{ text, language: line.language }} />
            {line.author === me && (
              <p className="mt-1.5 flex flex-wrap gap-2">
                <Button size="s" onClick={() => answer({ by, text, at }, true)}>
                  {t("transcript.proposal.accept")}
                </Button>
                <Button size="s" onClick={() => answer({ by, text, at }, false)}>
                  {t("transcript.proposal.dismiss")}
                </Button>
              </p>
            )}
          </li>
        ))}
      </ul>
      {shownError && (
        <p role="alert" className="text-13 leading-snug text-danger">
          {errorText(t, shownError)}
        </p>
      )}
    </>
  );
}

import { useEffect, useState } from "react";
import type { Result } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/index.tsx";
import { errorText } from "~/ui/errors.tsx";
import { Skeleton } from "~/ui/Skeleton.tsx";
import type { TranscriptLine } from "../core/line.ts";
import type { Wordings as All } from "../core/lineWork.ts";
import type { AtWork } from "./RowTools.tsx";
import { Written } from "./Words.tsx";

/** Every wording of a line, the newest first: whose it is and when it came. */
export function Wordings({ line: { id, revision }, shared }: { line: TranscriptLine; shared: AtWork }) {
  const t = useMessages();
  const { work, times, personOf } = shared;
  const [found, setFound] = useState<Result<All> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each revision has a history of its own
  useEffect(() => {
    let gone = false;
    void work.wordings(id).then((answer) => !gone && setFound(answer));
    return () => {
      gone = true;
    };
  }, [work, id, revision]);
  if (found === null) return <Skeleton className="w-60" />;
  if (!found.ok)
    return (
      <p role="alert" className="text-13 text-danger">
        {errorText(t, found.error.code)}
      </p>
    );
  return (
    <ol className="grid max-w-[560px] gap-2.5">
      {found.value.toReversed().map((wording) => (
        <li key={wording.revision} className="border-s-2 border-line-strong ps-3 text-14">
          <Written words={wording} />
          <p className="text-13 leading-snug text-ink-soft">
            <bdi>
              {wording.by === null
                ? t("transcript.recogniser")
                : (personOf(wording.by)?.name ?? t("transcript.somebody"))}
            </bdi>
            {" · "}
            <time dateTime={wording.at} className="tabular-nums">
              {times.day(Date.parse(wording.at))} {times.time(Date.parse(wording.at))}
            </time>
          </p>
        </li>
      ))}
    </ol>
  );
}

import { useMessages } from "~/i18n/I18nProvider.tsx";
import { callTime } from "~/transcripts/callTime.ts";
import { Link } from "~/ui/Link.tsx";

interface LineLinkProps {
  transcript: string;
  id: string;
  at: number;
  startedAt: number;
  /** The line was sent much later than spoken. */
  sentLater?: boolean;
}

/** `7:20`, linked to the line in the transcript. */
export function LineLink(props: LineLinkProps) {
  const t = useMessages();
  const time = callTime(props.startedAt, props.at);
  return (
    <Link
      to={`${props.transcript}#line-${props.id}`}
      aria-label={t("recap.atLine", { time })}
      className="inline-flex items-center rounded-s text-ink-soft tabular-nums underline decoration-dotted decoration-1 underline-offset-4 hover:text-ink pointer-coarse:min-h-control"
    >
      <time dateTime={new Date(props.at).toISOString()}>{time}</time>
      {props.sentLater === true && <span className="ms-1">{t("transcript.sentLater")}</span>}
    </Link>
  );
}

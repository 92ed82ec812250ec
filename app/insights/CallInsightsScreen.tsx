import EyeOff from "lucide-react/icons/eye-off";
import Hourglass from "lucide-react/icons/hourglass";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { useDateFormatter } from "~/lib/useDateFormatter.ts";
import { CallPageHeader } from "~/transcripts/CallPageHeader.tsx";
import { EmptyState } from "~/ui/EmptyState.tsx";
import { InsightCards } from "./components/InsightCards.tsx";
import { KeyFigures } from "./components/KeyFigures.tsx";
import type { CallInsightsView } from "./insightsView.ts";

/** The figures of one call, beside its recap and its transcript. */
export function CallInsightsScreen({ view, env }: { view: CallInsightsView; env: PublicEnv }) {
  const times = useDateFormatter(view.reader);
  const { state, figures } = view.insights;
  return (
    <>
      <CallPageHeader view={view} env={env} activeView="insights" times={times} menu={null} />
      {figures === null ? (
        <NoFigures state={state} />
      ) : (
        <>
          <KeyFigures figures={figures} reader={view.reader} attendees={view.attendees.length} />
          <InsightCards
            figures={figures}
            range={null}
            reader={view.reader}
            prices={view.prices}
            csvPath={`/meetings/${view.meetingId}/calls/${view.callId}/insights.csv?`}
          />
        </>
      )}
    </>
  );
}

function NoFigures({ state }: Pick<CallInsightsView["insights"], "state">) {
  const t = useMessages();
  switch (state) {
    case "open":
      return <EmptyState icon={<Hourglass />} title={t("insights.open.title")} text={t("insights.open.text")} />;
    case "partial":
      return <EmptyState icon={<EyeOff />} title={t("insights.partial.title")} text={t("insights.partial.text")} />;
    case "unkept":
      return <EmptyState icon={<EyeOff />} title={t("insights.unkept.title")} text={t("insights.unkept.text")} />;
    case "ready":
      return null;
    default:
      return state satisfies never;
  }
}

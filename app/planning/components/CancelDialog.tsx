import { useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import type { DetailsView } from "../calendarView.ts";
import type { PlanClient } from "../core/planClient.ts";
import type { PlanScope } from "../core/planForm.ts";
import { ScopeChoice } from "./ScopeChoice.tsx";
import { usePlanRequest } from "./usePlanRequest.ts";

interface CancelDialogProps {
  details: DetailsView;
  client: PlanClient;
  onClose(): void;
}

/** Asks which occurrences to cancel. */
export function CancelDialog({ details, client, onClose }: CancelDialogProps) {
  const { series, sequence, key } = details;
  const t = useMessages();
  const { busy, error, run } = usePlanRequest(onClose);
  const [scope, setScope] = useState<PlanScope>(series.repeats ? "one" : "all");
  const cancel = () =>
    scope === "all"
      ? client.cancelAll(series.id, sequence)
      : client.send({ cancel: { series_id: series.id, sequence, key, scope } });
  return (
    <Dialog
      open
      kind="question"
      onClose={onClose}
      title={t.rich("planForm.cancel.title", { title: <bdi lang={series.language}>{series.title}</bdi> })}
      description={t("planForm.cancel.text")}
      actions={
        <>
          <Button onClick={onClose}>{t("planForm.back")}</Button>
          <Button variant="danger" busy={busy} onClick={() => run(cancel, t("planForm.cancel.done"))}>
            {t("planForm.cancel.send")}
          </Button>
        </>
      }
    >
      {series.repeats && (
        <div className="mt-4">
          <ScopeChoice legend={t("planForm.scope")} value={scope} onChange={setScope} />
        </div>
      )}
      {error !== null && <ErrorNotice code={error} shape="row" className="mt-4" />}
    </Dialog>
  );
}

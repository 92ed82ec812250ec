import X from "lucide-react/icons/x";
import { useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import type { DetailsView } from "../calendarView.ts";
import type { CalendarFormats } from "../core/calendarFormats.ts";
import { type DraftInvitee, toNewInvitees } from "../core/invitees.ts";
import type { PlanClient } from "../core/planClient.ts";
import { HoursPreview } from "./HoursPreview.tsx";
import { PeopleFields } from "./PeopleFields.tsx";
import { usePlanRequest } from "./usePlanRequest.ts";

interface InviteDialogProps {
  details: DetailsView;
  client: PlanClient;
  formats: CalendarFormats;
  onClose(): void;
}

/** Invites further people to a series, and removes those who are invited. */
export function InviteDialog({ details, client, formats, onClose }: InviteDialogProps) {
  const { series, workspace, invitees } = details;
  const t = useMessages();
  const { busy, error, run } = usePlanRequest(onClose);
  const [added, setAdded] = useState<readonly DraftInvitee[]>([]);
  const send = () => run(() => client.invite(series.id, toNewInvitees(added)), t("planForm.people.done"));
  const remove = (id: string) => run(() => client.remove(series.id, id), t("planForm.people.removed"));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("planForm.people")}
      description={t("planForm.people.text")}
      className="max-w-150!"
      actions={
        <Button variant="primary" busy={busy} disabled={added.length === 0} onClick={send}>
          {t("planForm.people.send")}
        </Button>
      }
    >
      {error !== null && <ErrorNotice code={error} shape="row" className="mt-4" />}
      {invitees.length > 0 && (
        <ul aria-label={t("planning.invitees")} className="mt-4 border-b border-line">
          {invitees.map(({ id, name, isReader }) => {
            const shown = isReader ? t("planning.you") : (name ?? t("planning.unnamed"));
            return (
              <li key={id} className="flex items-center gap-3 border-t border-line py-1 text-14">
                <bdi className="min-w-0 flex-1 wrap-anywhere">{shown}</bdi>
                <IconButton
                  label={t("planForm.people.remove", { name: shown })}
                  icon={<X />}
                  busy={busy}
                  onClick={() => remove(id)}
                />
              </li>
            );
          })}
        </ul>
      )}
      <div className="mt-4 grid gap-4">
        {added.length > 0 && (
          <HoursPreview
            people={added.map((invitee) => ({ ...invitee, removable: true }))}
            first={details.occurrence}
            formats={formats}
            onRemove={(id) => setAdded(added.filter((other) => other.id !== id))}
          />
        )}
        <PeopleFields
          client={client}
          workspace={workspace}
          invited={invitees.flatMap(({ userId }) => userId ?? [])}
          language={series.language}
          zone={formats.zone}
          value={added}
          onChange={setAdded}
        />
      </div>
    </Dialog>
  );
}

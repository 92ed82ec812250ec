import { type FormEvent, useId, useState } from "react";
import type { Retention } from "#contracts/meetings.ts";
import type { Moderation } from "~/call/moderation.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { Field } from "~/ui/Field.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import type { CallView } from "../core/callView.ts";
import { AccessSettings } from "./AccessSettings.tsx";
import { ActionError } from "./ActionError.tsx";
import { EndMeetingDialog } from "./EndMeetingDialog.tsx";
import { RadioCards } from "./RadioCards.tsx";
import { RegenerateLink } from "./RegenerateLink.tsx";
import { type AsyncActions, useAsyncActions } from "./useAsyncActions.ts";
import { useOptimisticValue } from "./useOptimisticValue.ts";

export interface MeetingDialogProps {
  open: boolean;
  onClose(): void;
  snapshot: CallView;
  moderation: Moderation;
}

/** What holds for the whole meeting. Each choice holds at once; the title with its press. */
export function MeetingDialog({ open, onClose, snapshot, moderation }: MeetingDialogProps) {
  const t = useMessages();
  const [endDialogOpen, setEndDialogOpen] = useState(false);
  const openEndDialog = () => {
    onClose();
    setEndDialogOpen(true);
  };
  return (
    <>
      <Dialog open={open} onClose={onClose} title={t("people.meeting.title")} theme="dark" className="max-w-130!">
        <MeetingSettings snapshot={snapshot} moderation={moderation} onEnd={openEndDialog} />
      </Dialog>
      <EndMeetingDialog
        open={endDialogOpen}
        onClose={() => setEndDialogOpen(false)}
        snapshot={snapshot}
        moderation={moderation}
      />
    </>
  );
}

type LoadedMeeting = NonNullable<CallView["meeting"]>;

function MeetingSettings({
  snapshot,
  moderation,
  onEnd,
}: Pick<MeetingDialogProps, "snapshot" | "moderation"> & { onEnd(): void }) {
  const { meeting, rank, lobby } = snapshot;
  const t = useMessages();
  const asyncActions = useAsyncActions();
  if (meeting === null) return null;
  return (
    <div className="mt-3 grid gap-5">
      {rank >= 2 && <TitleField meeting={meeting} moderation={moderation} asyncActions={asyncActions} />}
      <AccessSettings
        meeting={meeting}
        rank={rank}
        waitingCount={lobby.length}
        moderation={moderation}
        asyncActions={asyncActions}
      />
      {rank >= 2 && <RetentionField meeting={meeting} moderation={moderation} asyncActions={asyncActions} />}
      <ActionError presses={asyncActions} />
      <div className="flex flex-wrap items-start justify-between gap-3 border-t border-line pt-4">
        <RegenerateLink lead={moderation} presses={asyncActions} />
        {rank >= 2 && (
          <Button variant="ghost" onClick={onEnd} className="text-danger!">
            {t("people.end")}
          </Button>
        )}
      </div>
    </div>
  );
}

interface MeetingFieldProps {
  meeting: LoadedMeeting;
  moderation: Moderation;
  asyncActions: AsyncActions;
}

function TitleField({ meeting, moderation, asyncActions }: MeetingFieldProps) {
  const t = useMessages();
  const [title, setTitle] = useState(meeting.title ?? "");
  const [saved, setSaved] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setSaved(await asyncActions.run("title", () => moderation.updateMeeting({ title })));
  };
  return (
    <form onSubmit={save} className="grid gap-1.5">
      <Field label={t("people.meeting.name")} hint={t("people.meeting.nameHint")}>
        {(control) => (
          <div className="flex gap-2">
            <TextInput
              {...control}
              dir="auto"
              autoComplete="off"
              value={title}
              onChange={(event) => {
                setTitle(event.target.value);
                setSaved(false);
              }}
            />
            <Button type="submit" busy={asyncActions.isPending("title")}>
              {t("people.meeting.save")}
            </Button>
          </div>
        )}
      </Field>
      <p role="status" className="text-14 text-success empty:hidden">
        {saved && t("people.meeting.saved")}
      </p>
    </form>
  );
}

function RetentionField({ meeting, moderation, asyncActions }: MeetingFieldProps) {
  const t = useMessages();
  const id = useId();
  const retention = useOptimisticValue(meeting.keep);
  return (
    <RadioCards<Retention>
      legend={t("people.meeting.keep")}
      name={`${id}keep`}
      value={retention.value}
      busy={asyncActions.isPending("keep")}
      onChange={(next) =>
        void retention.update(next, () => asyncActions.run("keep", () => moderation.updateMeeting({ keep: next })))
      }
      options={[
        { value: "days", label: t("people.meeting.keep.days"), hint: t("people.meeting.keep.daysHint") },
        { value: "nothing", label: t("people.meeting.keep.nothing"), hint: t("people.meeting.keep.nothingHint") },
      ]}
    />
  );
}

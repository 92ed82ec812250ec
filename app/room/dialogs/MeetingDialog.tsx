import { type FormEvent, useId, useState } from "react";
import type { Meeting, Reading, Retention } from "#contracts/meetings.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { Field } from "~/ui/Field.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { useCallUi } from "../screen/CallUiProvider.tsx";
import { AccessSettings } from "./AccessSettings.tsx";
import { ActionError } from "./ActionError.tsx";
import { RadioCards } from "./RadioCards.tsx";
import { RegenerateLink } from "./RegenerateLink.tsx";
import { type AsyncActions, useAsyncActions } from "./useAsyncActions.ts";
import { useOptimisticValue } from "./useOptimisticValue.ts";

/** Settings of the meeting. Each change applies at once, except the title, which has a button. */
export function MeetingDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useMessages();
  const meeting = useCallView((view) => view.meeting);
  return (
    <Dialog open={open} onClose={onClose} title={t("people.meeting.title")} theme="dark" className="max-w-130!">
      {meeting !== null && <MeetingSettings meeting={meeting} />}
    </Dialog>
  );
}

function MeetingSettings({ meeting }: { meeting: Meeting }) {
  const t = useMessages();
  const { dialog } = useCallUi();
  const rank = useCallView((view) => view.rank);
  const actions = useAsyncActions();
  return (
    <div className="mt-3 grid gap-5">
      {rank >= 2 && <TitleField meeting={meeting} actions={actions} />}
      <AccessSettings meeting={meeting} actions={actions} />
      {rank >= 2 && <RetentionField meeting={meeting} actions={actions} />}
      {rank >= 2 && meeting.keep === "days" && <ReadingField meeting={meeting} actions={actions} />}
      <ActionError actions={actions} />
      <div className="flex flex-wrap items-start justify-between gap-3 border-t border-line pt-4">
        <RegenerateLink actions={actions} />
        {rank >= 2 && (
          <Button variant="ghost" onClick={() => dialog.set("end")} className="text-danger!">
            {t("people.end")}
          </Button>
        )}
      </div>
    </div>
  );
}

interface MeetingFieldProps {
  meeting: Meeting;
  actions: AsyncActions;
}

function TitleField({ meeting, actions }: MeetingFieldProps) {
  const t = useMessages();
  const { moderation } = useRoom();
  const [title, setTitle] = useState(meeting.title ?? "");
  const [saved, setSaved] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setSaved(await actions.run("title", () => moderation.updateMeeting({ p_title: title })));
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
            <Button type="submit" busy={actions.isPending("title")}>
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

function RetentionField({ meeting, actions }: MeetingFieldProps) {
  const t = useMessages();
  const { moderation } = useRoom();
  const id = useId();
  const retention = useOptimisticValue(meeting.keep);
  return (
    <RadioCards<Retention>
      legend={t("people.meeting.keep")}
      name={`${id}keep`}
      value={retention.value}
      busy={actions.isPending("keep")}
      onChange={(next) =>
        void retention.update(next, () => actions.run("keep", () => moderation.updateMeeting({ p_keep: next })))
      }
      options={[
        { value: "days", label: t("people.meeting.keep.days"), hint: t("people.meeting.keep.daysHint") },
        { value: "nothing", label: t("people.meeting.keep.nothing"), hint: t("people.meeting.keep.nothingHint") },
      ]}
    />
  );
}

function ReadingField({ meeting, actions }: MeetingFieldProps) {
  const t = useMessages();
  const { moderation } = useRoom();
  const id = useId();
  const reading = useOptimisticValue(meeting.reading);
  return (
    <RadioCards<Reading>
      legend={t("people.meeting.reading")}
      name={`${id}reading`}
      value={reading.value}
      busy={actions.isPending("reading")}
      onChange={(next) =>
        void reading.update(next, () => actions.run("reading", () => moderation.updateMeeting({ p_reading: next })))
      }
      options={[
        { value: "call", label: t("people.meeting.reading.call"), hint: t("people.meeting.reading.callHint") },
        { value: "present", label: t("people.meeting.reading.present"), hint: t("people.meeting.reading.presentHint") },
      ]}
    />
  );
}

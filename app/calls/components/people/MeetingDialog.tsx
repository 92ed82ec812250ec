import { type FormEvent, useId, useState } from "react";
import type { Keep } from "#contracts/meetings.ts";
import { useMessages } from "~/i18n/index.tsx";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { Field } from "~/ui/Field.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import type { CallView } from "../../callView.ts";
import type { Lead } from "../../core/lead.ts";
import { Choices } from "./Choices.tsx";
import { EndDialog } from "./EndDialog.tsx";
import { NewLink } from "./NewLink.tsx";
import { PressFailure } from "./PressFailure.tsx";
import { type Presses, usePresses } from "./usePresses.ts";
import { useWanted } from "./useWanted.ts";
import { WhoEnters } from "./WhoEnters.tsx";

export interface MeetingDialogProps {
  open: boolean;
  onClose(): void;
  snapshot: CallView;
  lead: Lead;
}

/** What holds for the whole meeting. Each choice holds at once; the title with its press. */
export function MeetingDialog({ open, onClose, snapshot, lead }: MeetingDialogProps) {
  const t = useMessages();
  const [ending, setEnding] = useState(false);
  const end = () => {
    onClose();
    setEnding(true);
  };
  return (
    <>
      <Dialog open={open} onClose={onClose} title={t("people.meeting.title")} theme="dark" className="max-w-130!">
        <Settings snapshot={snapshot} lead={lead} onEnd={end} />
      </Dialog>
      <EndDialog open={ending} onClose={() => setEnding(false)} snapshot={snapshot} lead={lead} />
    </>
  );
}

type Meeting = NonNullable<CallView["meeting"]>;

function Settings({ snapshot, lead, onEnd }: Pick<MeetingDialogProps, "snapshot" | "lead"> & { onEnd(): void }) {
  const { meeting, rank, lobby } = snapshot;
  const t = useMessages();
  const presses = usePresses();
  if (meeting === null) return null;
  return (
    <div className="mt-3 grid gap-5">
      {rank >= 2 && <Title meeting={meeting} lead={lead} presses={presses} />}
      <WhoEnters meeting={meeting} rank={rank} waiting={lobby.length} lead={lead} presses={presses} />
      {rank >= 2 && <Kept meeting={meeting} lead={lead} presses={presses} />}
      <PressFailure presses={presses} />
      <div className="flex flex-wrap items-start justify-between gap-3 border-t border-line pt-4">
        <NewLink lead={lead} presses={presses} />
        {rank >= 2 && (
          <Button variant="ghost" onClick={onEnd} className="text-danger!">
            {t("people.end")}
          </Button>
        )}
      </div>
    </div>
  );
}

interface PartProps {
  meeting: Meeting;
  lead: Lead;
  presses: Presses;
}

function Title({ meeting, lead, presses }: PartProps) {
  const t = useMessages();
  const [title, setTitle] = useState(meeting.title ?? "");
  const [saved, setSaved] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setSaved(await presses.press("title", () => lead.change({ title })));
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
            <Button type="submit" busy={presses.busy("title")}>
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

function Kept({ meeting, lead, presses }: PartProps) {
  const t = useMessages();
  const id = useId();
  const keep = useWanted(meeting.keep);
  return (
    <Choices<Keep>
      legend={t("people.meeting.keep")}
      name={`${id}keep`}
      value={keep.shown}
      busy={presses.busy("keep")}
      onChange={(next) => void keep.want(next, () => presses.press("keep", () => lead.change({ keep: next })))}
      options={[
        { value: "days", label: t("people.meeting.keep.days"), hint: t("people.meeting.keep.daysHint") },
        { value: "nothing", label: t("people.meeting.keep.nothing"), hint: t("people.meeting.keep.nothingHint") },
      ]}
    />
  );
}

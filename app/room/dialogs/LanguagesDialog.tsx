import { type FormEvent, useId, useState } from "react";
import { type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import { translatesAnything } from "#contracts/languagePairs.ts";
import { isLanguage, type Language } from "#contracts/languages.ts";
import { displayName, type Participant } from "#contracts/meetings.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { useMeetingConfig } from "~/lib/MeetingConfig.tsx";
import { LanguageSelect } from "~/translation/LanguageSelect.tsx";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { Field } from "~/ui/Field.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import type { TileParticipant } from "../core/callView.ts";
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { ActionError } from "./ActionError.tsx";
import { LanguageDirections } from "./LanguageDirections.tsx";
import { useAsyncActions } from "./useAsyncActions.ts";

/** Edits the local participant's languages and name, and shows what they mean for each person. */
export function LanguagesDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useMessages();
  const me = useCallView((view) => view.me);
  const people = useCallView((view) => view.people);
  const others = people.filter(({ isMe }) => !isMe);
  return (
    <Dialog open={open && me !== null} onClose={onClose} title={t("people.languages.title")} placement="bar">
      {me && <ParticipantProfileForm me={me} others={others} onClose={onClose} />}
    </Dialog>
  );
}

interface ParticipantProfileFormProps {
  me: Participant;
  /** The remote participants in the call. */
  others: readonly TileParticipant[];
  onClose(): void;
}

function ParticipantProfileForm({ me, others, onClose }: ParticipantProfileFormProps) {
  const t = useMessages();
  const { moderation } = useRoom();
  const { pairs } = useMeetingConfig();
  const id = useId();
  const actions = useAsyncActions();
  const [name, setName] = useState(me.display_name);
  const [speaks, setSpeaks] = useState(me.speaks);
  const [reads, setReads] = useState(me.reads);
  const [nameError, setNameError] = useState<ErrorCode | null>(null);
  const suggestedLanguages = [
    ...[me.speaks, me.reads],
    ...others.flatMap(({ participant }) => [participant.reads, participant.speaks]),
  ];
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const parsed = displayName.safeParse(name);
    const code = parsed.error?.issues[0]?.message;
    setNameError(isErrorCode(code) ? code : null);
    if (!parsed.success) return;
    if (await actions.run("save", () => moderation.updateProfile({ display_name: parsed.data, speaks, reads })))
      onClose();
  };
  const onLanguageChange = (set: (language: Language) => void) => (event: { target: { value: string } }) => {
    if (isLanguage(event.target.value)) set(event.target.value);
  };
  return (
    <form onSubmit={save} className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid grid-cols-2 gap-3 *:min-w-0">
        <Field label={t("language.speaks")}>
          {(control) => (
            <LanguageSelect
              {...control}
              suggested={suggestedLanguages}
              translation={{ pairs, side: "from" }}
              value={speaks}
              onChange={onLanguageChange(setSpeaks)}
            />
          )}
        </Field>
        <Field label={t("language.reads")}>
          {(control) => (
            <LanguageSelect
              {...control}
              aria-describedby={`${id}again`}
              suggested={suggestedLanguages}
              translation={{ pairs, side: "to" }}
              value={reads}
              onChange={onLanguageChange(setReads)}
            />
          )}
        </Field>
      </div>
      <p id={`${id}again`} role="status" className="text-14 text-pretty text-ink-soft empty:hidden">
        {reads !== me.reads && translatesAnything(pairs) && t("people.languages.again")}
      </p>
      <LanguageDirections others={others} speaks={speaks} reads={reads} />
      <Field label={t("people.languages.name")} {...(nameError !== null && { error: errorText(t, nameError) })}>
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            autoComplete="name"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <ActionError actions={actions} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          {t("people.cancel")}
        </Button>
        <Button type="submit" variant="primary" busy={actions.isPending("save")}>
          {t("people.languages.save")}
        </Button>
      </div>
    </form>
  );
}

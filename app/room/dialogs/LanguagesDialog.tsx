import { type FormEvent, useId, useState } from "react";
import { type ErrorCode, isErrorCode } from "#contracts/errors.ts";
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
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { ActionError } from "./ActionError.tsx";
import { useAsyncActions } from "./useAsyncActions.ts";

/** Edits the local participant's name and languages. */
export function LanguagesDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useMessages();
  const me = useCallView((view) => view.me);
  const people = useCallView((view) => view.people);
  const others = people.flatMap(({ participant: { speaks, reads } }) => [reads, speaks]);
  return (
    <Dialog
      open={open && me !== null}
      onClose={onClose}
      title={t("people.languages.title")}
      theme="dark"
      placement="bar"
    >
      {me && <ParticipantProfileForm me={me} suggestedLanguages={[me.speaks, me.reads, ...others]} onClose={onClose} />}
    </Dialog>
  );
}

interface ParticipantProfileFormProps {
  me: Participant;
  suggestedLanguages: readonly Language[];
  onClose(): void;
}

function ParticipantProfileForm({ me, suggestedLanguages, onClose }: ParticipantProfileFormProps) {
  const t = useMessages();
  const { moderation } = useRoom();
  const { translates } = useMeetingConfig();
  const id = useId();
  const actions = useAsyncActions();
  const [name, setName] = useState(me.display_name);
  const [speaks, setSpeaks] = useState(me.speaks);
  const [reads, setReads] = useState(me.reads);
  const [nameError, setNameError] = useState<ErrorCode | null>(null);
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
      <Field label={t("language.speaks")}>
        {(control) => (
          <LanguageSelect
            {...control}
            suggested={suggestedLanguages}
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
            value={reads}
            onChange={onLanguageChange(setReads)}
          />
        )}
      </Field>
      <p id={`${id}again`} role="status" className="text-14 text-pretty text-ink-soft empty:hidden">
        {reads !== me.reads && t(translates ? "people.languages.again" : "chat.asWritten")}
      </p>
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

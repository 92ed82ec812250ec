import { type FormEvent, useId, useState } from "react";
import { type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import { isLanguage, type Language } from "#contracts/languages.ts";
import { displayName, type Participant } from "#contracts/meetings.ts";
import { useMessages } from "~/i18n/index.tsx";
import { LanguageSelect } from "~/languages/index.ts";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { errorText } from "~/ui/errors.tsx";
import { Field } from "~/ui/Field.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import type { CallView } from "../../callView.ts";
import type { Lead } from "../../core/lead.ts";
import { PressFailure } from "./PressFailure.tsx";
import { usePresses } from "./usePresses.ts";

export interface LanguagesDialogProps {
  open: boolean;
  onClose(): void;
  snapshot: CallView;
  lead: Lead;
  /** Something here may translate what is written. */
  translates: boolean;
}

/** How one is called here, what one speaks and reads. */
export function LanguagesDialog({ open, onClose, snapshot, lead, translates }: LanguagesDialogProps) {
  const t = useMessages();
  const { me, people } = snapshot;
  const others = people.flatMap(({ participant: { speaks, reads } }) => [reads, speaks]);
  return (
    <Dialog open={open && me !== null} onClose={onClose} title={t("people.languages.title")} theme="dark">
      {me && (
        <Form me={me} likely={[me.speaks, me.reads, ...others]} lead={lead} translates={translates} onDone={onClose} />
      )}
    </Dialog>
  );
}

interface FormProps extends Pick<LanguagesDialogProps, "lead" | "translates"> {
  me: Participant;
  likely: readonly Language[];
  onDone(): void;
}

function Form({ me, likely, lead, translates, onDone }: FormProps) {
  const t = useMessages();
  const id = useId();
  const presses = usePresses();
  const [name, setName] = useState(me.display_name);
  const [speaks, setSpeaks] = useState(me.speaks);
  const [reads, setReads] = useState(me.reads);
  const [wrong, setWrong] = useState<ErrorCode | null>(null);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const parsed = displayName.safeParse(name);
    const code = parsed.error?.issues[0]?.message;
    setWrong(isErrorCode(code) ? code : null);
    if (!parsed.success) return;
    if (await presses.press("save", () => lead.introduce({ display_name: parsed.data, speaks, reads }))) onDone();
  };
  const choose = (set: (language: Language) => void) => (event: { target: { value: string } }) => {
    if (isLanguage(event.target.value)) set(event.target.value);
  };
  return (
    <form onSubmit={save} className="mt-4 grid gap-4">
      <Field label={t("people.languages.name")} {...(wrong !== null && { error: errorText(t, wrong) })}>
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
        {(control) => <LanguageSelect {...control} likely={likely} value={speaks} onChange={choose(setSpeaks)} />}
      </Field>
      <Field label={t("language.reads")}>
        {(control) => (
          <LanguageSelect
            {...control}
            aria-describedby={`${id}again`}
            likely={likely}
            value={reads}
            onChange={choose(setReads)}
          />
        )}
      </Field>
      <p id={`${id}again`} role="status" className="text-14 text-pretty text-ink-soft empty:hidden">
        {reads !== me.reads && t(translates ? "people.languages.again" : "chat.asWritten")}
      </p>
      <PressFailure presses={presses} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onDone}>
          {t("people.cancel")}
        </Button>
        <Button type="submit" variant="primary" busy={presses.busy("save")}>
          {t("people.languages.save")}
        </Button>
      </div>
    </form>
  );
}

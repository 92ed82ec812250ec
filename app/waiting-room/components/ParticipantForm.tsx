import { type FormEvent, useEffect, useRef, useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { ParticipantFields } from "~/prejoin/ParticipantFields.tsx";
import { type ParticipantInput, parseParticipantForm } from "~/prejoin/participantForm.ts";
import type { ParticipantFormErrors } from "~/prejoin/preJoinView.ts";
import type { LanguageChoice } from "~/translation/languageGroups.ts";
import { Button } from "~/ui/Button.tsx";

interface ParticipantFormProps {
  input: ParticipantInput;
  languageChoice: LanguageChoice;
  busy: boolean;
  onSave(input: ParticipantInput): void;
  onCancel(): void;
}

/** Edits name and languages while the knock is pending. */
export function ParticipantForm({
  input: { display_name, speaks, reads },
  languageChoice,
  busy,
  onSave,
  onCancel,
}: ParticipantFormProps) {
  const t = useMessages();
  const [errors, setErrors] = useState<ParticipantFormErrors>({});
  const nameInput = useRef<HTMLInputElement>(null);
  // The button that opened the form is unmounted.
  useEffect(() => nameInput.current?.focus(), []);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const parsed = parseParticipantForm(new FormData(event.currentTarget));
    setErrors("errors" in parsed ? parsed.errors : {});
    if ("values" in parsed) onSave(parsed.values);
  };
  return (
    <form
      noValidate
      onSubmit={save}
      aria-label={t("waiting.change")}
      className="grid gap-4 rounded-l border border-line p-4"
    >
      <ParticipantFields
        values={{ name: display_name, speaks, reads }}
        errors={errors}
        languageChoice={languageChoice}
        nameInput={nameInput}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          {t(busy ? "waiting.saving" : "waiting.save")}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {t("waiting.keep")}
        </Button>
      </div>
    </form>
  );
}

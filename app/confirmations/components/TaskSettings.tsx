import { useState } from "react";
import type { ErrorCode, Result } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { TranscriptLine } from "~/transcripts/transcriptLine.ts";
import type { TranscriptPerson } from "~/transcripts/transcriptView.ts";
import { errorText } from "~/ui/errorMessages.tsx";
import { Field } from "~/ui/Field.tsx";
import { Select } from "~/ui/Select.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import type { Confirmations, ConfirmationsState } from "../confirmations.ts";

interface TaskSettingsProps {
  line: TranscriptLine;
  people: readonly TranscriptPerson[];
  confirmations: Confirmations;
  state: ConfirmationsState;
}

/** The owner and the due date of a task. */
export function TaskSettings({ line, people, confirmations, state }: TaskSettingsProps) {
  const t = useMessages();
  const [error, setError] = useState<ErrorCode | null>(null);
  const isFixed = state.confirmations.find(({ line_id }) => line_id === line.id)?.may_mark === false;
  const apply = async (change: Promise<Result<null>>) => {
    const result = await change;
    setError(result.ok ? null : result.error.code);
  };
  return (
    <div className="ms-9 mt-3 grid gap-3 min-[30rem]:grid-cols-2 print:hidden">
      <Field label={t("confirmations.task.owner")}>
        {(control) => (
          <Select
            {...control}
            value={line.mark?.who ?? ""}
            disabled={isFixed}
            onChange={({ target }) => apply(confirmations.setOwner(line, target.value === "" ? null : target.value))}
          >
            <option value="">{t("confirmations.task.nobody")}</option>
            {people.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("confirmations.task.due")} error={error !== null && errorText(t, error)}>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            min="2000-01-01"
            max="2100-01-01"
            disabled={isFixed}
            defaultValue={state.taskDates.get(line.id)?.dueOn ?? ""}
            // A date that is being typed is invalid, and then has no value.
            onChange={({ target }) =>
              target.validity.valid && apply(confirmations.setDue(line.id, target.value === "" ? null : target.value))
            }
          />
        )}
      </Field>
    </div>
  );
}

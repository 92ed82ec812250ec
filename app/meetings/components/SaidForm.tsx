import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Language } from "#contracts/languages.ts";
import { useMessages } from "~/i18n/index.tsx";
import { Button } from "~/ui/Button.tsx";
import { parseSaid } from "../core/said.ts";
import type { Said } from "../core/waiting.ts";
import type { DoorErrors } from "../view.ts";
import { PersonFields } from "./PersonFields.tsx";

interface SaidFormProps {
  said: Said;
  likely: readonly Language[];
  busy: boolean;
  onSave(said: Said): void;
  onCancel(): void;
}

/** Another name or other languages while one waits. */
export function SaidForm({ said: { display_name, speaks, reads }, likely, busy, onSave, onCancel }: SaidFormProps) {
  const t = useMessages();
  const [errors, setErrors] = useState<DoorErrors>({});
  const name = useRef<HTMLInputElement>(null);
  // The press that opened the form is gone with its button.
  useEffect(() => name.current?.focus(), []);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const parsed = parseSaid(new FormData(event.currentTarget));
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
      <PersonFields values={{ name: display_name, speaks, reads }} errors={errors} likely={likely} typed={name} />
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

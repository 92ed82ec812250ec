import { Form } from "@remix-run/react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { Language } from "#contracts/languages.ts";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import { LanguageSelect, ReadBy } from "~/languages/index.ts";
import { AvatarStack } from "~/ui/Avatar.tsx";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { errorText } from "~/ui/errors.tsx";
import { Field } from "~/ui/Field.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import { TopBar } from "~/ui/TopBar.tsx";
import type { DoorErrors, DoorValues, InsideView, PreviewView } from "../view.ts";
import { Preview } from "./Preview.tsx";

export interface DoorProps {
  /** The page's own path, where the form posts to. */
  path: string;
  title: string | null;
  inside: readonly InsideView[];
  values: DoorValues;
  errors: DoorErrors;
  /** Likely languages of this person. */
  likely: readonly Language[];
  /** One's own number when one was here before. */
  number: number | null;
  preview: PreviewView;
  onMicrophone(): void;
  onCamera(): void;
  onRetry(): void;
  /** The press on Enter is on its way. */
  busy: boolean;
  onSubmit?(event: FormEvent<HTMLFormElement>): void;
}

/** `/m/:code` before the call: see yourself, your name, I speak, I read, Enter. Posts `display_name`, `speaks`, `reads`. */
export function Door(props: DoorProps) {
  const { inside, preview, values } = props;
  const [name, setName] = useState(values.name);
  const next = Math.max(0, ...inside.map(({ number }) => number)) + 1;
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr]">
      <TopBar path={props.path} className="max-w-door" />
      <main className="mx-auto grid w-full max-w-door content-start items-center gap-6 px-4 pt-2 pb-10 m:grid-cols-[1.5fr_1fr] m:content-center m:gap-10 m:px-8 m:py-10 l:gap-16 *:min-w-0">
        <Preview
          preview={preview}
          number={props.number ?? next}
          name={name}
          onMicrophone={props.onMicrophone}
          onCamera={props.onCamera}
          onRetry={props.onRetry}
        />
        <DoorForm {...props} onName={setName} />
      </main>
    </div>
  );
}

function DoorForm(props: DoorProps & { onName(name: string): void }) {
  const { title, inside, values, errors, likely, busy, onSubmit, onName } = props;
  const t = useMessages();
  const heading = useId();
  const typed = useRef<HTMLInputElement>(null);
  useEffect(() => onName(typed.current?.value ?? ""), [onName]);
  const said = (code: DoorErrors[keyof DoorErrors]) => code && errorText(t, code);
  return (
    <Form method="post" noValidate aria-labelledby={heading} onSubmit={onSubmit} className="grid gap-5">
      <div>
        <h1 id={heading} className="text-28 leading-tight font-head tracking-head text-balance wrap-anywhere">
          {title ?? t("door.title")}
        </h1>
        <Inside people={inside} />
      </div>
      <Field label={t("door.name")} error={said(errors.name)}>
        {(control) => (
          <TextInput
            {...control}
            ref={typed}
            name="display_name"
            // Not controlled: what is typed before the scripts are there stays.
            defaultValue={values.name}
            onChange={(event) => onName(event.target.value)}
            autoComplete="name"
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3 *:min-w-0">
        <Field label={t("language.speaks")} error={said(errors.speaks)}>
          {(control) => <LanguageSelect {...control} name="speaks" defaultValue={values.speaks} likely={likely} />}
        </Field>
        <Field label={t("language.reads")} error={said(errors.reads)}>
          {(control) => <LanguageSelect {...control} name="reads" defaultValue={values.reads} likely={likely} />}
        </Field>
      </div>
      <p className="text-14 text-pretty text-ink-soft">
        {inside.length === 0 ? t("door.hint") : <ReadBy readers={inside} about="you" />}
      </p>
      {errors.form && <ErrorNotice code={errors.form} shape="row" />}
      <Button type="submit" variant="primary" size="l" busy={busy}>
        {busy ? t("door.entering") : t("door.enter")}
      </Button>
    </Form>
  );
}

function Inside({ people }: { people: readonly InsideView[] }) {
  const t = useMessages();
  const format = useFormat();
  if (people.length === 0) return <p className="mt-3 text-ink-soft">{t("door.empty")}</p>;
  return (
    <p className="mt-3 flex items-center gap-3 text-ink-soft">
      <AvatarStack people={people} />
      <span>
        {t.rich("door.inside", {
          count: people.length,
          names: format
            .listParts(people.length, "sentence")
            .map((part) => (typeof part === "string" ? part : <bdi key={part}>{people[part]?.name}</bdi>)),
        })}
      </span>
    </p>
  );
}

import { Form, Link } from "@remix-run/react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { Language } from "#contracts/languages.ts";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import { ReadBy } from "~/languages/index.ts";
import { useViewer } from "~/platform/viewer.ts";
import { AvatarStack } from "~/ui/Avatar.tsx";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import type { DoorErrors, DoorValues, DoorWay, InsideView } from "../view.ts";
import { DoorFrame, type DoorFrameProps } from "./DoorFrame.tsx";
import { PersonFields } from "./PersonFields.tsx";

export interface DoorProps extends DoorFrameProps {
  title: string | null;
  way: DoorWay;
  /** Somebody is in the call, also where it is not told who. */
  live: boolean;
  inside: readonly InsideView[];
  /** What is written here is stored nowhere. */
  keepsNothing: boolean;
  /** Something here may translate what is written. */
  translates: boolean;
  values: DoorValues;
  errors: DoorErrors;
  /** Likely languages of this person. */
  likely: readonly Language[];
  /** One's own number when one was here before. */
  number: number | null;
  /** The press is on its way. */
  busy: boolean;
  onSubmit?(event: FormEvent<HTMLFormElement>): void;
}

/** `/m/:code` before the call: see yourself, your name, I speak, I read, Enter. Posts `display_name`, `speaks`, `reads`. */
export function Door(props: DoorProps) {
  const { inside, values, way, path, devices, env, code } = props;
  const [name, setName] = useState(values.name);
  const next = Math.max(0, ...inside.map(({ number }) => number)) + 1;
  return (
    <DoorFrame {...{ path, devices, env, code }} known={way === "open"} number={props.number ?? next} name={name}>
      <DoorForm {...props} onName={setName} />
    </DoorFrame>
  );
}

function DoorForm(props: DoorProps & { onName(name: string): void }) {
  const { title, way, inside, keepsNothing, translates, values, errors, likely, busy, onSubmit, onName } = props;
  const t = useMessages();
  const heading = useId();
  const typed = useRef<HTMLInputElement>(null);
  useEffect(() => onName(typed.current?.value ?? ""), [onName]);
  return (
    <Form method="post" noValidate aria-labelledby={heading} onSubmit={onSubmit} className="grid gap-5">
      <div>
        <h1 id={heading} className="text-28 leading-tight font-head tracking-head text-balance wrap-anywhere">
          {title ?? t("door.title")}
        </h1>
        <Inside {...props} />
      </div>
      <PersonFields values={values} errors={errors} likely={likely} typed={typed} onName={onName} />
      <div className="grid gap-1 text-14 text-pretty text-ink-soft">
        <p>
          {inside.length > 0 ? (
            <ReadBy readers={inside} about="you" translates={translates} />
          ) : (
            t(way === "knock" ? "door.knockHint" : translates ? "door.hint" : "chat.asWritten")
          )}
        </p>
        {keepsNothing && <p>{t("door.keepsNothing")}</p>}
      </div>
      {errors.form && <Refusal code={errors.form} path={props.path} />}
      <Button type="submit" variant="primary" size="l" busy={busy}>
        {way === "open" ? t(busy ? "door.entering" : "door.enter") : t(busy ? "door.knocking" : "door.ask")}
      </Button>
    </Form>
  );
}

/** Why the press led nowhere; where an account would help, the way to it and back. */
function Refusal({ code, path }: { code: NonNullable<DoorErrors["form"]>; path: string }) {
  const t = useMessages();
  const viewer = useViewer();
  const signIn = code === "meeting/members-only" && (viewer === null || viewer.anonymous);
  return (
    <ErrorNotice
      code={code}
      shape="row"
      action={
        signIn && (
          <Link to={`/sign-in?${new URLSearchParams({ next: path })}`} className={buttonClass({ size: "s" })}>
            {t("action.signIn")}
          </Link>
        )
      }
    />
  );
}

function Inside({ inside: people, live }: DoorProps) {
  const t = useMessages();
  const format = useFormat();
  if (people.length === 0) return <p className="mt-3 text-ink-soft">{t(live ? "door.live" : "door.empty")}</p>;
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

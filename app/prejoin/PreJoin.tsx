import { Form } from "@remix-run/react";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { isLanguage } from "#contracts/languages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { useViewer } from "~/lib/useViewer.ts";
import type { LanguageChoice } from "~/translation/languageGroups.ts";
import { NameList } from "~/translation/ReaderList.tsx";
import { AvatarStack } from "~/ui/Avatar.tsx";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import { MeetingTitle } from "~/ui/MeetingTitle.tsx";
import { MeetingReach } from "./components/MeetingReach.tsx";
import { ParticipantFields } from "./ParticipantFields.tsx";
import { PreJoinLayout, type PreJoinLayoutBaseProps } from "./PreJoinLayout.tsx";
import type { ChosenLanguages, ParticipantFormErrors, ParticipantFormValues, PreJoinMeeting } from "./preJoinView.ts";

export interface PreJoinProps extends PreJoinLayoutBaseProps {
  meeting: PreJoinMeeting;
  values: ParticipantFormValues;
  errors: ParticipantFormErrors;
  languageChoice: LanguageChoice;
  /** The colour that the visitor has or would get. */
  colour: number;
  /** Whether the submission is pending. */
  busy: boolean;
}

/** `/m/:code` before the call: preview, name, "I speak", "I read". Posts `display_name`, `speaks`, `reads`. */
export function PreJoin(props: PreJoinProps) {
  const { meeting, values, path, devices, env, code } = props;
  const [name, setName] = useState(values.name);
  return (
    <PreJoinLayout
      {...{ path, devices, env, code }}
      canTestConnection={meeting.entryMode === "open"}
      colour={props.colour}
      name={name}
    >
      <PreJoinForm {...props} onName={setName} />
    </PreJoinLayout>
  );
}

interface PreJoinFormProps extends Omit<PreJoinProps, "devices" | "env" | "code" | "colour"> {
  onName(name: string): void;
}

function PreJoinForm(props: PreJoinFormProps) {
  const { meeting, values, errors, languageChoice, busy, onName } = props;
  const { entryMode, nothingStored, keptDays } = meeting;
  const formError = meeting.error ?? errors.form;
  const t = useMessages();
  const heading = useId();
  const nameInput = useRef<HTMLInputElement>(null);
  useEffect(() => onName(nameInput.current?.value ?? ""), [onName]);
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState<ChosenLanguages>(values);
  const readChosen = useCallback(() => {
    const data = new FormData(form.current ?? undefined);
    const [speaks, reads] = [data.get("speaks"), data.get("reads")].map(String);
    if (speaks !== undefined && reads !== undefined && isLanguage(speaks) && isLanguage(reads))
      setChosen({ speaks, reads });
  }, []);
  // Values chosen before hydration.
  useEffect(readChosen, [readChosen]);
  const [waitsForPlace, setWaitsForPlace] = useState(false);
  useEffect(() => {
    // Nobody is replaced whose name was not shown.
    if (meeting.isFull || meeting.replaces !== null || !waitsForPlace) return;
    setWaitsForPlace(false);
    form.current?.requestSubmit();
  }, [meeting.isFull, meeting.replaces, waitsForPlace]);
  return (
    // A history entry of its own: Back leads from the call to this page, if the call lets it.
    <Form
      ref={form}
      method="post"
      replace={false}
      noValidate
      aria-labelledby={heading}
      onChange={readChosen}
      className="grid gap-5"
    >
      <div>
        <h1 id={heading} className="text-28 leading-tight font-head tracking-head text-balance wrap-anywhere">
          <MeetingTitle {...meeting} />
        </h1>
        <CallOccupants {...meeting} />
      </div>
      <ParticipantFields
        values={values}
        errors={errors}
        languageChoice={languageChoice}
        nameInput={nameInput}
        onNameChange={onName}
      />
      <div className="grid gap-1 text-14 text-pretty text-ink-soft">
        <MeetingReach meeting={meeting} chosen={chosen} />
        <p>{t(nothingStored ? "prejoin.keepsNothing" : `prejoin.reading.${meeting.reading}`)}</p>
        {keptDays !== null && <p>{t("prejoin.keptDays", { days: keptDays })}</p>}
      </div>
      {meeting.replaces !== null && meeting.error === null && (
        <p role="status" className="text-pretty">
          {t("prejoin.replaces", { name: meeting.replaces })}
        </p>
      )}
      {formError && <EntryError code={formError} path={props.path} />}
      {meeting.isFull && meeting.error === null ? (
        <FullMeeting busy={busy} waits={waitsForPlace} onWaits={setWaitsForPlace} />
      ) : (
        <Button type="submit" variant="primary" size="l" busy={busy} disabled={meeting.error !== null}>
          {entryMode === "open"
            ? t(busy ? "prejoin.entering" : "prejoin.enter")
            : t(busy ? "prejoin.knocking" : "prejoin.ask")}
        </Button>
      )}
    </Form>
  );
}

interface FullMeetingProps {
  busy: boolean;
  /** Whether the visitor joins as soon as somebody leaves. */
  waits: boolean;
  onWaits(waits: boolean): void;
}

/** States that every place is taken, and offers to wait for the next one. */
function FullMeeting({ busy, waits, onWaits }: FullMeetingProps) {
  const t = useMessages();
  return (
    <div className="grid gap-3">
      <p role="status" className="text-pretty">
        {t(waits ? "prejoin.waitsForPlace" : "error.meeting/full")}
      </p>
      <Button
        // Without JavaScript it submits the form, and the response states that the meeting is full.
        type="submit"
        variant={waits ? "plain" : "primary"}
        size="l"
        busy={busy}
        onClick={(event) => {
          event.preventDefault();
          onWaits(!waits);
        }}
      >
        {t(waits ? "prejoin.stopWaiting" : "prejoin.joinWhenFree")}
      </Button>
    </div>
  );
}

/** The error of the submission or of the meeting, with a link to sign in if an account would help. */
function EntryError({ code, path }: { code: NonNullable<ParticipantFormErrors["form"]>; path: string }) {
  const t = useMessages();
  const viewer = useViewer();
  const offersSignIn = code === "meeting/members-only" && (viewer === null || viewer.anonymous);
  return (
    <ErrorNotice
      code={code}
      shape="row"
      action={
        offersSignIn && (
          <Link to={`/sign-in?${new URLSearchParams({ next: path })}`} className={buttonClass({ size: "s" })}>
            {t("action.signIn")}
          </Link>
        )
      }
    />
  );
}

function CallOccupants({ activeParticipants: people, isLive }: PreJoinMeeting) {
  const t = useMessages();
  if (people.length === 0) return <p className="mt-3 text-ink-soft">{t(isLive ? "prejoin.live" : "prejoin.empty")}</p>;
  return (
    <p className="mt-3 flex items-center gap-3 text-ink-soft">
      <AvatarStack people={people} />
      <span>
        {t.rich("prejoin.inside", {
          count: people.length,
          names: <NameList people={people} />,
        })}
      </span>
    </p>
  );
}

import { type ReactNode, useEffect, useRef, useState } from "react";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import type { ParticipantInput } from "~/prejoin/participantForm.ts";
import { LanguageName } from "~/translation/LanguageName.tsx";
import type { LanguageChoice } from "~/translation/languageGroups.ts";
import { Button } from "~/ui/Button.tsx";
import { ErrorCard } from "~/ui/ErrorCard.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Spinner } from "~/ui/Spinner.tsx";
import type { WaitingRoomSnapshot, WaitingRoomState } from "../core/waitingRoomSession.ts";
import { ParticipantForm } from "./ParticipantForm.tsx";
import { useTimeLeft } from "./useTimeLeft.ts";

interface WaitingScreenProps {
  snapshot: WaitingRoomSnapshot;
  languageChoice: LanguageChoice;
  onKnock(input?: ParticipantInput): Promise<boolean>;
  onLeave(): void;
}

/** The state of the knock and its actions. */
export function WaitingScreen({ snapshot, languageChoice, onKnock, onLeave }: WaitingScreenProps) {
  const { state, input, knocking, error } = snapshot;
  const t = useMessages();
  const knockAgainButton = (
    <Button variant="primary" size="l" busy={knocking} onClick={() => void onKnock()}>
      {knocking ? t("prejoin.knocking") : t("waiting.again")}
    </Button>
  );
  const { name } = state;
  const errorNotice = error && <ErrorNotice code={error} shape="row" />;
  switch (state.name) {
    case "waiting":
      return (
        <WaitingStatus
          stateName={name}
          title={t("waiting.title")}
          text={t(waitingText(snapshot.callActive, state.moderated))}
          busy
        >
          <KnockDetails input={input} until={state.until} />
          {errorNotice}
          <EditParticipant input={input} languageChoice={languageChoice} busy={knocking} onKnock={onKnock} />
          <Button size="l" onClick={onLeave}>
            {t("waiting.leave")}
          </Button>
        </WaitingStatus>
      );
    case "denied":
      return (
        <WaitingStatus stateName={name} title={t("waiting.denied")} text={t("waiting.deniedText")}>
          {state.canRetry ? <p>{t("waiting.againNow")}</p> : <RetryCountdown until={state.retryAt} />}
          {errorNotice}
          {state.canRetry && knockAgainButton}
          <Button size="l" onClick={onLeave}>
            {t("waiting.back")}
          </Button>
        </WaitingStatus>
      );
    case "lapsed":
      return (
        <WaitingStatus stateName={name} title={t("waiting.lapsed")} text={t("waiting.lapsedText")}>
          {errorNotice}
          {knockAgainButton}
          <Button size="l" onClick={onLeave}>
            {t("waiting.back")}
          </Button>
        </WaitingStatus>
      );
    case "over":
      return <ErrorCard code={state.error.code} />;
    case "admitted":
    case "left":
      return <WaitingStatus stateName={name} title={t("prejoin.entering")} text="" busy />;
    default:
      return state satisfies never;
  }
}

interface WaitingStatusProps {
  stateName: WaitingRoomState["name"];
  title: string;
  text: string;
  /** Whether to show a spinner. */
  busy?: boolean;
  children?: ReactNode;
}

function WaitingStatus({ stateName, title, text, busy = false, children }: WaitingStatusProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a state change may unmount the focused button
  useEffect(() => {
    // Moves the focus here only if the focused element is gone.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [stateName]);
  return (
    <section className="grid gap-5">
      <div role="status">
        <h1
          ref={heading}
          tabIndex={-1}
          className="flex items-center gap-3 text-28 leading-tight font-head tracking-head text-balance outline-none"
        >
          {busy && <Spinner className="size-5! text-accent" />}
          {title}
        </h1>
        <p className="mt-3 text-pretty text-ink-soft">{text}</p>
      </div>
      {children}
    </section>
  );
}

function KnockDetails({ input: { display_name, speaks, reads }, until }: { input: ParticipantInput; until: number }) {
  const t = useMessages();
  const format = useFormatters();
  return (
    <div className="grid gap-1 text-14 text-pretty text-ink-soft">
      <p>
        {t.rich("waiting.as", {
          name: <bdi className="font-strong text-ink">{display_name}</bdi>,
          speaks: <LanguageName code={speaks} />,
          reads: <LanguageName code={reads} />,
        })}
      </p>
      <p>{t("waiting.until", { time: format.time(until) })}</p>
    </div>
  );
}

function EditParticipant({
  input,
  languageChoice,
  busy,
  onKnock,
}: Pick<WaitingScreenProps, "languageChoice" | "onKnock"> & { input: ParticipantInput; busy: boolean }) {
  const t = useMessages();
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) button.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  if (!editing)
    return (
      <div>
        <Button ref={button} size="s" onClick={() => setEditing(true)}>
          {t("waiting.change")}
        </Button>
      </div>
    );
  return (
    <ParticipantForm
      input={input}
      languageChoice={languageChoice}
      busy={busy}
      onSave={(next) => void onKnock(next).then((done) => done && setEditing(false))}
      onCancel={() => setEditing(false)}
    />
  );
}

function RetryCountdown({ until }: { until: number }) {
  const t = useMessages();
  const format = useFormatters();
  const left = useTimeLeft(until);
  return <p className="tabular-nums">{t("waiting.againIn", { time: format.duration(left) })}</p>;
}

function waitingText(callActive: boolean | null, moderated: boolean) {
  if (moderated) return "waiting.asked";
  return callActive === false ? "waiting.nobody" : "waiting.unattended";
}

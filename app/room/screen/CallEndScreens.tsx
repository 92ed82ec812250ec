import { Form } from "@remix-run/react";
import DoorOpen from "lucide-react/icons/door-open";
import MonitorSmartphone from "lucide-react/icons/monitor-smartphone";
import PhoneOff from "lucide-react/icons/phone-off";
import UserX from "lucide-react/icons/user-x";
import { type ReactNode, useEffect, useRef } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { useViewer } from "~/lib/useViewer.ts";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { ErrorIcon } from "~/ui/errorMessages.tsx";
import { Logo } from "~/ui/Logo.tsx";

function EndScreenLayout({
  icon,
  title,
  text,
  children,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused control is gone with the call. Moves keyboard and screen reader here.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div data-theme="dark" className="grid min-h-dvh grid-rows-[auto_1fr] bg-room text-ink [--surface:var(--room)]">
      <header className="flex min-h-16 items-center px-5">
        <a href="/" className="rounded-s text-ink no-underline">
          <Logo />
        </a>
      </header>
      <main className="mx-auto grid w-full max-w-105 animate-rise content-center justify-items-start gap-3 px-5 pb-24">
        <span className="text-ink-soft *:size-7">{icon}</span>
        <h1
          ref={heading}
          tabIndex={-1}
          className="text-28 leading-tight font-head tracking-head text-balance outline-none"
        >
          {title}
        </h1>
        <p className="text-pretty text-ink-soft">{text}</p>
        <div className="mt-4 flex w-full flex-wrap gap-3">{children}</div>
      </main>
    </div>
  );
}

/** Another tab of the same user took over. */
export function TakenOverScreen({ onContinue }: { onContinue(): void }) {
  const t = useMessages();
  return (
    <EndScreenLayout icon={<MonitorSmartphone />} title={t("call.takenOver.title")} text={t("call.takenOver.text")}>
      <Button variant="primary" size="l" onClick={onContinue}>
        {t("call.takenOver.continue")}
      </Button>
    </EndScreenLayout>
  );
}

/** The call was full, and a host or an admin took this place. Retrying joins if somebody left. */
export function ReplacedScreen({ onRetry }: { onRetry(): void }) {
  const t = useMessages();
  return (
    <EndScreenLayout icon={<UserX />} title={t("call.replaced.title")} text={t("call.replaced.text")}>
      <Button variant="primary" size="l" onClick={onRetry}>
        {t("call.left.rejoin")}
      </Button>
      <HomeLink />
    </EndScreenLayout>
  );
}

/** Joining failed, or the connection was lost for good. */
export function FailedScreen({ code, onRetry }: { code: ErrorCode; onRetry(): void }) {
  const t = useMessages();
  return (
    <EndScreenLayout icon={<ErrorIcon code={code} />} title={t(`error.${code}`)} text={t(`error.${code}.do`)}>
      <Button variant="primary" size="l" onClick={onRetry}>
        {t("action.retry")}
      </Button>
    </EndScreenLayout>
  );
}

/** A moderator removed the user. Retrying joins if the user was readmitted. */
export function RemovedScreen({ onRetry }: { onRetry(): void }) {
  const t = useMessages();
  return (
    <EndScreenLayout icon={<UserX />} title={t("error.meeting/removed")} text={t("error.meeting/removed.do")}>
      <Button variant="primary" size="l" onClick={onRetry}>
        {t("call.left.rejoin")}
      </Button>
      <HomeLink />
    </EndScreenLayout>
  );
}

interface EndedScreenProps {
  newMeetingId: string;
  /** Null if the meeting keeps nothing. */
  transcriptPath: string | null;
}

export function EndedScreen({ newMeetingId, transcriptPath }: EndedScreenProps) {
  const t = useMessages();
  return (
    <EndScreenLayout icon={<PhoneOff />} title={t("call.ended.title")} text={t("call.ended.text")}>
      <KeptCallLinks path={transcriptPath} />
      <NewMeetingForm newId={newMeetingId} />
      <HomeLink />
    </EndScreenLayout>
  );
}

interface LeftScreenProps extends EndedScreenProps {
  /** Participants still in the call, if the user may end the meeting; else 0. */
  remainingCount: number;
  onRejoin(): void;
  onEndMeeting(): void;
}

export function LeftScreen({ newMeetingId, remainingCount, transcriptPath, onRejoin, onEndMeeting }: LeftScreenProps) {
  const t = useMessages();
  const text = remainingCount > 0 ? t("call.left.inside", { count: remainingCount }) : t("call.left.text");
  return (
    <EndScreenLayout icon={<DoorOpen />} title={t("call.left.title")} text={text}>
      <KeptCallLinks path={transcriptPath} />
      <Button size="l" onClick={onRejoin}>
        {t("call.left.rejoin")}
      </Button>
      {remainingCount > 0 ? (
        <Button size="l" onClick={onEndMeeting}>
          {t("call.left.endAll")}
        </Button>
      ) : (
        <NewMeetingForm newId={newMeetingId} />
      )}
    </EndScreenLayout>
  );
}

function NewMeetingForm({ newId }: { newId: string }) {
  const t = useMessages();
  return (
    <Form method="post" action="/?index">
      <input type="hidden" name="intent" value="start" />
      <input type="hidden" name="id" value={newId} />
      <Button type="submit" size="l">
        {t("call.left.new")}
      </Button>
    </Form>
  );
}

/** Links to recap and transcript. Guests lose access when the meeting ends, so they are asked to sign in. */
function KeptCallLinks({ path }: { path: string | null }) {
  const t = useMessages();
  const hasAccount = useViewer()?.anonymous === false;
  if (path === null) return null;
  const recapPath = `${path}/recap`;
  if (!hasAccount)
    return (
      <a
        href={`/sign-in?${new URLSearchParams({ next: recapPath })}`}
        className={buttonClass({ variant: "primary", size: "l" })}
      >
        {t("call.left.signIn")}
      </a>
    );
  return (
    <>
      <a href={recapPath} className={buttonClass({ variant: "primary", size: "l" })}>
        {t("call.recap")}
      </a>
      <a href={path} className={buttonClass({ size: "l" })}>
        {t("call.left.transcript")}
      </a>
    </>
  );
}

function HomeLink() {
  const t = useMessages();
  return (
    <a href="/" className={buttonClass({ size: "l" })}>
      {t("action.back")}
    </a>
  );
}

import { useState } from "react";
import type { HomeMeeting } from "#contracts/account.ts";
import type { ErrorCode, Result } from "#contracts/errors.ts";
import { useFormatters, useLocale, useMessages } from "~/i18n/I18nProvider.tsx";
import { createDateFormatter, deviceTimeZone } from "~/lib/dates.ts";
import { meetingTitle } from "~/lib/meetingTitle.ts";
import { useAsyncEffect } from "~/lib/useAsyncEffect.ts";
import { AvatarStack } from "~/ui/Avatar.tsx";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Skeleton } from "~/ui/Skeleton.tsx";
import { QuotedText } from "./components/Quote.tsx";
import type { Forwarding } from "./forwarding.ts";
import type { LineView } from "./lineView.ts";

interface ForwardDialogProps {
  open: boolean;
  line: LineView;
  forwarding: Forwarding;
  /** Default: the text about a message. */
  description?: string;
  onClose(): void;
}

/** Lists the other meetings of the local participant. A click forwards the line and shows the result. */
export function ForwardDialog({ open, line, forwarding, description, onClose }: ForwardDialogProps) {
  const t = useMessages();
  const [meetings, setMeetings] = useState<Result<readonly HomeMeeting[]> | null>(null);
  useAsyncEffect(
    async (signal) => {
      if (!open) return;
      setMeetings(null);
      const result = await forwarding.destinations();
      if (!signal.aborted) setMeetings(result);
    },
    [open, forwarding],
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("lines.forward.title")}
      description={description ?? t("lines.forward.text")}
    >
      <p className="mt-4 grid border-s-2 border-line-strong ps-3 text-14 text-ink-soft">
        <QuotedText line={line} />
      </p>
      <div className="mt-4 grid max-h-[50dvh] gap-1 overflow-y-auto" aria-busy={meetings === null}>
        {meetings === null && [1, 2, 3].map((row) => <Skeleton key={row} className="h-14" />)}
        {meetings?.ok === false && <ErrorNotice shape="row" code={meetings.error.code} />}
        {meetings?.ok && meetings.value.length === 0 && <p className="text-pretty">{t("lines.forward.none")}</p>}
        {meetings?.ok &&
          meetings.value.map((meeting) => (
            <ForwardDestination
              key={meeting.meeting_id}
              meeting={meeting}
              forward={() => forwarding.forward(line.id, meeting.meeting_id)}
            />
          ))}
      </div>
    </Dialog>
  );
}

type ForwardOutcome = "idle" | "pending" | "done" | { readonly failed: ErrorCode };

function ForwardDestination({ meeting, forward }: { meeting: HomeMeeting; forward(): Promise<Result<null>> }) {
  const t = useMessages();
  const format = useFormatters();
  const [outcome, setOutcome] = useState<ForwardOutcome>("idle");
  const locale = useLocale();
  const { title, host_name, people, people_count, last_call_at, created_at } = meeting;
  const dates = createDateFormatter({ languageTag: locale, timeZone: deviceTimeZone() });
  const date = dates.date(Date.parse(last_call_at ?? created_at), Date.now());
  const name = meetingTitle(t, { title, hostName: host_name });
  const handleForward = async () => {
    setOutcome("pending");
    const result = await forward();
    setOutcome(result.ok ? "done" : { failed: result.error.code });
  };
  const names = people.map(({ display_name }) => display_name);
  return (
    <div className="grid gap-1 rounded-m border border-line p-2.5">
      <div className="flex items-center gap-3">
        <AvatarStack
          people={people.map(({ display_name, ...person }) => ({ name: display_name, ...person }))}
          max={3}
        />
        <div className="min-w-0 flex-1 leading-snug">
          <p className="truncate font-strong">
            <bdi>{name}</bdi>
          </p>
          <p className="truncate text-13 text-ink-soft">
            {[date, format.list(names)].filter(Boolean).join(" · ")}
            {people_count > names.length && ` +${format.number(people_count - names.length)}`}
          </p>
        </div>
        {outcome !== "done" && (
          <Button
            size="s"
            busy={outcome === "pending"}
            aria-label={`${t("lines.forward")}: ${name}`}
            onClick={handleForward}
          >
            {t("lines.forward")}
          </Button>
        )}
      </div>
      <div role="status" className="text-14 text-success empty:hidden">
        {outcome === "done" && t.rich("lines.forward.done", { meeting: <bdi>{name}</bdi> })}
      </div>
      {typeof outcome === "object" && <ErrorNotice shape="row" code={outcome.failed} />}
    </div>
  );
}

import Keyboard from "lucide-react/icons/keyboard";
import { memo, useEffect, useState } from "react";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { MeetingTitle } from "~/ui/MeetingTitle.tsx";
import { TalkHint } from "../lazy.tsx";
import { Notices } from "../notices/Notices.tsx";
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { useEverybodyConnected } from "../useEverybodyConnected.ts";
import { useCallUi } from "./CallUiProvider.tsx";

/** The top row: the title with the time, the only place of notices, and the shortcuts. */
export const CallHeader = memo(function CallHeader() {
  const t = useMessages();
  const { call, preJoin } = useRoom();
  const { dialog } = useCallUi();
  const meeting = useCallView((view) => view.meeting);
  const startedAt = useCallView((view) => view.startedAt);
  const everybodyConnected = useEverybodyConnected();
  const name = meeting === null ? preJoin : { title: meeting.title, hostName: meeting.host_name };
  return (
    <header className="call-top">
      <div className="flex min-w-0 items-baseline gap-3">
        <h1 className="min-w-0 truncate leading-snug font-strong">
          <MeetingTitle {...name} />
        </h1>
        {startedAt !== null && <ElapsedTime since={startedAt} />}
        {everybodyConnected && <TalkHint call={call} />}
      </div>
      <Notices />
      <div className="call-top-end">
        <IconButton
          label={t("shortcuts.title")}
          icon={<Keyboard />}
          onClick={() => dialog.set("shortcuts")}
          className="-me-[8px] text-ink-soft! pointer-coarse:hidden!"
        />
      </div>
    </header>
  );
});

/** `since`: milliseconds since the epoch by this device's clock. */
function ElapsedTime({ since }: { since: number }) {
  const t = useMessages();
  const format = useFormatters();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span title={t("call.elapsed")} className="call-elapsed text-14 text-ink-soft tabular-nums">
      <span className="sr-only">{t("call.elapsed")}: </span>
      {format.duration(now - since)}
    </span>
  );
}

import Keyboard from "lucide-react/icons/keyboard";
import LanguagesIcon from "lucide-react/icons/languages";
import { memo, useEffect, useState } from "react";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { LanguageName } from "~/translation/LanguageName.tsx";
import { Chip } from "~/ui/Chip.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { useCallUi } from "./CallUiProvider.tsx";

export const CallHeader = memo(function CallHeader() {
  const t = useMessages();
  const { preJoin } = useRoom();
  const { dialog } = useCallUi();
  const meeting = useCallView((view) => view.meeting);
  const startedAt = useCallView((view) => view.startedAt);
  const reads = useCallView(({ me }) => me?.reads) ?? preJoin.participant.reads;
  const title = meeting === null ? preJoin.title : meeting.title;
  return (
    <header className="call-bar items-center gap-3 overflow-hidden px-3.5 @s/call:px-5">
      <h1 className="min-w-0 flex-1 truncate leading-snug font-strong">{title ?? t("call.title")}</h1>
      {startedAt !== null && <ElapsedTime since={startedAt} />}
      <Chip className="bg-raised! @max-s/call:hidden">
        <LanguagesIcon className="size-4" />
        <span>{t.rich("call.reads", { language: <LanguageName code={reads} /> })}</span>
      </Chip>
      <IconButton
        label={t("shortcuts.title")}
        icon={<Keyboard />}
        onClick={() => dialog.set("shortcuts")}
        className="-me-2 text-ink-soft! pointer-coarse:hidden!"
      />
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
    <span title={t("call.elapsed")} className="text-14 text-ink-soft tabular-nums">
      <span className="sr-only">{t("call.elapsed")}: </span>
      {format.duration(now - since)}
    </span>
  );
}

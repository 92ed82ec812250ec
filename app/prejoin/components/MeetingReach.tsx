import { isTranslatable, translatesAnything } from "#contracts/languagePairs.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { NameList, ReaderList } from "~/translation/ReaderList.tsx";
import { useBrowserReach, useReadable } from "~/translation/useReadable.ts";
import type { ChosenLanguages, PreJoinMeeting } from "../preJoinView.ts";

interface MeetingReachProps {
  meeting: PreJoinMeeting;
  chosen: ChosenLanguages;
}

/** The languages in which others read the visitor, and the visitor reads them. */
export function MeetingReach({ meeting, chosen }: MeetingReachProps) {
  const t = useMessages();
  const format = useFormatters();
  const { activeParticipants, entryMode, pairs } = meeting;
  if (activeParticipants.length > 0)
    return (
      <>
        <ReaderList readers={activeParticipants} from={chosen.speaks} pairs={pairs} />
        <UnreadSpeakers meeting={meeting} chosen={chosen} />
      </>
    );
  if (entryMode === "knock") return <p>{t("prejoin.knockHint")}</p>;
  if (!translatesAnything(pairs)) return <p>{t("chat.asWritten")}</p>;
  const gaps = (["from", "to"] as const).flatMap((side) => {
    const language = side === "from" ? chosen.speaks : chosen.reads;
    return isTranslatable(pairs, side, language) ? [] : [format.languageName(language)];
  });
  if (gaps.length === 0) return <p>{t("prejoin.hint")}</p>;
  return <p className="text-warning">{t("prejoin.gap", { languages: format.list([...new Set(gaps)]) })}</p>;
}

/** Participants whose language neither an engine nor this browser translates for the visitor. */
function UnreadSpeakers({ meeting: { activeParticipants, pairs }, chosen: { reads } }: MeetingReachProps) {
  const t = useMessages();
  const format = useFormatters();
  const spokenByOthers = activeParticipants.map(({ speaks }) => speaks);
  const readable = useReadable(useBrowserReach(pairs), spokenByOthers, reads);
  const unread = activeParticipants.filter((_, index) => readable[index] === false);
  if (unread.length === 0 || !translatesAnything(pairs)) return null;
  return (
    <p className="text-warning">
      {t.rich("prejoin.youGetOriginal", {
        names: <NameList people={unread} />,
        pair: t("language.noTranslation", {
          from: format.list([...new Set(unread.map(({ speaks }) => format.languageName(speaks)))]),
          languages: format.languageName(reads),
        }),
      })}
    </p>
  );
}

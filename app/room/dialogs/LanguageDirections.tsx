import Check from "lucide-react/icons/check";
import Info from "lucide-react/icons/info";
import Minus from "lucide-react/icons/minus";
import type { ReactNode } from "react";
import { canTranslate, translatesAnything } from "#contracts/languagePairs.ts";
import type { Language } from "#contracts/languages.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { useMeetingConfig } from "~/lib/MeetingConfig.tsx";
import { LanguageName } from "~/translation/LanguageName.tsx";
import { useReadable } from "~/translation/useReadable.ts";
import { Avatar } from "~/ui/Avatar.tsx";
import { cx } from "~/ui/cx.ts";
import { isCaptioned, type TileParticipant } from "../core/callView.ts";
import { useRoom } from "../RoomProvider.tsx";

interface LanguageDirectionsProps {
  /** The remote participants in the call. */
  others: readonly TileParticipant[];
  /** The languages that the form shows. */
  speaks: Language;
  reads: Language;
}

/** For each person: the language in which they read the local participant, and the other direction. A gap stands in words. */
export function LanguageDirections({ others, speaks, reads }: LanguageDirectionsProps) {
  const t = useMessages();
  const { reach } = useRoom();
  const { pairs } = useMeetingConfig();
  const spokenByOthers = others.map(({ participant }) => participant.speaks);
  const readable = useReadable({ ...reach, engines: pairs }, spokenByOthers, reads);
  if (others.length === 0) return null;
  const translates = translatesAnything(pairs);
  const anyoneCaptioned = others.some(isCaptioned);
  return (
    <>
      <table className="w-full table-fixed border-t border-line text-14 leading-snug">
        <thead className="text-13 text-ink-soft">
          <tr>
            <th scope="col" className="w-[30%]">
              <span className="sr-only">{t("people.title")}</span>
            </th>
            <th scope="col" className="py-2 pe-2 text-start font-body">
              {t("people.languages.theyRead")}
            </th>
            <th scope="col" className="py-2 text-start font-body">
              {t("people.languages.youRead")}
            </th>
          </tr>
        </thead>
        {others.map((person, index) => {
          const { user_id, colour, display_name, reads: theirs, speaks: spoken } = person.participant;
          const theyRead = canTranslate(pairs, speaks, theirs);
          const youRead = readable[index] === true;
          const names = <bdi>{display_name}</bdi>;
          return (
            <tbody key={user_id} className="border-t border-line">
              <tr>
                <th scope="row" className="py-2 pe-2 text-start font-body">
                  <span className="flex items-center gap-2">
                    <Avatar colour={colour} name={display_name} size="s" />
                    <bdi className="min-w-0 truncate">{display_name}</bdi>
                  </span>
                </th>
                <Direction language={theyRead ? theirs : null} />
                <Direction language={youRead ? reads : null} />
              </tr>
              {translates && !theyRead && (
                <Gap>
                  {t.rich("prejoin.getsOriginal", { count: 1, names, pair: <Pair from={speaks} to={theirs} /> })}
                </Gap>
              )}
              {translates && !youRead && (
                <Gap>{t.rich("prejoin.youGetOriginal", { names, pair: <Pair from={spoken} to={reads} /> })}</Gap>
              )}
              {anyoneCaptioned && !isCaptioned(person) && (
                <Gap className="text-ink-soft">{t.rich("people.languages.notCaptioned", { name: names })}</Gap>
              )}
            </tbody>
          );
        })}
      </table>
      {!translates && <p className="text-13 text-pretty text-warning">{t("chat.asWritten")}</p>}
      {!anyoneCaptioned && <p className="text-13 text-pretty text-ink-soft">{t("people.languages.nobodyCaptioned")}</p>}
    </>
  );
}

function Direction({ language }: { language: Language | null }) {
  const t = useMessages();
  return (
    <td className="py-2 pe-2 align-middle last:pe-0">
      <span className="flex items-center gap-1.5">
        {language === null ? (
          <Minus className="size-4 flex-none text-warning" />
        ) : (
          <Check className="size-4 flex-none text-success" />
        )}
        <span className="min-w-0 wrap-anywhere">
          {language === null ? t("people.languages.original") : <LanguageName code={language} />}
        </span>
      </span>
    </td>
  );
}

function Pair({ from, to }: { from: Language; to: Language }) {
  const t = useMessages();
  const format = useFormatters();
  return t("language.noTranslation", { from: format.languageName(from), languages: format.languageName(to) });
}

const Gap = ({ children, className = "text-warning" }: { children: ReactNode; className?: string }) => (
  <tr>
    <td colSpan={3} className={cx("pb-2 text-13", className)}>
      <span className="flex gap-1.5">
        <Info className="mt-px size-4 flex-none" />
        <span className="text-pretty">{children}</span>
      </span>
    </td>
  </tr>
);

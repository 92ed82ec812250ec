import { useId } from "react";
import type { Access } from "#contracts/meetings.ts";
import { useMessages } from "~/i18n/index.tsx";
import { Switch } from "~/ui/Switch.tsx";
import type { CallView } from "../../callView.ts";
import type { Lead } from "../../core/lead.ts";
import { Choices } from "./Choices.tsx";
import type { Presses } from "./usePresses.ts";
import { useWanted } from "./useWanted.ts";

interface WhoEntersProps {
  meeting: NonNullable<CallView["meeting"]>;
  rank: CallView["rank"];
  /** How many wait now. */
  waiting: number;
  lead: Lead;
  presses: Presses;
}

/** Who may come in now, and the change of it for those who may: rank 1 locks, rank 2 chooses. */
export function WhoEnters({ meeting, rank, waiting, lead, presses }: WhoEntersProps) {
  const t = useMessages();
  const id = useId();
  const access = useWanted(meeting.access);
  const locked = useWanted(meeting.locked);
  return (
    <div className="grid gap-2">
      {rank >= 2 ? (
        <Choices<Access>
          legend={t("people.access.title")}
          name={`${id}access`}
          value={access.shown}
          busy={presses.busy("access")}
          onChange={(next) =>
            void access.want(next, () => presses.press("access", () => lead.change({ access: next })))
          }
          options={[
            {
              value: "open",
              label: t("people.access.open"),
              hint: waiting > 0 && !locked.shown ? t("people.access.openWaiting") : t("people.access.openHint"),
            },
            { value: "knock", label: t("people.access.knock"), hint: t("people.access.knockHint") },
            // A guest's meeting is of no workspace.
            ...(meeting.expires_at === null
              ? [
                  {
                    value: "members" as const,
                    label: t("people.access.members"),
                    hint: t("people.access.membersHint"),
                  },
                ]
              : []),
          ]}
        />
      ) : (
        <div>
          <h3 className="text-14 font-strong">{t("people.access.title")}</h3>
          <p className="mt-1 text-pretty">
            {t(meeting.locked ? "people.access.now.locked" : `people.access.now.${meeting.access}`)}
          </p>
        </div>
      )}
      {rank >= 1 && (
        <Switch
          label={t("people.lock")}
          hint={t("people.lock.hint")}
          checked={locked.shown}
          onChange={(next) => void locked.want(next, () => presses.press("lock", () => lead.lock(next)))}
          className="flex-row-reverse py-1"
        />
      )}
    </div>
  );
}

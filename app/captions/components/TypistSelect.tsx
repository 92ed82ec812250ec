import { useId, useState } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import type { Participant } from "#contracts/meetings.ts";
import type { ParticipantsById } from "~/call/roster.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Select } from "~/ui/Select.tsx";
import type { CaptionSession } from "../captionSession.ts";

interface TypistSelectProps {
  session: CaptionSession;
  participants: ParticipantsById;
  me: Participant | null;
}

/** Selects a participant who types captions for the local participant, instead of a recogniser. */
export function TypistSelect({ session, participants, me }: TypistSelectProps) {
  const t = useMessages();
  const id = useId();
  const [error, setError] = useState<ErrorCode | null>(null);
  const others = [...participants.values()].filter(
    ({ user_id, admission }) => admission === "admitted" && user_id !== me?.user_id,
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <label htmlFor={id} className="text-14 font-strong">
        {t("captions.typedBy")}
      </label>
      <Select
        id={id}
        value={me?.captioner ?? ""}
        disabled={others.length === 0}
        onChange={({ target }) => {
          setError(null);
          const chosen = target.value === "" ? null : target.value;
          void session.setTypist(chosen).then((result) => !result.ok && setError(result.error.code));
        }}
      >
        <option value="">{t("captions.typedByNobody")}</option>
        {others.map(({ user_id, display_name }) => (
          <option key={user_id} value={user_id}>
            {display_name}
          </option>
        ))}
      </Select>
      {error !== null && <ErrorNotice shape="row" code={error} />}
    </div>
  );
}

import { useMemo, useState } from "react";
import type { Language } from "#contracts/languages.ts";
import { pageHttp } from "~/auth/pageHttp.ts";
import { pageSession } from "~/auth/pageSession.ts";
import { DropFrame } from "~/files/DropFrame.tsx";
import type { FileTrayOptions } from "~/files/fileRequest.ts";
import { LazyFileDropArea } from "~/files/lazy.tsx";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { systemClock } from "~/lib/clock.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { meetingTitle } from "~/lib/meetingTitle.ts";
import { createRpc } from "~/lib/rpc.ts";
import { Button } from "~/ui/Button.tsx";
import { Field } from "~/ui/Field.tsx";
import { Select } from "~/ui/Select.tsx";
import { useEventCallback } from "~/ui/useEventCallback.ts";
import type { BoardPlace } from "./boardView.ts";

interface AddFilesProps {
  env: PublicEnv;
  /** The language of the reader's file names. */
  speaks: Language;
  /** Called with the id of each shared file. */
  onShared(fileId: string): void;
}

/** The area for files of one meeting. They need no call. */
export function AddFiles({ env, speaks, onShared, meetingId }: AddFilesProps & { meetingId: string }) {
  const t = useMessages();
  const report = useEventCallback(onShared);
  const options = useMemo((): FileTrayOptions => {
    const http = pageHttp(env);
    return {
      ...{ http, rpc: createRpc(http), clock: systemClock, newId: () => crypto.randomUUID() },
      ...{ supabaseUrl: env.supabaseUrl, publishableKey: env.publishableKey },
      accessToken: (token) => pageSession().accessToken(token),
      place: () => ({ p_meeting_id: meetingId }),
      spokenLanguage: () => speaks,
      onShared: ({ id }) => report(id),
    };
  }, [env, meetingId, speaks, report]);
  return (
    <LazyFileDropArea
      fallback={
        <DropFrame text={t("board.add.text")}>
          <Button disabled>{t("files.choose")}</Button>
        </DropFrame>
      }
    >
      {({ FileDropArea }) => <FileDropArea options={options} text={t("board.add.text")} />}
    </LazyFileDropArea>
  );
}

/** The area for files of a meeting that the reader chooses first. */
export function AddFilesToMeeting({ places, ...props }: AddFilesProps & { places: readonly BoardPlace[] }) {
  const t = useMessages();
  const [meetingId, setMeetingId] = useState("");
  return (
    <div className="mb-4 grid gap-3">
      <Field label={t("board.add.meeting")} labelHidden className="max-w-80">
        {(control) => (
          <Select {...control} value={meetingId} onChange={({ target }) => setMeetingId(target.value)}>
            <option value="">{t("board.add.choose")}</option>
            {places.map((place) => (
              <option key={place.id} value={place.id}>
                {meetingTitle(t, place)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {meetingId !== "" && <AddFiles key={meetingId} meetingId={meetingId} {...props} />}
    </div>
  );
}

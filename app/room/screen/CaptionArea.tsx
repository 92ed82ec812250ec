import { memo } from "react";
import { CallCaptions } from "~/captions/lazy.tsx";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { useCaptionDisplay } from "../controls/useCaptionDisplay.ts";
import { isCaptioned } from "../core/callView.ts";
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { useCallUi, useLoadedCaptions } from "./CallUiProvider.tsx";

/** The band of captions under the faces. It has the same height whatever it holds, so that no tile moves. */
export const CaptionArea = memo(function CaptionArea() {
  const session = useLoadedCaptions();
  const { shown } = useCaptionDisplay();
  const participants = useCallView((view) => view.participants);
  const idle = <IdleCaptions />;
  return (
    <div className="call-captions">
      {session === null ? (
        <div className="caption-band" data-shown={shown}>
          {shown && idle}
        </div>
      ) : (
        <CallCaptions session={session} participants={participants} shown={shown} idle={idle} />
      )}
    </div>
  );
});

/** Explains an empty band: what will appear, and whose voice. */
function IdleCaptions() {
  const t = useMessages();
  const format = useFormatters();
  const { preJoin } = useRoom();
  const { dialog } = useCallUi();
  const reads = useCallView(({ me }) => me?.reads) ?? preJoin.participant.reads;
  const captioned = useCallView(({ people }) =>
    format.list(
      people.filter((person) => !person.isMe && isCaptioned(person)).map(({ participant }) => participant.display_name),
    ),
  );
  return (
    <p className="caption-idle">
      {captioned === ""
        ? t("call.captionsNobody")
        : t("call.captionsOf", { names: captioned, language: format.languageName(reads) })}{" "}
      <button
        type="button"
        onClick={() => dialog.set("captions")}
        className="text-accent underline underline-offset-3 pointer-coarse:-my-3 pointer-coarse:min-h-control"
      >
        {t("call.captionMyVoice")}
      </button>
    </p>
  );
}

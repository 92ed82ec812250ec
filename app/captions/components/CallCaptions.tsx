import { useSyncExternalStore } from "react";
import type { ParticipantsById } from "~/call/roster.ts";
import type { MessageKey } from "~/i18n/generated/messages.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import type { CaptionSession } from "../captionSession.ts";
import type { FidelityIssue } from "../core/fidelityCheck.ts";
import { CaptionBand } from "./CaptionBand.tsx";
import { CaptionTypingField } from "./CaptionTypingField.tsx";
import { RECOGNISER_LABELS } from "./recogniserLabels.ts";

interface CallCaptionsProps {
  session: CaptionSession;
  participants: ParticipantsById;
}

const ISSUE_MESSAGES = {
  number: "captions.doubt.number",
  date: "captions.doubt.date",
  name: "captions.doubt.name",
  negation: "captions.doubt.negation",
} as const satisfies Record<FidelityIssue["kind"], MessageKey>;

/** Shows captions, notices to the speaker, and a text field for each speaker that the local participant types for. */
export function CallCaptions({ session, participants }: CallCaptionsProps) {
  const t = useMessages();
  const format = useFormatters();
  const { recognition, display, preferences } = session;
  const chosen = useSyncExternalStore(preferences.subscribe, preferences.getSnapshot);
  const { stillReadingCount, warnings, sendError, typingFor } = useSyncExternalStore(
    session.subscribe,
    session.getSnapshot,
  );
  const { state, replaced, preference } = useSyncExternalStore(recognition.subscribe, recognition.getSnapshot);
  const warning = warnings.at(-1);
  return (
    <div className="call-captions" data-place={chosen.place}>
      {chosen.shown && <CaptionBand display={display} participants={participants} preferences={chosen} />}
      <div role="status" className="mx-auto grid w-full max-w-230 gap-1 px-5 text-14 text-ink-soft">
        {replaced !== null && (
          <CaptionNotice onDismiss={recognition.dismiss}>
            {state.name === "none"
              ? t("captions.stopped", { from: t(RECOGNISER_LABELS[replaced.from]) })
              : t("captions.replaced", {
                  from: t(RECOGNISER_LABELS[replaced.from]),
                  by: "by" in state ? t(RECOGNISER_LABELS[state.by]) : "",
                })}
          </CaptionNotice>
        )}
        {preference !== "off" && state.name === "none" && replaced === null && <p>{t("captions.none")}</p>}
        {warning !== undefined && (
          <CaptionNotice onDismiss={session.dismiss}>
            {t(ISSUE_MESSAGES[warning.issues[0]?.kind ?? "name"], {
              spoken: warning.issues[0]?.spoken ?? "",
              language: format.languageName(warning.into),
            })}{" "}
            <q lang={warning.into}>{warning.translated}</q>
          </CaptionNotice>
        )}
        {stillReadingCount > 0 && <p>{t("captions.stillReading", { count: stillReadingCount })}</p>}
      </div>
      {sendError !== null && (
        <ErrorNotice
          shape="row"
          code={sendError.code}
          className="mx-5"
          action={
            <Button size="s" onClick={session.dismiss}>
              {t("action.close")}
            </Button>
          }
        />
      )}
      {typingFor.map((speaker) => (
        <CaptionTypingField
          key={speaker}
          name={participants.get(speaker)?.display_name ?? ""}
          language={participants.get(speaker)?.speaks ?? "en"}
          onType={(typed) => session.submitTyped(speaker, typed)}
        />
      ))}
    </div>
  );
}

function CaptionNotice({ children, onDismiss }: { children: React.ReactNode; onDismiss(): void }) {
  const t = useMessages();
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <span className="min-w-0 flex-1">{children}</span>
      <Button size="s" variant="ghost" onClick={onDismiss}>
        {t("captions.seen")}
      </Button>
    </p>
  );
}

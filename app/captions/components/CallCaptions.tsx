import { type ReactNode, useSyncExternalStore } from "react";
import type { ParticipantsById } from "~/call/roster.ts";
import type { MessageKey } from "~/i18n/generated/messages.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { usePrivateHints } from "~/insights/usePrivateHints.ts";
import { Button } from "~/ui/Button.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import type { CaptionSession } from "../captionSession.ts";
import type { FidelityIssue } from "../core/fidelityCheck.ts";
import { CaptionBand } from "./CaptionBand.tsx";
import { CaptionTypingField } from "./CaptionTypingField.tsx";
import { RECOGNISER_LABELS } from "./recogniserLabels.ts";

interface CallCaptionsProps {
  session: CaptionSession;
  participants: ParticipantsById;
  /** Whether captions are shown. Notices to the speaker always are. */
  shown: boolean;
  /** Shown while nobody speaks. */
  idle: ReactNode;
}

const ISSUE_MESSAGES = {
  number: "captions.doubt.number",
  date: "captions.doubt.date",
  name: "captions.doubt.name",
  negation: "captions.doubt.negation",
} as const satisfies Record<FidelityIssue["kind"], MessageKey>;

/** Shows captions, notices to the speaker, and a text field for each speaker that the local participant types for. */
export function CallCaptions({ session, participants, shown, idle }: CallCaptionsProps) {
  const t = useMessages();
  const format = useFormatters();
  const { recognition, display, preferences } = session;
  const chosen = useSyncExternalStore(preferences.subscribe, preferences.getSnapshot);
  const { stillReadingCount, warnings, sendError, typingFor } = useSyncExternalStore(
    session.subscribe,
    session.getSnapshot,
  );
  const { state, replaced, preference } = useSyncExternalStore(recognition.subscribe, recognition.getSnapshot);
  const showsHints = usePrivateHints();
  const warning = warnings.at(-1);
  return (
    <>
      <div className="caption-band" data-size={chosen.size} data-strong={chosen.strong} data-shown={shown}>
        {shown && <CaptionBand display={display} participants={participants} preferences={chosen} idle={idle} />}
        <div role="status" className="mx-auto grid w-full max-w-230 gap-1 text-14 text-ink-soft">
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
          {sendError !== null && (
            <CaptionNotice onDismiss={session.dismiss}>
              <span role="alert" className="text-danger">
                {errorText(t, sendError.code)}
              </span>
            </CaptionNotice>
          )}
          {showsHints && stillReadingCount > 0 && <p>{t("captions.stillReading", { count: stillReadingCount })}</p>}
        </div>
      </div>
      {typingFor.map((speaker) => (
        <CaptionTypingField
          key={speaker}
          name={participants.get(speaker)?.display_name ?? ""}
          language={participants.get(speaker)?.speaks ?? "en"}
          onType={(typed) => session.submitTyped(speaker, typed)}
        />
      ))}
    </>
  );
}

function CaptionNotice({ children, onDismiss }: { children: ReactNode; onDismiss(): void }) {
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

import { useSyncExternalStore } from "react";
import type { Participant } from "#contracts/meetings.ts";
import { type MessageKey, useFormat, useMessages } from "~/i18n/index.tsx";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import type { Captioning } from "../core/captioning.ts";
import type { Doubt } from "../core/checkBack.ts";
import { CaptionBand } from "./CaptionBand.tsx";
import { TypingFor } from "./TypingFor.tsx";
import { WAYS } from "./ways.ts";

interface CallCaptionsProps {
  captioning: Captioning;
  participants: ReadonlyMap<string, Participant>;
}

const DOUBTS = {
  number: "captions.doubt.number",
  date: "captions.doubt.date",
  name: "captions.doubt.name",
  negation: "captions.doubt.negation",
} as const satisfies Record<Doubt["kind"], MessageKey>;

/** Between the faces and the controls: what is said, what the speaker should know of it, and the field of who types for another. */
export function CallCaptions({ captioning, participants }: CallCaptionsProps) {
  const t = useMessages();
  const format = useFormat();
  const { recognising, captions, preferences } = captioning;
  const chosen = useSyncExternalStore(preferences.subscribe, preferences.getSnapshot);
  const { stillReading, doubts, refused, typesFor } = useSyncExternalStore(
    captioning.subscribe,
    captioning.getSnapshot,
  );
  const { state, replaced, wish } = useSyncExternalStore(recognising.subscribe, recognising.getSnapshot);
  const doubt = doubts.at(-1);
  return (
    <div className="call-captions" data-place={chosen.place}>
      {chosen.shown && <CaptionBand captions={captions} participants={participants} preferences={chosen} />}
      <div role="status" className="mx-auto grid w-full max-w-230 gap-1 px-5 text-14 text-ink-soft">
        {replaced !== null && (
          <Note onDismiss={recognising.dismiss}>
            {state.name === "none"
              ? t("captions.stopped", { from: t(WAYS[replaced.from]) })
              : t("captions.replaced", { from: t(WAYS[replaced.from]), by: "by" in state ? t(WAYS[state.by]) : "" })}
          </Note>
        )}
        {wish !== "off" && state.name === "none" && replaced === null && <p>{t("captions.none")}</p>}
        {doubt !== undefined && (
          <Note onDismiss={captioning.dismiss}>
            {t(DOUBTS[doubt.doubts[0]?.kind ?? "name"], {
              said: doubt.doubts[0]?.said ?? "",
              language: format.languageName(doubt.into),
            })}{" "}
            <q lang={doubt.into}>{doubt.translated}</q>
          </Note>
        )}
        {stillReading > 0 && <p>{t("captions.stillReading", { count: stillReading })}</p>}
      </div>
      {refused !== null && (
        <ErrorNotice
          shape="row"
          code={refused.code}
          className="mx-5"
          action={
            <Button size="s" onClick={captioning.dismiss}>
              {t("action.close")}
            </Button>
          }
        />
      )}
      {typesFor.map((speaker) => (
        <TypingFor
          key={speaker}
          name={participants.get(speaker)?.display_name ?? ""}
          language={participants.get(speaker)?.speaks ?? "en"}
          onType={(typed) => captioning.type(speaker, typed)}
        />
      ))}
    </div>
  );
}

function Note({ children, onDismiss }: { children: React.ReactNode; onDismiss(): void }) {
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

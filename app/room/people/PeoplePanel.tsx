import UserPlus from "lucide-react/icons/user-plus";
import X from "lucide-react/icons/x";
import { type MouseEvent, type ReactNode, useCallback, useId, useState, useSyncExternalStore } from "react";
import type { Participant } from "#contracts/meetings.ts";
import type { RecognisedBy } from "#contracts/realtime.ts";
import { raisedHands } from "~/call/participants.ts";
import { TranslationCoverage } from "~/chat/TranslationCoverage.tsx";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { LanguageName } from "~/translation/LanguageName.tsx";
import { QuotaMeter } from "~/translation/QuotaMeter.tsx";
import { Button } from "~/ui/Button.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import type { CallView } from "../core/callView.ts";
import { ActionError } from "../dialogs/ActionError.tsx";
import { ConfirmDialog } from "../dialogs/ConfirmDialog.tsx";
import { useAsyncActions } from "../dialogs/useAsyncActions.ts";
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { useCallUi, useLoadedCaptions } from "../screen/CallUiProvider.tsx";
import { AbsentList } from "./AbsentList.tsx";
import { CaptionSource, NO_SOURCE, NobodyCaptioned } from "./CaptionSource.tsx";
import { ParticipantMenu } from "./ParticipantMenu.tsx";
import { ParticipantRow } from "./ParticipantRow.tsx";
import { RaisedHandsList } from "./RaisedHandsList.tsx";
import { useMisclickGuard } from "./useMisclickGuard.ts";
import { usePendingKnocks } from "./usePendingKnocks.ts";
import { WaitingList } from "./WaitingList.tsx";

export interface PeoplePanelProps {
  pinnedUserId: string | null;
  /** Null unpins. */
  onPin(userId: string | null): void;
}

/** Visitors, raised hands, participants with their languages, and the permitted actions on each. */
export function PeoplePanel({ pinnedUserId, onPin }: PeoplePanelProps) {
  const { moderation, timeline, panel } = useRoom();
  const { dialog } = useCallUi();
  const { people, participants, waitingParticipants, me, meeting } = useCallView((view) => view);
  const t = useMessages();
  const actions = useAsyncActions();
  const localRecogniser = useLocalRecogniser();
  const { waiting, setAnswered } = usePendingKnocks(waitingParticipants);
  const misclickGuard = useMisclickGuard(waiting, { opened: true });
  const [removal, setRemoval] = useState<{ readonly participant: Participant; readonly open: boolean } | null>(null);
  const menuProps = { actions, onRemove: (participant: Participant) => setRemoval({ participant, open: true }) };
  const hands = raisedHands(participants.values());
  const captionSources = people.map(({ isMe, recogniser, participant }) => ({
    by: isMe ? localRecogniser : recogniser,
    typist: displayNameOf(participants, participant.captioner),
  }));
  const captioned = captionSources.some(({ by, typist }) => by !== "off" || typist !== null);
  const admitAll = async (event: MouseEvent) => {
    const seen = misclickGuard.seenLongEnough(event);
    if (seen.length === 0) return;
    misclickGuard.markAnswered(...seen);
    const admit = () => moderation.admitAll(seen.map(({ user_id }) => user_id));
    if (await actions.run("all", admit)) setAnswered(...seen);
  };
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)]">
      <header className="flex items-center gap-2 border-b border-line py-2.5 ps-5 pe-2.5">
        <h2 className="min-w-0 flex-1 text-18 leading-snug font-head">
          {t("people.title")} <span className="text-ink-soft tabular-nums">{people.length}</span>
        </h2>
        <Button
          size="s"
          onClick={() => dialog.set("share")}
          data-first-focus=""
          className="pointer-coarse:min-h-control"
        >
          <UserPlus className="size-4" />
          {t("people.invite")}
        </Button>
        <IconButton label={t("action.close")} icon={<X />} onClick={() => panel.set(null)} />
      </header>
      <div>
        <ActionError actions={actions} className="mx-3 mt-3" />
      </div>
      <div className="relative flex flex-col gap-6 overflow-y-auto overscroll-contain px-5 py-4">
        {waiting.length > 0 && (
          <PeopleSection
            title={t("people.waiting.count", { count: waiting.length })}
            action={
              waiting.length > 1 && (
                <Button
                  size="s"
                  busy={actions.isPending("all")}
                  onClick={admitAll}
                  className="pointer-coarse:min-h-control"
                >
                  {t("people.waiting.admitAll", { count: waiting.length })}
                </Button>
              )
            }
          >
            <WaitingList
              waiting={waiting}
              participants={participants}
              actions={actions}
              misclickGuard={misclickGuard}
              onAnswered={setAnswered}
            />
          </PeopleSection>
        )}
        {hands.length > 0 && (
          <PeopleSection title={t("people.hands", { count: hands.length })}>
            <RaisedHandsList hands={hands} actions={actions} />
          </PeopleSection>
        )}
        <PeopleSection title={t("people.inCall")}>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {people.map((person, index) => (
              <ParticipantRow
                key={person.participant.user_id}
                participant={person.participant}
                isMe={person.isMe}
                live={person}
                pinned={person.participant.user_id === pinnedUserId}
                captionSource={captioned && <CaptionSource {...(captionSources[index] ?? NO_SOURCE)} />}
              >
                {person.isMe ? (
                  <span className="w-9" />
                ) : (
                  <ParticipantMenu
                    {...menuProps}
                    participant={person.participant}
                    pin={{
                      on: person.participant.user_id === pinnedUserId,
                      toggle: () =>
                        onPin(person.participant.user_id === pinnedUserId ? null : person.participant.user_id),
                    }}
                  />
                )}
              </ParticipantRow>
            ))}
          </ul>
          {!captioned && <NobodyCaptioned onStart={() => dialog.set("captions")} />}
        </PeopleSection>
        <AbsentList {...menuProps} people={people} participants={participants} />
        <footer className="mt-auto grid gap-3 border-t border-line pt-4 text-14 text-ink-soft">
          <TranslationCoverage people={people.map(({ participant }) => participant)} timeline={timeline} />
          <QuotaMeter fetchQuota={timeline.fetchQuota} />
          {me && (
            <p className="text-pretty">
              {me.speaks === me.reads
                ? t.rich("people.mineOne", { language: <LanguageName code={me.reads} /> })
                : t.rich("people.mine", {
                    speaks: <LanguageName code={me.speaks} />,
                    reads: <LanguageName code={me.reads} />,
                  })}{" "}
              <button
                type="button"
                aria-label={t("people.changeMine")}
                onClick={() => dialog.set("languages")}
                className="min-h-6 text-accent underline underline-offset-3 pointer-coarse:min-h-control"
              >
                {t("people.change")}
              </button>
            </p>
          )}
        </footer>
      </div>
      {removal && (
        <ConfirmDialog
          open={removal.open}
          onClose={() => setRemoval({ ...removal, open: false })}
          title={t.rich("people.remove.title", { name: <bdi>{removal.participant.display_name}</bdi> })}
          description={
            <>
              {t.rich("people.remove.text", { name: <bdi>{removal.participant.display_name}</bdi> })}
              {meeting?.access === "open" && ` ${t("people.remove.open")}`}
            </>
          }
          confirmLabel={t("people.remove.press")}
          onConfirm={() => moderation.removeParticipant(removal.participant.user_id)}
        />
      )}
    </div>
  );
}

/** The local participant's recogniser. It is sent to others, so it is not in their status messages. */
function useLocalRecogniser(): RecognisedBy {
  const captionSession = useLoadedCaptions();
  return useSyncExternalStore(
    useCallback((changed) => captionSession?.subscribe(changed) ?? (() => {}), [captionSession]),
    () => captionSession?.getSnapshot().source ?? "off",
  );
}

const displayNameOf = (participants: CallView["participants"], id: string | null) =>
  id === null ? null : (participants.get(id)?.display_name ?? null);

function PeopleSection({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex items-center justify-between gap-3">
        <h3 id={id} className="text-14 leading-snug font-strong text-ink-soft">
          {title}
        </h3>
        {action}
      </div>
      {children}
    </section>
  );
}

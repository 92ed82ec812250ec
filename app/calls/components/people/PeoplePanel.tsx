import UserPlus from "lucide-react/icons/user-plus";
import X from "lucide-react/icons/x";
import { type MouseEvent, type ReactNode, useCallback, useId, useState, useSyncExternalStore } from "react";
import type { Result } from "#contracts/errors.ts";
import type { Participant } from "#contracts/meetings.ts";
import type { RecognisedBy } from "#contracts/realtime.ts";
import type { TranslationQuota } from "#contracts/translate.ts";
import type { Captioning } from "~/captions/late.ts";
import type { Timeline } from "~/chat/core/index.ts";
import { Reach } from "~/chat/late.ts";
import { useMessages } from "~/i18n/index.tsx";
import { LanguageName } from "~/languages/index.ts";
import { Quota } from "~/languages/late.ts";
import { Button } from "~/ui/Button.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import type { CallView } from "../../callView.ts";
import type { Lead } from "../../core/lead.ts";
import { handsOf } from "../../core/people.ts";
import { AwayList } from "./AwayList.tsx";
import { HandsList } from "./HandsList.tsx";
import { HeardBy } from "./HeardBy.tsx";
import { PersonMenu } from "./PersonMenu.tsx";
import { PersonRow } from "./PersonRow.tsx";
import { PressFailure } from "./PressFailure.tsx";
import { Question } from "./Question.tsx";
import { useMeant } from "./useMeant.ts";
import { usePresses } from "./usePresses.ts";
import { nextNumber, useUnanswered } from "./useUnanswered.ts";
import { WaitingList } from "./WaitingList.tsx";

export interface PeoplePanelProps {
  snapshot: CallView;
  lead: Lead;
  /** User id of who is pinned to the stage. */
  pinned: string | null;
  onPin(userId: string | null): void;
  /** Opens the share sheet. */
  onInvite(): void;
  /** Opens the dialog of one's own languages. */
  onLanguages(): void;
  onClose(): void;
  timeline: Timeline;
  /** Something here may translate what is written. */
  translates: boolean;
  /** Null until captions are here. */
  captioning: Captioning | null;
  /** What is used of the day's translation. */
  quota(): Promise<Result<TranslationQuota>>;
}

/** Who waits, who wants to speak, who is here and in which languages, and what the viewer may do with each. */
export function PeoplePanel(props: PeoplePanelProps) {
  const { snapshot, lead, pinned, onPin, onInvite, onLanguages, onClose, timeline, translates, captioning, quota } =
    props;
  const { people, participants, rank, lobby, me, meeting } = snapshot;
  const t = useMessages();
  const presses = usePresses();
  const heardBy = useOwnRecogniser(captioning);
  const { waiting, setAnswered } = useUnanswered(lobby);
  const meant = useMeant(waiting, { opened: true });
  const [removing, setRemoving] = useState<{ readonly who: Participant; readonly open: boolean } | null>(null);
  const actions = { rank, lead, presses, onRemove: (who: Participant) => setRemoving({ who, open: true }) };
  const hands = handsOf(participants.values());
  const admitAll = async (press: MouseEvent) => {
    const seen = meant.among(press);
    if (seen.length === 0) return;
    meant.answers(...seen);
    const admit = () => lead.admitAll(seen.map(({ user_id }) => user_id));
    if (await presses.press("all", admit)) setAnswered(...seen);
  };
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)]">
      <header className="flex items-center gap-2 border-b border-line py-2.5 ps-5 pe-2.5">
        <h2 className="min-w-0 flex-1 text-18 leading-snug font-head">
          {t("people.title")} <span className="text-ink-soft tabular-nums">{people.length}</span>
        </h2>
        <Button size="s" onClick={onInvite} data-first-focus="" className="pointer-coarse:min-h-control">
          <UserPlus className="size-4" />
          {t("people.invite")}
        </Button>
        <IconButton label={t("action.close")} icon={<X />} onClick={onClose} />
      </header>
      <div>
        <PressFailure presses={presses} className="mx-3 mt-3" />
      </div>
      <div className="relative flex flex-col gap-6 overflow-y-auto overscroll-contain px-5 py-4">
        {waiting.length > 0 && (
          <Section
            title={t("people.lobby.waiting", { count: waiting.length })}
            action={
              waiting.length > 1 && (
                <Button size="s" busy={presses.busy("all")} onClick={admitAll} className="pointer-coarse:min-h-control">
                  {t("people.lobby.admitAll", { count: waiting.length })}
                </Button>
              )
            }
          >
            <WaitingList
              waiting={waiting}
              nextNumber={nextNumber(participants)}
              lead={lead}
              presses={presses}
              meant={meant}
              onAnswered={setAnswered}
            />
          </Section>
        )}
        {hands.length > 0 && (
          <Section title={t("people.hands", { count: hands.length })}>
            <HandsList hands={hands} me={me} rank={rank} lead={lead} presses={presses} />
          </Section>
        )}
        <Section title={t("people.inCall")}>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {people.map((person) => (
              <PersonRow
                key={person.participant.user_id}
                participant={person.participant}
                isMe={person.isMe}
                live={person}
                pinned={person.participant.user_id === pinned}
                heard={
                  <HeardBy
                    by={person.isMe ? heardBy : person.recogniser}
                    typist={nameOf(participants, person.participant.captioner)}
                  />
                }
              >
                {person.isMe ? (
                  <span className="w-9" />
                ) : (
                  <PersonMenu
                    {...actions}
                    participant={person.participant}
                    pin={{
                      on: person.participant.user_id === pinned,
                      toggle: () => onPin(person.participant.user_id === pinned ? null : person.participant.user_id),
                    }}
                  />
                )}
              </PersonRow>
            ))}
          </ul>
        </Section>
        <AwayList {...actions} people={people} participants={participants} />
        <footer className="mt-auto grid gap-3 border-t border-line pt-4 text-14 text-ink-soft">
          <Reach
            readers={people.map(({ participant }) => participant.reads)}
            timeline={timeline}
            translates={translates}
          />
          <Quota read={quota} />
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
                onClick={onLanguages}
                className="min-h-6 text-accent underline underline-offset-3 pointer-coarse:min-h-control"
              >
                {t("people.change")}
              </button>
            </p>
          )}
        </footer>
      </div>
      {removing && (
        <Question
          open={removing.open}
          onClose={() => setRemoving({ ...removing, open: false })}
          title={t.rich("people.remove.title", { name: <bdi>{removing.who.display_name}</bdi> })}
          text={
            <>
              {t.rich("people.remove.text", { name: <bdi>{removing.who.display_name}</bdi> })}
              {meeting?.access === "open" && ` ${t("people.remove.open")}`}
            </>
          }
          press={t("people.remove.press")}
          run={() => lead.remove(removing.who.user_id)}
        />
      )}
    </div>
  );
}

/** What hears this person: told to the others, so that it is not among what comes of them. */
function useOwnRecogniser(captioning: Captioning | null): RecognisedBy {
  return useSyncExternalStore(
    useCallback((changed) => captioning?.subscribe(changed) ?? (() => {}), [captioning]),
    () => captioning?.getSnapshot().heardBy ?? "off",
  );
}

const nameOf = (participants: CallView["participants"], id: string | null) =>
  id === null ? null : (participants.get(id)?.display_name ?? null);

function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
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

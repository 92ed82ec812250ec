import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Failure } from "#contracts/errors.ts";
import { type Meeting, type Participant, showCode } from "#contracts/meetings.ts";
import type { Tokens } from "~/account/index.ts";
import { Chat, useUnread, useUnreadMentions } from "~/chat/index.ts";
import type { PublicEnv } from "~/platform/context.ts";
import { keepList, keepObject } from "~/platform/store.ts";
import { type CallView, viewCall, viewTypists } from "../callView.ts";
import { createRoom, type Room as RoomParts } from "../core/createRoom.ts";
import type { Devices } from "../core/devices.ts";
import { newcomerView, personViews } from "../personViews.ts";
import type { PersonView } from "../view.ts";
import { EndedScreen, FailedScreen, LeftScreen, RemovedScreen, TakenOverScreen } from "./AwayScreens.tsx";
import { CallScreen } from "./CallScreen.tsx";
import type { Trouble } from "./Notices.tsx";
import { EndDialog, meetingLink } from "./people/index.ts";
import type { PanelName } from "./SidePanel.tsx";
import { useUnhurried } from "./useUnhurried.ts";

export { makeAhead } from "../core/connectionAhead.ts";

export interface RoomProps {
  env: PublicEnv;
  tokens: Tokens;
  /** Those of the door; they stay the door's to close. */
  devices: Devices;
  meetingId: string;
  userId: string;
  /** As the door knows this person, until the call tells more. */
  participant: Participant;
  title: string | null;
  /** There is a translation engine. */
  translates: boolean;
  /** To give away. */
  link: string;
  /** For a meeting that is started after this one. */
  newId: string;
}

/** From the press on Enter on: the room is entered when this is shown, and left when it goes away. */
export function Room(props: RoomProps) {
  const { env, tokens, devices, meetingId, userId, participant } = props;
  const { reads } = participant;
  const [room, setRoom] = useState<RoomParts | null>(null);
  useEffect(() => {
    const made = createRoom({
      meetingId,
      userId,
      reads,
      devices,
      supabaseUrl: env.supabaseUrl,
      publishableKey: env.publishableKey,
      iceServers: env.iceServers,
      accessToken: tokens.accessToken,
    });
    let stays = true;
    // In development React mounts twice in a row: two of one person would enter at once, and take over from each other.
    queueMicrotask(() => stays && made.call.enter());
    setRoom(made);
    return () => {
      stays = false;
      void made.call.leave();
      made.close();
    };
  }, [env, tokens, devices, meetingId, userId, reads]);
  return room && <Inside {...props} room={room} />;
}

/** Who has no session any more goes through the door again: there one becomes somebody. */
const wayBack = ({ code }: Failure, call: RoomParts["call"]) =>
  code === "request/sign-in-needed" ? () => location.reload() : call.enter;

/** Beside the faces there is room for the chat, so it is open from the start. */
const wide = () => matchMedia("(min-width: 901px)").matches;

/** What was pressed here has to answer at once; nearly all else is told by others. */
const isOwnPress = (before: CallView, now: CallView) => before.mode !== now.mode;

type InsideProps = RoomProps & { room: RoomParts };

function Inside({ room, devices, env, meetingId, participant, title, link, newId, ...props }: InsideProps) {
  const { call, timeline } = room;
  const view = useMemo(() => viewCall(call), [call]);
  const typists = useMemo(() => viewTypists(call, timeline), [call, timeline]);
  const snapshot = useUnhurried(view, isOwnPress);
  const device = useSyncExternalStore(devices.subscribe, devices.getSnapshot);
  const { state, me, meeting, mode } = snapshot;
  const [panel, setPanel] = useState<PanelName | null>(() => (wide() ? "chat" : null));
  const closePanel = useCallback(() => setPanel(null), []);
  const onTyping = useCallback(
    (typing: boolean) => {
      call.setTyping(typing);
      if (typing) timeline.prepare();
    },
    [call, timeline],
  );
  const unread = useUnread(timeline, panel === "chat");
  const mentioned = useUnreadMentions(timeline) > 0;
  // Where nothing is heard and seen, the chat is what there is.
  useEffect(() => {
    if (mode === "text") setPanel("chat");
  }, [mode]);
  useAddress(meeting);
  const inside = useLastInside(snapshot);
  const settled = snapshot.callId !== null;
  const translates = props.translates && meeting?.keep !== "nothing";
  const people = useSame(settled ? personViews(snapshot) : [newcomerView(participant, device)]);
  let trouble: Trouble | null = null;
  switch (state.name) {
    case "left":
      return <Left inside={inside} room={room} newId={newId} />;
    case "taken-over":
      return <TakenOverScreen busy={false} onContinue={call.enter} />;
    case "failed":
      return <FailedScreen code={state.error.code} onRetry={wayBack(state.error, call)} />;
    case "removed":
      return <RemovedScreen onRetry={call.enter} />;
    case "ended":
      return <EndedScreen newId={newId} transcript={transcriptOf(inside)} />;
    case "reconnecting":
      trouble = { code: state.reason };
      break;
    case "joining":
    case "connecting":
    case "connected":
      break;
    default:
      return state satisfies never;
  }
  return (
    <CallScreen
      room={room}
      devices={devices}
      env={env}
      snapshot={snapshot}
      device={device}
      title={meeting === null ? title : meeting.title}
      link={meeting === null ? link : meetingLink(meeting)}
      people={people}
      settled={settled}
      trouble={trouble}
      panel={panel}
      unread={unread}
      mentioned={mentioned}
      translates={translates}
      chat={
        <Chat
          timeline={timeline}
          participants={snapshot.participants}
          speaks={(me ?? participant).speaks}
          here={snapshot.here}
          meetingId={meetingId}
          translates={translates}
          fileParts={room.files}
          keeps={meeting?.keep !== "nothing"}
          lineWork={room.lineWork}
          typists={typists}
          onTyping={onTyping}
          onClose={closePanel}
        />
      }
      onPanel={setPanel}
    />
  );
}

/** A renewed code is the meeting's address from then on: the old one leads nowhere when the page is loaded again. */
function useAddress(meeting: Meeting | null): void {
  const code = meeting?.code;
  useEffect(() => {
    if (code === undefined) return;
    const path = `/m/${showCode(code)}`;
    if (location.pathname !== path) history.replaceState(history.state, "", path);
  }, [code]);
}

/** With the same objects as before for those of whom nothing has changed, so that nothing of them is drawn anew. */
function useSame(people: readonly PersonView[]): readonly PersonView[] {
  const kept = useRef(people);
  const before = kept.current;
  kept.current = keepList(
    before,
    people.map((person) =>
      keepObject(
        before.find(({ id }) => id === person.id),
        person,
      ),
    ),
  );
  return kept.current;
}

/** The call as it was when this person was last in it. */
function useLastInside(snapshot: CallView): CallView {
  const last = useRef(snapshot);
  if (snapshot.people.length > 0) last.current = snapshot;
  return last.current;
}

/** Where it can be read what was said; null where nothing is kept. */
const transcriptOf = ({ meeting, callId }: CallView): string | null =>
  meeting === null || callId === null || meeting.keep === "nothing" ? null : `/meetings/${meeting.id}/calls/${callId}`;

/** After leaving. Who leads the meeting may end it for those who are still inside. */
function Left({ inside, room, newId }: { inside: CallView; room: RoomParts; newId: string }) {
  const [asked, setAsked] = useState(false);
  const [asking, setAsking] = useState(false);
  const [ended, setEnded] = useState(false);
  const others = inside.people.filter(({ isMe }) => !isMe).length;
  const ends = inside.rank > 1 && others > 0;
  const lead = {
    ...room.lead,
    async endMeeting() {
      const answer = await room.lead.endMeeting();
      if (answer.ok) setEnded(true);
      return answer;
    },
  };
  if (ended) return <EndedScreen newId={newId} transcript={transcriptOf(inside)} />;
  return (
    <>
      <LeftScreen
        busy={false}
        newId={newId}
        inside={ends ? others : 0}
        transcript={transcriptOf(inside)}
        onRejoin={room.call.enter}
        onEnd={() => {
          setAsked(true);
          setAsking(true);
        }}
      />
      {asked && <EndDialog open={asking} onClose={() => setAsking(false)} snapshot={inside} lead={lead} />}
    </>
  );
}

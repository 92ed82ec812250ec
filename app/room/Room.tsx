import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Failure } from "#contracts/errors.ts";
import { formatMeetingCode, type Meeting, type Participant } from "#contracts/meetings.ts";
import type { AccessTokenSource } from "~/auth/core/createPageSession.ts";
import { Chat } from "~/chat/Chat.tsx";
import { useUnread, useUnreadMentions } from "~/chat/useUnread.ts";
import type { Devices } from "~/devices/devices.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { reuseIfShallowEqual, reuseListIfEqual } from "~/lib/store.ts";
import { buildParticipantViews, localPreviewView } from "./core/buildParticipantViews.ts";
import { type CallView, createCallView, createTypingNames } from "./core/callView.ts";
import type { ParticipantView } from "./core/participantView.ts";
import { createRoom, type RoomServices as RoomParts } from "./createRoom.ts";
import type { CallError } from "./notices/Notices.tsx";
import { EndedScreen, FailedScreen, LeftScreen, RemovedScreen, TakenOverScreen } from "./screen/CallEndScreens.tsx";
import { CallScreen } from "./screen/CallScreen.tsx";
import { EndMeetingDialog, meetingLink } from "./screen/lazyParts.tsx";
import type { SidePanelName } from "./screen/SidePanel.tsx";
import { useTransitionStore } from "./screen/useTransitionStore.ts";

export { prewarm } from "~/webrtc/prewarmedConnection.ts";

export interface RoomProps {
  env: PublicEnv;
  tokens: AccessTokenSource;
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
  newMeetingId: string;
}

/** From the press on Enter on: the room is entered when this is shown, and left when it goes away. */
export function Room(props: RoomProps) {
  const { env, tokens, devices, meetingId, userId, participant } = props;
  const { reads } = participant;
  const [room, setRoom] = useState<RoomParts | null>(null);
  useEffect(() => {
    const newRoom = createRoom({
      meetingId,
      userId,
      reads,
      devices,
      supabaseUrl: env.supabaseUrl,
      publishableKey: env.publishableKey,
      iceServers: env.iceServers,
      accessToken: tokens.accessToken,
    });
    let mounted = true;
    // In development React mounts twice in a row: two of one person would enter at once, and take over from each other.
    queueMicrotask(() => mounted && newRoom.call.join());
    setRoom(newRoom);
    return () => {
      mounted = false;
      void newRoom.call.leave();
      newRoom.close();
    };
  }, [env, tokens, devices, meetingId, userId, reads]);
  return room && <JoinedRoom {...props} room={room} />;
}

/** Who has no session any more goes through the door again: there one becomes somebody. */
const retryAction = ({ code }: Failure, call: RoomParts["call"]) =>
  code === "request/sign-in-needed" ? () => location.reload() : call.join;

/** Beside the faces there is room for the chat, so it is open from the start. */
const isWideScreen = () => matchMedia("(min-width: 901px)").matches;

/** What was pressed here has to answer at once; nearly all else is told by others. */
const isModeChange = (previous: CallView, next: CallView) => previous.mode !== next.mode;

type JoinedRoomProps = RoomProps & { room: RoomParts };

function JoinedRoom({
  room,
  devices,
  env,
  meetingId,
  participant,
  title,
  link,
  newMeetingId,
  ...props
}: JoinedRoomProps) {
  const { call, timeline } = room;
  const view = useMemo(() => createCallView(call), [call]);
  const typists = useMemo(() => createTypingNames(call, timeline), [call, timeline]);
  const snapshot = useTransitionStore(view, isModeChange);
  const deviceState = useSyncExternalStore(devices.subscribe, devices.getSnapshot);
  const { state, me, meeting, mode } = snapshot;
  const [panel, setPanel] = useState<SidePanelName | null>(() => (isWideScreen() ? "chat" : null));
  const closePanel = useCallback(() => setPanel(null), []);
  const onTyping = useCallback(
    (typing: boolean) => {
      call.setTyping(typing);
      if (typing) timeline.warmUpTranslation();
    },
    [call, timeline],
  );
  const unread = useUnread(timeline, panel === "chat");
  const mentioned = useUnreadMentions(timeline) > 0;
  // Where nothing is heard and seen, the chat is what there is.
  useEffect(() => {
    if (mode === "text") setPanel("chat");
  }, [mode]);
  useMeetingUrl(meeting);
  const lastJoined = useLastJoinedView(snapshot);
  const joined = snapshot.callId !== null;
  const translates = props.translates && meeting?.keep !== "nothing";
  const people = useStableList(joined ? buildParticipantViews(snapshot) : [localPreviewView(participant, deviceState)]);
  let callError: CallError | null = null;
  switch (state.name) {
    case "left":
      return <LeftCall inside={lastJoined} room={room} newId={newMeetingId} />;
    case "taken-over":
      return <TakenOverScreen busy={false} onContinue={call.join} />;
    case "failed":
      return <FailedScreen code={state.error.code} onRetry={retryAction(state.error, call)} />;
    case "removed":
      return <RemovedScreen onRetry={call.join} />;
    case "ended":
      return <EndedScreen newId={newMeetingId} transcript={transcriptPath(lastJoined)} />;
    case "reconnecting":
      callError = { code: state.reason };
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
      deviceState={deviceState}
      title={meeting === null ? title : meeting.title}
      link={meeting === null ? link : meetingLink(meeting)}
      people={people}
      joined={joined}
      callError={callError}
      panel={panel}
      unreadCount={unread}
      mentioned={mentioned}
      translates={translates}
      chat={
        <Chat
          timeline={timeline}
          participants={snapshot.participants}
          speaks={(me ?? participant).speaks}
          presentIds={snapshot.presentUserIds}
          meetingId={meetingId}
          translates={translates}
          fileParts={room.files}
          storesLines={meeting?.keep !== "nothing"}
          lineEditing={room.lineEditing}
          typingNames={typists}
          onTyping={onTyping}
          onClose={closePanel}
        />
      }
      onPanelChange={setPanel}
    />
  );
}

/** A renewed code is the meeting's address from then on: the old one leads nowhere when the page is loaded again. */
function useMeetingUrl(meeting: Meeting | null): void {
  const code = meeting?.code;
  useEffect(() => {
    if (code === undefined) return;
    const path = `/m/${formatMeetingCode(code)}`;
    if (location.pathname !== path) history.replaceState(history.state, "", path);
  }, [code]);
}

/** With the same objects as before for those of whom nothing has changed, so that nothing of them is drawn anew. */
function useStableList(people: readonly ParticipantView[]): readonly ParticipantView[] {
  const stableRef = useRef(people);
  const previous = stableRef.current;
  stableRef.current = reuseListIfEqual(
    previous,
    people.map((person) =>
      reuseIfShallowEqual(
        previous.find(({ id }) => id === person.id),
        person,
      ),
    ),
  );
  return stableRef.current;
}

/** The call as it was when this person was last in it. */
function useLastJoinedView(snapshot: CallView): CallView {
  const last = useRef(snapshot);
  if (snapshot.people.length > 0) last.current = snapshot;
  return last.current;
}

/** Where it can be read what was said; null where nothing is kept. */
const transcriptPath = ({ meeting, callId }: CallView): string | null =>
  meeting === null || callId === null || meeting.keep === "nothing" ? null : `/meetings/${meeting.id}/calls/${callId}`;

/** After leaving. Who leads the meeting may end it for those who are still inside. */
function LeftCall({ inside, room, newId }: { inside: CallView; room: RoomParts; newId: string }) {
  const [dialogMounted, setAsked] = useState(false);
  const [dialogOpen, setAsking] = useState(false);
  const [ended, setEnded] = useState(false);
  const remainingCount = inside.people.filter(({ isMe }) => !isMe).length;
  const canEndMeeting = inside.rank > 1 && remainingCount > 0;
  const moderation = {
    ...room.moderation,
    async endMeeting() {
      const result = await room.moderation.endMeeting();
      if (result.ok) setEnded(true);
      return result;
    },
  };
  if (ended) return <EndedScreen newId={newId} transcript={transcriptPath(inside)} />;
  return (
    <>
      <LeftScreen
        busy={false}
        newMeetingId={newId}
        remainingCount={canEndMeeting ? remainingCount : 0}
        transcriptPath={transcriptPath(inside)}
        onRejoin={room.call.join}
        onEndMeeting={() => {
          setAsked(true);
          setAsking(true);
        }}
      />
      {dialogMounted && (
        <EndMeetingDialog
          open={dialogOpen}
          onClose={() => setAsking(false)}
          snapshot={inside}
          moderation={moderation}
        />
      )}
    </>
  );
}

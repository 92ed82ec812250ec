import { useEffect, useState, useSyncExternalStore } from "react";
import type { Failure } from "#contracts/errors.ts";
import type { Participant } from "#contracts/meetings.ts";
import type { Tokens } from "~/account/index.ts";
import { Chat, useUnread } from "~/chat/index.ts";
import type { PublicEnv } from "~/platform/context.ts";
import { createRoom, type Room as RoomParts } from "../core/createRoom.ts";
import type { Devices } from "../core/devices.ts";
import { controlView, newcomerView, personViews, readersOf } from "../personViews.ts";
import { EndedScreen, FailedScreen, LeftScreen, RemovedScreen, TakenOverScreen } from "./AwayScreens.tsx";
import { CallScreen } from "./CallScreen.tsx";
import type { Trouble } from "./Notices.tsx";

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
      made.call.leaveNow();
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

function Inside({ room, devices, meetingId, participant, title, link, newId }: RoomProps & { room: RoomParts }) {
  const { call, timeline } = room;
  const snapshot = useSyncExternalStore(call.subscribe, call.getSnapshot);
  const device = useSyncExternalStore(devices.subscribe, devices.getSnapshot);
  const [chatOpen, setChatOpen] = useState(wide);
  const unread = useUnread(timeline, chatOpen);
  const { state, me } = snapshot;
  const settled = snapshot.callId !== null;
  let trouble: Trouble | null = null;
  switch (state.name) {
    case "left":
      return <LeftScreen busy={false} newId={newId} onRejoin={call.enter} />;
    case "taken-over":
      return <TakenOverScreen busy={false} onContinue={call.enter} />;
    case "failed":
      return <FailedScreen code={state.error.code} onRetry={wayBack(state.error, call)} />;
    case "removed":
      return <RemovedScreen onRetry={call.enter} />;
    case "ended":
      return <EndedScreen newId={newId} />;
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
      title={title}
      link={link}
      startedAt={snapshot.startedAt}
      people={settled ? personViews(snapshot) : [newcomerView(participant, device)]}
      settled={settled}
      microphone={controlView(device.microphone)}
      camera={controlView(device.camera)}
      trouble={trouble}
      chatOpen={chatOpen}
      unread={unread}
      chat={
        <Chat
          timeline={timeline}
          participants={snapshot.participants}
          people={snapshot.people}
          speaks={(me ?? participant).speaks}
          readers={readersOf(snapshot)}
          meetingId={meetingId}
          keep={snapshot.meeting?.keep ?? "days"}
          onTyping={call.setTyping}
          onClose={() => setChatOpen(false)}
        />
      }
      onMicrophone={() => call.toggle("microphone")}
      onCamera={() => call.toggle("camera")}
      onChat={setChatOpen}
      onLeave={() => void call.leave()}
    />
  );
}

import { useEffect, useMemo, useRef, useState } from "react";
import type { Failure } from "#contracts/errors.ts";
import { type LanguagePairs, NO_PAIRS } from "#contracts/languagePairs.ts";
import { formatMeetingCode, type Participant } from "#contracts/meetings.ts";
import type { AccessTokenSource } from "~/auth/accessTokenSource.ts";
import type { Devices } from "~/devices/devices.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { MeetingConfigContext } from "~/lib/MeetingConfig.tsx";

import type { CallView } from "./core/callView.ts";
import { createRoom, type RoomServices } from "./createRoom.ts";
import { CallEnd, EndMeetingDialog, preloadCallEnd } from "./lazy.tsx";
import { RoomProvider, useCallView, useRoom } from "./RoomProvider.tsx";
import { CallScreen } from "./screen/CallScreen.tsx";
import { useEverybodyConnected } from "./useEverybodyConnected.ts";

await loadNamespaces("call");

// `loadRoom.tsx` imports this from here, so that it shares the chunk.
export { prewarm } from "~/webrtc/prewarmedConnection.ts";

export interface RoomProps {
  env: PublicEnv;
  tokens: AccessTokenSource;
  /** The page closes them, not the room. */
  devices: Devices;
  meetingId: string;
  userId: string;
  /** Shown until the call has loaded, like `title` and `link`. */
  participant: Participant;
  title: string | null;
  hostName: string | null;
  /** The pairs that the engines translate. */
  pairs: LanguagePairs;
  /** The link for invitations. */
  link: string;
  /** Id for a meeting that is started after this one. */
  newMeetingId: string;
}

/** Mounted when the user clicks Join. Joins the call on mount and leaves it on unmount. */
export function Room({
  env,
  tokens,
  devices,
  meetingId,
  userId,
  participant,
  title,
  hostName,
  link,
  ...props
}: RoomProps) {
  const { reads } = participant;
  const { pairs } = props;
  const [room, setRoom] = useState<RoomServices | null>(null);
  useEffect(() => {
    const newRoom = createRoom({
      meetingId,
      userId,
      reads,
      pairs,
      devices,
      ...env,
      accessToken: tokens.accessToken,
    });
    let mounted = true;
    // React mounts twice in development. Joining both times would make the tab take over from itself.
    queueMicrotask(() => mounted && newRoom.call.join());
    setRoom(newRoom);
    return () => {
      mounted = false;
      void newRoom.call.leave();
      newRoom.close();
    };
  }, [env, tokens, devices, meetingId, userId, reads, pairs]);
  return (
    room && (
      <RoomProvider room={room} preJoin={{ participant, title, hostName, link }}>
        <JoinedRoom {...props} env={env} />
      </RoomProvider>
    )
  );
}

/** If the session has expired, reload: the pre-join page signs the user in again. */
const retryAction = ({ code }: Failure, call: RoomServices["call"]) =>
  code === "request/sign-in-needed" ? () => location.reload() : call.join;

function JoinedRoom({ env, newMeetingId, ...props }: Pick<RoomProps, "env" | "pairs" | "newMeetingId">) {
  const { call, panel } = useRoom();
  const state = useCallView((view) => view.state);
  const textOnly = useCallView(({ mode }) => mode === "text");
  const storesLines = useCallView(({ meeting }) => meeting?.keep !== "nothing");
  const lastJoined = useLastJoinedView();
  useMeetingUrl();
  const everybodyConnected = useEverybodyConnected();
  useEffect(() => {
    if (everybodyConnected) preloadCallEnd();
  }, [everybodyConnected]);
  // Without audio and video, the chat is the main content.
  useEffect(() => {
    if (textOnly) panel.set("chat");
  }, [textOnly, panel]);
  const pairs = storesLines ? props.pairs : NO_PAIRS;
  const config = useMemo(() => ({ env, pairs, storesLines }), [env, pairs, storesLines]);
  switch (state.name) {
    case "left":
      return <LeftCall view={lastJoined.current} newMeetingId={newMeetingId} />;
    case "taken-over":
      return <CallEnd>{({ TakenOverScreen }) => <TakenOverScreen onContinue={call.join} />}</CallEnd>;
    case "replaced":
      return <CallEnd>{({ ReplacedScreen }) => <ReplacedScreen onRetry={call.join} />}</CallEnd>;
    case "failed":
      return (
        <CallEnd>
          {({ FailedScreen }) => <FailedScreen code={state.error.code} onRetry={retryAction(state.error, call)} />}
        </CallEnd>
      );
    case "removed":
      return <CallEnd>{({ RemovedScreen }) => <RemovedScreen onRetry={call.join} />}</CallEnd>;
    case "ended":
      return (
        <CallEnd>
          {({ EndedScreen }) => (
            <EndedScreen newMeetingId={newMeetingId} transcriptPath={transcriptPathOf(lastJoined.current)} />
          )}
        </CallEnd>
      );
    case "reconnecting":
    case "joining":
    case "connecting":
    case "connected":
      return (
        <MeetingConfigContext.Provider value={config}>
          <CallScreen />
        </MeetingConfigContext.Provider>
      );
    default:
      return state satisfies never;
  }
}

/** Shows the new address after the meeting's code was replaced: a reload of the old address would fail. */
function useMeetingUrl(): void {
  const code = useCallView(({ meeting }) => meeting?.code);
  useEffect(() => {
    if (code === undefined) return;
    const path = `/m/${formatMeetingCode(code)}`;
    if (location.pathname !== path) history.replaceState(history.state, "", path);
  }, [code]);
}

/** The newest state of the call in which the local participant was present. */
function useLastJoinedView() {
  const { callView } = useRoom();
  const last = useRef(callView.getSnapshot());
  useEffect(() => {
    const update = () => {
      const view = callView.getSnapshot();
      if (view.people.length > 0) last.current = view;
    };
    update();
    return callView.subscribe(update);
  }, [callView]);
  return last;
}

/** Null if the meeting keeps nothing. */
const transcriptPathOf = ({ meeting, callId }: CallView): string | null =>
  meeting === null || callId === null || meeting.keep === "nothing" ? null : `/meetings/${meeting.id}/calls/${callId}`;

/** Shown after leaving. A moderator may end the meeting for those who are still in it. */
function LeftCall({ view, newMeetingId }: { view: CallView; newMeetingId: string }) {
  const { call, moderation } = useRoom();
  const [dialogMounted, setDialogMounted] = useState(false);
  const [dialogOpen, setDialogOpen] = useState(false);
  const [ended, setEnded] = useState(false);
  const othersCount = view.people.filter(({ isMe }) => !isMe).length;
  const transcriptPath = transcriptPathOf(view);
  const endMeeting = async () => {
    const result = await moderation.endMeeting();
    if (result.ok) setEnded(true);
    return result;
  };
  const endProps = { newMeetingId, transcriptPath };
  if (ended) return <CallEnd>{({ EndedScreen }) => <EndedScreen {...endProps} />}</CallEnd>;
  return (
    <>
      <CallEnd>
        {({ LeftScreen }) => (
          <LeftScreen
            {...endProps}
            remainingCount={view.rank > 1 ? othersCount : 0}
            onRejoin={call.join}
            onEndMeeting={() => {
              setDialogMounted(true);
              setDialogOpen(true);
            }}
          />
        )}
      </CallEnd>
      {dialogMounted && (
        <EndMeetingDialog
          open={dialogOpen}
          onClose={() => setDialogOpen(false)}
          othersCount={othersCount}
          onConfirm={endMeeting}
        />
      )}
    </>
  );
}

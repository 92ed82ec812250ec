import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Language } from "#contracts/languages.ts";
import type { Knocked, Participant } from "#contracts/meetings.ts";
import type { AccessTokenSource } from "~/auth/accessTokenSource.ts";
import { PreJoinLayout, type PreJoinLayoutBaseProps } from "~/prejoin/PreJoinLayout.tsx";
import type { ParticipantInput } from "~/prejoin/participantForm.ts";
import { createBrowserWaitingRoom } from "../core/createBrowserWaitingRoom.ts";
import type { WaitingRoomSession } from "../core/waitingRoomSession.ts";
import { WaitingScreen } from "./WaitingScreen.tsx";

export interface WaitingRoomProps extends PreJoinLayoutBaseProps {
  tokens: AccessTokenSource;
  meetingId: string;
  userId: string;
  /** What was said at the door, and how that stands. */
  input: ParticipantInput;
  knocked: Exclude<Knocked, { admission: "admitted" }>;
  /** Milliseconds since the epoch by the server, when the door answered. */
  serverNow: number;
  suggestedLanguages: readonly Language[];
  onAdmitted(participant: Participant): void;
  /** Waits no longer, of one's own will; with what was said last. */
  onLeft(said: ParticipantInput): void;
}

/** From a knock that is not answered yet until one is let in or goes. Going elsewhere takes the knock along. */
export function WaitingRoom(props: WaitingRoomProps) {
  const { env, tokens, meetingId, userId, code, input, knocked, serverNow } = props;
  const [session, setSession] = useState<WaitingRoomSession | null>(null);
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    const { accessToken } = tokens;
    const created = createBrowserWaitingRoom({ env, accessToken, meetingId, userId, code, input, knocked, serverNow });
    setSession(created);
    return () => {
      mounted.current = false;
      // In development React mounts twice in a row: that is no going away.
      queueMicrotask(() => {
        if (!mounted.current) void created.leave();
        created.close();
      });
    };
  }, [env, tokens, meetingId, userId, code, input, knocked, serverNow]);
  return session && <WaitingRoomContent {...props} waiting={session} />;
}

function WaitingRoomContent({ waiting: session, ...props }: WaitingRoomProps & { waiting: WaitingRoomSession }) {
  const { path, devices, env, code, suggestedLanguages, onAdmitted, onLeft } = props;
  const snapshot = useSyncExternalStore(session.subscribe, session.getSnapshot);
  const { state, input } = snapshot;
  useEffect(() => {
    if (state.name === "admitted") onAdmitted(state.participant);
    if (state.name === "left") onLeft(input);
  }, [state, input, onAdmitted, onLeft]);
  return (
    // One's number is given when one comes in.
    <PreJoinLayout
      {...{ path, devices, env, code }}
      canTestConnection={state.name === "waiting"}
      isWaiting
      number={1}
      name={input.display_name}
    >
      <WaitingScreen
        snapshot={snapshot}
        suggestedLanguages={suggestedLanguages}
        onKnock={session.knockAgain}
        onLeave={() => void session.leave()}
      />
    </PreJoinLayout>
  );
}

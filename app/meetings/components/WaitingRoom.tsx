import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Language } from "#contracts/languages.ts";
import type { Knocked, Participant } from "#contracts/meetings.ts";
import type { Tokens } from "~/account/index.ts";
import { createWaitingRoom } from "../core/createWaitingRoom.ts";
import type { Said, Waiting } from "../core/waiting.ts";
import { DoorFrame, type DoorFrameProps } from "./DoorFrame.tsx";
import { WaitingScreen } from "./WaitingScreen.tsx";

export interface WaitingRoomProps extends DoorFrameProps {
  tokens: Tokens;
  meetingId: string;
  userId: string;
  /** What was said at the door, and how that stands. */
  said: Said;
  knocked: Exclude<Knocked, { admission: "admitted" }>;
  /** Milliseconds since the epoch by the server, when the door answered. */
  serverNow: number;
  likely: readonly Language[];
  onAdmitted(participant: Participant): void;
  /** Waits no longer, of one's own will; with what was said last. */
  onLeft(said: Said): void;
}

/** From a knock that is not answered yet until one is let in or goes. Going elsewhere takes the knock along. */
export function WaitingRoom(props: WaitingRoomProps) {
  const { env, tokens, meetingId, userId, code, said, knocked, serverNow } = props;
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    const { accessToken } = tokens;
    const made = createWaitingRoom({ env, accessToken, meetingId, userId, code, said, knocked, serverNow });
    setWaiting(made);
    return () => {
      here.current = false;
      // In development React mounts twice in a row: that is no going away.
      queueMicrotask(() => {
        if (!here.current) void made.leave();
        made.close();
      });
    };
  }, [env, tokens, meetingId, userId, code, said, knocked, serverNow]);
  return waiting && <Inside {...props} waiting={waiting} />;
}

function Inside({ waiting, ...props }: WaitingRoomProps & { waiting: Waiting }) {
  const { path, devices, env, code, likely, onAdmitted, onLeft } = props;
  const now = useSyncExternalStore(waiting.subscribe, waiting.getSnapshot);
  const { state, said } = now;
  useEffect(() => {
    if (state.name === "admitted") onAdmitted(state.participant);
    if (state.name === "left") onLeft(said);
  }, [state, said, onAdmitted, onLeft]);
  return (
    // One's number is given when one comes in.
    <DoorFrame
      {...{ path, devices, env, code }}
      known={state.name === "waiting"}
      waits
      number={1}
      name={said.display_name}
    >
      <WaitingScreen now={now} likely={likely} onAsk={waiting.ask} onLeave={() => void waiting.leave()} />
    </DoorFrame>
  );
}

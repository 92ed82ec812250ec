import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Knocked, Participant } from "#contracts/meetings.ts";
import type { AccessTokenSource } from "~/auth/accessTokenSource.ts";
import { PreJoinLayout, type PreJoinLayoutBaseProps } from "~/prejoin/PreJoinLayout.tsx";
import type { ParticipantInput } from "~/prejoin/participantForm.ts";
import type { LanguageChoice } from "~/translation/languageGroups.ts";
import { createBrowserWaitingRoom } from "../core/createBrowserWaitingRoom.client.ts";
import type { WaitingRoomSession } from "../core/waitingRoomSession.ts";
import { WaitingScreen } from "./WaitingScreen.tsx";

interface PendingKnock {
  readonly meetingId: string;
  readonly userId: string;
  /** Values of the knock. */
  readonly input: ParticipantInput;
  readonly knocked: Exclude<Knocked, { admission: "admitted" }>;
  /** Server time of the knock's response, in milliseconds since the epoch. */
  readonly serverNow: number;
}

export interface WaitingRoomProps extends PreJoinLayoutBaseProps {
  tokens: AccessTokenSource;
  /** The same object while the visitor waits. */
  knock: PendingKnock;
  languageChoice: LanguageChoice;
  /** The colour that the visitor would get. */
  colour: number;
  onAdmitted(participant: Participant): void;
  /** Called when the visitor cancels, with the latest values. */
  onLeft(input: ParticipantInput): void;
}

/** The waiting room of a visitor, from a pending knock to admission or cancellation. Unmounting withdraws the knock. */
export function WaitingRoom(props: WaitingRoomProps) {
  const { env, tokens, code, knock } = props;
  const [session, setSession] = useState<WaitingRoomSession | null>(null);
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    const { accessToken } = tokens;
    const created = createBrowserWaitingRoom({ env, accessToken, code, ...knock });
    setSession(created);
    return () => {
      mounted.current = false;
      // StrictMode mounts twice in a row, which must not withdraw the knock.
      queueMicrotask(() => {
        if (!mounted.current) void created.leave();
        created.close();
      });
    };
  }, [env, tokens, code, knock]);
  return session && <WaitingRoomContent {...props} session={session} />;
}

interface WaitingRoomContentProps extends Omit<WaitingRoomProps, "tokens" | "knock"> {
  session: WaitingRoomSession;
}

function WaitingRoomContent({ session, ...props }: WaitingRoomContentProps) {
  const { path, devices, env, code, colour, languageChoice, onAdmitted, onLeft } = props;
  const snapshot = useSyncExternalStore(session.subscribe, session.getSnapshot);
  const { state, input } = snapshot;
  useEffect(() => {
    if (state.name === "admitted") onAdmitted(state.participant);
    if (state.name === "left") onLeft(input);
  }, [state, input, onAdmitted, onLeft]);
  return (
    <PreJoinLayout
      {...{ path, devices, env, code }}
      canTestConnection={state.name === "waiting"}
      isWaiting
      colour={colour}
      name={input.display_name}
    >
      <WaitingScreen
        snapshot={snapshot}
        languageChoice={languageChoice}
        onKnock={session.knockAgain}
        onLeave={() => void session.leave()}
      />
    </PreJoinLayout>
  );
}

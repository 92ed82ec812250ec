import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { raisedHands } from "~/call/participants.ts";
import type { CaptionSession } from "~/captions/captionSession.ts";
import { CallCaptions } from "~/captions/lazy.tsx";
import { CatchUp } from "~/catch-up/lazy.tsx";
import { useAbsences } from "~/catch-up/useAbsences.ts";
import { type DeviceControlView, deviceControlView } from "~/devices/deviceControlView.ts";
import type { DevicesSnapshot } from "~/devices/devices.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { LiveRegion } from "~/ui/LiveRegion.tsx";
import { lazyComponent } from "~/ui/lazy.tsx";
import type { ToastOptions } from "~/ui/Toast.tsx";
import { useDelayedFlag } from "~/ui/useDelayedFlag.ts";
import { useEventCallback } from "~/ui/useEventCallback.ts";
import { ControlBar } from "../controls/ControlBar.tsx";
import type { MarkKeyPress } from "../controls/markTarget.ts";
import { useCallShortcuts } from "../controls/useCallShortcuts.ts";
import { useIdle } from "../controls/useIdle.ts";
import { useRaisedHand } from "../controls/useRaisedHand.ts";
import { useSingleKeys } from "../controls/useSingleKeys.ts";
import type { CallView } from "../core/callView.ts";
import type { ParticipantView } from "../core/participantView.ts";
import type { RoomServices } from "../createRoom.ts";
import type { DialogName } from "../dialogs/CallDialogs.tsx";
import { useCopyLink } from "../dialogs/useCopyLink.tsx";
import { type CallError, Notices } from "../notices/Notices.tsx";
import { useCallAnnouncements } from "../notices/useCallAnnouncements.ts";
import { AloneCard } from "../stage/AloneCard.tsx";
import { ParticipantStrip } from "../stage/ParticipantStrip.tsx";
import { Stage } from "../stage/Stage.tsx";
import { usePictureInPicture } from "../stage/usePictureInPicture.ts";
import type { StageState } from "../stage/useStageLayout.ts";
import { CallHeader } from "./CallHeader.tsx";
import { PeoplePanel, WaitingRoomCard } from "./lazyParts.tsx";
import type { SidePanelName } from "./SidePanel.tsx";

/** What a call shows now and then comes when it is first wanted. */
const MarkShortcuts = lazyComponent(["lines", "transcripts"], () =>
  import("./roomExtras.ts").then((loaded) => loaded.MarkShortcuts),
);
const CallToaster = lazyComponent([], () => import("./roomExtras.ts").then((loaded) => loaded.CallToaster));

/** What tells of the past waits so many milliseconds: who comes in wants to see the others, and nothing takes from that. */
const CATCH_UP_DELAY_MS = 1_000;

/** One's own device and the press that tries it again. */
const toDeviceErrors = ({ error }: DeviceControlView, retry: () => void): CallError[] =>
  error === null ? [] : [{ code: error, onRetry: retry }];

export interface CallMainProps {
  room: RoomServices;
  snapshot: CallView;
  deviceState: DevicesSnapshot;
  title: string | null;
  /** To give away. */
  link: string;
  /** Everyone in the call, oneself too. */
  people: readonly ParticipantView[];
  /** Whether `people` is all of them; before that one may look alone and is not. */
  joined: boolean;
  /** What is wrong with the call as a whole. */
  callError: CallError | null;
  panel: SidePanelName | null;
  /** Lines that came while the chat was closed. */
  unreadCount: number;
  /** One of them mentions this person. */
  mentioned: boolean;
  stage: StageState;
  captionSession: CaptionSession | null;
  onPanelChange(panel: SidePanelName | null): void;
  onOpenDialog(name: DialogName): void;
}

/** What is not the panel: the faces, what is wrong, and the bar of what one does. */
export function CallMain(props: CallMainProps) {
  const {
    room,
    snapshot,
    deviceState,
    people,
    joined,
    link,
    callError,
    panel,
    unreadCount,
    stage,
    captionSession,
    onPanelChange,
    onOpenDialog,
  } = props;
  const { call, moderation } = room;
  const { me, mode, poorConnection, rank, lobby, participants } = snapshot;
  const t = useMessages();
  const [toasts, setToasts] = useState<readonly ToastOptions[]>([]);
  const toast = useCallback((options: ToastOptions) => setToasts((before) => [...before, options]), []);
  const [markRequests, setMarkRequests] = useState<readonly MarkKeyPress[]>([]);
  const requestMark = (kind: MarkKeyPress["kind"]) => {
    const { entries } = room.timeline.getSnapshot();
    setMarkRequests((before) => [...before, { kind, target: document.activeElement, entries }]);
  };
  const [autoplayBlocked, setAutoplayBlocked] = useState(false);
  const onAutoplayBlocked = useCallback(() => setAutoplayBlocked(true), []);
  const copyLink = useCopyLink(link, toast);
  const screenShare = useSyncExternalStore(room.screenShare.subscribe, room.screenShare.getSnapshot);
  const hand = useRaisedHand({ me, moderation, toast });
  const pip = usePictureInPicture(stage.pipStream);
  const muted = me?.muted ?? false;
  useUnmutedToast(muted, toast);
  const hasHadWaiting = useHasHadWaiting(lobby.length);
  const absences = useAbsences(room);
  const catchUpReady = useDelayedFlag(joined, CATCH_UP_DELAY_MS);
  useEffect(() => {
    if (catchUpReady) room.timeline.warmUpTranslation();
  }, [catchUpReady, room]);
  const microphone = useMemo(() => deviceControlView(deviceState.microphone), [deviceState.microphone]);
  const camera = useMemo(() => deviceControlView(deviceState.camera), [deviceState.camera]);
  const sharing = room.screenShare.supported ? screenShare.name === "live" || screenShare.name === "asking" : null;

  const onToggleMicrophone = useEventCallback(() => {
    if (muted && !microphone.on) return toast({ tone: "warning", text: t("call.youAreMuted") });
    call.toggle("microphone");
  });
  const onToggleCamera = useEventCallback(() => call.toggle("camera"));
  const togglePanel = (name: SidePanelName) => onPanelChange(panel === name ? null : name);
  const onToggleChat = useEventCallback(() => togglePanel("chat"));
  const onTogglePeople = useEventCallback(() => togglePanel("people"));
  const onToggleScreenShare = useEventCallback(() => {
    if (sharing === true) return room.screenShare.stop();
    // A narrower mode has no use for a screen.
    call.setMode("all");
    void room.screenShare.start();
  });
  const onToggleHand = useEventCallback(hand.toggle);
  const onTogglePip = useEventCallback(pip.toggle);
  const onLeave = useEventCallback(() => void call.leave());
  const onShortcuts = useEventCallback(() => onOpenDialog("shortcuts"));
  const onMenuLoadError = useEventCallback(() =>
    toast({ tone: "warning", text: t("error.network/timeout"), detail: t("error.network/timeout.do") }),
  );
  const playAll = (from: Element) => {
    // Only what a press starts may play, so this runs in the press itself.
    for (const video of from.closest("main")?.querySelectorAll("video") ?? []) video.play().catch(() => {});
    setAutoplayBlocked(false);
  };
  const captionsShown = useCaptionsShown(captionSession);
  // Where nobody speaks yet they are first set up.
  const onToggleCaptions = useEventCallback(() =>
    captionSession === null ? onOpenDialog("captions") : captionSession.preferences.toggleShown(),
  );
  const { enabled } = useSingleKeys();
  useCallShortcuts({
    enabled,
    handlers: {
      microphone: onToggleMicrophone,
      camera: onToggleCamera,
      hand: onToggleHand,
      captions: onToggleCaptions,
      chat: onToggleChat,
      decision: () => requestMark("decision"),
      task: () => requestMark("task"),
      question: () => requestMark("question"),
      help: onShortcuts,
    },
    canTalk: () => !microphone.on && !muted && mode !== "text",
    setTalking: call.setPushToTalk,
  });
  const idle = useIdle();
  const announcement = useCallAnnouncements(joined ? people : null);
  return (
    <>
      <CallHeader
        title={props.title}
        startedAt={snapshot.startedAt}
        reads={people.find(({ isMe }) => isMe)?.reads ?? null}
        onOpenShortcuts={onShortcuts}
      />
      <Notices
        waitingRoom={
          hasHadWaiting && (
            <WaitingRoomCard snapshot={snapshot} moderation={moderation} onOpenPeople={() => onPanelChange("people")} />
          )
        }
        callError={callError}
        deviceErrors={[...toDeviceErrors(microphone, onToggleMicrophone), ...toDeviceErrors(camera, onToggleCamera)]}
        autoplayBlocked={autoplayBlocked}
        muted={muted}
        handRaised={hand.raised}
        micSilent={deviceState.silent}
        screenShare={screenShare.name === "live" ? screenShare.stream : null}
        screenShareFailed={screenShare.name === "error"}
        poorConnection={poorConnection}
        mode={mode}
        onPlayAudio={playAll}
        onRaiseHand={onToggleHand}
        onOpenDeviceSettings={() => onOpenDialog("devices")}
        onStopScreenShare={room.screenShare.stop}
        onModeChange={call.setMode}
      >
        {catchUpReady && <CatchUp room={room} {...absences} />}
      </Notices>
      {mode === "text" ? (
        <ParticipantStrip people={people} />
      ) : (
        <Stage
          people={people}
          layout={stage.stageLayout}
          videoEnabled={mode === "all"}
          emptyState={joined && <AloneCard link={link} onCopy={copyLink} />}
          speakerId={deviceState.chosen.speaker}
          onPin={stage.pin}
          onAutoplayBlocked={onAutoplayBlocked}
        />
      )}
      {captionSession !== null && <CallCaptions session={captionSession} participants={participants} />}
      <ControlBar
        sharing={sharing}
        handRaised={hand.raised}
        captionsShown={captionsShown}
        onToggleCaptions={onToggleCaptions}
        microphone={microphone}
        muted={muted}
        camera={camera}
        panel={panel}
        unreadCount={unreadCount}
        mentioned={props.mentioned}
        attentionCount={lobby.length + (rank > 0 ? raisedHands(participants.values()).length : 0)}
        shortcutsEnabled={enabled}
        idle={idle}
        layout={people.length > 1 && mode !== "text" ? stage.layout : null}
        pipOpen={pip.open}
        rank={rank}
        onToggleMicrophone={onToggleMicrophone}
        onToggleCamera={onToggleCamera}
        onToggleScreenShare={onToggleScreenShare}
        onToggleHand={onToggleHand}
        onReact={call.react}
        onToggleChat={onToggleChat}
        onTogglePeople={onTogglePeople}
        onPreloadPeople={PeoplePanel.preload}
        onLeave={onLeave}
        onLayoutChange={stage.setLayout}
        onTogglePip={onTogglePip}
        onOpenDialog={onOpenDialog}
        onMenuLoadError={onMenuLoadError}
      />
      <LiveRegion message={announcement} />
      {markRequests.length > 0 && (
        <MarkShortcuts requests={markRequests} room={room} snapshot={snapshot} toast={toast} />
      )}
      {toasts.length > 0 && <CallToaster said={toasts} />}
    </>
  );
}

const subscribeToNothing = () => () => {};

/** Whether captions are there and shown. */
const useCaptionsShown = (captioning: CaptionSession | null): boolean =>
  useSyncExternalStore(
    captioning?.preferences.subscribe ?? subscribeToNothing,
    () => captioning?.preferences.getSnapshot().shown ?? false,
  );

/** Says that one may speak again, once. */
function useUnmutedToast(muted: boolean, toast: (options: ToastOptions) => void) {
  const t = useMessages();
  const wasMuted = useRef(muted);
  useEffect(() => {
    if (wasMuted.current && !muted) toast({ text: t("call.mayTalk") });
    wasMuted.current = muted;
  }, [muted, toast, t]);
}

/** Whether somebody has waited yet: what asks about them then stays, to tell of the next. */
function useHasHadWaiting(waitingCount: number): boolean {
  const [hasHadWaiting, setHasHadWaiting] = useState(false);
  if (waitingCount > 0 && !hasHadWaiting) setHasHadWaiting(true);
  return hasHadWaiting;
}

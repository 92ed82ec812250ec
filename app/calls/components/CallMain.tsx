import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Captioning } from "~/captions/late.ts";
import { useGaps } from "~/catchup/index.ts";
import { useMessages } from "~/i18n/index.tsx";
import { LiveRegion } from "~/ui/LiveRegion.tsx";
import { lateComponent } from "~/ui/late.tsx";
import type { ToastOptions } from "~/ui/Toast.tsx";
import { useLater } from "~/ui/useLater.ts";
import { useSteady } from "~/ui/useSteady.ts";
import type { CallView } from "../callView.ts";
import type { Room } from "../core/createRoom.ts";
import type { DevicesSnapshot } from "../core/devices.ts";
import { handsOf } from "../core/people.ts";
import type { MarkPress } from "../markByKey.ts";
import { controlView } from "../personViews.ts";
import type { ControlView, PersonView } from "../view.ts";
import { AloneCard } from "./AloneCard.tsx";
import type { DialogName } from "./CallDialogs.tsx";
import { ControlBar } from "./ControlBar.tsx";
import { Notices, type Trouble } from "./Notices.tsx";
import { PeopleStrip } from "./PeopleStrip.tsx";
import { LobbyCard, PeoplePanel } from "./people/index.ts";
import type { PanelName } from "./SidePanel.tsx";
import { Stage } from "./Stage.tsx";
import { TopRow } from "./TopRow.tsx";
import { useCallKeys } from "./useCallKeys.ts";
import { useCopyLink } from "./useCopyLink.tsx";
import { useHand } from "./useHand.ts";
import { useNews } from "./useNews.ts";
import { usePictureInPicture } from "./usePictureInPicture.ts";
import { useSingleKeys } from "./useSingleKeys.ts";
import type { Staging } from "./useStaging.ts";
import { useStillness } from "./useStillness.ts";

/** What a call shows now and then comes when it is first wanted. */
const CallCaptions = lateComponent("captions", () =>
  import("~/captions/late.ts").then((loaded) => loaded.CallCaptions),
);
const MarkByKey = lateComponent(["lines", "transcripts"], () =>
  import("./extras.ts").then((loaded) => loaded.MarkByKey),
);
const CatchUp = lateComponent("catchup", () => import("~/catchup/late.ts").then((loaded) => loaded.CatchUp));
const LateToaster = lateComponent([], () => import("./extras.ts").then((loaded) => loaded.LateToaster));

/** What tells of the past waits so many milliseconds: who comes in wants to see the others, and nothing takes from that. */
const FACES_FIRST = 1_000;

/** One's own device and the press that tries it again. */
const deviceTrouble = ({ error }: ControlView, retry: () => void): Trouble[] =>
  error === null ? [] : [{ code: error, retry }];

export interface CallMainProps {
  room: Room;
  snapshot: CallView;
  device: DevicesSnapshot;
  title: string | null;
  /** To give away. */
  link: string;
  /** Everyone in the call, oneself too. */
  people: readonly PersonView[];
  /** Whether `people` is all of them; before that one may look alone and is not. */
  settled: boolean;
  /** What is wrong with the call as a whole. */
  trouble: Trouble | null;
  panel: PanelName | null;
  /** Lines that came while the chat was closed. */
  unread: number;
  /** One of them mentions this person. */
  mentioned: boolean;
  staging: Staging;
  captioning: Captioning | null;
  onPanel(panel: PanelName | null): void;
  onDialog(name: DialogName): void;
}

/** What is not the panel: the faces, what is wrong, and the bar of what one does. */
export function CallMain(props: CallMainProps) {
  const {
    room,
    snapshot,
    device,
    people,
    settled,
    link,
    trouble,
    panel,
    unread,
    staging,
    captioning,
    onPanel,
    onDialog,
  } = props;
  const { call, lead, screen } = room;
  const { me, mode, weak, rank, lobby, participants } = snapshot;
  const t = useMessages();
  const [said, setSaid] = useState<readonly ToastOptions[]>([]);
  const toast = useCallback((one: ToastOptions) => setSaid((before) => [...before, one]), []);
  const [marks, setMarks] = useState<readonly MarkPress[]>([]);
  const mark = (kind: MarkPress["kind"]) => {
    const { entries } = room.timeline.getSnapshot();
    setMarks((before) => [...before, { kind, on: document.activeElement, entries }]);
  };
  const [soundBlocked, setSoundBlocked] = useState(false);
  const onBlocked = useCallback(() => setSoundBlocked(true), []);
  const copyLink = useCopyLink(link, toast);
  const shared = useSyncExternalStore(screen.subscribe, screen.getSnapshot);
  const hand = useHand({ me, lead, toast });
  const floating = usePictureInPicture(staging.picture);
  const muted = me?.muted ?? false;
  useMayTalk(muted, toast);
  const waited = useWaited(lobby.length);
  const missed = useGaps(room);
  const arrived = useLater(settled, FACES_FIRST);
  useEffect(() => {
    if (arrived) room.timeline.prepare();
  }, [arrived, room]);
  const microphone = useMemo(() => controlView(device.microphone), [device.microphone]);
  const camera = useMemo(() => controlView(device.camera), [device.camera]);
  const sharing = screen.possible ? shared.name === "live" || shared.name === "asking" : null;

  const onMicrophone = useSteady(() => {
    if (muted && !microphone.on) return toast({ tone: "warning", text: t("call.youAreMuted") });
    call.toggle("microphone");
  });
  const onCamera = useSteady(() => call.toggle("camera"));
  const togglePanel = (name: PanelName) => onPanel(panel === name ? null : name);
  const onChat = useSteady(() => togglePanel("chat"));
  const onPeople = useSteady(() => togglePanel("people"));
  const onShare = useSteady(() => {
    if (sharing === true) return screen.stop();
    // A narrower mode has no use for a screen.
    call.setMode("all");
    void screen.start();
  });
  const onHand = useSteady(hand.toggle);
  const onFloat = useSteady(floating.toggle);
  const onLeave = useSteady(() => void call.leave());
  const onShortcuts = useSteady(() => onDialog("shortcuts"));
  const onMoreFailed = useSteady(() =>
    toast({ tone: "warning", text: t("error.network/timeout"), detail: t("error.network/timeout.do") }),
  );
  const playAll = (from: Element) => {
    // Only what a press starts may play, so this runs in the press itself.
    for (const video of from.closest("main")?.querySelectorAll("video") ?? []) video.play().catch(() => {});
    setSoundBlocked(false);
  };
  const captions = useShown(captioning);
  // Where nobody speaks yet they are first set up.
  const onCaptions = useSteady(() => (captioning === null ? onDialog("captions") : captioning.preferences.toggle()));
  const { enabled } = useSingleKeys();
  useCallKeys({
    enabled,
    acts: {
      microphone: onMicrophone,
      camera: onCamera,
      hand: onHand,
      captions: onCaptions,
      chat: onChat,
      decision: () => mark("decision"),
      task: () => mark("task"),
      question: () => mark("question"),
      help: onShortcuts,
    },
    mayTalk: () => !microphone.on && !muted && mode !== "text",
    talk: call.talk,
  });
  const still = useStillness();
  const news = useNews(settled ? people : null);
  return (
    <>
      <TopRow
        title={props.title}
        startedAt={snapshot.startedAt}
        reads={people.find(({ isMe }) => isMe)?.reads ?? null}
        onShortcuts={onShortcuts}
      />
      <Notices
        lobby={waited && <LobbyCard snapshot={snapshot} lead={lead} onSeeWho={() => onPanel("people")} />}
        trouble={trouble}
        devices={[...deviceTrouble(microphone, onMicrophone), ...deviceTrouble(camera, onCamera)]}
        soundBlocked={soundBlocked}
        muted={muted}
        handUp={hand.up}
        silent={device.silent}
        shared={shared.name === "live" ? shared.stream : null}
        shareFailed={shared.name === "error"}
        weak={weak}
        mode={mode}
        onSound={playAll}
        onHand={onHand}
        onDevices={() => onDialog("devices")}
        onStopShare={screen.stop}
        onMode={call.setMode}
      >
        {arrived && <CatchUp room={room} {...missed} />}
      </Notices>
      {mode === "text" ? (
        <PeopleStrip people={people} />
      ) : (
        <Stage
          people={people}
          staged={staging.staged}
          pictures={mode === "all"}
          alone={settled && <AloneCard link={link} onCopy={copyLink} />}
          speaker={device.chosen.speaker}
          onPin={staging.pin}
          onBlocked={onBlocked}
        />
      )}
      {captioning !== null && <CallCaptions captioning={captioning} participants={participants} />}
      <ControlBar
        sharing={sharing}
        handUp={hand.up}
        captions={captions}
        onCaptions={onCaptions}
        microphone={microphone}
        muted={muted}
        camera={camera}
        panel={panel}
        unread={unread}
        mentioned={props.mentioned}
        waiting={lobby.length + (rank > 0 ? handsOf(participants.values()).length : 0)}
        keys={enabled}
        still={still}
        layout={people.length > 1 && mode !== "text" ? staging.layout : null}
        floating={floating.open}
        rank={rank}
        onMicrophone={onMicrophone}
        onCamera={onCamera}
        onShare={onShare}
        onHand={onHand}
        onReact={call.react}
        onChat={onChat}
        onPeople={onPeople}
        onPeopleSoon={PeoplePanel.preload}
        onLeave={onLeave}
        onLayout={staging.setLayout}
        onFloat={onFloat}
        onDialog={onDialog}
        onMoreFailed={onMoreFailed}
      />
      <LiveRegion message={news} />
      {marks.length > 0 && <MarkByKey presses={marks} room={room} snapshot={snapshot} toast={toast} />}
      {said.length > 0 && <LateToaster said={said} />}
    </>
  );
}

const unheard = () => () => {};

/** Whether captions are there and shown. */
const useShown = (captioning: Captioning | null): boolean =>
  useSyncExternalStore(
    captioning?.preferences.subscribe ?? unheard,
    () => captioning?.preferences.getSnapshot().shown ?? false,
  );

/** Says that one may speak again, once. */
function useMayTalk(muted: boolean, toast: (options: ToastOptions) => void) {
  const t = useMessages();
  const before = useRef(muted);
  useEffect(() => {
    if (before.current && !muted) toast({ text: t("call.mayTalk") });
    before.current = muted;
  }, [muted, toast, t]);
}

/** Whether somebody has waited yet: what asks about them then stays, to tell of the next. */
function useWaited(waiting: number): boolean {
  const [waited, setWaited] = useState(false);
  if (waiting > 0 && !waited) setWaited(true);
  return waited;
}

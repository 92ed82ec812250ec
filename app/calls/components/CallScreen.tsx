import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import { useMessages } from "~/i18n/index.tsx";
import { LiveRegion } from "~/ui/LiveRegion.tsx";
import type { ToastOptions } from "~/ui/Toast.tsx";
import type { Shortcut } from "../shortcuts.ts";
import type { ControlView, PersonView } from "../view.ts";
import { AloneCard } from "./AloneCard.tsx";
import { ChatPlace } from "./ChatPlace.tsx";
import { ControlBar } from "./ControlBar.tsx";
import { Notices, type Trouble } from "./Notices.tsx";
import { TileGrid } from "./TileGrid.tsx";
import { TopRow } from "./TopRow.tsx";
import { useComings } from "./useComings.ts";
import { useShareLink } from "./useShareLink.ts";
import { useShortcuts } from "./useShortcuts.ts";
import { useSingleKeys } from "./useSingleKeys.ts";
import { useStillness } from "./useStillness.ts";

/** What a call shows now and then comes when it is first wanted. */
const LateToaster = lazy(() => import("./LateToaster.tsx").then((loaded) => ({ default: loaded.LateToaster })));
const ShortcutsDialog = lazy(() =>
  import("./ShortcutsDialog.tsx").then((loaded) => ({ default: loaded.ShortcutsDialog })),
);

export interface CallScreenProps {
  title: string | null;
  /** To give away. */
  link: string;
  /** Milliseconds since the epoch by this device's clock; `null` until known. */
  startedAt: number | null;
  /** Everyone in the call, oneself too. */
  people: readonly PersonView[];
  /** Whether `people` is all of them; before that one may look alone and is not. */
  settled: boolean;
  microphone: ControlView;
  camera: ControlView;
  /** What is wrong with the call as a whole. */
  trouble: Trouble | null;
  chatOpen: boolean;
  /** Lines that came while the chat was closed. */
  unread: number;
  /** The chat's panel. It stays in the page while closed, and so does what is being written. */
  chat: ReactNode;
  onMicrophone(): void;
  onCamera(): void;
  onChat(open: boolean): void;
  onLeave(): void;
}

/** The call: faces and controls, the chat beside. Fills the window; always dark but for the chat, which is as the page. */
export function CallScreen(props: CallScreenProps) {
  return (
    <div className="call">
      <div className="call-frame" data-chat={props.chatOpen ? "open" : "closed"}>
        <main className="call-main text-ink" data-theme="dark">
          <Main {...props} />
        </main>
        <ChatPlace open={props.chatOpen} onClose={() => props.onChat(false)}>
          {props.chat}
        </ChatPlace>
      </div>
    </div>
  );
}

/** One's own device and the press that tries it again. */
const deviceTrouble = ({ error }: ControlView, retry: () => void): Trouble[] =>
  error === null ? [] : [{ code: error, retry }];

function Main(props: CallScreenProps) {
  const { people, settled, link, chatOpen, microphone, camera, onChat, onMicrophone, onCamera } = props;
  const [helping, setHelping] = useState(false);
  // Once shown it stays, to go away as it came and to give the keyboard back.
  const [helped, setHelped] = useState(false);
  const openHelp = () => {
    setHelped(true);
    setHelping(true);
  };
  const [soundBlocked, setSoundBlocked] = useState(false);
  const onBlocked = useCallback(() => setSoundBlocked(true), []);
  const [said, setSaid] = useState<readonly ToastOptions[]>([]);
  const copyLink = useCopyLink(link, (one) => setSaid((before) => [...before, one]));
  const still = useStillness();
  const comings = useComings(settled ? people : null);
  const { enabled } = useSingleKeys();
  useShortcuts(enabled, (shortcut: Shortcut) => {
    switch (shortcut) {
      case "microphone":
        return onMicrophone();
      case "camera":
        return onCamera();
      case "chat":
        return onChat(!chatOpen);
      case "help":
        return openHelp();
      default:
        return shortcut satisfies never;
    }
  });
  const playAll = (from: Element) => {
    // Only what a press starts may play, so this runs in the press itself.
    for (const video of from.closest("main")?.querySelectorAll("video") ?? []) video.play().catch(() => {});
    setSoundBlocked(false);
  };
  return (
    <>
      <TopRow
        title={props.title}
        startedAt={props.startedAt}
        reads={people.find(({ isMe }) => isMe)?.reads ?? null}
        onShortcuts={openHelp}
      />
      <Notices
        trouble={props.trouble}
        devices={[...deviceTrouble(microphone, onMicrophone), ...deviceTrouble(camera, onCamera)]}
        soundBlocked={soundBlocked}
        onSound={playAll}
      />
      <TileGrid people={people} alone={settled && <AloneCard link={link} onCopy={copyLink} />} onBlocked={onBlocked} />
      <ControlBar
        microphone={microphone}
        camera={camera}
        chatOpen={chatOpen}
        unread={props.unread}
        keys={enabled}
        still={still}
        onMicrophone={onMicrophone}
        onCamera={onCamera}
        onChat={() => onChat(!chatOpen)}
        onCopyLink={copyLink}
        onLeave={props.onLeave}
      />
      {helped && (
        <Suspense>
          <ShortcutsDialog open={helping} onClose={() => setHelping(false)} />
        </Suspense>
      )}
      <LiveRegion message={comings} />
      {said.length > 0 && (
        <Suspense>
          <LateToaster said={said} />
        </Suspense>
      )}
    </>
  );
}

/** Gives the link away and says so; the answer is whether it is on the clipboard now. */
function useCopyLink(link: string, toast: (options: ToastOptions) => void): () => Promise<boolean> {
  const t = useMessages();
  const share = useShareLink(link);
  return async () => {
    const shared = await share();
    switch (shared) {
      case "copied":
        toast({ text: t("call.linkCopied") });
        return true;
      case "not-copied":
        toast({
          tone: "warning",
          text: t("call.linkNotCopied"),
          detail: (
            <bdi dir="ltr" className="select-all wrap-anywhere">
              {link}
            </bdi>
          ),
        });
        return false;
      case "handed-over":
        return false;
      default:
        return shared satisfies never;
    }
  };
}

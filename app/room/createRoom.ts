/** All the real parts of a meeting in a browser, put together. */
import type { Language } from "#contracts/languages.ts";
import type { Line } from "#contracts/lines.ts";
import { type Call, createCall } from "../call/call.ts";
import { createModeration, type Moderation } from "../call/moderation.ts";
import type { CaptionSession } from "../captions/captionSession.ts";
import { loadCaptionSession } from "../captions/loadCaptionSession.ts";
import { createTimeline, type Timeline } from "../chat/timeline.ts";
import type { Devices } from "../devices/devices.ts";
import { createScreenShare, type ScreenShare } from "../devices/screenShare.ts";
import type { FileTrayOptions } from "../files/fileRequest.ts";
import { systemClock } from "../lib/clock.ts";
import { sendLeaveBeacon } from "../lib/leaveBeacon.ts";
import { createRealtime } from "../lib/realtime.ts";
import { createRpc, type Rpc } from "../lib/rpc.ts";
import { expiringLocalStorage, safeSessionStorage } from "../lib/storage.ts";
import { type AccessToken, createSupabaseHttp } from "../lib/supabaseHttp.ts";
import type { LineEditingOptions } from "../transcripts/lineEditing.ts";
import type { TranslatorApi } from "../translation/browserTranslator.ts";
import { createLazyBrowserTranslator } from "../translation/lazyBrowserTranslator.ts";
import { createLineTranslator, type LineTranslator } from "../translation/lineTranslator.ts";
import { createTranslateLines } from "../translation/translateLines.ts";
import { createFetchIceServers } from "../webrtc/ice.ts";
import { createMeshTransport } from "../webrtc/mesh.ts";
import { takeConnection } from "../webrtc/prewarmedConnection.ts";

export interface RoomOptions {
  meetingId: string;
  /** User id of this person. */
  userId: string;
  /** What this person reads, until the meeting tells of a change. */
  reads: Language;
  /** Origin of Supabase, without a slash at the end. */
  supabaseUrl: string;
  publishableKey: string;
  /** The page's short token; `renew` asks for one that was not used before. Throws when it cannot be had. */
  accessToken: AccessToken;
  iceServers: readonly RTCIceServer[];
  /** Those of the door, with what was on there; closed by their maker. */
  devices: Devices;
}

export interface RoomServices {
  call: Call;
  timeline: Timeline;
  moderation: Moderation;
  screenShare: ScreenShare;
  rpc: Rpc;
  /** Captions, once they are wanted. Rejects where they cannot be loaded; asked again it tries again. */
  loadCaptions(): Promise<CaptionSession>;
  /** For marks and corrections of lines; the same object all the while. */
  lineEditing: LineEditingOptions;
  /** For sharing files. */
  files: FileTrayOptions;
  /** Brings lines to this reader's language that the timeline does not have. As of `ReadingOptions`. */
  createLineTranslator(changed: () => void, missed: () => void): LineTranslator;
  /** Lets go of everything without leaving; `call.leave` first to tell the others at once. */
  close(): void;
}

declare global {
  /** Not in TypeScript's DOM library yet. */
  var Translator: TranslatorApi | undefined;
}

/** Does not enter yet: `call.enter()` does. */
export function createRoom(options: RoomOptions): RoomServices {
  const { meetingId, userId, supabaseUrl, publishableKey, accessToken, iceServers, devices } = options;
  const clock = systemClock;
  const newId = () => crypto.randomUUID();
  const http = createSupabaseHttp({ supabaseUrl, publishableKey, accessToken, clock, fetch: fetch.bind(globalThis) });
  const rpc = createRpc(http);
  const realtime = createRealtime({ supabaseUrl, publishableKey, accessToken, clock });

  const translate = createTranslateLines(http);

  let reads = options.reads;
  const readerOptions = {
    me: userId,
    reads: () => reads,
    translate,
    browserTranslator: createLazyBrowserTranslator({ api: globalThis.Translator, clock }),
    clock,
  };
  const timeline = createTimeline({
    ...readerOptions,
    meetingId,
    othersRead: () => call.getSnapshot().people.flatMap(({ isMe, participant }) => (isMe ? [] : [participant.reads])),
    storesLines: () => call.getSnapshot().meeting?.keep !== "nothing",
    rpc,
    places: {
      tab: safeSessionStorage(),
      device: expiringLocalStorage(() => localStorage, clock.now),
      isPersistent: () => call.getSnapshot().meeting?.keep === "days",
    },
    newId,
    onMissed: () => call.catchUp(),
  });
  const screenShare = createScreenShare(navigator.mediaDevices?.getDisplayMedia?.bind(navigator.mediaDevices));
  const call: Call = createCall({
    meetingId,
    rpc,
    realtime,
    clock,
    devices,
    screenShare,
    prepareTransport: createMeshTransport({
      realtime,
      clock,
      createConnection: takeConnection,
      createStream: () => new MediaStream(),
      iceServers,
      fetchIceServers: createFetchIceServers(http, meetingId),
    }),
    feed: timeline,
    newId,
    sendLeaveBeacon,
  });

  const unsubscribeCall = call.subscribe(() => {
    if (call.getSnapshot().state.name === "taken-over") timeline.suspend();
    const now = call.getSnapshot().me?.reads ?? reads;
    if (now === reads) return;
    reads = now;
    timeline.onReadersChanged();
  });

  let captions: CaptionSession | null = null;
  let closed = false;
  const loadCaptions = async () => {
    const historyUpToSeq = Math.max(call.getSnapshot().joinedSeq, timeline.getSnapshot().lines.at(-1)?.seq ?? 0);
    const createCallCaptionSession = await loadCaptionSession();
    if (closed) throw new Error("The room is closed.");
    captions ??= createCallCaptionSession({
      ...{ call, timeline, devices, rpc, http, clock, newId, historyUpToSeq, storage: safeSessionStorage() },
    });
    return captions;
  };

  const wake = () => {
    if (document.visibilityState === "visible") call.wake();
  };
  const leaveOnUnload = ({ persisted }: PageTransitionEvent) => call.leaveOnUnload(persisted);
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", wake);
  addEventListener("pagehide", leaveOnUnload);

  const addLine = (line: Line, fresh: boolean) => {
    timeline.receiveLines([line]);
    // Should it fail, the readers ask for themselves.
    if (fresh) void translate([line.id]);
  };

  return {
    call,
    timeline,
    moderation: createModeration(rpc, meetingId, () => call.getSnapshot().meeting?.code ?? ""),
    screenShare,
    rpc,
    loadCaptions,
    lineEditing: {
      ...{ meetingId, rpc, newId },
      // A guest's meeting ends by itself.
      hasGlossary: () => call.getSnapshot().meeting?.expires_at === null,
      onLineChanged: addLine,
    },
    files: {
      ...{ rpc, newId, supabaseUrl, publishableKey, accessToken },
      callId: () => call.getSnapshot().callId,
      spokenLanguage: () => call.getSnapshot().me?.speaks ?? reads,
      onShared: (line) => addLine(line, true),
    },
    createLineTranslator: (changed, missed) =>
      createLineTranslator({ ...readerOptions, othersRead: () => [], onChange: changed, onMissed: missed }),
    close() {
      removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wake);
      removeEventListener("pagehide", leaveOnUnload);
      unsubscribeCall();
      closed = true;
      captions?.close();
      call.close();
      timeline.close();
      realtime.close();
    },
  };
}

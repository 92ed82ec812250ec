/** Creates and connects the services of a room. */
import { canTranslate, type LanguagePairs } from "#contracts/languagePairs.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line } from "#contracts/lines.ts";
import { type Call, createCall } from "../call/call.ts";
import { createFetchIceServers } from "../call/fetchIceServers.ts";
import { createModeration, type Moderation } from "../call/moderation.ts";
import { createSignalRequests } from "../call/signals.ts";
import type { CaptionSession } from "../captions/captionSession.ts";
import { loadCaptionSession } from "../captions/loadCaptionSession.ts";
import { createTimeline, type Timeline } from "../chat/timeline.ts";
import type { Confirmations } from "../confirmations/confirmations.ts";
import type { Devices } from "../devices/devices.ts";
import { createScreenShare, type ScreenShare } from "../devices/screenShare.ts";
import type { FileTrayOptions } from "../files/fileRequest.ts";
import { removeBytes } from "../files/requestFiles.ts";
import { type Cancel, systemClock } from "../lib/clock.ts";
import { sendLeaveBeacon } from "../lib/leaveBeacon.ts";
import { createRealtime } from "../lib/realtime.ts";
import { pageQueue } from "../lib/requestQueue.ts";
import { createRpc, type Rpc } from "../lib/rpc.ts";
import { expiringLocalStorage, safeSessionStorage } from "../lib/storage.ts";
import { type AccessToken, createSupabaseHttp } from "../lib/supabaseHttp.ts";
import type { LineEditingOptions } from "../transcripts/lineEditing.ts";
import { createDeviceTranslationCounter } from "../translation/deviceTranslationCounter.ts";
import { createLazyBrowserTranslator } from "../translation/lazyBrowserTranslator.ts";
import { createLineTranslator, type LineTranslator } from "../translation/lineTranslator.ts";
import { pageShortLines } from "../translation/shortLines.ts";
import { createTranslateLines } from "../translation/translateLines.ts";
import type { TranslatorApi } from "../translation/translationReach.ts";
import { createTranslationReach, type TranslationReach } from "../translation/translationReach.ts";
import { createMeshTransport } from "../webrtc/mesh.ts";
import { takeConnection } from "../webrtc/prewarmedConnection.ts";

export interface RoomOptions {
  meetingId: string;
  userId: string;
  /** The reading language, until the server reports a change. */
  reads: Language;
  /** The pairs that the engines translate. */
  pairs: LanguagePairs;
  /** Origin of Supabase, without a trailing slash. */
  supabaseUrl: string;
  publishableKey: string;
  accessToken: AccessToken;
  iceServers: readonly RTCIceServer[];
  /** The devices of the pre-join page, which also closes them. */
  devices: Devices;
}

export interface RoomServices {
  call: Call;
  timeline: Timeline;
  moderation: Moderation;
  screenShare: ScreenShare;
  devices: Devices;
  rpc: Rpc;
  reach: TranslationReach;
  /** Resolves with the room's only caption session. Rejects if its code fails to load; the next call retries. */
  loadCaptions(): Promise<CaptionSession>;
  /** Resolves with the room's only list of confirmations. Rejects if its code fails to load; the next call retries. */
  loadConfirmations(): Promise<Confirmations>;
  lineEditing: LineEditingOptions;
  files: FileTrayOptions;
  /** Translates lines that are not in the timeline. The callbacks are those of `LineTranslatorOptions`. */
  createLineTranslator(onChange: () => void, onMissed: () => void): LineTranslator;
  /** Releases everything without leaving. Call `call.leave` first, so that others see it at once. */
  close(): void;
}

declare global {
  /** Not in TypeScript's DOM library yet. */
  var Translator: TranslatorApi | undefined;
}

/** The counters load after the first video frames. */
const COUNTERS_DELAY_MS = 10_000;

/** Does not join yet: `call.join()` does. */
export function createRoom(options: RoomOptions): RoomServices {
  const { meetingId, userId, supabaseUrl, publishableKey, accessToken, iceServers, devices } = options;
  const clock = systemClock;
  const newId = () => crypto.randomUUID();
  const http = createSupabaseHttp({
    ...{ supabaseUrl, publishableKey, accessToken, clock },
    fetch: fetch.bind(globalThis),
    queue: pageQueue,
  });
  const rpc = createRpc(http);
  const realtime = createRealtime({ supabaseUrl, publishableKey, accessToken, clock });

  const translate = createTranslateLines(http);

  let reads = options.reads;
  const deviceTranslations = createDeviceTranslationCounter();
  const reach = createTranslationReach({ engines: options.pairs, api: globalThis.Translator, clock });
  const readerOptions = {
    me: userId,
    reads: () => reads,
    translate,
    browserTranslator: deviceTranslations.count(
      createLazyBrowserTranslator({
        ...{ api: globalThis.Translator, clock },
        names: () => [...call.getSnapshot().participants.values()].map(({ display_name }) => display_name),
      }),
    ),
    reach,
    shortLines: pageShortLines,
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
    removeBytes: (id) => void removeBytes(http, [id]),
  });
  const screenShare = createScreenShare(navigator.mediaDevices?.getDisplayMedia?.bind(navigator.mediaDevices), {
    canRestrictOwnAudio: "restrictOwnAudio" in (navigator.mediaDevices?.getSupportedConstraints() ?? {}),
  });
  const call: Call = createCall({
    meetingId,
    rpc,
    realtime,
    clock,
    devices,
    screenShare,
    prepareTransport: createMeshTransport({
      realtime,
      ...createSignalRequests(rpc),
      clock,
      createConnection: takeConnection,
      createStream: () => new MediaStream(),
      iceServers,
      fetchIceServers: createFetchIceServers(http, meetingId),
    }),
    feed: {
      ...timeline,
      receiveLines(lines) {
        timeline.receiveLines(lines);
        // A changed text asks again.
        if (lines.some(({ mark }) => mark !== null)) confirmations?.refresh();
      },
      onBoardChanged: () => confirmations?.refresh(),
    },
    newId,
    sendLeaveBeacon,
  });

  const unsubscribeCall = call.subscribe(() => {
    if (call.getSnapshot().state.name === "taken-over") timeline.suspend();
    // Checked before the first line, so that no line waits for it.
    for (const { isMe, participant } of call.getSnapshot().people)
      if (!isMe && !canTranslate(reach.engines, participant.speaks, reads))
        reach.isBrowserReady(participant.speaks, reads);
    const nextReads = call.getSnapshot().me?.reads ?? reads;
    if (nextReads === reads) return;
    reads = nextReads;
    timeline.onReadersChanged();
    confirmations?.setLanguage(reads);
  });

  /** Returns null outside of a call, also after it: the database rejects what belongs to an ended meeting. */
  const currentCallId = () => {
    const { people, callId } = call.getSnapshot();
    return people.length > 0 ? callId : null;
  };

  let captions: CaptionSession | null = null;
  let confirmations: Confirmations | null = null;
  const page = new AbortController();
  const { signal } = page;

  let stopCounters: Cancel = clock.after(COUNTERS_DELAY_MS, async () => {
    const loaded = await import("../insights/callCounters.ts").catch(() => null);
    if (signal.aborted || loaded === null) return;
    stopCounters = loaded.startCallCounters({
      ...{ call, timeline, me: userId, rpc, clock },
      takeDeviceTranslations: deviceTranslations.take,
    });
  });
  const loadCaptions = async () => {
    const createCallCaptionSession = await loadCaptionSession();
    if (signal.aborted) throw new Error("The room is closed.");
    captions ??= createCallCaptionSession({
      ...{ call, timeline, devices, rpc, http, clock, newId, storage: safeSessionStorage() },
    });
    return captions;
  };

  const loadConfirmations = async () => {
    const { createConfirmations } = await import("../confirmations/confirmations.ts");
    if (signal.aborted) throw new Error("The room is closed.");
    if (confirmations !== null) return confirmations;
    confirmations = createConfirmations({
      ...{ me: userId, language: reads, initial: null, pairs: options.pairs, rpc, translate, clock, newId },
      callId: currentCallId,
      onLineChanged: (line) => addLine(line, true),
    });
    confirmations.refresh();
    return confirmations;
  };

  const wake = () => {
    if (document.visibilityState === "visible") call.wake();
  };
  const leaveOnUnload = ({ persisted }: PageTransitionEvent) => call.leaveOnUnload(persisted);
  addEventListener("online", wake, { signal });
  document.addEventListener("visibilitychange", wake, { signal });
  addEventListener("pagehide", leaveOnUnload, { signal });

  const addLine = (line: Line, fresh: boolean) => {
    timeline.receiveLines([line]);
    // If this fails, each reader requests the translation.
    if (fresh) void translate([line.id]);
  };

  return {
    call,
    timeline,
    moderation: createModeration(rpc, meetingId, () => call.getSnapshot().meeting?.code ?? ""),
    screenShare,
    devices,
    rpc,
    reach,
    loadCaptions,
    loadConfirmations,
    lineEditing: {
      ...{ meetingId, rpc, newId, me: timeline.me },
      // A guest's meeting has an end and no glossary.
      hasGlossary: () => call.getSnapshot().meeting?.expires_at === null,
      onLineChanged: addLine,
    },
    files: {
      ...{ rpc, http, clock, newId, supabaseUrl, publishableKey, accessToken },
      place() {
        const callId = currentCallId();
        return callId === null ? null : { p_call_id: callId };
      },
      spokenLanguage: () => call.getSnapshot().me?.speaks ?? reads,
      onShared: (line) => addLine(line, true),
    },
    createLineTranslator: (onChange, onMissed) =>
      createLineTranslator({ ...readerOptions, othersRead: () => [], onChange, onMissed }),
    close() {
      page.abort();
      unsubscribeCall();
      stopCounters();
      captions?.close();
      confirmations?.close();
      call.close();
      timeline.close();
      realtime.close();
    },
  };
}

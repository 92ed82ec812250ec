/** All the real parts of a meeting in a browser, put together. */
import type { Language } from "#contracts/languages.ts";
import type { Line } from "#contracts/lines.ts";
import type { Captioning } from "../../captions/late.ts";
import { createReading, createTimeline, type Reading, type Timeline } from "../../chat/core/index.ts";
import type { FileParts } from "../../files/index.ts";
import { createLateDeviceTranslator, createTranslate, type TranslatorApi } from "../../languages/core/index.ts";
import { systemClock } from "../../platform/clock.ts";
import { sayGoodbye } from "../../platform/goodbye.ts";
import { createRealtime } from "../../platform/realtime.ts";
import { createRpc, type Rpc } from "../../platform/rpc.ts";
import { type AccessToken, createHttp } from "../../platform/rpcHttp.ts";
import { deviceStorageOrNone, sessionStorageOrNone } from "../../platform/storage.ts";
import type { LineWorkParts } from "../../transcripts/late.ts";
import { type Call, createCall } from "./call.ts";
import { makeConnection } from "./connectionAhead.ts";
import type { Devices } from "./devices.ts";
import { createAskIce } from "./ice.ts";
import { createLead, type Lead } from "./lead.ts";
import { meshTransport } from "./mesh.ts";
import { createScreen, type Screen } from "./screen.ts";

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

export interface Room {
  call: Call;
  timeline: Timeline;
  lead: Lead;
  screen: Screen;
  rpc: Rpc;
  /** Captions, once they are wanted. Rejects where they cannot be loaded; asked again it tries again. */
  captioning(): Promise<Captioning>;
  /** For marks and corrections of lines; the same object all the while. */
  lineWork: LineWorkParts;
  /** For sharing files. */
  files: FileParts;
  /** Brings lines to this reader's language that the timeline does not have. As of `ReadingOptions`. */
  makeReading(changed: () => void, missed: () => void): Reading;
  /** Lets go of everything without leaving; `call.leave` first to tell the others at once. */
  close(): void;
}

declare global {
  /** Not in TypeScript's DOM library yet. */
  var Translator: TranslatorApi | undefined;
}

/** Does not enter yet: `call.enter()` does. */
export function createRoom(options: RoomOptions): Room {
  const { meetingId, userId, supabaseUrl, publishableKey, accessToken, iceServers, devices } = options;
  const clock = systemClock;
  const newId = () => crypto.randomUUID();
  const http = createHttp({ supabaseUrl, publishableKey, accessToken, clock, fetch: fetch.bind(globalThis) });
  const rpc = createRpc(http);
  const realtime = createRealtime({ supabaseUrl, publishableKey, accessToken, clock });

  const translate = createTranslate(http);

  let reads = options.reads;
  const reader = {
    me: userId,
    reads: () => reads,
    translate,
    device: createLateDeviceTranslator({ api: globalThis.Translator, clock }),
    clock,
  };
  const timeline = createTimeline({
    ...reader,
    meetingId,
    othersRead: () => call.getSnapshot().people.flatMap(({ isMe, participant }) => (isMe ? [] : [participant.reads])),
    keeps: () => call.getSnapshot().meeting?.keep !== "nothing",
    rpc,
    places: {
      tab: sessionStorageOrNone(),
      device: deviceStorageOrNone(() => localStorage, clock.now),
      lasts: () => call.getSnapshot().meeting?.keep === "days",
    },
    newId,
    missed: () => call.catchUp(),
  });
  const screen = createScreen(navigator.mediaDevices?.getDisplayMedia?.bind(navigator.mediaDevices));
  const call: Call = createCall({
    meetingId,
    rpc,
    realtime,
    clock,
    devices,
    screen,
    prepareTransport: meshTransport({
      realtime,
      clock,
      makeConnection,
      makeStream: () => new MediaStream(),
      iceServers,
      askIce: createAskIce(http, meetingId),
    }),
    feed: timeline,
    newId,
    sayGoodbye,
  });

  const endReads = call.subscribe(() => {
    if (call.getSnapshot().state.name === "taken-over") timeline.suspend();
    const now = call.getSnapshot().me?.reads ?? reads;
    if (now === reads) return;
    reads = now;
    timeline.readersChanged();
  });

  let captioning: Captioning | null = null;
  let closed = false;
  const loadCaptioning = async () => {
    const from = Math.max(call.getSnapshot().since, timeline.getSnapshot().lines.at(-1)?.seq ?? 0);
    const { createCallCaptioning } = await import("../../captions/late.ts");
    if (closed) throw new Error("The room is closed.");
    captioning ??= createCallCaptioning({
      ...{ call, timeline, devices, rpc, http, clock, newId, from, storage: sessionStorageOrNone() },
    });
    return captioning;
  };

  const wake = () => {
    if (document.visibilityState === "visible") call.wake();
  };
  const goAway = ({ persisted }: PageTransitionEvent) => call.leaveNow(persisted);
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", wake);
  addEventListener("pagehide", goAway);

  const take = (line: Line, fresh: boolean) => {
    timeline.lines([line]);
    // Should it fail, the readers ask for themselves.
    if (fresh) void translate([line.id]);
  };

  return {
    call,
    timeline,
    lead: createLead(rpc, meetingId, () => call.getSnapshot().meeting?.code ?? ""),
    screen,
    rpc,
    captioning: loadCaptioning,
    lineWork: {
      ...{ meetingId, rpc, newId },
      // A guest's meeting ends by itself.
      hasGlossary: () => call.getSnapshot().meeting?.expires_at === null,
      take,
    },
    files: {
      ...{ rpc, newId, supabaseUrl, publishableKey, accessToken },
      callId: () => call.getSnapshot().callId,
      speaks: () => call.getSnapshot().me?.speaks ?? reads,
      take: (line) => take(line, true),
    },
    makeReading: (changed, missed) => createReading({ ...reader, othersRead: () => [], changed, missed }),
    close() {
      removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wake);
      removeEventListener("pagehide", goAway);
      endReads();
      closed = true;
      captioning?.close();
      call.close();
      timeline.close();
      realtime.close();
    },
  };
}

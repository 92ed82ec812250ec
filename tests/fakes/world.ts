/**
 * Complete tabs of people in one meeting. Time, network, database, devices and translator are fakes; the rest is real.
 */
import { createCall } from "../../app/call/call.ts";
import { createModeration } from "../../app/call/moderation.ts";
import { createSignalRequests } from "../../app/call/signals.ts";
import { createTimeline } from "../../app/chat/timeline.ts";
import { createDevices } from "../../app/devices/devices.ts";
import { createScreenShare } from "../../app/devices/screenShare.ts";
import { handleLeaveBeacon } from "../../app/lib/leaveBeacon.server.ts";
import type { Rpc } from "../../app/lib/rpc.ts";
import { createBrowserTranslator } from "../../app/translation/browserTranslator.ts";
import { NO_SHORT_LINES, type ShortLines } from "../../app/translation/shortLines.ts";
import type { TranslatorApi } from "../../app/translation/translationReach.ts";
import { createTranslationReach } from "../../app/translation/translationReach.ts";
import { createMeshTransport } from "../../app/webrtc/mesh.ts";
import { ok } from "../../supabase/functions/_shared/contracts/errors.ts";
import { ICE } from "../../supabase/functions/_shared/contracts/ice.ts";
import type { LanguagePairs } from "../../supabase/functions/_shared/contracts/languagePairs.ts";
import { createBackend, type FakePerson, MEETING_ID } from "./backend.ts";
import { createFakeClock } from "./clock.ts";
import { fakeMediaDevices, fakeStream, fakeTrack } from "./media.ts";
import { createFakeNetwork } from "./peerConnection.ts";
import { createFakeHub } from "./realtime.ts";
import { fakeStorage } from "./storage.ts";

/** Creates a meeting. `serverAhead`: milliseconds by which the server's clock is ahead of all devices. */
export function createWorld({ serverAhead = 0 } = {}) {
  const clock = createFakeClock();
  const hub = createFakeHub();
  const network = createFakeNetwork();
  const backend = createBackend({ hub, clock: { ...clock, now: () => clock.now() + serverAhead } });
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `d0000000-0000-4000-8000-${String(ids).padStart(12, "0")}`;
  };

  function tab(
    person: FakePerson,
    options: {
      storage?: ReturnType<typeof fakeStorage>;
      /** The storage that all tabs of this browser share. */
      device?: ReturnType<typeof fakeStorage>;
      translator?: TranslatorApi;
      /** The pairs that the engines translate, as far as this tab has loaded them. */
      pairs?: LanguagePairs;
      shortLines?: ShortLines;
    } = {},
  ) {
    const realtime = hub.client();
    const media = fakeMediaDevices();
    const storage = options.storage ?? fakeStorage();
    const device = options.device ?? fakeStorage();
    const meters: ((level: number) => void)[] = [];
    /** The abort signal of each pending request to the function `ice`, by peer id. */
    const iceAsked = new Map<string, AbortSignal>();
    const devices = createDevices({
      mediaDevices: media,
      createStream: fakeStream,
      createMeter: (_track, onLevel) => {
        meters.push(onLevel);
        return { close() {} };
      },
      clock,
    });
    let reads = person.reads;
    // Calls through the person, because a test may replace their rpc client.
    const rpc: Rpc = (name, args) => person.rpc(name, args);
    const timeline = createTimeline({
      meetingId: MEETING_ID,
      me: person.userId,
      reads: () => reads,
      othersRead: () =>
        call
          .getSnapshot()
          .people.flatMap((callParticipant) => (callParticipant.isMe ? [] : [callParticipant.participant.reads])),
      rpc,
      translate: (lineIds, options) => person.translate(lineIds, options),
      storesLines: () => call.getSnapshot().meeting?.keep !== "nothing",
      browserTranslator: createBrowserTranslator({ api: options.translator, clock }),
      reach: createTranslationReach({ engines: options.pairs ?? null, api: options.translator, clock }),
      shortLines: options.shortLines ?? NO_SHORT_LINES,
      places: { tab: storage, device, isPersistent: () => call.getSnapshot().meeting?.keep === "days" },
      clock,
      newId,
      onMissed: () => call.catchUp(),
    });
    const screenShare = createScreenShare(() => Promise.resolve(fakeStream([fakeTrack("video"), fakeTrack("audio")])));
    const call = createCall({
      meetingId: MEETING_ID,
      rpc,
      realtime,
      clock,
      devices,
      screenShare,
      prepareTransport: createMeshTransport({
        realtime,
        ...createSignalRequests(rpc),
        clock,
        createConnection: network.make,
        createStream: () => fakeStream(),
        iceServers: [],
        fetchIceServers(peerId, signal) {
          iceAsked.set(peerId, signal);
          return Promise.resolve(ok({ ice_servers: [], expires_in: ICE.credentialTtlMs }));
        },
      }),
      feed: timeline,
      newId,
      sendLeaveBeacon: (goodbye) => void handleLeaveBeacon(goodbye, person.rpc),
    });
    call.subscribe(() => {
      if (call.getSnapshot().state.name === "taken-over") timeline.suspend();
      const now = call.getSnapshot().me?.reads ?? reads;
      if (now === reads) return;
      reads = now;
      timeline.onReadersChanged();
    });
    return {
      call,
      timeline,
      lead: createModeration(person.rpc, MEETING_ID, () => call.getSnapshot().meeting?.code ?? ""),
      screen: screenShare,
      devices,
      media,
      realtime,
      storage,
      device,
      meters,
      iceAsked,
      state: () => call.getSnapshot().state.name,
      people: () => call.getSnapshot().people.map(({ participant }) => participant.display_name),
      connections: () =>
        call
          .getSnapshot()
          .people.flatMap((callParticipant) => (callParticipant.isMe ? [] : [callParticipant.connection])),
      /** Returns the texts on this person's screen, own and translated, with pending ones in brackets. */
      sees: () =>
        timeline.getSnapshot().entries.map(({ text, display, delivery }) => {
          if (delivery.state !== "sent") return `[${delivery.state}] ${text}`;
          switch (display.kind) {
            case "original":
              return text;
            case "readable":
              return `${text} (translate anyway)`;
            case "translated":
              return display.source === "device" ? `(device) ${display.text}` : display.text;
            case "on-its-way":
              return `... ${text}`;
            case "unavailable":
              return `(${display.reason}) ${text}`;
            default:
              return display satisfies never;
          }
        }),
      async offline() {
        person.setOffline(true);
        realtime.cut();
      },
      async online() {
        person.setOffline(false);
        realtime.heal();
        call.wake();
      },
      close() {
        call.close();
        timeline.close();
        realtime.close();
        devices.close();
      },
    };
  }

  return { clock, hub, network, backend, tab };
}

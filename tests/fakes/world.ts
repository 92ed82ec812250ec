/** Whole tabs of people in one meeting, all real but for time, network, database, devices and translator. */
import { createCall } from "../../app/calls/core/call.ts";
import { createDevices } from "../../app/calls/core/devices.ts";
import { createLead } from "../../app/calls/core/lead.ts";
import { meshTransport } from "../../app/calls/core/mesh.ts";
import { createScreen } from "../../app/calls/core/screen.ts";
import { createTimeline } from "../../app/chat/core/timeline.ts";
import type { TranslatorApi } from "../../app/languages/core/index.ts";
import { createDeviceTranslator } from "../../app/languages/core/late.ts";
import { carryOut } from "../../app/platform/goodbye.server.ts";
import type { Rpc } from "../../app/platform/rpc.ts";
import { ok } from "../../supabase/functions/_shared/contracts/errors.ts";
import { ICE } from "../../supabase/functions/_shared/contracts/ice.ts";
import { createBackend, type FakePerson, MEETING } from "./backend.ts";
import { createFakeClock } from "./clock.ts";
import { fakeMediaDevices, fakeStream, fakeTrack } from "./media.ts";
import { createNetwork } from "./peerConnection.ts";
import { createHub } from "./realtime.ts";
import { fakeStorage } from "./storage.ts";

/** `serverAhead`: by so many milliseconds the server's clock is ahead of everybody's. */
export function createWorld({ serverAhead = 0 } = {}) {
  const clock = createFakeClock();
  const hub = createHub();
  const network = createNetwork();
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
      /** That of all tabs of this browser. */
      device?: ReturnType<typeof fakeStorage>;
      translator?: TranslatorApi;
    } = {},
  ) {
    const realtime = hub.client();
    const media = fakeMediaDevices();
    const storage = options.storage ?? fakeStorage();
    const device = options.device ?? fakeStorage();
    const meters: ((level: number) => void)[] = [];
    /** By peer id: whether what was asked of the function `ice` is still wanted. */
    const iceAsked = new Map<string, AbortSignal>();
    const devices = createDevices({
      mediaDevices: media,
      makeStream: fakeStream,
      makeMeter: (_track, heard) => {
        meters.push(heard);
        return { close() {} };
      },
      clock,
    });
    let reads = person.reads;
    // By way of the person, whom a test may give other ways.
    const rpc: Rpc = (name, args) => person.rpc(name, args);
    const timeline = createTimeline({
      meetingId: MEETING,
      me: person.userId,
      reads: () => reads,
      othersRead: () => call.getSnapshot().people.flatMap((one) => (one.isMe ? [] : [one.participant.reads])),
      rpc,
      translate: (lineIds, wish) => person.translate(lineIds, wish),
      keeps: () => call.getSnapshot().meeting?.keep !== "nothing",
      device: createDeviceTranslator({ api: options.translator, clock }),
      places: { tab: storage, device, lasts: () => call.getSnapshot().meeting?.keep === "days" },
      clock,
      newId,
      missed: () => call.catchUp(),
    });
    const screen = createScreen(() => Promise.resolve(fakeStream([fakeTrack("video"), fakeTrack("audio")])));
    const call = createCall({
      meetingId: MEETING,
      rpc: person.rpc,
      realtime,
      clock,
      devices,
      screen,
      prepareTransport: meshTransport({
        realtime,
        clock,
        makeConnection: network.make,
        makeStream: () => fakeStream(),
        iceServers: [],
        askIce(peerId, signal) {
          iceAsked.set(peerId, signal);
          return Promise.resolve(ok({ ice_servers: [], expires_in: ICE.credentialLife }));
        },
      }),
      feed: timeline,
      newId,
      sayGoodbye: (goodbye) => void carryOut(goodbye, person.rpc),
    });
    call.subscribe(() => {
      if (call.getSnapshot().state.name === "taken-over") timeline.suspend();
      const now = call.getSnapshot().me?.reads ?? reads;
      if (now === reads) return;
      reads = now;
      timeline.readersChanged();
    });
    return {
      call,
      timeline,
      lead: createLead(person.rpc, MEETING, () => call.getSnapshot().meeting?.code ?? ""),
      screen,
      devices,
      media,
      realtime,
      storage,
      device,
      meters,
      iceAsked,
      state: () => call.getSnapshot().state.name,
      people: () => call.getSnapshot().people.map(({ participant }) => participant.display_name),
      connections: () => call.getSnapshot().people.flatMap((one) => (one.isMe ? [] : [one.connection])),
      /** What this person sees: own and translated texts, with what is still open in brackets. */
      sees: () =>
        timeline.getSnapshot().entries.map(({ text, shown, delivery }) => {
          if (delivery.state !== "sent") return `[${delivery.state}] ${text}`;
          switch (shown.kind) {
            case "original":
              return text;
            case "translated":
              return shown.source === "device" ? `(device) ${shown.text}` : shown.text;
            case "on-its-way":
              return `... ${text}`;
            case "unavailable":
              return `(${shown.reason}) ${text}`;
            default:
              return shown satisfies never;
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

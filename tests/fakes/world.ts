/** Whole tabs of people in one meeting, all real but for time, network, database, devices and translator. */
import { createCall } from "../../app/calls/core/call.ts";
import { createDevices } from "../../app/calls/core/devices.ts";
import { meshTransport } from "../../app/calls/core/mesh.ts";
import { createTimeline } from "../../app/chat/core/timeline.ts";
import { createDeviceTranslator, type TranslatorApi } from "../../app/languages/core/index.ts";
import { createBackend, type FakePerson, MEETING } from "./backend.ts";
import { createFakeClock } from "./clock.ts";
import { fakeMediaDevices, fakeStream } from "./media.ts";
import { createNetwork } from "./peerConnection.ts";
import { createHub } from "./realtime.ts";
import { fakeStorage } from "./storage.ts";

export function createWorld() {
  const clock = createFakeClock();
  const hub = createHub();
  const network = createNetwork();
  const backend = createBackend({ hub, clock });
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `d0000000-0000-4000-8000-${String(ids).padStart(12, "0")}`;
  };

  function tab(
    person: FakePerson,
    options: { storage?: ReturnType<typeof fakeStorage>; translator?: TranslatorApi } = {},
  ) {
    const realtime = hub.client();
    const media = fakeMediaDevices();
    const storage = options.storage ?? fakeStorage();
    const meters: ((level: number) => void)[] = [];
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
    const timeline = createTimeline({
      meetingId: MEETING,
      me: person.userId,
      reads: () => reads,
      othersRead: () => call.getSnapshot().people.flatMap((one) => (one.isMe ? [] : [one.participant.reads])),
      rpc: person.rpc,
      translate: (lineIds) => person.translate(lineIds),
      device: createDeviceTranslator({ api: options.translator, clock }),
      storage,
      clock,
      newId,
      missed: () => call.catchUp(),
    });
    const call = createCall({
      meetingId: MEETING,
      rpc: person.rpc,
      realtime,
      clock,
      devices,
      makeTransport: meshTransport({
        realtime,
        clock,
        makeConnection: network.make,
        makeStream: () => fakeStream(),
        iceServers: [],
      }),
      feed: timeline,
      newId,
    });
    call.subscribe(() => {
      const now = call.getSnapshot().me?.reads ?? reads;
      if (now === reads) return;
      reads = now;
      timeline.readersChanged();
    });
    return {
      call,
      timeline,
      devices,
      media,
      realtime,
      storage,
      meters,
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

/** Signals by broadcasts, and those that are read because no broadcast arrived. */
import { expect, test } from "vitest";
import { ok } from "#contracts/errors.ts";
import { type ReceivedSignal, SIGNAL_EVENT, topics } from "#contracts/realtime.ts";
import { settle } from "../../tests/fakes/clock.ts";
import { createFakeHub } from "../../tests/fakes/realtime.ts";
import { createSignalInbox, type ReadSignals } from "./signalInbox.ts";

const CALL_ID = "c0000000-0000-4000-8000-000000000000";
const ME = "e0000000-0000-4000-8000-000000000001";
const BEN = "e0000000-0000-4000-8000-000000000002";
const EVE = "e0000000-0000-4000-8000-000000000003";

const offerOf = (from: string, sdp: string): ReceivedSignal => ({
  ...{ id: crypto.randomUUID(), from, signal: { type: "description", kind: "offer", sdp } },
});

async function world() {
  const hub = createFakeHub();
  const received: string[] = [];
  let answers: ReturnType<ReadSignals> = Promise.resolve(ok([]));
  let reads = 0;
  const inbox = createSignalInbox(hub.client(), CALL_ID, ME, () => {
    reads += 1;
    return answers;
  });
  const listen = (from: string) =>
    inbox.onSignal(from, (signal) => received.push(signal.type === "description" ? signal.sdp : signal.type));
  await settle();
  return {
    ...{ inbox, received, listen, reads: () => reads },
    async broadcast(signal: ReceivedSignal) {
      hub.broadcast(topics.signals(CALL_ID, ME), SIGNAL_EVENT, signal);
      await settle();
    },
    async read(next: unknown[] | Promise<unknown[]>) {
      answers = Promise.resolve(next).then(ok);
      void inbox.readMissed();
      await settle();
    },
  };
}

test("delivers a signal once, by a broadcast or a read", async () => {
  const { listen, broadcast, read, received } = await world();
  listen(BEN);
  const [first, second] = [offerOf(BEN, "first"), offerOf(BEN, "second")];
  await broadcast(first);
  await read([first, second]);
  await read([first, second]);
  await broadcast(second);
  expect(received).toEqual(["first", "second"]);
});

test("ignores what a peer sent before a newer broadcast", async () => {
  const { listen, broadcast, read, received } = await world();
  listen(BEN);
  listen(EVE);
  const slow = Promise.withResolvers<ReceivedSignal[]>();
  await read(slow.promise);
  await broadcast(offerOf(EVE, "newer"));
  slow.resolve([offerOf(EVE, "older"), offerOf(BEN, "missed")]);
  await settle();
  // A peer that floods the inbox delays nobody else.
  expect(received).toEqual(["newer", "missed"]);
});

test("reads again what an unknown peer has sent", async () => {
  const { listen, read, received } = await world();
  const offer = offerOf(BEN, "early");
  await read([offer]);
  listen(BEN);
  await read([offer]);
  expect(received).toEqual(["early"]);
});

test("delivers what others sent beside malformed signals", async () => {
  const { listen, read, received } = await world();
  listen(BEN);
  listen(EVE);
  await read([null, { ...offerOf(EVE, ""), signal: { type: "x" } }, offerOf(BEN, "honest")]);
  expect(received).toEqual(["honest"]);
});

test("reads once for all links", async () => {
  const { inbox, reads } = await world();
  await Promise.all(Array.from({ length: 3 }, () => inbox.readMissed()));
  expect(reads()).toBe(1);
  await inbox.readMissed();
  expect(reads()).toBe(2);
});

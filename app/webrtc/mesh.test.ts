import { expect, test } from "vitest";
import { fail, ok } from "../../supabase/functions/_shared/contracts/errors.ts";
import { SIGNAL_EVENT, type Signal, topics } from "../../supabase/functions/_shared/contracts/realtime.ts";
import { createFakeClock } from "../../tests/fakes/clock.ts";
import { fakeStream } from "../../tests/fakes/media.ts";
import { createFakeNetwork } from "../../tests/fakes/peerConnection.ts";
import { createFakeHub } from "../../tests/fakes/realtime.ts";
import { connectedPeerLinks, signals } from "../../tests/fakes/twoPeerLinks.ts";
import { createMeshTransport } from "./mesh.ts";

const CALL_ID = "c0000000-0000-4000-8000-000000000000";
const ME = "e0000000-0000-4000-8000-000000000001";

function openMesh(joinNumber: number) {
  const clock = createFakeClock();
  const hub = createFakeHub();
  const sent: { to: string; signal: Signal }[] = [];
  const prepared = createMeshTransport({
    ...{ realtime: hub.client(), clock, createConnection: createFakeNetwork().make, createStream: () => fakeStream() },
    iceServers: [],
    fetchIceServers: async () => fail("network/timeout"),
    readSignals: async () => ok([]),
    async sendSignal(_callId, _from, to, signal) {
      sent.push({ to, signal });
      return true;
    },
  })(ME);
  const mesh = prepared.open({ callId: CALL_ID, me: { peer_id: ME, user_id: "ana", join_number: joinNumber } });
  const receive = (from: string, signal: Signal | undefined) =>
    hub.broadcast(topics.signals(CALL_ID, ME), SIGNAL_EVENT, { id: crypto.randomUUID(), from, signal });
  return { clock, mesh, sent, receive };
}

test("gives a person who enters again no new budget", async () => {
  const [offer] = signals((await connectedPeerLinks()).hub, "description", "late:early");
  const { clock, mesh, sent, receive } = openMesh(1);
  for (let entry = 0; entry < 6; entry += 1) {
    const peer_id = `e0000000-0000-4000-8000-00000000001${entry}`;
    mesh.setPeers([{ peer_id, user_id: "eve", join_number: 2 + entry }]);
    for (let count = 0; count < 10; count += 1) {
      receive(peer_id, offer);
      await clock.advance(100);
    }
    mesh.setPeers([]);
  }
  const answers = sent.filter(({ signal }) => signal.type === "description").length;
  expect(answers).toBeGreaterThan(0);
  // Six at once, and one in three seconds.
  expect(answers).toBeLessThanOrEqual(8);
  mesh.close();
});

test("leaves signals for others when two people use up theirs", async () => {
  const { clock, mesh, sent, receive } = openMesh(2);
  const peer = (join_number: number) => ({
    ...{ peer_id: `e0000000-0000-4000-8000-00000000002${join_number}`, user_id: `person ${join_number}`, join_number },
  });
  const [bob, eve, mallory] = [peer(1), peer(3), peer(4)];
  mesh.setPeers([eve, mallory]);
  for (let second = 0; second < 60; second += 1) {
    if (second === 40) mesh.setPeers([eve, mallory, bob]);
    for (const { peer_id } of [eve, mallory]) {
      for (let count = 0; count < 5; count += 1) receive(peer_id, { type: "ready", reply: false, missed: true });
      const sdp = `o=- hostile${second} 1\r\na=ice-ufrag:x\r\n`;
      receive(peer_id, { type: "description", kind: "offer", sdp });
    }
    await clock.advance(1_000);
  }
  const to = ({ peer_id }: { peer_id: string }) => sent.filter((each) => each.to === peer_id);
  for (const hostile of [eve, mallory]) {
    expect(to(hostile).length).toBeGreaterThan(40);
    // Forty at once, and one in two seconds.
    expect(to(hostile).length).toBeLessThanOrEqual(70);
  }
  expect(to(bob).map(({ signal }) => signal)).toContainEqual(expect.objectContaining({ kind: "offer" }));
  mesh.close();
});

test("leaves signals for others when guests take turns in a place", async () => {
  const { clock, mesh, sent, receive } = openMesh(1);
  for (let entry = 0; entry < 20; entry += 1) {
    const peer_id = `e0000000-0000-4000-8000-0000000003${entry + 10}`;
    mesh.setPeers([{ peer_id, user_id: `guest ${entry}`, join_number: 2 + entry }]);
    for (let count = 0; count < 60; count += 1) receive(peer_id, { type: "ready", reply: false, missed: true });
    await clock.advance(3_000);
    mesh.setPeers([]);
  }
  // The database accepts 300 in the minute.
  expect(sent.length).toBeGreaterThan(100);
  expect(sent.length).toBeLessThan(300);
  mesh.close();
});

test("sends ready rarely to a peer that never connects", async () => {
  const { clock, mesh, sent } = openMesh(1);
  mesh.setPeers([{ peer_id: "e0000000-0000-4000-8000-000000000010", user_id: "eve", join_number: 2 }]);
  const ready = () => sent.filter(({ signal }) => signal.type === "ready").length;
  await clock.advance(60_000);
  const before = ready();
  expect(before).toBeGreaterThan(20);
  await clock.advance(60_000);
  expect(ready() - before).toBe(6);
  mesh.close();
});

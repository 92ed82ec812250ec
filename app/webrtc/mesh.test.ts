import { expect, test } from "vitest";
import { fail } from "../../supabase/functions/_shared/contracts/errors.ts";
import { SIGNAL_EVENT, type Signal, topics } from "../../supabase/functions/_shared/contracts/realtime.ts";
import { createFakeClock } from "../../tests/fakes/clock.ts";
import { fakeStream } from "../../tests/fakes/media.ts";
import { createFakeNetwork } from "../../tests/fakes/peerConnection.ts";
import { createFakeHub } from "../../tests/fakes/realtime.ts";
import { connectedPeerLinks, signals } from "../../tests/fakes/twoPeerLinks.ts";
import { createMeshTransport } from "./mesh.ts";

const CALL_ID = "c0000000-0000-4000-8000-000000000000";
const ME = "e0000000-0000-4000-8000-000000000001";

test("gives a person who enters again no new budget", async () => {
  const [offer] = signals((await connectedPeerLinks()).hub, "description", "late:early");
  const clock = createFakeClock();
  const hub = createFakeHub();
  const sent: Signal[] = [];
  const prepared = createMeshTransport({
    ...{ realtime: hub.client(), clock, createConnection: createFakeNetwork().make, createStream: () => fakeStream() },
    iceServers: [],
    fetchIceServers: async () => fail("network/timeout"),
    async sendSignal({ signal }) {
      sent.push(signal);
      return true;
    },
  })(ME);
  const mesh = prepared.open({ callId: CALL_ID, me: { peer_id: ME, user_id: "ana", join_number: 1 } });
  for (let entry = 0; entry < 6; entry += 1) {
    const peer_id = `e0000000-0000-4000-8000-00000000001${entry}`;
    mesh.setPeers([{ peer_id, user_id: "eve", join_number: 2 + entry }]);
    for (let count = 0; count < 10; count += 1) {
      hub.broadcast(topics.signals(CALL_ID, ME), SIGNAL_EVENT, { from: peer_id, signal: offer });
      await clock.advance(100);
    }
    mesh.setPeers([]);
  }
  const answers = sent.filter(({ type }) => type === "description").length;
  expect(answers).toBeGreaterThan(0);
  // Six at once, and one in three seconds.
  expect(answers).toBeLessThanOrEqual(8);
  mesh.close();
});

import { describe, expect, test } from "vitest";
import type { Rpc } from "../lib/rpc.ts";
import { createForwarding } from "./forwarding.ts";

const HERE = crypto.randomUUID();

describe("forwarding", () => {
  test("forwards to other meetings, with one id for retries", async () => {
    const meeting = (change: object) => ({
      ...{
        meeting_id: crypto.randomUUID(),
        code: "k3f92mxa7qpd",
        title: null,
        host_name: null,
        role: "guest" as const,
        ended: false,
      },
      ...{ inside: 0, last_call_at: "2026-01-01T00:00:00Z", created_at: "2026-01-01T00:00:00Z" },
      ...{ people: [], people_count: 0, ...change },
    });
    const there = meeting({ title: "there" });
    const meetings = [there, meeting({ title: "here", meeting_id: HERE })];
    const sent: unknown[] = [];
    const rpc = (async (name: string, args: object) => {
      if (name === "home" && "p_writable" in args && args.p_writable === true)
        return { ok: true, value: { profile: {}, workspaces: [], meetings } };
      sent.push(args);
      return sent.length === 1 ? { ok: false, error: { code: "network/timeout" } } : { ok: true, value: null };
    }) as Rpc;
    const forwarding = createForwarding({ meetingId: HERE, rpc, newId: () => crypto.randomUUID() });
    expect(await forwarding.destinations()).toEqual({ ok: true, value: [there] });
    const id = crypto.randomUUID();
    expect(await forwarding.forward(id, there.meeting_id)).toMatchObject({ error: { code: "network/timeout" } });
    expect(await forwarding.forward(id, there.meeting_id)).toEqual({ ok: true, value: null });
    expect(sent[0]).toEqual(sent[1]);
    await forwarding.forward(id, there.meeting_id);
    expect(sent[2]).not.toEqual(sent[1]);
  });
});

import { describe, expect, test } from "vitest";
import { twoInCall } from "../../../tests/fakes/twoInCall.ts";
import { createWorld } from "../../../tests/fakes/world.ts";

describe("unread counter", () => {
  test("counts lines of others since the last visit", async () => {
    const { anaTab, benTab, ana, clock } = await twoInCall();
    const unread = () => anaTab.timeline.getSnapshot().unread;
    benTab.timeline.post("one", "en");
    await clock.advance(1_000);
    benTab.timeline.post("@Ana two", "en", { mentions: [ana.userId] });
    anaTab.timeline.post("own", "es");
    await clock.advance(1_000);
    expect(unread()).toEqual({ lines: 2, mentions: 1, firstUnreadId: null });
    const [first] = anaTab.timeline.getSnapshot().entries;
    benTab.timeline.remove(first?.id ?? "");
    await clock.advance(1_000);
    expect(unread()).toEqual({ lines: 1, mentions: 1, firstUnreadId: null });
  });

  test("keeps the first unread line until closing", async () => {
    const { anaTab, benTab, clock } = await twoInCall();
    const unread = () => anaTab.timeline.getSnapshot().unread;
    benTab.timeline.post("one", "en");
    benTab.timeline.post("two", "en");
    await clock.advance(1_000);
    const [first] = anaTab.timeline.getSnapshot().entries;
    anaTab.timeline.setChatOpen(true);
    expect(unread()).toEqual({ lines: 0, mentions: 0, firstUnreadId: first?.id });
    benTab.timeline.post("three", "en");
    await clock.advance(1_000);
    expect(unread()).toEqual({ lines: 0, mentions: 0, firstUnreadId: first?.id });
    anaTab.timeline.setChatOpen(false);
    expect(unread()).toEqual({ lines: 0, mentions: 0, firstUnreadId: null });
    benTab.timeline.post("four", "en");
    await clock.advance(1_000);
    expect(unread().lines).toBe(1);
  });

  test("ignores lines from before joining", async () => {
    const { backend, tab, clock } = createWorld();
    const ana = backend.person("Ana", "es", "es");
    const first = tab(ana);
    first.call.join();
    await clock.advance(1_000);
    for (const text of ["1", "2", "3", "4", "5"]) first.timeline.post(text, "es");
    await clock.advance(1_000);
    const late = tab(backend.person("Cy", "es", "es"));
    late.call.join();
    await clock.advance(1_000);
    await late.timeline.loadOlder();
    expect(late.sees()).toHaveLength(5);
    expect(late.timeline.getSnapshot().unread).toEqual({ lines: 0, mentions: 0, firstUnreadId: null });
  });
});

import { describe, expect, test } from "vitest";
import { MEETING_ID } from "../../../tests/fakes/backend.ts";
import { postLineCalls, translateRequests, twoBeforeJoin, twoInCall } from "../../../tests/fakes/twoInCall.ts";
import { FUNCTION_WARM_MS } from "../../translation/lineTranslator.ts";

/** Delays Ana's posts by `ms`. */
function slowPosts({ ana, clock }: Awaited<ReturnType<typeof twoInCall>>, milliseconds: number) {
  const { rpc } = ana;
  ana.rpc = async (name, args) => {
    if (name === "post_line") await new Promise<void>((resolve) => clock.after(milliseconds, resolve));
    return rpc(name, args);
  };
}

describe("translation of sent lines", () => {
  test("requests each line once, while it is sent", async () => {
    const given = await twoInCall();
    const { anaTab, benTab, clock } = given;
    slowPosts(given, 300);
    anaTab.timeline.post("hola", "es");
    await clock.advance(299);
    expect([translateRequests(given).length, postLineCalls(given).length]).toEqual([1, 0]);
    await clock.advance(60_000);
    expect(benTab.sees()).toEqual(["en: hola"]);
    expect(translateRequests(given)).toHaveLength(1);
  });

  test("requests a line again that was stored late", async () => {
    const given = await twoInCall();
    const { anaTab, benTab, clock } = given;
    slowPosts(given, 2_000);
    anaTab.timeline.post("hola", "es");
    await clock.advance(1_999);
    expect(translateRequests(given)).toHaveLength(1);
    await clock.advance(1);
    expect(translateRequests(given)).toHaveLength(2);
    expect(benTab.sees()).toEqual(["en: hola"]);
  });

  test("requests an edit during the first request", async () => {
    const given = await twoInCall();
    const { ana, anaTab, benTab, clock } = given;
    const { translate } = ana;
    const held = Promise.withResolvers<void>();
    ana.translate = async (ids, wish) => {
      const result = await translate(ids, wish);
      if (wish?.coming) await held.promise;
      return result;
    };
    anaTab.timeline.post("hola", "es");
    await clock.advance(0);
    anaTab.timeline.edit(given.backend.lines()[0]?.id ?? "", "adios");
    await clock.advance(0);
    expect(benTab.sees()).toEqual(["... adios"]);
    held.resolve();
    await clock.advance(0);
    expect(benTab.sees()).toEqual(["en: adios"]);
  });

  test("requests nothing in a meeting that keeps nothing", async () => {
    const given = await twoInCall();
    const { ana, anaTab, benTab, clock } = given;
    await ana.rpc("update_meeting", { p_meeting_id: MEETING_ID, p_keep: "nothing" });
    anaTab.timeline.post("hola", "es");
    await clock.advance(60_000);
    expect(benTab.sees()).toHaveLength(1);
    expect(translateRequests(given)).toEqual([]);
  });

  test("requests a rejected line again with its retry", async () => {
    const given = await twoInCall();
    const { ana, anaTab, benTab, clock } = given;
    ana.failNext("post_line", "request/rate-limited");
    anaTab.timeline.post("hola", "es");
    await clock.advance(4_000);
    expect(translateRequests(given)).toHaveLength(1);
    await clock.advance(60_000);
    expect(translateRequests(given)).toHaveLength(2);
    expect(benTab.sees()).toEqual(["en: hola"]);
  });

  test("warms up the function, but not while it runs", async () => {
    const given = await twoInCall();
    const { ana, anaTab, benTab, clock } = given;
    const started = async (tab: typeof anaTab) => {
      const before = translateRequests(given).length;
      tab.timeline.warmUpTranslation();
      await clock.advance(0);
      return translateRequests(given).slice(before);
    };
    expect(await started(anaTab)).toMatchObject([{ user: ana.userId, args: [] }]);
    expect(await started(anaTab)).toEqual([]);
    expect(await started(benTab)).toHaveLength(1);
    await clock.advance(FUNCTION_WARM_MS - 1);
    anaTab.timeline.post("hola", "es");
    await clock.advance(1);
    // Ana's page has just requested her line.
    expect(await started(anaTab)).toEqual([]);
    expect(await started(benTab)).toHaveLength(1);
  });

  test("warms up nothing without need", async () => {
    const outside = twoBeforeJoin();
    outside.anaTab.timeline.warmUpTranslation();
    const given = await twoInCall();
    const { ben, benTab, anaTab, backend, clock } = given;
    await anaTab.lead.updateMeeting({ keep: "nothing" });
    await clock.advance(0);
    benTab.timeline.warmUpTranslation();
    await anaTab.lead.updateMeeting({ keep: "days" });
    await ben.rpc("knock", { p_code: backend.meeting().code, p_display_name: "Ben", p_speaks: "en", p_reads: "es" });
    await clock.advance(0);
    benTab.timeline.warmUpTranslation();
    await clock.advance(0);
    expect([...translateRequests(outside), ...translateRequests(given)]).toEqual([]);
  });
});

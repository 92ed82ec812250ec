import { describe, expect, test } from "vitest";
import type { CallConfirmations } from "#contracts/confirmations.ts";
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { CallSummary } from "#contracts/recap.ts";
import { fakeRpc } from "../../tests/fakes/rpc.ts";
import { loadContext } from "../../tests/fakes/serverBuild.ts";
import { readRecap } from "./readRecap.server.ts";

const MEETING = "8f7a3c52-4a1d-4f6e-9a51-0e3b9c1d2f40";
const CALL = "1b0f6f0e-7a55-4a53-8a63-0f4f6e8d9c21";
const summary: CallSummary = {
  ...{ call_id: CALL, meeting_id: MEETING, title: null, host_name: "Inés", people: [], attendance: [], lines: [] },
  ...{ started_at: "2026-04-14T16:07:00Z", ended_at: null, kept_until: null, whole: false, shared: false },
  ...{ may_share: false, languages: [], talk: [], captioned: null },
};
const firstPage: CallConfirmations = { confirmations: [], lines: [], next: 5, may_ask: true, tasks: [] };

/** Reads a recap whose confirmations the database answers so. Returns the requested pages too. */
async function read(answer: Result<CallConfirmations>) {
  const pages: (number | undefined)[] = [];
  const noLines = () => ok({ lines: [], more: false });
  const rpc = fakeRpc({
    call_recap: () => ok(summary),
    missed_lines: () => ok({ lines: 0, marks: [] }),
    call_confirmations({ p_after }) {
      pages.push(p_after);
      return answer;
    },
    ...{ lines_with_files: noLines, lines_with_links: noLines },
    read_summary: () => ok({ state: "none", reason: null, summary: null, translation: null }),
  });
  const context = loadContext({ rpc });
  const request = new Request("https://a.example/recap");
  return { recap: await readRecap(context, { id: MEETING, callId: CALL }, null, request), pages };
}

describe("readRecap", () => {
  test("reads the first page of confirmations only", async () => {
    const { recap, pages } = await read(ok(firstPage));
    expect(recap).toMatchObject({ ok: true, value: { confirmations: firstPage } });
    expect(pages).toEqual([undefined]);
  });

  test("shows the recap without confirmations that it cannot read", async () => {
    expect((await read(fail("request/rate-limited"))).recap).toMatchObject({
      ok: true,
      value: { confirmations: null },
    });
  });
});

import { describe, expect, test, vi } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import type { ExportAccount, ExportKey, ExportPart } from "#contracts/personalData.ts";
import { createFakeClock, settle } from "../../../tests/fakes/clock.ts";
import type { ArchiveFile, ArchiveTexts } from "./archive.ts";
import { createExportRun, type ExportSource } from "./exportRun.ts";

const ID = "11111111-0000-4000-8000-000000000000";
const AT = "2026-11-29T10:00:00+00:00";
const ACCOUNT: ExportAccount = {
  ...{ id: ID, email: "ana@a.example", phone: null, created_at: AT, last_sign_in_at: null },
  ...{ sessions: [], push_devices: [], quiet_hours: null, workspaces: [], parts: [] },
  profile: {
    ...{ display_name: "Ana", speaks: "es", reads: "es", ui_locale: "en", time_zone: null, confirmation_emails: true },
    delete_at: null,
    factor_reset: false,
    avatar: null,
  },
};
const PART_NAMES: ArchiveTexts["parts"] = {
  ...{ meetings: "Meetings", attendance: "Attendance", lines: "Messages", typed: "Typed", corrections: "Corrections" },
  ...{ "earlier-corrections": "Earlier", proposals: "Proposals", marks: "Marks", tasks: "Tasks", files: "Files" },
  ...{ reactions: "Reactions", reports: "Reports", questions: "Questions", answers: "Answers", terms: "Terms" },
  ...{ invitations: "Invitations", series: "Planned meetings", "series-answers": "Answers" },
};
const TEXTS: ArchiveTexts = {
  ...{ language: "en", dir: "ltr", title: "Your data", exportedAt: "Today", lines: "Messages", time: "Time" },
  ...{
    meeting: "Meeting",
    text: "Text",
    untitled: "No title",
    removed: "Deleted",
    content: "Content",
    count: "Entries",
  },
  ...{ file: "File", account: "Account", parts: PART_NAMES },
};

const line = (text: string | null) => ({ meeting_id: ID, kind: "chat", language: "es", text, at: AT });
const ITEMS: Partial<Record<ExportPart, Record<string, unknown>[]>> = {
  meetings: [{ id: ID, title: "<b>Market</b>" }],
  lines: [line("hola"), line("<script>"), line(null)],
  files: [
    { id: ID, name: "../plan.txt", shared_at: AT, deleted_at: null },
    { id: ID, name: null, shared_at: AT, deleted_at: AT },
  ],
};

/** A page has two items. The key of a page is its place. */
function createSource(over: Partial<ExportSource> = {}): ExportSource {
  const itemsOf = (part: ExportPart) => ITEMS[part] ?? [];
  return {
    readAccount: async () => ok(ACCOUNT),
    countPart: async (part) => ok({ count: itemsOf(part).length, next: null }),
    readPage: async (part, after) => {
      const from = Number(after?.[0] ?? 0);
      const items = itemsOf(part).slice(from, from + 2);
      const next: ExportKey = from + 2 < itemsOf(part).length ? [from + 2] : null;
      return ok({ items, next });
    },
    readAvatar: async (id) => ok(new Blob([id], { type: "image/jpeg" })),
    readFile: async () => ok(new Blob(["bytes"])),
    ...over,
  };
}

function begin(over: Partial<ExportSource> = {}) {
  const clock = createFakeClock();
  const files = new Map<string, string>();
  const zip = async (entries: AsyncIterable<ArchiveFile>) => {
    for await (const { name, input } of entries) {
      let content = "";
      if (input instanceof Blob) content = await input.text();
      else
        for await (const chunk of input) {
          // The ZIP writer takes an empty chunk for the end.
          expect(chunk).not.toBe("");
          content += chunk;
        }
      files.set(name, content);
    }
    return new Blob(["zip"]);
  };
  const run = createExportRun({ source: createSource(over), clock, texts: TEXTS, zip });
  run.start();
  return { run, clock, files };
}

const done = async ({ run }: ReturnType<typeof begin>) =>
  await vi.waitFor(() => expect(run.getSnapshot().kind).toBe("done"));

describe("an export", () => {
  test("has each item once, pages to read, and files", async () => {
    const started = begin();
    const totals = new Set<number>();
    const shown: number[] = [];
    started.run.subscribe(() => {
      const state = started.run.getSnapshot();
      if (state.kind === "running") {
        totals.add(state.total);
        shown.push(state.done);
      }
    });
    await done(started);
    const { files } = started;
    const json = JSON.parse(files.get("lines.json") ?? "");
    expect(json).toMatchObject({ schema: 1, part: "lines", items: ITEMS.lines });
    expect(JSON.parse(files.get("terms.json") ?? "").items).toEqual([]);
    expect(JSON.parse(files.get("account.json") ?? "")).toMatchObject({
      schema: 1,
      account: { email: "ana@a.example" },
    });
    expect(files.get(`files/${ID}/__plan.txt`)).toBe("bytes");
    // The total is known before the first page, and reached exactly.
    expect([...totals]).toEqual([1 + 1 + 3 + 2 * 2]);
    expect(shown.at(-1)).toBe(9);
    expect(started.run.getSnapshot()).toMatchObject({ name: "parley-2025-06-15.zip", missing: 0 });
  });

  test("has the picture of the person, unless it is gone", async () => {
    const withAvatar = { ...ACCOUNT, profile: { ...ACCOUNT.profile, avatar: ID } };
    const readAccount = async () => ok(withAvatar);
    const started = begin({ readAccount });
    await done(started);
    expect(started.files.get("avatar.jpg")).toBe(ID);
    const gone = begin({ readAccount, readAvatar: async () => fail("file/not-found") });
    await done(gone);
    expect([...gone.files.keys()].filter((name) => name.startsWith("avatar"))).toEqual([]);
  });

  test("pages contain words, no markup of others", async () => {
    const started = begin();
    await done(started);
    const page = started.files.get("messages.html") ?? "";
    expect(page).toContain("&lt;script&gt;");
    expect(page).toContain("&lt;b&gt;Market&lt;/b&gt;");
    expect(page).not.toContain("<script>");
    expect(page).toContain("<i>Deleted</i>");
    expect(started.files.get("index.html")).toContain('href="lines.json"');
  });

  test("repeats the failed page only, after a press", async () => {
    const readPage = createSource().readPage;
    let broken = true;
    const asked: string[] = [];
    const started = begin({
      readPage: async (part, after, signal) => {
        asked.push(`${part} ${after}`);
        return part === "lines" && after !== null && broken ? fail("request/invalid") : readPage(part, after, signal);
      },
    });
    await vi.waitFor(() =>
      expect(started.run.getSnapshot()).toMatchObject({ kind: "stopped", code: "request/invalid" }),
    );
    broken = false;
    started.run.resume();
    await done(started);
    expect(asked.filter((each) => each.startsWith("lines"))).toEqual(["lines null", "lines 2", "lines 2"]);
    expect(JSON.parse(started.files.get("lines.json") ?? "").items).toHaveLength(3);
  });

  test("waits out the rate limit and short failures by itself", async () => {
    const countPart = createSource().countPart;
    const failures = [fail("request/rate-limited"), fail("network/offline")];
    const started = begin({
      countPart: async (...request) => failures.pop() ?? countPart(...request),
    });
    await settle();
    await started.clock.advance(1_000);
    await started.clock.advance(10_000);
    await done(started);
    expect(failures).toEqual([]);
  });

  test("ends at once when it is cancelled", async () => {
    let aborted = false;
    const started = begin({
      readPage: (_part, _after, signal) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => {
            aborted = true;
            resolve(fail("network/offline"));
          });
        }),
    });
    await vi.waitFor(() => expect(started.run.getSnapshot().kind).toBe("running"));
    await settle();
    started.run.cancel();
    expect(started.run.getSnapshot().kind).toBe("cancelled");
    await settle();
    expect([aborted, started.run.getSnapshot().kind, started.clock.pending()]).toEqual([true, "cancelled", 0]);
  });

  test("counts files whose bytes are gone", async () => {
    const started = begin({ readFile: async () => fail("file/not-found") });
    await done(started);
    expect(started.run.getSnapshot()).toMatchObject({ missing: 1 });
  });
});

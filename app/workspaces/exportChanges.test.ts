import { describe, expect, test, vi } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import { fakeRpc } from "../../tests/fakes/rpc.ts";
import { exportChanges, MAX_EXPORTED_PAGES } from "./exportChanges.server.ts";

const WORKSPACE = "00000000-0000-4000-8000-000000000001";
const PERSON = "00000000-0000-4000-8000-000000000002";
const change = (id: number, actor_name = "Ana") => ({
  ...{ id, at: "2026-12-01T10:00:00+00:00", action: "workspace-renamed" as const },
  ...{ actor: PERSON, actor_name, person: null, person_name: null, detail: { from: "Old", to: "New; newer" } },
});
const exportBy = (handlers: Parameters<typeof fakeRpc>[0], query = "") =>
  exportChanges(
    { rpc: fakeRpc(handlers), locale: "en" },
    new Request(`https://a.example/settings/workspace/log.csv?workspace=${WORKSPACE}${query}`),
  );
const rowsOf = (table: string) => table.trimEnd().split("\r\n");

describe("the log of changes as CSV", () => {
  test("contains every page of the filter", async () => {
    const workspace_changes = vi
      .fn()
      .mockReturnValueOnce(ok({ changes: [change(9)], next: 9 }))
      .mockReturnValueOnce(ok({ changes: [], next: 5 }))
      .mockReturnValueOnce(ok({ changes: [change(3)], next: null }));
    const rows = rowsOf(await exportBy({ workspace_changes }, `&change=workspace-renamed&person=${PERSON}&before=12`));
    const filter = { p_workspace_id: WORKSPACE, p_actions: ["workspace-renamed"], p_person: PERSON };
    expect(workspace_changes.mock.calls.map(([asked]) => asked)).toEqual(
      [12, 9, 5].map((p_before) => ({ ...filter, p_before })),
    );
    expect(rows.slice(1)).toEqual(
      [9, 3].map((id) => `${id},2026-12-01T10:00:00+00:00,workspace-renamed,Ana,${PERSON},,,Old,"New; newer",,`),
    );
  });

  test("contains no formula", async () => {
    const changes = [change(1, "=1+1"), change(2, "@SUM(A1)")];
    const table = await exportBy({ workspace_changes: () => ok({ changes, next: null }) });
    expect(table).toContain(",'=1+1,");
    expect(table).toContain(",'@SUM(A1),");
  });

  test("ends after a number of pages, and says so", async () => {
    const workspace_changes = vi.fn(() => ok({ changes: [change(1)], next: 7 }));
    const rows = rowsOf(await exportBy({ workspace_changes }));
    expect(workspace_changes).toHaveBeenCalledTimes(MAX_EXPORTED_PAGES);
    expect(rows.at(-1)).toMatch(/^7,Older changes are left out/u);
  });

  test("ends in the error of the database", async () => {
    const workspace_changes = () => fail("role/admin-needed");
    await expect(exportBy({ workspace_changes })).rejects.toMatchObject({
      ...{ data: { code: "role/admin-needed" }, init: { status: 403 } },
    });
  });
});

import { expect, test } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import { fakeRpc } from "../../../tests/fakes/rpc.ts";
import { transcriptLine } from "../../../tests/fakes/transcriptLine.ts";
import { sendWrite } from "./sendWrite.ts";

const deleted = transcriptLine(1, { id: "a", kind: "chat", deleted: true });

test("reports a line that the server deleted, and no other", async () => {
  const reported: string[] = [];
  const remove = (result: typeof deleted | null) =>
    sendWrite(
      fakeRpc({ delete_line: () => (result === null ? fail("network/timeout") : ok(result)) }),
      null,
      { kind: "remove", id: "a" },
      (id) => reported.push(id),
    );
  expect(await remove(null)).toMatchObject({ error: { code: "network/timeout" } });
  expect(reported).toEqual([]);
  expect(await remove(deleted)).toEqual(ok(deleted));
  expect(reported).toEqual(["a"]);
});

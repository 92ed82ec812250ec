import { expect, test, vi } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import { fakeRpc } from "../../../tests/fakes/rpc.ts";
import { serverLine } from "../../../tests/fakes/serverLine.ts";
import { readPages } from "./readPages.ts";

const line = (seq: number) => serverLine({ id: `line ${seq}`, seq });

/** Returns the `seq` of the lines of each page. */
async function pagesOf(pages: readonly (readonly number[])[], asked: readonly number[]): Promise<number[][]> {
  const answers = pages.map((page, index) => ({ lines: page.map(line), more: index < pages.length - 1 }));
  let read = 0;
  const rpc = fakeRpc({ transcript: () => ok(answers[++read] ?? { lines: [], more: false }) });
  const found: number[][] = [];
  for await (const { lines } of readPages(rpc, "call", answers[0] ?? { lines: [], more: false }, asked.map(line)))
    found.push(lines.map(({ seq }) => seq).sort((a, b) => a - b));
  return found;
}

test("every line is read once", async () => {
  expect(await pagesOf([[1, 2], [3, 4], [5]], [2, 5])).toEqual([[1, 2], [3, 4], [5]]);
});

test("a missed line that was asked about is added", async () => {
  expect(await pagesOf([[1, 4], [7]], [2, 5, 9])).toEqual([
    [1, 2, 4],
    [5, 7, 9],
  ]);
});

test("a reader without lines has what was asked", async () => {
  expect(await pagesOf([[]], [3])).toEqual([[3]]);
  expect(await pagesOf([[]], [])).toEqual([]);
});

test("an export waits for its rate limit", async () => {
  vi.useFakeTimers();
  let refusals = 2;
  const rpc = fakeRpc({
    transcript: () => (refusals-- > 0 ? fail("request/rate-limited") : ok({ lines: [line(2)], more: false })),
  });
  const pages = readPages(rpc, "call", { lines: [line(1)], more: true }, []);
  await pages.next();
  const second = pages.next();
  await vi.advanceTimersByTimeAsync(20_000);
  expect((await second).value).toMatchObject({ lines: [{ seq: 2 }] });
  vi.useRealTimers();
});

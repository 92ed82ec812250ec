import { afterEach, describe, expect, test, vi } from "vitest";
import { MAX_TEXT_BYTES, readTextStart } from "./readTextStart.ts";

const serve = (chunks: readonly Uint8Array[], status = 200) => {
  const cancel = vi.fn();
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks[next++];
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
    cancel,
  });
  vi.stubGlobal("fetch", async () => new Response(body, { status }));
  return cancel;
};
const read = () => readTextStart("https://files.example/a", new AbortController().signal);
const bytes = (text: string) => new TextEncoder().encode(text);

describe("readTextStart", () => {
  afterEach(() => vi.unstubAllGlobals());

  test("joins characters that two chunks share", async () => {
    const whole = bytes("añil");
    serve([whole.subarray(0, 2), whole.subarray(2)]);
    expect(await read()).toEqual({ text: "añil", isCut: false });
  });

  test("stops after the first part", async () => {
    const cancel = serve(Array.from({ length: 40 }, () => bytes("x".repeat(4096))));
    const start = await read();
    expect([start?.text.length, start?.isCut]).toEqual([MAX_TEXT_BYTES, true]);
    expect(cancel).toHaveBeenCalled();
  });

  test("shows a file of exactly this size as whole", async () => {
    serve([bytes("x".repeat(MAX_TEXT_BYTES))]);
    expect(await read()).toMatchObject({ isCut: false });
  });

  test.each(["\u0301", "\u{1F3FB}"])("keeps sixteen of %j on a letter", async (mark) => {
    serve([bytes(`a${mark.repeat(10_000)}b${mark.repeat(16)}`)]);
    expect(await read()).toMatchObject({ text: `a${mark.repeat(16)}b${mark.repeat(16)}` });
  });

  test("fails without the file", async () => {
    serve([], 404);
    expect(await read()).toBeNull();
  });
});

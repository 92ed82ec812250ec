/** Bodies of requests: their limit, and the memory that they take. */
import assert from "node:assert/strict";
import { readBytes, readHead } from "../_shared/body.ts";

const bodyOf = (parts: Iterable<Uint8Array<ArrayBuffer>>) => new Response(ReadableStream.from(parts));

Deno.test("body: returns all bytes up to the limit, and null above it", async () => {
  const parts = [1_000, 5_000, 3_000].map((length, at) => new Uint8Array(length).fill(at));
  const bytes = await readBytes(bodyOf(parts), 9_000);
  assert.deepEqual(bytes, new Uint8Array(9_000).fill(0, 0, 1_000).fill(1, 1_000, 6_000).fill(2, 6_000));
  assert.equal(await readBytes(bodyOf(parts), 8_999), null);
  assert.equal((await readHead(bodyOf(parts), 100)).length, 101);
  assert.deepEqual(await readBytes(new Response(null), 10), new Uint8Array());
});

Deno.test("body: keeps no buffer of a body in pieces of one byte", async () => {
  const before = Deno.memoryUsage().external;
  let grownBytes = 0;
  function* pieces() {
    for (let count = 0; count < 5_000; count += 1) {
      // As the runtime does.
      yield new Uint8Array(65_536).subarray(0, 1);
      grownBytes = Deno.memoryUsage().external - before;
    }
  }
  assert.equal((await readBytes(bodyOf(pieces()), 8_000))?.length, 5_000);
  assert.ok(grownBytes < 150_000_000, `${grownBytes}`);
});

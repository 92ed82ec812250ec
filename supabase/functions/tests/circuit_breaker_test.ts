import assert from "node:assert/strict";
import { createCircuitBreaker } from "../_shared/circuitBreaker.ts";

Deno.test("createCircuitBreaker: forgets the oldest failure beyond a thousand servers", () => {
  const breaker = createCircuitBreaker<number, string>(() => 0);
  for (let server = 0; server <= 1_000; server += 1) breaker.recordFailure(server, "status 500");
  assert.deepEqual([0, 1, 1_000].map(breaker.openReason), [undefined, "status 500", "status 500"]);
});

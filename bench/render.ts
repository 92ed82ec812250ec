/** The time of the Worker for `/`: the built Worker in workerd, through wrangler's proxy on a kept connection. */
import { Agent, request } from "node:http";
import type { App } from "../tests/support/app.ts";
import { scaled } from "./scale.ts";
import { type Figure, percentileOf } from "./table.ts";

/** workerd compiles hot code, and visitors meet a warm isolate. */
const WARM_UP_REQUESTS = scaled(100, 10);
const REQUESTS = scaled(400, 20);

/** Returns the milliseconds of one request. */
function timeRequest(url: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    request(url, { agent, headers: { Accept: "text/html" } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} returned ${response.statusCode}`));
      response.resume();
      response.once("end", () => resolve(performance.now() - startedAt));
    })
      .once("error", reject)
      .end();
  });
}

export async function measureRender(app: App): Promise<Figure[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let round = 0; round < WARM_UP_REQUESTS + REQUESTS; round += 1) times.push(await timeRequest(app.url, agent));
  agent.destroy();
  const measured = times.slice(WARM_UP_REQUESTS);
  const note = "one after the other";
  return [
    { name: "/ rendered through wrangler, p50", ...percentileOf(measured, 0.5), bar: 8, unit: "ms", note },
    { name: "/ rendered through wrangler, p95", ...percentileOf(measured, 0.95), bar: 20, unit: "ms", note },
  ];
}

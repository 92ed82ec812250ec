/** How long the edge takes for `/`: the built Worker in workerd, asked through wrangler's proxy on a kept connection. */
import { Agent, request } from "node:http";
import type { App } from "../tests/support/app.ts";
import { type Figure, percentile } from "./table.ts";

/** workerd compiles what is used often; people meet an isolate that has done so. */
const WARM_UP = 100;
const ASKED = 400;

function ask(url: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    request(url, { agent, headers: { Accept: "text/html" } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
      answer.resume();
      answer.once("end", () => resolve(performance.now() - began));
    })
      .once("error", reject)
      .end();
  });
}

export async function measureRender(app: App): Promise<Figure[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let round = 0; round < WARM_UP + ASKED; round += 1) times.push(await ask(app.url, agent));
  agent.destroy();
  const measured = times.slice(WARM_UP);
  const note = `${ASKED} requests, one after the other`;
  return [
    { name: "/ rendered through wrangler, p50", value: percentile(measured, 0.5), bar: 8, unit: "ms", note },
    { name: "/ rendered through wrangler, p95", value: percentile(measured, 0.95), bar: 20, unit: "ms", note },
  ];
}

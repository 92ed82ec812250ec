/**
 * Uploads a file of the largest size that may be shared. Measures the time of the app's upload to Storage beside a plain PUT of
 * the same bytes to a Node server. Also measures the memory of browser and Storage, and the bytes sent after a cut in the middle.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { connect, createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { build } from "esbuild";
import * as z from "zod/mini";
import type { Stack } from "../local/index.ts";
import { CHROMIUM_FLAGS, findChromium } from "../scripts/lib/chromium.ts";
import { ROOT } from "../scripts/lib/paths.ts";
import { LIMITS } from "../supabase/functions/_shared/contracts/limits.ts";
import { createdMeeting } from "../supabase/functions/_shared/contracts/meetings.ts";
import { joinAsAccount, openAccount } from "../tests/support/accounts.ts";
import { onLoopback } from "../tests/support/loopback.ts";
import { pssMb } from "./processMemory.ts";
import { scaled } from "./scale.ts";
import { startStackProcess } from "./stack.ts";
import { type Figure, percentileOf } from "./table.ts";
import type { UploadPlace } from "./uploadPage.ts";

/** The first 6 MB are sent with the request that creates the upload, and again if that is cut. */
const BYTES = scaled(LIMITS.fileBytes.max, 20_000_000);
const ROUNDS = scaled(5, 1);
const MB = 1e6;
/** The first bytes of a ZIP archive, of which no preview is made. */
const ZIP_HEAD = [0x50, 0x4b, 3, 4];

/** Serves the page, and receives plain uploads without storing them. */
async function servePage() {
  const { outputFiles } = await build({
    ...{ entryPoints: [join(ROOT, "bench/uploadPage.ts")], bundle: true, format: "esm", write: false },
    ...{ alias: { "~": join(ROOT, "app") }, loader: { ".wasm": "empty" }, logLevel: "error" },
  });
  const script = outputFiles[0]?.text ?? "";
  return await onLoopback(
    createServer(async (request, response) => {
      if (request.method === "PUT") {
        let bytes = 0;
        for await (const chunk of request) bytes += chunk.length;
        return response.end(String(bytes));
      }
      if (request.url === "/upload.js") return response.setHeader("content-type", "text/javascript").end(script);
      return response.setHeader("content-type", "text/html").end("<!doctype html><input type=file>");
    }),
  );
}

/** An outage. Browsers repeat a request at once on another connection, as if only this connection had broken. */
const OUTAGE_MS = 300;

/** A proxy with one outage after `cutAt` bytes. Counts the bytes that it forwards. */
async function startCuttingProxy(target: string, cutAt: number) {
  const { hostname, port } = new URL(target);
  let sent = 0;
  let cutAtMs: number | null = null;
  const isDown = () => cutAtMs !== null && performance.now() - cutAtMs < OUTAGE_MS;
  const server = createTcpServer((client) => {
    if (isDown()) return client.resetAndDestroy();
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) socket.on("error", () => socket.destroy());
    upstream.on("close", () => client.destroy());
    client.on("close", () => upstream.end());
    client.on("data", (chunk) => {
      sent += chunk.length;
      upstream.write(chunk);
      if (cutAtMs !== null || sent < cutAt) return;
      cutAtMs = performance.now();
      // Bytes until here still arrive, as on a network that breaks in front of the sender.
      client.destroy();
    });
    upstream.pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    sent: () => sent,
    isCut: () => cutAtMs !== null,
    close: () => void server.close(),
  };
}

/** Returns the largest growth of both processes in MB while `run` runs. */
async function growthDuring(run: () => Promise<unknown>, browser: number, stack: number) {
  const read = async () => [await pssMb(browser), await residentMb(stack)] as const;
  const before = await read();
  const growth = { browser: 0, storage: 0 };
  let running = true;
  const finished = run().finally(() => {
    running = false;
  });
  while (running) {
    const [now, nowStack] = await read();
    growth.browser = Math.max(growth.browser, now - before[0]);
    growth.storage = Math.max(growth.storage, nowStack - before[1]);
  }
  await finished;
  return growth;
}

/** Returns the resident memory of one process, without its children. */
async function residentMb(pid: number): Promise<number> {
  const [, kilobytes = "0"] = /^VmRSS:\s+(\d+) kB/mu.exec(await readFile(`/proc/${pid}/status`, "utf8")) ?? [];
  return (Number(kilobytes) * 1024) / MB;
}

const share = (page: Page, place: UploadPlace) =>
  page.evaluate(async (given) => {
    const module = "/upload.js";
    const { shareChosen }: typeof import("./uploadPage.ts") = await import(module);
    return await shareChosen(given);
  }, place);
const put = (page: Page) =>
  page.evaluate(async () => {
    const module = "/upload.js";
    const { putChosen }: typeof import("./uploadPage.ts") = await import(module);
    return await putChosen();
  });

/** In MB. Node frees received buffers only when 32 MB of them are unused, so a file that is held in memory is above this. */
const MAX_GROWTH = 25;

const growthFigure = (name: string, values: readonly number[], kind: string): Figure => ({
  ...{ name, ...percentileOf(values, 0.5), bar: MAX_GROWTH, unit: "MB" },
  note: `${kind}; ${values.map((value) => value.toFixed(1)).join(", ")}`,
});

/** Returns the board of a new account's meeting. An account may share ten such files a day. */
async function openPlace(stack: Stack): Promise<UploadPlace> {
  const host = await openAccount({ stack }, "bench");
  const { meeting_id, code } = createdMeeting.parse(
    (await host.client.rpc("create_meeting", { p_meeting_id: randomUUID() })).data,
  );
  await joinAsAccount(host, code, { name: "Tom", speaks: "en", reads: "en" });
  const token = z.string().parse((await host.client.auth.getSession()).data.session?.access_token);
  return { supabaseUrl: stack.url, publishableKey: stack.publishableKey, token, meetingId: meeting_id };
}

export async function measureUpload(data: string): Promise<Figure[]> {
  const executablePath = await findChromium();
  if (executablePath === null) throw new Error("Chromium is not on this machine: `npm run setup:test`");
  const stack = await startStackProcess({ data });
  const place = await openPlace(stack);

  const file = join(data, "large.zip");
  const bytes = randomBytes(BYTES);
  bytes.set(ZIP_HEAD);
  await writeFile(file, bytes);
  const server = await servePage();
  const browser = await chromium.launchServer({ executablePath, args: CHROMIUM_FLAGS });
  const page = await (await chromium.connect(browser.wsEndpoint())).newPage();
  await page.goto(server.url);
  await page.setInputFiles("input", file);

  // The first upload starts the edge function, and compiles the code of both.
  await share(page, place);
  await put(page);
  const ratios: number[] = [];
  const times: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [plain, ours] = [await put(page), await share(page, place)];
    ratios.push(plain / ours);
    times.push(`${plain.toFixed(0)}/${ours.toFixed(0)}`);
  }
  const other = await openPlace(stack);
  const growth: Awaited<ReturnType<typeof growthDuring>>[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    growth.push(await growthDuring(() => share(page, other), browser.process().pid ?? 0, stack.pid));
  const proxy = await startCuttingProxy(stack.url, BYTES / 2);
  await share(page, { ...other, supabaseUrl: proxy.url });
  const sentTwice = (proxy.sent() - BYTES) / MB;
  if (!proxy.isCut()) throw new Error("The connection was not cut.");
  proxy.close();
  await browser.close();
  await server.close();
  await stack.close();

  const name = `upload of ${(BYTES / MB).toFixed(0)} MB`;
  return [
    {
      ...{ name: `${name}: speed of a plain PUT, p50`, ...percentileOf(ratios, 0.5), bar: 0.5, sense: "least" },
      ...{ unit: "", note: `${times.join(", ")} ms; least ${Math.min(...ratios).toFixed(2)}` },
    },
    growthFigure(
      `${name}: growth of the browser, p50`,
      growth.map(({ browser }) => browser),
      "PSS",
    ),
    growthFigure(
      `${name}: growth of Storage, p50`,
      growth.map(({ storage }) => storage),
      "RSS",
    ),
    {
      name: `${name}, cut at 50 %: sent twice`,
      value: sentTwice,
      samples: 1,
      bar: 1,
      unit: "MB",
      note: "with headers",
    },
  ];
}

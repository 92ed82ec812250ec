/**
 * Finds pocketsphinx on this machine and serves it on loopback as `POST /v1/audio/transcriptions`, for development and
 * tests: English only, small, and without a server of anybody's. One segment at a time; the others wait.
 */
import { once } from "node:events";
import { access, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { readWav } from "../../supabase/functions/transcribe/wav.ts";
import { hasEnded, startChild } from "./childProcesses.ts";

const PROGRAM = "/usr/bin/pocketsphinx_batch";
const MODEL = "/usr/share/pocketsphinx/model/en-us";
/** Bytes of a request. */
const MAX_BODY_BYTES = 2_000_000;
const WAV_HEADER_BYTES = 44;
/** Milliseconds for one segment, the model's own loading included. */
const DECODE_TIMEOUT_MS = 60_000;

/** It opens its stdin and stdout by name, which the sockets that Node gives a child do not allow. When it ends, all end. */
const IN_PIPES = 'cat | { "$@"; kill 0; } | cat';

const isMissing = (path: string) =>
  access(path).then(
    () => false,
    () => true,
  );

/** Debian packages that are missing here. */
export async function missingRecogniser(): Promise<string[]> {
  const missing: string[] = [];
  if (await isMissing(PROGRAM)) missing.push("pocketsphinx");
  if (await isMissing(join(MODEL, "en-us.lm.bin"))) missing.push("pocketsphinx-en-us");
  return missing;
}

export interface RecogniserServer {
  /** For `TRANSCRIBE_URL`. */
  readonly url: string;
  close(): Promise<void>;
}

/** `null` when pocketsphinx is not on this machine. */
export async function startRecogniserServer(): Promise<RecogniserServer | null> {
  if ((await missingRecogniser()).length > 0) return null;
  const folder = await mkdtemp(join(tmpdir(), "parley-recogniser-"));
  const sphinx = startSphinx(folder);
  const server = createServer((request, response) => void handleRequest(request, response, sphinx.hear));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await sphinx.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type DecodeSamples = (samples: Uint8Array) => Promise<string>;

async function handleRequest(request: IncomingMessage, response: ServerResponse, hear: DecodeSamples): Promise<void> {
  const say = (status: number, body: unknown) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };
  const refuse = (status: number, message: string) => say(status, { error: { message } });
  if (request.method !== "POST" || request.url !== "/v1/audio/transcriptions") return refuse(404, "no such address");
  if (Number(request.headers["content-length"] ?? MAX_BODY_BYTES + 1) > MAX_BODY_BYTES) return refuse(413, "too long");
  try {
    const headers = { "content-type": request.headers["content-type"] ?? "" };
    const form = await new Response(new Uint8Array(await buffer(request)), { headers }).formData().catch(() => null);
    const file = form?.get("file");
    if (!(file instanceof Blob)) return refuse(400, "no file");
    if ((form?.get("language") ?? "en") !== "en") return refuse(400, "English only");
    const sound = readWav(new Uint8Array(await file.arrayBuffer()));
    if (!sound.ok) return refuse(400, "not a WAV of 16 kHz, mono, 16 bit");
    const samples = await sound.value.file.slice(WAV_HEADER_BYTES).arrayBuffer();
    say(200, { text: await hear(new Uint8Array(samples)) });
  } catch {
    // Who asked is gone, or pocketsphinx is.
    refuse(500, "not recognised");
  }
}

/**
 * One process, which reads names of files from its stdin and writes a line for each: the model is loaded once. One that
 * ended is started again by the next who asks.
 */
function startSphinx(folder: string): { hear: DecodeSamples; close(): Promise<void> } {
  let count = 0;
  let last: Promise<unknown> = Promise.resolve();
  /** Of the segment that is being recognised. */
  let heard: PromiseWithResolvers<string> | null = null;

  const start = () => {
    const args = [
      "-ctl",
      "/dev/stdin",
      "-cepdir",
      folder,
      "-cepext",
      ".raw",
      "-hyp",
      "/dev/stdout",
      "-logfn",
      "/dev/null",
    ];
    const model = [
      "-hmm",
      join(MODEL, "en-us"),
      "-lm",
      join(MODEL, "en-us.lm.bin"),
      "-dict",
      join(MODEL, "cmudict-en-us.dict"),
    ];
    // Of twenty sentences it hears as many words as with its own limits (3.3 % wrong), in two thirds of the time.
    const limits = ["-maxhmmpf", "2000", "-maxwpf", "5"];
    const child = startChild(
      "/bin/sh",
      ["-c", IN_PIPES, "sh", PROGRAM, ...args, ...model, ...limits, "-adcin", "yes", "-adchdr", "0"],
      {
        input: true,
        onLine: (line) => {
          // The words, the file's name, a score.
          const [, words] = /^(.*) \(\d+ -?\d+\)$/u.exec(line) ?? [];
          if (words !== undefined) heard?.resolve(words.trim());
        },
      },
    );
    // It ended while we wrote: told by its end.
    child.child.stdin?.on("error", () => {});
    void child.ended.then(() => heard?.reject(new Error("pocketsphinx ended")));
    return child;
  };
  let sphinx = start();

  const recognise: DecodeSamples = async (samples) => {
    if (hasEnded(sphinx.child)) sphinx = start();
    const name = String(count++);
    const path = join(folder, `${name}.raw`);
    await writeFile(path, samples);
    heard = Promise.withResolvers();
    // A process that hangs is ended, and with it the wait.
    const timer = setTimeout(() => void sphinx.stop(), DECODE_TIMEOUT_MS);
    try {
      sphinx.child.stdin?.write(`${name}\n`);
      return await heard.promise;
    } finally {
      clearTimeout(timer);
      heard = null;
      await rm(path, { force: true });
    }
  };

  return {
    hear: (samples) => {
      const mine = last.catch(() => {}).then(() => recognise(samples));
      last = mine;
      return mine;
    },
    close: () => sphinx.stop(),
  };
}

/**
 * Finds pocketsphinx on this machine and serves it on loopback as `POST /v1/audio/transcriptions`, for development and
 * tests. It is small, local and English only. Segments are recognised one at a time.
 */
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { readWav } from "../../supabase/functions/transcribe/wav.ts";
import { hasEnded, startChild } from "./childProcesses.ts";
import { fileExists } from "./files.ts";

const PROGRAM = "/usr/bin/pocketsphinx_batch";
const MODEL = "/usr/share/pocketsphinx/model/en-us";
const MAX_BODY_BYTES = 2_000_000;
const WAV_HEADER_BYTES = 44;
/** For one segment, including the time to load the model. */
const DECODE_TIMEOUT_MS = 60_000;

/**
 * Puts the program between pipes: it opens stdin and stdout by name, which fails for the sockets that Node gives a child.
 * When the program ends, the whole group ends.
 */
const IN_PIPES = 'cat | { "$@"; kill 0; } | cat';

/** Returns the missing Debian packages. */
export async function missingRecogniser(): Promise<string[]> {
  const missing: string[] = [];
  if (!(await fileExists(PROGRAM))) missing.push("pocketsphinx");
  if (!(await fileExists(join(MODEL, "en-us.lm.bin")))) missing.push("pocketsphinx-en-us");
  return missing;
}

export interface RecogniserServer {
  /** For `TRANSCRIBE_URL`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Returns null if pocketsphinx is not installed. */
export async function startRecogniserServer(): Promise<RecogniserServer | null> {
  if ((await missingRecogniser()).length > 0) return null;
  const folder = await mkdtemp(join(tmpdir(), "parley-recogniser-"));
  const sphinx = startSphinx(folder);
  const server = createServer((request, response) => void handleRequest(request, response, sphinx.decode));
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

async function handleRequest(request: IncomingMessage, response: ServerResponse, decode: DecodeSamples): Promise<void> {
  const respond = (status: number, body: unknown) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };
  const reject = (status: number, message: string) => respond(status, { error: { message } });
  if (request.method !== "POST" || request.url !== "/v1/audio/transcriptions") return reject(404, "no such address");
  if (Number(request.headers["content-length"] ?? MAX_BODY_BYTES + 1) > MAX_BODY_BYTES) return reject(413, "too long");
  try {
    const headers = { "content-type": request.headers["content-type"] ?? "" };
    const form = await new Response(new Uint8Array(await buffer(request)), { headers }).formData().catch(() => null);
    const file = form?.get("file");
    if (!(file instanceof Blob)) return reject(400, "no file");
    if ((form?.get("language") ?? "en") !== "en") return reject(400, "English only");
    const wav = readWav(new Uint8Array(await file.arrayBuffer()));
    if (!wav.ok) return reject(400, "not a WAV of 16 kHz, mono, 16 bit");
    const samples = await wav.value.file.slice(WAV_HEADER_BYTES).arrayBuffer();
    respond(200, { text: await decode(new Uint8Array(samples)) });
  } catch {
    // The client disconnected, or pocketsphinx ended.
    reject(500, "not recognised");
  }
}

/**
 * Starts a process that reads file names from stdin and writes a line for each, so that the model is loaded once. If the
 * process has ended, the next request starts another.
 */
function startSphinx(folder: string): { decode: DecodeSamples; close(): Promise<void> } {
  let count = 0;
  let last: Promise<unknown> = Promise.resolve();
  /** The result of the segment in progress. */
  let pending: PromiseWithResolvers<string> | null = null;

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
    // On twenty sentences as accurate as with the default limits (3.3 % of words wrong), in two thirds of the time.
    const limits = ["-maxhmmpf", "2000", "-maxwpf", "5"];
    const child = startChild(
      "/bin/sh",
      ["-c", IN_PIPES, "sh", PROGRAM, ...args, ...model, ...limits, "-adcin", "yes", "-adchdr", "0"],
      {
        input: true,
        onLine: (line) => {
          // A line holds the text, the file's name and a score.
          const [, text] = /^(.*) \(\d+ -?\d+\)$/u.exec(line) ?? [];
          if (text !== undefined) pending?.resolve(text.trim());
        },
      },
    );
    // Writing to an ended process fails; `ended` below reports it.
    child.child.stdin?.on("error", () => {});
    void child.ended.then(() => pending?.reject(new Error("pocketsphinx ended")));
    return child;
  };
  let sphinx = start();

  const recognise: DecodeSamples = async (samples) => {
    if (hasEnded(sphinx.child)) sphinx = start();
    const name = String(count++);
    const path = join(folder, `${name}.raw`);
    await writeFile(path, samples);
    pending = Promise.withResolvers();
    // Stopping a process that hangs also ends the wait.
    const timer = setTimeout(() => void sphinx.stop(), DECODE_TIMEOUT_MS);
    try {
      sphinx.child.stdin?.write(`${name}\n`);
      return await pending.promise;
    } finally {
      clearTimeout(timer);
      pending = null;
      await rm(path, { force: true });
    }
  };

  return {
    decode: (samples) => {
      const result = last.catch(() => {}).then(() => recognise(samples));
      last = result;
      return result;
    },
    close: () => sphinx.stop(),
  };
}

/**
 * Finds pocketsphinx, on the system or fetched, and serves it on loopback as `POST /v1/audio/transcriptions`, for
 * development and tests. It is small, local and English only. Segments are recognised one at a time.
 */
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { readWav } from "../../supabase/functions/transcribe/wav.ts";
import { findFetchedRoot, type PackageSet } from "./apt/fetchPackages.ts";
import { hasEnded, startChild } from "./childProcesses.ts";
import { fetchedFolder } from "./fetchedFolders.ts";
import { fileExists } from "./files.ts";

const SYSTEM_ROOT = "/";
const PROGRAM = "usr/bin/pocketsphinx_batch";
const MODEL = "usr/share/pocketsphinx/model/en-us";
const MAX_BODY_BYTES = 2_000_000;
const WAV_HEADER_BYTES = 44;
/** For one segment, including the time to load the model. */
const DECODE_TIMEOUT_MS = 60_000;

/**
 * Puts the program between pipes: it opens stdin and stdout by name, which fails for the sockets that Node gives a child.
 * When the program ends, the whole group ends.
 */
const IN_PIPES = 'cat | { "$@"; kill 0; } | cat';

/** 36 MB to download with the package lists, 48 MB on disk. */
export const POCKETSPHINX_PACKAGES: PackageSet = {
  title: "pocketsphinx",
  folder: fetchedFolder("pocketsphinx"),
  wanted: ["pocketsphinx", "pocketsphinx-en-us"],
  // Not its libraries for microphones and screens, which the program for files does not load.
  closure: /^(?:pocketsphinx|lib(?:pocketsphinx|sphinxbase|blas|lapack|gfortran|quadmath))/u,
};

/** Returns the root folder of pocketsphinx with its English model: `/`, else the fetched one. */
export async function findRecogniser(): Promise<string | null> {
  const isInstalled =
    (await fileExists(join(SYSTEM_ROOT, PROGRAM))) && (await fileExists(join(SYSTEM_ROOT, MODEL, "en-us.lm.bin")));
  return isInstalled && process.env.PARLEY_POCKETSPHINX !== "fetched"
    ? SYSTEM_ROOT
    : await findFetchedRoot(POCKETSPHINX_PACKAGES);
}

/** Returns the library folders of a fetched root. Links that install scripts would make do not exist in it. */
async function libraryPath(root: string): Promise<string> {
  const folders: string[] = [];
  for (const parent of [join(root, "usr/lib"), join(root, "lib")]) {
    const triplets = (await readdir(parent).catch(() => [])).filter((name) => name.endsWith("-linux-gnu"));
    for (const name of triplets) folders.push(...["", "blas", "lapack"].map((folder) => join(parent, name, folder)));
  }
  return folders.join(":");
}

export interface RecogniserServer {
  /** For `TRANSCRIBE_URL`. */
  readonly url: string;
  /** Never resolves: the server ends with this process. */
  readonly ended: Promise<unknown>;
  close(): Promise<void>;
}

export interface RecogniserOptions {
  /** Default: found by `findRecogniser`. */
  readonly root?: string;
  /** Default: a free port. */
  readonly port?: number;
}

/** Returns null without pocketsphinx. */
export async function startRecogniserServer(options: RecogniserOptions = {}): Promise<RecogniserServer | null> {
  const root = options.root ?? (await findRecogniser());
  if (root === null) return null;
  const folder = await mkdtemp(join(tmpdir(), "parley-recogniser-"));
  const env: Record<string, string> = root === SYSTEM_ROOT ? {} : { LD_LIBRARY_PATH: await libraryPath(root) };
  const sphinx = startSphinx(root, folder, env);
  const server = createServer((request, response) => void handleRequest(request, response, sphinx.decode));
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    ended: new Promise(() => {}),
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
function startSphinx(
  root: string,
  folder: string,
  env: Record<string, string>,
): { decode: DecodeSamples; close(): Promise<void> } {
  const model = join(root, MODEL);
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
    const files = [
      "-hmm",
      join(model, "en-us"),
      "-lm",
      join(model, "en-us.lm.bin"),
      "-dict",
      join(model, "cmudict-en-us.dict"),
    ];
    // On twenty sentences as accurate as with the default limits (3.3 % of words wrong), in two thirds of the time.
    const limits = ["-maxhmmpf", "2000", "-maxwpf", "5"];
    const child = startChild(
      "/bin/sh",
      ["-c", IN_PIPES, "sh", join(root, PROGRAM), ...args, ...files, ...limits, "-adcin", "yes", "-adchdr", "0"],
      {
        env,
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

/** A local service of `npm run dev` whose programs are on the system, or are fetched after the start. */
import type { FetchFailure } from "./apt/failure.ts";
import { describeFailure } from "./apt/failure.ts";
import { fetchPackages, findOutdatedRoot, type PackageSet } from "./apt/fetchPackages.ts";
import type { StatusLine } from "./statusLine.ts";

/** A service that ends more often is not started again. */
const RESTART_LIMIT = { count: 3, windowMs: 60_000 } as const;

export interface RunningService {
  /** Resolves when the service has ended, for whatever reason. */
  readonly ended: Promise<unknown>;
  close(): Promise<void>;
}

export interface FetchedServiceOptions {
  readonly set: PackageSet;
  /** Starts the service with the programs of `root`. Returns null if it does not start. */
  start(root: string): Promise<RunningService | null>;
  readonly line: StatusLine;
  /** Printed once the service runs after a fetch. */
  readonly announcement: string;
  /** Printed after the reason of a failed fetch. */
  readonly alternatives: string;
}

export interface FetchedService {
  /** Starts the service. Returns false if it does not start. */
  run(root: string): Promise<boolean>;
  /** Fetches the packages, starts the service and reports both in the output. Never throws. */
  fetchAndRun(): Promise<void>;
  /** Ends the service, or the fetch with all its processes and partial files. */
  close(): Promise<void>;
}

export function createFetchedService(options: FetchedServiceOptions): FetchedService {
  const { set, start, line, announcement, alternatives } = options;
  const controller = new AbortController();
  const { signal } = controller;
  let service: RunningService | null = null;
  let fetching: Promise<void> = Promise.resolve();

  async function run(root: string): Promise<boolean> {
    service = await start(root);
    if (signal.aborted) await service?.close();
    else if (service !== null) void keepRunning(root, service);
    return service !== null;
  }

  async function keepRunning(root: string, first: RunningService): Promise<void> {
    const ends: number[] = [];
    for (let current: RunningService | null = first; current !== null; ) {
      await current.ended;
      if (signal.aborted) return;
      ends.push(Date.now());
      if (ends.filter((time) => time > Date.now() - RESTART_LIMIT.windowMs).length > RESTART_LIMIT.count) break;
      line.print(`${set.title} ended: starting it again.`);
      current = await start(root);
      service = current;
      if (signal.aborted) return void (await current?.close());
    }
    line.print(`${set.title} ended and is not started again.`);
  }

  async function fetchAndRun(): Promise<void> {
    if (signal.aborted) return;
    const progress = `  Fetching ${set.title} …`;
    line.show(progress, 0);
    const result = await fetchPackages(set, {
      signal,
      onPercent: (percent) => line.show(`${progress} ${percent} %`, Math.floor(percent / 30)),
      onWait: (pid) => line.show(`  Process ${pid} is fetching ${set.title} …`, 0.5),
    });
    line.clear();
    if (signal.aborted) return;
    const root = result.ok ? result.root : await findOutdatedRoot(set);
    const runs = root !== null && (await run(root));
    if (signal.aborted) return;
    if (runs) return line.print(`  ${announcement}`);
    const failure: FetchFailure = result.ok ? { kind: "does-not-start", detail: "" } : result.failure;
    line.print(`  ${describeFailure(set.title, failure)}\n${alternatives}`);
  }

  return {
    run,
    fetchAndRun: () => {
      fetching = fetchAndRun();
      return fetching;
    },
    async close() {
      controller.abort();
      await fetching;
      await service?.close();
    },
  };
}

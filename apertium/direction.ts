/**
 * The queue of one direction. Texts go through an open pipeline, several at once. If the pipeline ends or hangs, each text
 * in it is sent once more, alone, so that only the text at fault is rejected.
 */
import type { Mode } from "./modes.ts";
import { openPipeline, type Pipeline } from "./pipeline.ts";

/** Why a text has no translation. `text`: it ended two pipelines. `unavailable`: no pipeline opens. */
export class TranslationError extends Error {
  readonly kind: "text" | "unavailable";
  constructor(kind: "text" | "unavailable", message: string) {
    super(message);
    this.kind = kind;
  }
}

interface Job {
  readonly stream: string;
  readonly resolve: (stream: string) => void;
  readonly reject: (error: Error) => void;
  readonly signal: AbortSignal;
  /** The text was in a pipeline that ended. */
  isSuspect: boolean;
}

/** Admits a limited number of open pipelines. */
export interface Admission {
  /** Calls `open`, at once or when there is room. */
  request(direction: Direction): void;
  /** The pipeline has closed. */
  release(direction: Direction): void;
}

export interface DirectionOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly idleMs: number;
  readonly admission: Admission;
  readonly log: (line: string) => void;
  /** Limits for tests. */
  readonly openTimeoutMs?: number;
  readonly stallTimeoutMs?: number;
}

/** Texts in a pipeline at once. More wait in the queue, where an aborted request still costs nothing. */
const MAX_IN_PIPELINE = 32;
/** Loading the dictionaries takes 40 to 140 ms, and seconds on a cold, busy machine. */
const OPEN_TIMEOUT_MS = 20_000;
/** The longest time between two answers. 16,000 characters take 0.7 s. */
const STALL_TIMEOUT_MS = 5_000;
/** No pipeline opens for this time after one that ended before it was ready. */
const REST_MS = 2_000;

type State = "closed" | "waiting" | "opening" | "open" | "closing";

export class Direction {
  readonly name: string;
  lastUsed = 0;
  readonly #mode: Mode;
  readonly #options: DirectionOptions;
  #state: State = "closed";
  #pipeline: Pipeline | undefined;
  #queue = new Set<Job>();
  /** In the order of their numbers. */
  readonly #inPipeline = new Map<number, Job>();
  #nextNumber = 0;
  #restsUntil = 0;
  /** Another direction waits for room. */
  #isRetiring = false;
  #idleTimer: NodeJS.Timeout | undefined;
  #watchdog: NodeJS.Timeout | undefined;

  constructor(mode: Mode, options: DirectionOptions) {
    this.name = `${mode.source}-${mode.target}`;
    this.#mode = mode;
    this.#options = options;
  }

  /** Returns the output of the pipeline. Rejects with a TranslationError, or with the reason of the signal. */
  async translate(stream: string, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    if (Date.now() < this.#restsUntil) throw new TranslationError("unavailable", `${this.name} does not start`);
    return await new Promise((resolve, reject) => {
      const job: Job = { stream, resolve, reject, signal, isSuspect: false };
      this.#queue.add(job);
      signal.addEventListener("abort", () => this.#drop(job), { once: true });
      this.#advance();
    });
  }

  get isIdle(): boolean {
    return this.#state === "open" && this.#isEmpty();
  }

  /** Opens the pipeline, which the admission allows. */
  open(): void {
    this.#state = "opening";
    this.#isRetiring = false;
    this.#nextNumber = 1;
    const pipeline = openPipeline(this.#mode.programs, this.#options.env, {
      onAnswer: (number, stream) => this.#onAnswer(number, stream),
      onEnd: (reason) => this.#onEnd(reason),
    });
    this.#pipeline = pipeline;
    // The answer to the empty text shows that all programs run, so a later end is a text's fault.
    pipeline.write(0, "");
    this.#watch(this.#options.openTimeoutMs ?? OPEN_TIMEOUT_MS);
  }

  /** Closes the pipeline once the texts in it have their answers. */
  close(): void {
    this.#isRetiring = true;
    if (this.#state !== "open") return;
    this.#state = "closing";
    this.#closeIfDrained();
  }

  /** Ends the pipeline at once. */
  kill(): void {
    this.#pipeline?.kill();
  }

  #isEmpty(): boolean {
    return this.#queue.size === 0 && this.#inPipeline.size === 0;
  }

  #drop(job: Job): void {
    this.#queue.delete(job);
    job.reject(job.signal.reason);
  }

  #advance(): void {
    if (this.#state === "closed" && !this.#isEmpty()) {
      this.#state = "waiting";
      this.#options.admission.request(this);
    }
    if (this.#state !== "open") return;
    clearTimeout(this.#idleTimer);
    if (this.#isEmpty()) {
      this.#idleTimer = setTimeout(() => this.close(), this.#options.idleMs);
      return;
    }
    this.lastUsed = Date.now();
    for (const job of this.#queue) {
      const others = [...this.#inPipeline.values()];
      if (others.length >= MAX_IN_PIPELINE) return;
      // A suspect is alone in the pipeline.
      if (others.length > 0 && [job, ...others].some(({ isSuspect }) => isSuspect)) return;
      this.#queue.delete(job);
      this.#write(job);
    }
  }

  #write(job: Job): void {
    if (this.#inPipeline.size === 0) this.#watch(this.#options.stallTimeoutMs ?? STALL_TIMEOUT_MS);
    this.#inPipeline.set(this.#nextNumber, job);
    this.#pipeline?.write(this.#nextNumber, job.stream);
    this.#nextNumber += 1;
  }

  #onAnswer(number: number, stream: string): void {
    clearTimeout(this.#watchdog);
    if (this.#state === "opening" && number === 0) {
      this.#state = "open";
      this.#advance();
      if (this.#isRetiring) this.close();
      return;
    }
    const [expected, job] = this.#inPipeline.entries().next().value ?? [];
    if (job === undefined || number !== expected) return void this.#pipeline?.kill();
    this.#inPipeline.delete(number);
    job.resolve(stream);
    if (this.#inPipeline.size > 0) this.#watch(this.#options.stallTimeoutMs ?? STALL_TIMEOUT_MS);
    if (this.#state === "closing") this.#closeIfDrained();
    else this.#advance();
  }

  #closeIfDrained(): void {
    if (this.#inPipeline.size === 0) this.#pipeline?.close();
  }

  #watch(timeoutMs: number): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#pipeline?.kill(), timeoutMs);
  }

  #onEnd(reason: string): void {
    clearTimeout(this.#watchdog);
    clearTimeout(this.#idleTimer);
    const before = this.#state;
    this.#pipeline = undefined;
    this.#state = "closed";
    const jobs = [...this.#inPipeline.values()].filter(({ signal }) => !signal.aborted);
    this.#inPipeline.clear();
    if (before === "opening") {
      this.#options.log(`${this.name} does not start: ${reason}`);
      this.#restsUntil = Date.now() + REST_MS;
      this.#rejectAll(new TranslationError("unavailable", `${this.name} does not start`));
    } else if (before === "open" || jobs.length > 0) {
      this.#options.log(`${this.name} ended: ${reason}; texts in it: ${jobs.length}`);
      this.#retry(jobs);
    }
    this.#options.admission.release(this);
    this.#advance();
  }

  /** Queues the texts of an ended pipeline first. The oldest is the most likely reason, so it follows the others. */
  #retry([oldest, ...others]: readonly Job[]): void {
    if (oldest === undefined) return;
    const jobs = [...others, oldest];
    for (const job of jobs.filter(({ isSuspect }) => isSuspect))
      job.reject(new TranslationError("text", `${this.name} cannot process the text`));
    const retried = jobs.filter(({ isSuspect }) => !isSuspect);
    for (const job of retried) job.isSuspect = true;
    this.#queue = new Set([...retried, ...this.#queue]);
  }

  #rejectAll(error: Error): void {
    for (const job of this.#queue) job.reject(error);
    this.#queue.clear();
  }
}

/** One export: counts what a person has, reads it page by page, and hands each file of the archive to the ZIP writer. */
import type { ErrorCode, Failure, Result } from "#contracts/errors.ts";
import {
  EXPORT_PARTS,
  type ExportAccount,
  type ExportKey,
  type ExportPage,
  type ExportPart,
} from "#contracts/personalData.ts";
import type { Clock } from "~/lib/clock.ts";
import { delay, retry } from "~/lib/retry.ts";
import { createStore, type Store } from "~/lib/store.ts";
import { isTransientError } from "~/lib/transientErrors.ts";
import { type ArchiveFile, type ArchiveTexts, archiveFiles } from "./archive.ts";

export type ExportState =
  | { readonly kind: "idle" }
  | { readonly kind: "counting" }
  | { readonly kind: "running"; readonly done: number; readonly total: number }
  /** Waits for `resume`. */
  | { readonly kind: "stopped"; readonly code: ErrorCode; readonly done: number; readonly total: number }
  /** `missing`: files whose bytes are gone. */
  | { readonly kind: "done"; readonly archive: Blob; readonly name: string; readonly missing: number }
  | { readonly kind: "cancelled" };

export interface ExportSource {
  readAccount(signal: AbortSignal): Promise<Result<ExportAccount>>;
  countPart(
    part: ExportPart,
    after: ExportKey,
    signal: AbortSignal,
  ): Promise<Result<{ count: number; next: ExportKey }>>;
  readPage(part: ExportPart, after: ExportKey, signal: AbortSignal): Promise<Result<ExportPage>>;
  /** The person's picture. Errors: as `readFile`. */
  readAvatar(id: string, signal: AbortSignal): Promise<Result<Blob>>;
  /** Errors: `file/not-found`, and those of the network. */
  readFile(id: string, signal: AbortSignal): Promise<Result<Blob>>;
}

export interface ExportDependencies {
  readonly source: ExportSource;
  readonly clock: Clock;
  readonly texts: ArchiveTexts;
  /** Returns the archive. It reads the files one after the other. */
  zip(files: AsyncIterable<ArchiveFile>): Promise<Blob>;
}

export interface ExportRun extends Store<ExportState> {
  start(): void;
  /** Repeats the request that failed. */
  resume(): void;
  cancel(): void;
}

/** Delays before a request is repeated without a press. Rate limits end within a minute. */
const RETRY_DELAYS_MS = [1_000, 3_000, 8_000] as const;
const RATE_LIMIT_DELAYS_MS = [10_000, 20_000, 31_000] as const;

class Cancelled extends Error {}

export function createExportRun({ source, clock, texts, zip }: ExportDependencies): ExportRun {
  const state = createStore<ExportState>({ kind: "idle" });
  let controller = new AbortController();
  let resumeStopped = () => {};
  let progress = { done: 0, total: 0 };

  const show = (next: ExportState) => {
    if (!controller.signal.aborted) state.set(next);
  };
  const advance = (count: number) => {
    progress = { ...progress, done: progress.done + count };
    show({ kind: "running", ...progress });
  };

  /** Returns the value of a request, which waits for `resume` as often as it fails. Other errors than `expected` stop it. */
  async function insist<T>(
    request: (signal: AbortSignal) => Promise<Result<T>>,
    expected: readonly ErrorCode[] = [],
  ): Promise<Result<T>> {
    const { signal } = controller;
    for (;;) {
      const result = await repeat(() => request(signal), clock, signal);
      if (signal.aborted) throw new Cancelled();
      if (result.ok || expected.includes(result.error.code)) return result;
      show({ kind: "stopped", code: result.error.code, ...progress });
      await new Promise<void>((resolve) => {
        resumeStopped = resolve;
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
      if (signal.aborted) throw new Cancelled();
      show(progress.total === 0 ? { kind: "counting" } : { kind: "running", ...progress });
    }
  }

  async function required<T>(request: (signal: AbortSignal) => Promise<Result<T>>): Promise<T> {
    const result = await insist(request);
    if (result.ok) return result.value;
    throw new Error(result.error.code);
  }

  async function count(part: ExportPart): Promise<number> {
    let total = 0;
    let after: ExportKey = null;
    do {
      const key: ExportKey = after;
      const page: { count: number; next: ExportKey } = await required((signal) => source.countPart(part, key, signal));
      total += page.count;
      after = page.next;
    } while (after !== null);
    return total;
  }

  async function* itemsOf(part: ExportPart): AsyncGenerator<ExportPage["items"]> {
    let after: ExportKey = null;
    do {
      const key: ExportKey = after;
      const page: ExportPage = await required((signal) => source.readPage(part, key, signal));
      advance(page.items.length);
      yield page.items;
      after = page.next;
    } while (after !== null);
  }

  /** Returns null for a file that is gone. */
  async function fileOf(id: string): Promise<Blob | null> {
    const file = await insist((signal) => source.readFile(id, signal), ["file/not-found"]);
    advance(1);
    return file.ok ? file.value : null;
  }

  async function avatarOf(id: string | null): Promise<Blob | null> {
    if (id === null) return null;
    const avatar = await insist((signal) => source.readAvatar(id, signal), ["file/not-found"]);
    return avatar.ok ? avatar.value : null;
  }

  async function run(): Promise<void> {
    show({ kind: "counting" });
    const account = await required(source.readAccount);
    let total = 1;
    for (const part of EXPORT_PARTS) total += (await count(part)) * (part === "files" ? 2 : 1);
    progress = { done: 1, total };
    show({ kind: "running", ...progress });
    let missing = 0;
    const exportedAt = clock.now();
    const archive = await zip(
      archiveFiles({
        ...{ account, texts, exportedAt, itemsOf, fileOf },
        avatarOf: () => avatarOf(account.profile.avatar),
        // A file row without bytes counts for both.
        skipFile: () => advance(1),
        noteMissing: () => {
          missing += 1;
        },
      }),
    );
    const day = new Date(exportedAt).toISOString().slice(0, 10);
    show({ kind: "done", archive, name: `parley-${day}.zip`, missing });
  }

  return {
    ...state,
    start() {
      if (["counting", "running", "stopped"].includes(state.getSnapshot().kind)) return;
      controller = new AbortController();
      progress = { done: 0, total: 0 };
      run().catch((error: unknown) => {
        if (error instanceof Cancelled) return;
        show({ kind: "stopped", code: "bug/unexpected", ...progress });
        // Nothing is left to repeat, so continuing begins again.
        resumeStopped = () => {
          state.set({ kind: "idle" });
          this.start();
        };
      });
    },
    resume() {
      resumeStopped();
    },
    cancel() {
      if (!["counting", "running", "stopped"].includes(state.getSnapshot().kind)) return;
      controller.abort();
      state.set({ kind: "cancelled" });
    },
  };
}

async function repeat<T>(attempt: () => Promise<Result<T>>, clock: Clock, signal: AbortSignal): Promise<Result<T>> {
  const isOther = (error: Failure) => isTransientError(error) && error.code !== "request/rate-limited";
  const patient = () => retry(attempt, { clock, delaysMs: RETRY_DELAYS_MS, isTransient: isOther, signal });
  let result = await patient();
  for (const delayMs of RATE_LIMIT_DELAYS_MS) {
    if (result.ok || result.error.code !== "request/rate-limited" || signal.aborted) return result;
    await delay(clock, delayMs, signal);
    if (signal.aborted) return result;
    result = await patient();
  }
  return result;
}

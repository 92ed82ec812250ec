import { useCallback, useMemo, useRef, useState } from "react";
import type { ErrorCode, Result } from "#contracts/errors.ts";

export interface Presses {
  /** Pressed, and not answered yet. */
  busy(key: string): boolean;
  /** Of the last press that went wrong, until another is tried or it was read. */
  readonly failure: ErrorCode | null;
  /** Answers whether it was done. The same key again while it is busy does nothing. */
  press(key: string, act: () => Promise<Result<unknown>>): Promise<boolean>;
  dismiss(): void;
}

/** Presses that ask the server for something, each under a key of its own. */
export function usePresses(): Presses {
  const running = useRef(new Set<string>());
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<ErrorCode | null>(null);
  const press = useCallback(async (key: string, act: () => Promise<Result<unknown>>) => {
    if (running.current.has(key)) return false;
    running.current.add(key);
    setBusy(new Set(running.current));
    setFailure(null);
    const answer = await act();
    running.current.delete(key);
    setBusy(new Set(running.current));
    if (!answer.ok) setFailure(answer.error.code);
    return answer.ok;
  }, []);
  const dismiss = useCallback(() => setFailure(null), []);
  return useMemo(
    () => ({ busy: (key: string) => busy.has(key), failure, press, dismiss }),
    [busy, failure, press, dismiss],
  );
}

import { useCallback, useMemo, useRef, useState } from "react";
import type { ErrorCode, Result } from "#contracts/errors.ts";

export interface AsyncActions {
  /** Pressed, and not answered yet. */
  isPending(key: string): boolean;
  /** Of the last press that went wrong, until another is tried or it was read. */
  readonly error: ErrorCode | null;
  /** Answers whether it was done. The same key again while it is busy does nothing. */
  run(key: string, act: () => Promise<Result<unknown>>): Promise<boolean>;
  dismissError(): void;
}

/** Presses that ask the server for something, each under a key of its own. */
export function useAsyncActions(): AsyncActions {
  const pendingRef = useRef(new Set<string>());
  const [pendingKeys, setPendingKeys] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState<ErrorCode | null>(null);
  const run = useCallback(async (key: string, act: () => Promise<Result<unknown>>) => {
    if (pendingRef.current.has(key)) return false;
    pendingRef.current.add(key);
    setPendingKeys(new Set(pendingRef.current));
    setError(null);
    const result = await act();
    pendingRef.current.delete(key);
    setPendingKeys(new Set(pendingRef.current));
    if (!result.ok) setError(result.error.code);
    return result.ok;
  }, []);
  const dismissError = useCallback(() => setError(null), []);
  return useMemo(
    () => ({ isPending: (key: string) => pendingKeys.has(key), error, run, dismissError }),
    [pendingKeys, error, run, dismissError],
  );
}

import { useCallback, useMemo, useRef, useState } from "react";
import type { ErrorCode, Result } from "#contracts/errors.ts";

export interface AsyncActions {
  /** Whether the action with this key is in flight. */
  isPending(key: string): boolean;
  /** The error of the last action, until it is dismissed or another action starts. */
  readonly error: ErrorCode | null;
  /** Returns whether the action succeeded. Does nothing while an action with this key is in flight. */
  run(key: string, action: () => Promise<Result<unknown>>): Promise<boolean>;
  dismissError(): void;
}

/** Runs actions that send a request, each under a key. */
export function useAsyncActions(): AsyncActions {
  const pendingRef = useRef(new Set<string>());
  const [pendingKeys, setPendingKeys] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState<ErrorCode | null>(null);
  const run = useCallback(async (key: string, action: () => Promise<Result<unknown>>) => {
    if (pendingRef.current.has(key)) return false;
    pendingRef.current.add(key);
    setPendingKeys(new Set(pendingRef.current));
    setError(null);
    const result = await action();
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

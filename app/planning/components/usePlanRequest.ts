import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import type { ErrorCode, Result } from "#contracts/errors.ts";
import { showShellToast } from "~/shell/lazy.tsx";

interface PlanRequestState {
  readonly busy: boolean;
  readonly error: ErrorCode | null;
  /** Sends the request. If it succeeds, the page loads again and the text is shown. */
  run(request: () => Promise<Result<unknown>>, done: string): void;
}

/** The request of a dialog, which closes when it succeeds. */
export function usePlanRequest(onClose: () => void): PlanRequestState {
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorCode | null>(null);
  return {
    busy,
    error,
    async run(request, done) {
      setBusy(true);
      setError(null);
      const result = await request();
      setBusy(false);
      if (!result.ok) return setError(result.error.code);
      showShellToast(done);
      revalidate();
      onClose();
    },
  };
}

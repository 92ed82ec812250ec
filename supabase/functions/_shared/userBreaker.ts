/** Circuit breaker of a server that many users request with content that may make it fail. */
import { createCircuitBreaker, createResponseWatch } from "./circuitBreaker.ts";
import { type EngineError, type EngineResult, hasResponded } from "./translation/engine.ts";

export interface UserBreaker {
  /** Returns the failure that paused the server for this user, or undefined if it may be requested. */
  openReason(userId: string): EngineError | undefined;
  /** Returns the milliseconds until this user may request the server; 0 if it may be now. */
  remainingMs(userId: string): number;
  /** Begins a request. Returns a function that records its result. */
  begin(userId: string): (result: EngineResult<unknown>) => void;
}

/**
 * A failure pauses the server for its user. Failures of two users, without a response between, pause it for everyone: so
 * nobody can pause it for others, and a dead server gets two requests after each pause.
 */
export function createUserBreaker(now: () => number): UserBreaker {
  const shared = createCircuitBreaker<"this", EngineError>(now);
  const personal = createCircuitBreaker<string, EngineError>(now);
  const responses = createResponseWatch<"this">();
  /** The user whose requests failed since the last response or shared pause. */
  let failingUser: string | null = null;

  function recordFailure(userId: string, why: EngineError, hasRespondedMeanwhile: boolean) {
    personal.recordFailure(userId, why);
    if (hasRespondedMeanwhile) return;
    if (failingUser === null || failingUser === userId) {
      failingUser = userId;
      return;
    }
    failingUser = null;
    shared.recordFailure("this", why);
  }

  return {
    openReason: (userId) => shared.openReason("this") ?? personal.openReason(userId),
    remainingMs: (userId) => Math.max(shared.remainingMs("this"), personal.remainingMs(userId)),
    begin(userId) {
      const hasRespondedMeanwhile = responses.watch("this");
      return (result) => {
        if (result.ok || hasResponded(result)) {
          responses.record("this");
          failingUser = null;
          shared.recordSuccess("this");
          personal.recordSuccess(userId);
        } else if (result.error.code === "translate/quota") shared.recordQuotaExceeded("this", result);
        else if (result.error.engineFailed) recordFailure(userId, result, hasRespondedMeanwhile());
      };
    },
  };
}

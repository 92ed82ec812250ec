/** Limits the database requests that a page has running, because the database rejects more than a few of one user. */
import { LIMITS } from "#contracts/limits.ts";

/** Runs `send` at once if few requests run, else after those before it. */
export type RequestQueue = <T>(send: () => Promise<T>) => Promise<T>;

export function createRequestQueue(): RequestQueue {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (send) => {
    if (running === LIMITS.requestsAtOncePerPage) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await send();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** The queue of all clients of a browser's page. On a server, each request needs a queue of its own. */
export const pageQueue = createRequestQueue();

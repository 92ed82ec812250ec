/** Queues of this process: a user's requests to another server wait for each other, so that those of others pass. */

/** Runs work when a place is free, in the order of the calls. */
export type Enqueue = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates a queue for each key, of which `limit` run at the same time. */
export function createRequestQueues(limit: number): (key: string) => Enqueue {
  const queues = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  return (key) => async (work) => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] };
    queues.set(key, queue);
    // A place passes on directly, so nobody takes it in between.
    if (queue.running >= limit) await new Promise<void>((resolve) => queue.waiting.push(resolve));
    else queue.running += 1;
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      if (next !== undefined) next();
      else {
        queue.running -= 1;
        if (queue.running === 0) queues.delete(key);
      }
    }
  };
}

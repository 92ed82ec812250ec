/**
 * Runs tasks one after another, in order. Runs a task synchronously when none is pending. A failed task does not stop
 * the queue.
 */
export class SerialQueue {
  #tail: Promise<void> | null = null;
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  run(task: () => void | Promise<void>): void {
    if (this.#tail !== null) {
      this.#wait(this.#tail.then(task));
      return;
    }
    try {
      const running = task();
      if (running !== undefined) this.#wait(running);
    } catch (error) {
      this.#onError(error);
    }
  }

  #wait(running: Promise<void>): void {
    const tail: Promise<void> = running.catch(this.#onError).then(() => {
      if (this.#tail === tail) this.#tail = null;
    });
    this.#tail = tail;
  }
}

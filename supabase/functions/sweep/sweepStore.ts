/** Batches of `sweep` in the database. */
import type * as z from "zod/mini";
import type { Result } from "../_shared/contracts/errors.ts";
import { type SweepStep, sweepBatch } from "../_shared/contracts/jobs.ts";
import { parseRestResponse, type RestClient } from "../_shared/restClient.ts";

export interface SweepStore {
  /** Deletes about `rows` rows. `after` is the cursor that the batch before returned. */
  sweep(step: SweepStep, rows: number, after: unknown): Promise<Result<z.infer<typeof sweepBatch>>>;
}

/** `signal` aborts the requests. */
export const createSweepStore = (service: RestClient, signal: AbortSignal): SweepStore => ({
  sweep: async (step, rows, after) =>
    parseRestResponse(
      await service.rpc("sweep", { p_step: step, p_limit: rows, p_after: after }).abortSignal(signal),
      sweepBatch,
    ),
});

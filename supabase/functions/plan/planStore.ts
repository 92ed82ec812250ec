/** Series in the database: read as the caller, stored with the secret key. */
import * as z from "zod/mini";
import type { Caller } from "../_shared/caller.ts";
import type { Result } from "../_shared/contracts/errors.ts";
import type { PlanOverride } from "../_shared/contracts/planning.ts";
import {
  type CreateSeries,
  type SeriesToChange,
  type StoredSeries,
  seriesToChange,
  storedSeries,
} from "../_shared/contracts/plans.ts";
import type { Project } from "../_shared/env.ts";
import { createRestClient, parseRestResponse } from "../_shared/restClient.ts";

/** A series as the database stores it. */
export interface SeriesState {
  readonly title: string;
  readonly language: string;
  readonly agenda: readonly string[];
  readonly start: string;
  readonly zone: string;
  readonly length_minutes: number;
  readonly rule: object | null;
  readonly overrides: readonly PlanOverride[];
  readonly occurrences: readonly {
    readonly key: string;
    readonly starts_at: string;
    readonly length_minutes: number;
  }[];
}

/** `later`: the rest of a series that is split. */
export interface ChangedSeries {
  readonly state: SeriesState;
  readonly later: SeriesState | null;
}

export interface PlanStore {
  /** Rejects callers who may not plan in the workspace. Also verifies the caller's token, and counts the request. */
  authorize(caller: Caller, workspaceId: string): Promise<Result<unknown>>;
  /** Does the same for a series that exists, and returns it. */
  toChange(caller: Caller, seriesId: string): Promise<Result<SeriesToChange>>;
  create(caller: Caller, series: CreateSeries, state: SeriesState): Promise<Result<StoredSeries>>;
  /** `message`: goes with the emails. */
  change(
    caller: Caller,
    seriesId: string,
    sequence: number,
    changed: ChangedSeries,
    message?: string,
  ): Promise<Result<StoredSeries>>;
  cancel(caller: Caller, seriesId: string, sequence: number, message?: string): Promise<Result<StoredSeries>>;
}

export function createPlanStore({ url, publishableKey, secretKey }: Project): PlanStore {
  const asCaller = ({ token }: Caller) => createRestClient(url, publishableKey, token);
  const service = createRestClient(url, secretKey);
  return {
    authorize: async (caller, workspaceId) =>
      parseRestResponse(await asCaller(caller).rpc("authorize_plan", { p_workspace_id: workspaceId }), z.unknown()),
    toChange: async (caller, seriesId) =>
      parseRestResponse(await asCaller(caller).rpc("series_to_change", { p_series_id: seriesId }), seriesToChange),
    create: async ({ userId }, { series_id, workspace_id, access }, state) =>
      parseRestResponse(
        await service.rpc("create_series", {
          p_user_id: userId,
          p_series_id: series_id,
          p_workspace_id: workspace_id,
          p_access: access,
          p_state: state,
        }),
        storedSeries,
      ),
    change: async ({ userId }, seriesId, sequence, { state, later }, message) =>
      parseRestResponse(
        await service.rpc("change_series", {
          p_user_id: userId,
          p_series_id: seriesId,
          p_sequence: sequence,
          p_state: state,
          p_later: later,
          p_message: message ?? null,
        }),
        storedSeries,
      ),
    cancel: async (caller, seriesId, sequence, message) =>
      parseRestResponse(
        await asCaller(caller).rpc("cancel_series", {
          p_series_id: seriesId,
          p_sequence: sequence,
          p_message: message ?? null,
        }),
        storedSeries,
      ),
  };
}

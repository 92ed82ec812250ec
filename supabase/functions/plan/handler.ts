/** Handles requests to plan, change and cancel meetings. */
import type { Caller } from "../_shared/caller.ts";
import { type Failure, fail, type Result } from "../_shared/contracts/errors.ts";
import {
  type CancelOccurrences,
  type ChangeSeries,
  type CreateSeries,
  type PlanRequest,
  planRequest,
  type StoredSeries,
} from "../_shared/contracts/plans.ts";
import { createJsonEndpoint } from "../_shared/endpoint.ts";
import { isTimeZone } from "../_shared/planning/zones.ts";
import { cancelled, changed, stateOf } from "./changes.ts";
import type { PlanStore } from "./planStore.ts";

/** All 400 occurrences moved, and the longest agenda. */
const MAX_BODY_BYTES = 120_000;

export const createPlanHandler = (store: PlanStore, log: (failure: Failure) => void, now = Date.now) =>
  createJsonEndpoint({
    schema: planRequest,
    maxBodyBytes: MAX_BODY_BYTES,
    handle: (request, caller) => dispatch(request, caller, store, now()),
    log,
  });

function dispatch(request: PlanRequest, caller: Caller, store: PlanStore, now: number): Promise<Result<StoredSeries>> {
  if ("create" in request) return create(request.create, caller, store, now);
  if ("change" in request) return change(request.change, caller, store, now, changed);
  return change(request.cancel, caller, store, now, cancelled);
}

/** In each case the database comes first: it verifies the token, and counts the request before anything is computed. */
async function create(
  series: CreateSeries,
  caller: Caller,
  store: PlanStore,
  now: number,
): Promise<Result<StoredSeries>> {
  const authorized = await store.authorize(caller, series.workspace_id);
  if (!authorized.ok) return authorized;
  const { title, language, agenda, times, overrides = [] } = series;
  if (!isTimeZone(times.zone)) return fail("time-zone/unknown");
  const state = stateOf({ title, language, agenda }, { plan: times, overrides }, now);
  return state === null ? fail("request/invalid") : await store.create(caller, series, state);
}

async function change<T extends ChangeSeries | CancelOccurrences>(
  request: T,
  caller: Caller,
  store: PlanStore,
  now: number,
  compute: (current: Parameters<typeof changed>[0], request: T, now: number) => ReturnType<typeof changed>,
): Promise<Result<StoredSeries>> {
  const { series_id, sequence } = request;
  const current = await store.toChange(caller, series_id);
  if (!current.ok) return current;
  if (current.value.sequence !== sequence) return fail("plan/changed");
  if ("zone" in request && request.zone !== undefined && !isTimeZone(request.zone)) return fail("time-zone/unknown");
  const edit = compute(current.value, request, now);
  if (!edit.ok) return fail(edit.fault === "no-occurrence" ? "request/not-found" : "request/invalid");
  const message = "message" in request ? request.message : undefined;
  if (edit.value === "cancelled") return await store.cancel(caller, series_id, sequence, message);
  return await store.change(caller, series_id, sequence, edit.value, message);
}

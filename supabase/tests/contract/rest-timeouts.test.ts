/**
 * The time limits that Parley's migrations give the roles of the API. PostgREST's documentation, "Impersonated Role
 * Settings": the settings of the impersonated role apply to its transactions, like `set local`. They are read again after
 * `notify pgrst, 'reload config'`.
 */
import { expect, test } from "vitest";
import { SCHEMA_RELOAD, targetForFile } from "./target.ts";

const target = targetForFile({
  sql: `
    create function public.contract_limits() returns text[] language sql as
      $$ select array[current_setting('statement_timeout'), current_setting('lock_timeout')] $$;
    create function public.contract_sleep() returns void language sql as 'select pg_sleep(20)';
    create function public.contract_lock() returns text language sql as
      $$ select pg_advisory_xact_lock(4711); select pg_sleep(1); select 'locked' $$;
    grant execute on function public.contract_limits(), public.contract_sleep(), public.contract_lock()
      to anon, authenticated;`,
  cleanup: "drop function if exists public.contract_limits(), public.contract_sleep(), public.contract_lock()",
  parley: true,
});

test("statements and locks of both roles are limited", async () => {
  const guest = await target().guest();
  for (const client of [target().client(), guest.client])
    await expect.poll(async () => (await client.rpc("contract_limits")).data, SCHEMA_RELOAD).toEqual(["3s", "100ms"]);
});

test("a long statement is canceled", async () => {
  const { client } = await target().guest();
  expect(await client.rpc("contract_sleep")).toMatchObject({ status: 500, error: { code: "57014" } });
});

test("a long wait for a lock is canceled", async () => {
  const { client } = await target().guest();
  const responses = await Promise.all([client.rpc("contract_lock"), client.rpc("contract_lock")]);
  expect(responses).toContainEqual(expect.objectContaining({ status: 200, data: "locked" }));
  expect(responses).toContainEqual(
    expect.objectContaining({ status: 500, error: expect.objectContaining({ code: "55P03" }) }),
  );
});

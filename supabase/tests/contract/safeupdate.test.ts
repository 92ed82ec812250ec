/**
 * Updates and deletes without `where`. Hosted preloads safeupdate for the role authenticator (supabase/postgres,
 * `20220118070449_enable-safeupdate-postgrest.sql`), so the rule also holds inside functions. PostgREST responds with
 * 400 (`PgSafeUpdateSpec.hs` 16, 35).
 */
import { beforeEach, describe, expect, test } from "vitest";
import { targetForFile } from "./target.ts";

const plpgsql = (name: string, body: string) =>
  `create function public.contract_${name}() returns void language plpgsql as $$ begin ${body} end $$;`;

const target = targetForFile({
  sql: `
    create table public.contract_jobs (id int primary key, n int, note text);
    grant all on public.contract_jobs to anon;
    create function public.contract_sql_wipe() returns void language sql as 'select 1; delete from public.contract_jobs;';
    ${plpgsql("wipe", "delete from public.contract_jobs;")}
    ${plpgsql("set_all", "update public.contract_jobs set n = (select max(id) from public.contract_jobs where id > 0);")}
    ${plpgsql("comment", "update public.contract_jobs set note = 'where' -- where\n;")}
    ${plpgsql("cte", "with changed as (update public.contract_jobs set n = 4 returning id) insert into public.contract_jobs select id + 10 from changed where id > 0;")}
    ${plpgsql("dynamic", "execute 'delete from public.contract_jobs';")}
    create function public.contract_definer() returns void language plpgsql security definer as $$
      begin perform public.contract_wipe(); end $$;
    ${plpgsql(
      "allowed",
      `
      update public.contract_jobs set n = (select count(*) from public.contract_jobs), note = 'it''s (' where id = 1;
      insert into public.contract_jobs values (1, 7) on conflict (id) do update set n = excluded.n;
      perform from public.contract_jobs for update;
      with gone as (delete from public.contract_jobs where id = 2 returning id) insert into public.contract_jobs select id, 9 from gone;`,
    )}`,
  cleanup: `
    drop function if exists public.contract_sql_wipe(), public.contract_wipe(), public.contract_set_all(),
      public.contract_comment(), public.contract_cte(), public.contract_dynamic(), public.contract_definer(), public.contract_allowed();
    drop table if exists public.contract_jobs;`,
});

const jobs = async () => [...(await target().owner`select id, n from public.contract_jobs order by id`)];
beforeEach(async () => {
  await target().owner`delete from public.contract_jobs`;
  await target().owner`insert into public.contract_jobs values (1, 1), (2, 2)`;
});

const refusal = (verb: string) => ({
  status: 400,
  error: { code: "21000", message: `${verb} requires a WHERE clause` },
});

describe("without where", () => {
  test("an update and a delete of a table are rejected", async () => {
    const table = () => target().client().from("contract_jobs");
    expect(await table().update({ n: 9 })).toMatchObject(refusal("UPDATE"));
    expect(await table().delete()).toMatchObject(refusal("DELETE"));
    expect(await jobs()).toEqual([
      { id: 1, n: 1 },
      { id: 2, n: 2 },
    ]);
  });

  test.each([
    ["sql_wipe", "DELETE"],
    ["wipe", "DELETE"],
    ["set_all", "UPDATE"],
    ["comment", "UPDATE"],
    ["cte", "UPDATE"],
    ["dynamic", "DELETE"],
    ["definer", "DELETE"],
  ])("the statement of a function is rejected: %s", async (name, verb) => {
    expect(await target().client().rpc(`contract_${name}`)).toMatchObject(refusal(verb));
    expect(await jobs()).toHaveLength(2);
  });
});

test("with where, upserts and locks pass", async () => {
  expect((await target().client().rpc("contract_allowed")).error).toBeNull();
  expect(await jobs()).toEqual([
    { id: 1, n: 7 },
    { id: 2, n: 9 },
  ]);
  expect((await target().client().from("contract_jobs").delete().eq("id", 1)).status).toBe(204);
});

test("does not apply to role postgres", async () => {
  expect((await target().owner`update public.contract_jobs set n = 3`).count).toBe(2);
});

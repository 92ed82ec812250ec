/**
 * `/rest/v1` with the unmodified client. The behaviour of PostgREST is taken from its documentation:
 * - "Functions as RPC": arguments by name, JSON created by Postgres, `void` returns 204;
 * - "Errors": the status of each SQLSTATE; `PTnnn` contains its own; the body has code, message, details, hint;
 * - "Transactions": role, claims and the role's settings apply to one request;
 * - "Schema Cache": new objects are visible after `notify pgrst`, which hosted sends after every DDL.
 */
import { describe, expect, test } from "vitest";
import { SCHEMA_RELOAD, targetForFile } from "./target.ts";

const target = targetForFile({
  sql: `
      create table public.contract_notes (
        id uuid primary key default gen_random_uuid(), owner uuid not null default auth.uid(),
        body text not null check (char_length(body) < 20), price numeric(6,2) default 1.50, big bigint default 12,
        tags text[] default '{a,b}', about jsonb, at timestamptz not null default '2026-01-02T03:04:05.678Z'
      );
      create table public.contract_marks (
        id int primary key, note uuid references public.contract_notes on delete cascade, kind text unique
      );
      create table public.contract_vault (id int primary key, word text);
      insert into public.contract_vault values (1, 'hidden');
      alter table public.contract_notes enable row level security;
      alter table public.contract_marks enable row level security;
      alter table public.contract_vault enable row level security;
      revoke all on public.contract_notes, public.contract_marks, public.contract_vault from anon, authenticated;
      grant select, insert, delete on public.contract_notes to authenticated;
      grant select, insert on public.contract_marks to authenticated;
      create policy "own" on public.contract_notes for all to authenticated
        using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
      create policy "all" on public.contract_marks for all to authenticated using (true) with check (true);

      create function public.contract_echo(about jsonb, count int default 7, ids uuid[] default null, "Odd Name" text default null)
        returns jsonb language sql stable as $$
          select jsonb_build_object('about', about, 'count', count, 'ids', ids, 'odd', "Odd Name", 'kind', jsonb_typeof(about))
        $$;
      create function public.contract_nothing() returns void language sql as '';
      create function public.contract_no_value() returns jsonb language sql as 'select null::jsonb';
      create function public.contract_word(text text) returns text language sql as 'select text';
      create function public.contract_moment() returns timestamptz language sql as $$ select '2026-01-02T03:04:05.5Z'::timestamptz $$;
      create function public.contract_pairs(n int) returns table (number int, square int) language sql as
        'select g, g * g from generate_series(1, n) g';
      create function public.contract_my_notes() returns setof public.contract_notes language sql stable as 'select * from public.contract_notes';
      create function public.contract_refuse(code text) returns void language plpgsql as $$
        begin raise exception using errcode = code, message = 'meeting/not-found', detail = 'more', hint = 'try'; end $$;
      create function public.contract_settings() returns jsonb language sql as $$
        select jsonb_build_object('role', current_user, 'timeout', current_setting('statement_timeout'),
          'claims', current_setting('request.jwt.claims')::jsonb, 'path', current_setting('search_path')) $$;
      create function public.contract_wait() returns void language sql as 'select pg_sleep(20)';
    `,
  cleanup: `
    drop function if exists public.contract_my_notes();
    drop function if exists public.contract_echo(jsonb, int, uuid[], text), public.contract_nothing(), public.contract_no_value(), public.contract_word(text),
      public.contract_moment(), public.contract_pairs(int), public.contract_refuse(text), public.contract_settings(), public.contract_wait(), public.contract_fresh();
    drop table if exists public.contract_marks, public.contract_notes, public.contract_vault, public.contract_brand_new;`,
});

describe("access", () => {
  test("to a new table needs a grant", async () => {
    // Supabase changelog, "New tables in the public schema will no longer be exposed to the Data API automatically".
    await target().owner`create table public.contract_brand_new (id int primary key)`;
    const { client } = await target().guest();
    await expect
      .poll(async () => (await client.from("contract_brand_new").select()).error?.code, SCHEMA_RELOAD)
      .toBe("42501");
    expect((await target().client().from("contract_brand_new").insert({ id: 1 })).error?.code).toBe("42501");
  });

  test("is not widened by a policy of another table", async () => {
    // The REST library of this stack would grant every privilege on first use. This test covers its fix.
    const { client } = await target().guest();
    await client.from("contract_notes").select();
    for (const attempt of [
      client.from("contract_vault").select(),
      client.from("contract_vault").insert({ id: 2, word: "x" }),
      client.from("contract_marks").delete().eq("id", 1),
      client.from("contract_notes").update({ body: "x" }).eq("id", crypto.randomUUID()),
    ]) {
      expect(await attempt).toMatchObject({ status: 403, error: { code: "42501" } });
    }
    expect(await target().client().from("contract_notes").select()).toMatchObject({
      status: 401,
      error: { code: "42501" },
    });
    const granted = await target().owner`
      select grantee from information_schema.role_table_grants where table_schema = 'public' and table_name = 'contract_vault'
      and grantee in ('anon', 'authenticated')`;
    expect([...granted]).toEqual([]);
    const inAuth = await target().owner`
      select has_table_privilege('authenticated', 'auth.users', 'select') as may`;
    expect(inAuth[0]?.may).toBe(false);
  });

  test("to schemas needs their exposure", async () => {
    const { client } = await target().guest();
    expect(await client.schema("auth").from("users").select()).toMatchObject({
      status: 406,
      error: { code: "PGRST106" },
    });
    expect(await client.schema("private").rpc("x")).toMatchObject({ status: 406, error: { code: "PGRST106" } });
  });

  test("is separate for concurrent users", async () => {
    const people = await Promise.all([target().guest(), target().guest(), target().guest()]);
    await Promise.all(
      people.map(({ client, id }) =>
        client
          .from("contract_notes")
          .insert({ body: id.slice(0, 8) })
          .throwOnError(),
      ),
    );
    const seen = await Promise.all(
      Array.from({ length: 30 }, async (_, turn) => {
        const person = people[turn % 3];
        const { data } = (await person?.client.from("contract_notes").select("owner")) ?? {};
        return data?.every(({ owner }) => owner === person?.id) === true && data.length === 1;
      }),
    );
    expect(seen.every(Boolean)).toBe(true);
  });

  test("does not allow inserts for another user", async () => {
    const { client } = await target().guest();
    const { status, error } = await client.from("contract_notes").insert({ body: "x", owner: crypto.randomUUID() });
    expect({ status, code: error?.code }).toEqual({ status: 403, code: "42501" });
  });
});

describe("functions", () => {
  test.each([
    ["object", { a: [1, "2", null] }],
    ["array", [1, { b: 2 }]],
    ["string", 'text with "quotes" and \\ and é'],
    ["number", 4.5],
    ["boolean", false],
  ])("receive a jsonb argument encoded once: %s", async (kind, about) => {
    expect((await target().client().rpc("contract_echo", { about })).data).toEqual({
      about,
      kind,
      count: 7,
      ids: null,
      odd: null,
    });
  });

  test("take named arguments, nulls, defaults and arrays", async () => {
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    const call = async (args: object) => (await target().client().rpc("contract_echo", args)).data;
    expect(await call({ about: null, count: null })).toEqual({
      about: null,
      kind: null,
      count: null,
      ids: null,
      odd: null,
    });
    expect(await call({ ids, about: 1, "Odd Name": "o" })).toMatchObject({ ids, count: 7, odd: "o" });
    expect(await call({ about: 1, ids: [] })).toMatchObject({ ids: [] });
  });

  test("return void, null, text, time, rows, one row", async () => {
    const client = target().client();
    expect(await client.rpc("contract_nothing")).toMatchObject({ status: 204, data: null, error: null });
    expect(await client.rpc("contract_no_value")).toMatchObject({ status: 200, data: null, error: null });
    expect((await client.rpc("contract_word", { text: "<é>" })).data).toBe("<é>");
    expect((await client.rpc("contract_moment")).data).toBe("2026-01-02T03:04:05.5+00:00");
    expect((await client.rpc("contract_pairs", { n: 2 })).data).toEqual([
      { number: 1, square: 1 },
      { number: 2, square: 4 },
    ]);
    expect((await client.rpc("contract_pairs", { n: 0 })).data).toEqual([]);
    expect((await client.rpc("contract_pairs", { n: 1 }).single()).data).toEqual({ number: 1, square: 1 });
    expect(await client.rpc("contract_pairs", { n: 2 }).single()).toMatchObject({
      status: 406,
      error: { code: "PGRST116" },
    });
    expect(
      (await client.rpc("contract_pairs", { n: 3 }).gt("number", 1).order("number", { ascending: false })).data,
    ).toEqual([
      { number: 3, square: 9 },
      { number: 2, square: 4 },
    ]);
    expect((await client.rpc("contract_pairs", { n: 1 }, { get: true })).data).toEqual([{ number: 1, square: 1 }]);
  });

  test("reject unknown names, arguments and wrong types", async () => {
    const client = target().client();
    expect(await client.rpc("no_such")).toMatchObject({ status: 404, error: { code: "PGRST202" } });
    expect(await client.rpc("contract_word", { txt: "x" })).toMatchObject({ status: 404, error: { code: "PGRST202" } });
    expect(await client.rpc("contract_echo", { about: 1, count: "x" })).toMatchObject({
      status: 400,
      error: { code: "22P02" },
    });
  });

  test.each([
    ["PT404", 404],
    ["PT409", 409],
    ["PT429", 429],
    ["P0001", 400],
    ["23514", 400],
    ["23505", 409],
    ["40001", 500],
    ["42501", 401],
    ["57014", 500],
  ])("fail with SQLSTATE %s as HTTP %i", async (code, status) => {
    expect(await target().client().rpc("contract_refuse", { code })).toMatchObject({
      status,
      error: { code, message: "meeting/not-found", details: "more", hint: "try" },
    });
  });

  test("run as the caller with the role's limits", async () => {
    const { client, id } = await target().guest();
    const ownSettings = (await client.rpc("contract_settings")).data;
    expect(ownSettings).toMatchObject({ role: "authenticated", timeout: "8s" });
    // PostgREST quotes each schema.
    expect(ownSettings.path.replaceAll('"', "")).toBe("public, extensions");
    expect(ownSettings.claims).toMatchObject({ sub: id, role: "authenticated", is_anonymous: true, aal: "aal1" });
    expect((await target().client().rpc("contract_settings")).data).toMatchObject({
      role: "anon",
      timeout: "3s",
      claims: { role: "anon" },
    });
  });

  test("are canceled after the timeout", async () => {
    expect(await target().client().rpc("contract_wait")).toMatchObject({ status: 500, error: { code: "57014" } });
  });

  test("are available once created", async () => {
    expect(await target().client().rpc("contract_fresh")).toMatchObject({ status: 404 });
    await target().owner`create function public.contract_fresh() returns int language sql as 'select 1'`;
    await target().owner`grant execute on function public.contract_fresh() to anon`;
    await expect.poll(async () => (await target().client().rpc("contract_fresh")).data, SCHEMA_RELOAD).toBe(1);
    await target().owner`create or replace function public.contract_fresh() returns int language sql as 'select 2'`;
    await expect.poll(async () => (await target().client().rpc("contract_fresh")).data, SCHEMA_RELOAD).toBe(2);
  });
});

describe("rows", () => {
  test("have to_json types, counts and filters", async () => {
    const { client, id } = await target().guest();
    const inserted = await client
      .from("contract_notes")
      .insert({ body: "one", about: { k: [1] } })
      .select()
      .single();
    expect(inserted.status).toBe(201);
    expect(inserted.data).toEqual({
      id: inserted.data?.id,
      owner: id,
      body: "one",
      price: 1.5,
      big: 12,
      tags: ["a", "b"],
      about: { k: [1] },
      at: "2026-01-02T03:04:05.678+00:00",
    });
    await client.from("contract_marks").insert({ id: 1, note: inserted.data?.id, kind: "x" }).throwOnError();
    const read = await client
      .from("contract_notes")
      .select("at, first:tags->>0", { count: "exact" })
      .gte("at", "2026-01-01");
    expect(read).toMatchObject({ count: 1, data: [{ at: "2026-01-02T03:04:05.678+00:00", first: "a" }] });
    expect(await client.from("contract_notes").select("*", { count: "exact", head: true })).toMatchObject({
      count: 1,
      data: null,
    });
    expect((await client.rpc("contract_my_notes").select("body")).data).toEqual([{ body: "one" }]);
  });

  test("are checked by constraints", async () => {
    const { client } = await target().guest();
    expect(await client.from("contract_notes").insert({ body: "x".repeat(30) })).toMatchObject({
      status: 400,
      error: { code: "23514" },
    });
    expect(await client.from("contract_notes").insert({ body: null })).toMatchObject({
      status: 400,
      error: { code: "23502" },
    });
    await client.from("contract_marks").insert({ id: 7, kind: "twice" }).throwOnError();
    expect(await client.from("contract_marks").insert({ id: 8, kind: "twice" })).toMatchObject({
      status: 409,
      error: { code: "23505" },
    });
    expect(await client.from("contract_marks").insert({ id: 9, note: crypto.randomUUID() })).toMatchObject({
      status: 409,
      error: { code: "23503" },
    });
    expect(await client.from("nowhere").select()).toMatchObject({ status: 404, error: { code: "PGRST205" } });
    expect(await client.from("contract_notes").select("nothing")).toMatchObject({
      status: 400,
      error: { code: "42703" },
    });
    expect(await client.from("contract_notes").select().eq("id", "x")).toMatchObject({
      status: 400,
      error: { code: "22P02" },
    });
  });
});

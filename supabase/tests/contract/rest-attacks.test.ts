/**
 * Ways around a policy that somebody with a token may try over `/rest/v1`. What PostgREST does is pinned by its documentation,
 * named at each test. Eva is a stranger to all that Ana owns.
 */
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Guest, isForeign, targetForFile } from "./target.ts";

const target = targetForFile({
  sql: `
    create table public.contract_shelves (id int primary key, label text not null);
    create table public.contract_books (
      id uuid primary key default gen_random_uuid(), shelf int not null references public.contract_shelves,
      owner uuid not null default auth.uid(), title text not null, pin text not null default 'hidden-pin', about jsonb default '{"k": 1}'
    );
    create index on public.contract_books (owner);
    alter table public.contract_shelves enable row level security;
    alter table public.contract_books enable row level security;
    revoke all on public.contract_shelves, public.contract_books from anon, authenticated;
    grant select on public.contract_shelves to authenticated;
    grant select (id, shelf, owner, title, about), insert (id, shelf, owner, title), update (title), delete
      on public.contract_books to authenticated;
    create policy "everyone's" on public.contract_shelves for select to authenticated using (true);
    create policy "own" on public.contract_books for all to authenticated
      using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
    insert into public.contract_shelves values (1, 'one'), (2, 'two');
    create function public.contract_books_of(person uuid) returns setof public.contract_books
      language sql stable set search_path = '' as 'select * from public.contract_books where owner = person';
    create function public.contract_titles_of(person uuid) returns setof text
      language sql stable set search_path = '' as 'select title from public.contract_books where owner = person';
    create function public.contract_count(title text) returns bigint language sql stable set search_path = '' as
      'select count(*) from public.contract_books b where b.title like contract_count.title';
    create schema contract_private;
    create table contract_private.contract_hidden (id int primary key);
    insert into contract_private.contract_hidden values (1);
    grant usage on schema contract_private to authenticated;
    grant select on contract_private.contract_hidden to authenticated;`,
  undo: `
    drop function if exists public.contract_books_of(uuid);
    drop function if exists public.contract_titles_of(uuid);
    drop function if exists public.contract_count(text);
    drop table if exists public.contract_books;
    drop table if exists public.contract_shelves;
    drop schema if exists contract_private cascade;`,
});

let ana: Guest;
let eva: Guest;
let book: string;
beforeAll(async () => {
  [ana, eva] = [await target().guest(), await target().guest()];
  await vi.waitFor(async () => await ana.client.from("contract_books").select("id").throwOnError(), {
    timeout: 10_000,
  });
  const { data, error } = await ana.client
    .from("contract_books")
    .insert({ shelf: 1, title: "secret" })
    .select("id")
    .single();
  if (error) throw error;
  book = data.id;
});

/** Asks as Eva, in words that the client would not send. */
const raw = (path: string, init: RequestInit = {}, who: Guest = eva) =>
  fetch(`${target().url}/rest/v1/${path}`, {
    ...init,
    headers: {
      apikey: target().publishableKey,
      authorization: `Bearer ${who.accessToken}`,
      "content-type": "application/json",
      ...init.headers,
    },
  });

/** What is really there, past every policy. */
const books = async () => [
  ...(await target().owner`select id, owner, title, pin from public.contract_books order by title`),
];
const untouched = async () => {
  expect(await books()).toEqual([{ id: book, owner: ana.id, title: "secret", pin: "hidden-pin" }]);
};

test("the owner herself gets through: what follows is refused for the right reason", async () => {
  expect((await ana.client.from("contract_books").select("title")).data).toEqual([{ title: "secret" }]);
  const { data } = await ana.client.from("contract_shelves").select("id, contract_books(title)").order("id");
  expect(data).toEqual([
    { id: 1, contract_books: [{ title: "secret" }] },
    { id: 2, contract_books: [] },
  ]);
});

// PostgREST, "Resource Embedding": each table is read under its own policies.
describe("by embedding", () => {
  test("a table that is everyone's opens none that is not", async () => {
    const { data } = await eva.client.from("contract_shelves").select("id, contract_books(id, title)").order("id");
    expect(data).toEqual([
      { id: 1, contract_books: [] },
      { id: 2, contract_books: [] },
    ]);
  });

  test("nor does asking which of its rows have one, or have a certain one", async () => {
    const shelves = () => eva.client.from("contract_shelves");
    expect((await shelves().select("id, contract_books!inner(id)")).data).toEqual([]);
    expect((await shelves().select("id, contract_books!inner(id)").eq("contract_books.title", "secret")).data).toEqual(
      [],
    );
    expect((await shelves().select("id, contract_books(id)").not("contract_books", "is", null)).data).toEqual([]);
    expect((await shelves().select("id, contract_books!inner(id)", { count: "exact", head: true })).count).toBe(0);
  });

  test("nor a spread, nor an alias", async () => {
    const { data } = await eva.client
      .from("contract_shelves")
      .select("id, mine:contract_books(stolen:title)")
      .eq("id", 1);
    expect(data).toEqual([{ id: 1, mine: [] }]);
  });
});

// PostgREST, "Horizontal Filtering": filters narrow what the policies leave.
describe("by filters", () => {
  test.each([
    ["eq", (q: string) => `title=eq.${q}`, "secret"],
    ["or", (q: string) => `or=(title.eq.${q},title.neq.${q})`, "secret"],
    ["not", (q: string) => `title=not.eq.${q}`, "x"],
    ["like any", (q: string) => `title=like(any).{${q}}`, "%25"],
    ["in", (q: string) => `title=in.(${q})`, "secret"],
    ["json", (q: string) => `about->>k=eq.${q}`, "1"],
  ])("%s", async (_name, filter, value) => {
    const answer = await raw(`contract_books?select=id&${filter(value)}`);
    expect([answer.status, await answer.json()]).toEqual([200, []]);
    const own = await raw(`contract_books?select=id&${filter(value)}`, {}, ana);
    expect(await own.json(), "the filter finds it for its owner").toEqual([{ id: book }]);
  });

  test("an update or a delete reaches one's own rows only, with a filter and without", async () => {
    for (const path of ["contract_books", `contract_books?id=eq.${book}`, "contract_books?title=like.*"]) {
      await raw(path, { method: "PATCH", body: '{"title":"mine"}' });
      await raw(path, { method: "DELETE" });
    }
    await untouched();
  });
});

// PostgREST, "Pagination and Count".
test("by counting: exact counts see what the policies leave, in the body, the head and the range", async () => {
  const counted = await eva.client.from("contract_books").select("id", { count: "exact" });
  expect(counted).toMatchObject({ count: 0, data: [] });
  expect((await eva.client.from("contract_books").select("id", { count: "exact", head: true })).count).toBe(0);
  const range = await raw("contract_books?select=id", { headers: { prefer: "count=exact", range: "0-9" } });
  expect(range.headers.get("content-range")).toBe("*/0");
  const aggregate = await raw("contract_books?select=count()");
  // PostgREST, "Aggregate Functions": off by default.
  if (aggregate.status === 200) expect(await aggregate.json()).toEqual([{ count: 0 }]);
  else expect(aggregate.status).toBe(400);
});

// PostgREST, "Functions as RPC": a function runs as its caller unless it says otherwise.
describe("by the argument of a function", () => {
  test("somebody else's id gets nothing of theirs, plainly, by GET, filtered, counted, or with columns picked", async () => {
    const args = { person: ana.id };
    expect((await ana.client.rpc("contract_titles_of", args)).data).toEqual(["secret"]);
    expect((await eva.client.rpc("contract_titles_of", args)).data).toEqual([]);
    expect((await eva.client.rpc("contract_titles_of", args, { get: true })).data).toEqual([]);
    expect((await eva.client.rpc("contract_count", { title: "%" })).data).toBe(0);
    // It returns the hidden column too, so nobody may select it all.
    const picked = await eva.client.rpc("contract_books_of", args, { count: "exact" }).select("id, title");
    expect(picked.data ?? []).toEqual([]);
  });

  test("SQL in an argument is a value", async () => {
    const evil = "%' or '1'='1";
    expect((await ana.client.rpc("contract_count", { title: evil })).data).toBe(0);
    const quoted = await eva.client.rpc("contract_titles_of", { person: `${ana.id}' or true --` });
    expect(quoted).toMatchObject({ status: 400, error: { code: "22P02" } });
  });

  test("arguments that it does not have are refused, whatever they are called", async () => {
    for (const extra of ["role", "request.jwt.claims", "person) or (true", '"; select 1 --'])
      expect((await eva.client.rpc("contract_titles_of", { person: ana.id, [extra]: "service_role" })).status).toBe(
        404,
      );
  });
});

// PostgREST, "Prefer Header".
describe("by the header Prefer", () => {
  test("an upsert onto somebody's row is refused, and says nothing of it", async () => {
    const body = JSON.stringify({ id: book, shelf: 1, title: "mine" });
    for (const resolution of ["merge-duplicates", "ignore-duplicates"]) {
      const answer = await raw("contract_books?on_conflict=id&select=id,title", {
        method: "POST",
        body,
        headers: { prefer: `resolution=${resolution},return=representation` },
      });
      expect(await answer.text()).not.toContain("secret");
      await untouched();
    }
  });

  test("a write that asks to see what it wrote sees its own only", async () => {
    const prefer = { prefer: "return=representation,count=exact" };
    const patched = await raw("contract_books?select=id,title", {
      method: "PATCH",
      body: '{"title":"mine"}',
      headers: prefer,
    });
    expect(await patched.json()).toEqual([]);
    const removed = await raw("contract_books?select=id,title&title=eq.secret", { method: "DELETE", headers: prefer });
    expect(await removed.json()).toEqual([]);
    await untouched();
  });

  test("what it does not know is passed over, or refused when it asks to be strict", async () => {
    const odd = "role=service_role, tx=rollback, params=single-object, max-affected=0";
    expect((await raw("contract_books?select=id", { headers: { prefer: odd } })).status).toBe(200);
    expect(await (await raw("contract_books?select=id", { headers: { prefer: odd } })).json()).toEqual([]);
  });

  test("a row for somebody else is refused, also one of many", async () => {
    const rows = [
      { shelf: 1, title: "mine", owner: eva.id },
      { shelf: 1, title: "theirs", owner: ana.id },
    ];
    const { status, error } = await eva.client.from("contract_books").insert(rows);
    expect({ status, code: error?.code }).toEqual({ status: 403, code: "42501" });
    await untouched();
  });
});

// Postgres, "Privileges": a column that is not granted can be neither read nor compared; PostgREST answers 403, 42501.
describe("by a column that is not granted", () => {
  test.each([
    ["selected", "select=pin"],
    ["with all", "select=*"],
    ["under another name", "select=x:pin"],
    ["cast", "select=pin::text"],
    ["filtered by", "select=id&pin=eq.hidden-pin"],
    ["in an or", "select=id&or=(pin.eq.hidden-pin,id.not.is.null)"],
    ["ordered by", "select=id&order=pin"],
  ])("%s", async (_how, query) => {
    const answer = await raw(`contract_books?${query}`, {}, ana);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: "42501" });
  });

  test("embedded", async () => {
    const { status, error } = await ana.client.from("contract_shelves").select("id, contract_books(pin)");
    expect({ status, code: error?.code }).toEqual({ status: 403, code: "42501" });
  });

  test("returned by a write, written, or read out of a function's rows", async () => {
    const returned = await raw("contract_books?select=pin", {
      method: "POST",
      body: '{"shelf":1,"title":"new"}',
      headers: { prefer: "return=representation" },
    });
    expect(returned.status).toBe(403);
    expect((await ana.client.from("contract_books").insert({ shelf: 1, title: "x", pin: "y" })).status).toBe(403);
    expect((await ana.client.from("contract_books").update({ pin: "y" }).eq("id", book)).status).toBe(403);
    expect((await ana.client.from("contract_books").update({ owner: eva.id }).eq("id", book)).status).toBe(403);
    expect((await eva.client.rpc("contract_books_of", { person: eva.id }).select("pin")).error?.code).toBe("42501");
    await untouched();
  });
});

// PostgREST, "Schemas": a schema that is not exposed is 406, PGRST106, whatever its grants are.
describe("by a schema that is not exposed", () => {
  test.each([
    "contract_private",
    "auth",
    "realtime",
    "pg_catalog",
    "information_schema",
    "Public",
    "public,auth",
    '"auth"',
  ])("%s", async (schema) => {
    const read = await raw("contract_hidden", { headers: { "accept-profile": schema } });
    expect([read.status, await read.json()]).toMatchObject([406, { code: "PGRST106" }]);
    const written = await raw("contract_hidden", {
      method: "POST",
      body: "{}",
      headers: { "content-profile": schema },
    });
    expect(written.status).toBe(406);
    const called = await raw("rpc/version", { method: "POST", body: "{}", headers: { "content-profile": schema } });
    expect(called.status).toBe(406);
  });

  test.each([
    "auth.users",
    "contract_private.contract_hidden",
    "pg_roles",
    "pg_catalog.pg_roles",
    "%22auth%22.%22users%22",
    "public.contract_books",
  ])("named in the path: %s", async (path) => {
    expect((await raw(path)).status).toBe(404);
  });

  test("nor its functions and the database's own", async () => {
    for (const name of ["pg_sleep", "version", "set_config", "auth.uid", "current_setting", "pg_read_file"])
      expect((await eva.client.rpc(name)).status).toBe(404);
  });
});

// PostgREST parses each part of the address by a grammar of its own (400, PGRST100); nothing of it is pasted into SQL.
describe("by SQL in the address", () => {
  const printed = vi.spyOn(console, "error");
  afterEach(() => {
    if (!isForeign) expect(printed, "what was asked is in no log").not.toHaveBeenCalled();
  });

  const EVIL = [
    "' or '1'='1",
    "x'; drop table public.contract_books; --",
    "secret') or true --",
    "\\' or 1=1 --",
    "$$ or true",
    "\u0000",
  ];

  test.each(EVIL)("as a value: %j", async (value) => {
    for (const query of [
      `title=eq.${encodeURIComponent(value)}`,
      `title=in.(${encodeURIComponent(value)})`,
      `title=like.${encodeURIComponent(value)}`,
    ]) {
      const answer = await raw(`contract_books?select=id&${query}`);
      if (answer.status === 200) expect(await answer.json()).toEqual([]);
      else expect(answer.status).toBe(400);
    }
    await untouched();
  });

  test.each([
    ["a column", "select=id&title)%20or%20(true=eq.x"],
    ["an order", "select=id&order=title;drop%20table%20public.contract_books"],
    ["a limit", "select=id&limit=1;drop%20table%20public.contract_books"],
    ["an offset", "select=id&offset=(select%201)"],
    ["a select", "select=id,(select%20pin%20from%20contract_books)"],
    ["a cast", "select=title::text%20from%20contract_books;--"],
    ["a path in JSON", "select=about->>'k')%20or%20(true"],
    ["an operator", "select=id&title=eq%20or%20true.x"],
  ])("as %s", async (_what, query) => {
    const answer = await raw(`contract_books?${query}`);
    if (answer.status === 200) expect(await answer.json()).toEqual([]);
    else expect([400, 404]).toContain(answer.status);
    await untouched();
  });

  test("as a name of a column to write", async () => {
    const answer = await raw("contract_books", {
      method: "POST",
      body: JSON.stringify({ 'title") values (1); --': "x" }),
    });
    expect(answer.status).toBe(400);
    await untouched();
  });
});

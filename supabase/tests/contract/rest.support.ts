/**
 * A small library for the REST tests: public shelves, and books that only their owner can access. One book is Ana's.
 */
import { beforeAll, expect, vi } from "vitest";
import { type Guest, type TargetOptions, targetForFile } from "./target.ts";

const PROJECT: TargetOptions = {
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
    create policy "public" on public.contract_shelves for select to authenticated using (true);
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
  cleanup: `
    drop function if exists public.contract_books_of(uuid);
    drop function if exists public.contract_titles_of(uuid);
    drop function if exists public.contract_count(text);
    drop table if exists public.contract_books;
    drop table if exists public.contract_shelves;
    drop schema if exists contract_private cascade;`,
};

export function libraryForFile() {
  const target = targetForFile(PROJECT);
  let people: { ana: Guest; eva: Guest; book: string } | undefined;
  beforeAll(async () => {
    const [ana, eva] = [await target().guest(), await target().guest()];
    const books = () => ana.client.from("contract_books");
    await vi.waitFor(async () => await books().select("id").throwOnError(), { timeout: 10_000 });
    const { data } = await books().insert({ shelf: 1, title: "secret" }).select("id").single().throwOnError();
    people = { ana, eva, book: data.id };
  });
  const opened = () => {
    if (people === undefined) throw new Error("The library is not ready yet.");
    return people;
  };
  return {
    get ana() {
      return opened().ana;
    },
    /** A user without access to Ana's rows. */
    get eva() {
      return opened().eva;
    },
    /** The id of Ana's book. */
    get book() {
      return opened().book;
    },
    target,
    /** Sends a raw request that the client library cannot send, as Eva by default. */
    raw: (path: string, init: RequestInit = {}, { accessToken }: Guest = opened().eva) =>
      fetch(`${target().url}/rest/v1/${path}`, {
        ...init,
        headers: {
          apikey: target().publishableKey,
          authorization: `Bearer ${accessToken}`,
          "content-type": "application/json",
          ...init.headers,
        },
      }),
    /** Checks all rows, bypassing every policy. */
    async expectUnchanged() {
      const rows = await target().owner`select id, owner, title, pin from public.contract_books order by title`;
      const { ana, book } = opened();
      expect([...rows]).toEqual([{ id: book, owner: ana.id, title: "secret", pin: "hidden-pin" }]);
    },
  };
}

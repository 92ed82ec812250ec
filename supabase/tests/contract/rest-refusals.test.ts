/** Features that this stack's REST leaves out, each with 501 and a hint, and the settings of `authenticator`. */
import { describe, expect, test } from "vitest";
import { embeddedOnly, SCHEMA_RELOAD, targetForFile } from "./target.ts";

const target = targetForFile({
  sql: `
    create table public.contract_cards (id int primary key, n int);
    insert into public.contract_cards select g, g from generate_series(1, 9) g;
    grant all on public.contract_cards to anon;
    create function public.contract_unnamed(json) returns json language sql as 'select $1';
    create function public.contract_before() returns void language plpgsql as $$
      begin if current_setting('request.path') like '%/rpc/contract_blocked' then raise sqlstate 'PT403' using message = 'before'; end if; end $$;
    create function public.contract_blocked() returns int language sql as 'select 1';`,
  cleanup: `
    alter role authenticator reset pgrst.db_max_rows;
    alter role authenticator reset pgrst.db_pre_request;
    drop function if exists public.contract_unnamed(json), public.contract_before(), public.contract_blocked();
    drop table if exists public.contract_cards;`,
});

const send = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) => {
  const response = await fetch(`${target().url}/rest/v1/${path}`, {
    method,
    headers: { apikey: target().publishableKey, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
};

describe("501 names what to do", () => {
  test.for([
    ["embedding", "GET", "contract_cards?select=id,contract_cards(n)", {}, undefined],
    ["CSV", "GET", "contract_cards", { accept: "text/csv" }, undefined],
    ["a plan", "GET", "contract_cards", { accept: "application/vnd.pgrst.plan" }, undefined],
    ["OpenAPI", "GET", "", {}, undefined],
    ["PUT", "PUT", "contract_cards?id=eq.1", {}, '{"id":1}'],
    ["a CSV body", "POST", "contract_cards", { "content-type": "text/csv" }, "id\n1"],
    ["a limited delete", "DELETE", "contract_cards?id=eq.1&limit=1", {}, undefined],
    ["an unnamed argument", "POST", "rpc/contract_unnamed", { "content-type": "application/json" }, '{"a":1}'],
  ] as const)("for %s", async ([_what, method, path, headers, body], context) => {
    embeddedOnly(context, "a real project supports it");
    const response = await send(method, path, headers, body);
    expect(response).toMatchObject({ status: 501, body: { code: "PARLEY501", hint: expect.stringMatching(/\.$/u) } });
  });

  test("rejects an unknown media type with 406, and aggregates", async () => {
    expect(await send("GET", "contract_cards", { accept: "image/png" })).toMatchObject({
      status: 406,
      body: { code: "PGRST107" },
    });
    expect(await send("GET", "contract_cards?select=n.sum()")).toMatchObject({
      status: 400,
      body: { code: "PGRST123" },
    });
  });
});

// Supabase, "Hardening the Data API" and PostgREST, "In-Database Configuration": `postgres` sets them on `authenticator`.
describe("settings of authenticator", () => {
  test("limit the rows of a response", async () => {
    const { owner } = target();
    await owner`alter role authenticator set pgrst.db_max_rows = '4'`;
    await owner`notify pgrst, 'reload config'`;
    await expect.poll(async () => (await send("GET", "contract_cards")).body.length, SCHEMA_RELOAD).toBe(4);
    await owner`alter role authenticator reset pgrst.db_max_rows`;
    await owner`notify pgrst, 'reload config'`;
    await expect.poll(async () => (await send("GET", "contract_cards")).body.length, SCHEMA_RELOAD).toBe(9);
  });

  test("run a function before each request", async () => {
    const { owner } = target();
    await owner`alter role authenticator set pgrst.db_pre_request = 'public.contract_before'`;
    await owner`notify pgrst, 'reload config'`;
    await expect
      .poll(async () => (await send("POST", "rpc/contract_blocked")).body.message, SCHEMA_RELOAD)
      .toBe("before");
    expect((await send("GET", "contract_cards")).status).toBe(200);
    await owner`alter role authenticator reset pgrst.db_pre_request`;
    await owner`notify pgrst, 'reload config'`;
    await expect.poll(async () => (await send("POST", "rpc/contract_blocked")).body, SCHEMA_RELOAD).toBe(1);
  });
});

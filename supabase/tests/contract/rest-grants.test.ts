/**
 * Ways to what was never granted, over `/rest/v1`: columns, schemas, the database itself. What PostgREST does is pinned by its
 * documentation, named at each test.
 */
import { afterEach, describe, expect, test, vi } from "vitest";
import { libraryForFile } from "./rest.support.ts";
import { isForeign } from "./target.ts";

const library = libraryForFile();
const { raw, untouched } = library;

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
    const answer = await raw(`contract_books?${query}`, {}, library.ana);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: "42501" });
  });

  test("embedded", async () => {
    const { status, error } = await library.ana.client.from("contract_shelves").select("id, contract_books(pin)");
    expect({ status, code: error?.code }).toEqual({ status: 403, code: "42501" });
  });

  test("returned by a write, written, or read out of a function's rows", async () => {
    const returned = await raw("contract_books?select=pin", {
      method: "POST",
      body: '{"shelf":1,"title":"new"}',
      headers: { prefer: "return=representation" },
    });
    expect(returned.status).toBe(403);
    expect((await library.ana.client.from("contract_books").insert({ shelf: 1, title: "x", pin: "y" })).status).toBe(
      403,
    );
    expect((await library.ana.client.from("contract_books").update({ pin: "y" }).eq("id", library.book)).status).toBe(
      403,
    );
    expect(
      (await library.ana.client.from("contract_books").update({ owner: library.eva.id }).eq("id", library.book)).status,
    ).toBe(403);
    expect(
      (await library.eva.client.rpc("contract_books_of", { person: library.eva.id }).select("pin")).error?.code,
    ).toBe("42501");
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
      expect((await library.eva.client.rpc(name)).status).toBe(404);
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

/**
 * Attempts to reach columns, schemas and database features without a grant over `/rest/v1`. Each test cites the
 * PostgREST documentation of the expected behaviour.
 */
import { afterEach, describe, expect, test, vi } from "vitest";
import { libraryForFile } from "./rest.support.ts";
import { isExternal } from "./target.ts";

const library = libraryForFile();
const { raw, expectUnchanged } = library;

// Postgres, "Privileges": a column without a grant cannot be read or compared. PostgREST returns 403, 42501.
describe("a column without a grant", () => {
  test.each([
    ["selection", "select=pin"],
    ["select *", "select=*"],
    ["alias", "select=x:pin"],
    ["cast", "select=pin::text"],
    ["filter", "select=id&pin=eq.hidden-pin"],
    ["or", "select=id&or=(pin.eq.hidden-pin,id.not.is.null)"],
    ["order", "select=id&order=pin"],
  ])("is denied by %s", async (_how, query) => {
    const response = await raw(`contract_books?${query}`, {}, library.ana);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "42501" });
  });

  test("is denied when embedded", async () => {
    const { status, data } = await library.ana.client.from("contract_shelves").select("id, contract_books(pin)");
    // This stack does not embed.
    expect({ status, data }).toEqual({ status: isExternal ? 403 : 501, data: null });
  });

  test("is denied in writes and function results", async () => {
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
    await expectUnchanged();
  });
});

// PostgREST, "Schemas": a schema that is not exposed is 406, PGRST106, regardless of its grants.
describe("a schema that is not exposed", () => {
  test.each([
    "contract_private",
    "auth",
    "realtime",
    "pg_catalog",
    "information_schema",
    "Public",
    "public,auth",
    '"auth"',
  ])("is rejected: %s", async (schema) => {
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
  ])("is not found by the path %s", async (path) => {
    expect((await raw(path)).status).toBe(404);
  });

  test("has no reachable functions", async () => {
    for (const name of ["pg_sleep", "version", "set_config", "auth.uid", "current_setting", "pg_read_file"])
      expect((await library.eva.client.rpc(name)).status).toBe(404);
  });
});

// PostgREST parses each part of the URL with its own grammar (400, PGRST100) and does not copy it into SQL.
describe("SQL in the URL", () => {
  const printed = vi.spyOn(console, "error");
  afterEach(() => {
    if (!isExternal) expect(printed, "the request is not logged").not.toHaveBeenCalled();
  });

  const EVIL = [
    "' or '1'='1",
    "x'; drop table public.contract_books; --",
    "secret') or true --",
    "\\' or 1=1 --",
    "$$ or true",
    "\u0000",
  ];

  test.each(EVIL)("has no effect as the value %j", async (value) => {
    for (const query of [
      `title=eq.${encodeURIComponent(value)}`,
      `title=in.(${encodeURIComponent(value)})`,
      `title=like.${encodeURIComponent(value)}`,
    ]) {
      const response = await raw(`contract_books?select=id&${query}`);
      if (response.status === 200) expect(await response.json()).toEqual([]);
      else expect(response.status).toBe(400);
    }
    await expectUnchanged();
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
  ])("has no effect as %s", async (_what, query) => {
    const response = await raw(`contract_books?${query}`);
    if (response.status === 200) expect(await response.json()).toEqual([]);
    else expect([400, 404]).toContain(response.status);
    await expectUnchanged();
  });

  test("has no effect as a column name", async () => {
    const response = await raw("contract_books", {
      method: "POST",
      body: JSON.stringify({ 'title") values (1); --': "x" }),
    });
    expect(response.status).toBe(400);
    await expectUnchanged();
  });
});

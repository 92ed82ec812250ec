/**
 * Attempts to bypass a policy over `/rest/v1` with a valid token. Each test cites the PostgREST documentation of the
 * expected behaviour.
 */
import { describe, expect, test } from "vitest";
import { libraryForFile } from "./rest.support.ts";
import { embeddedOnly } from "./target.ts";

const library = libraryForFile();
const { raw, expectUnchanged } = library;

test("lets the owner through", async () => {
  expect((await library.ana.client.from("contract_books").select("title")).data).toEqual([{ title: "secret" }]);
  const { data } = await library.ana.client.from("contract_shelves").select("id").order("id");
  expect(data).toEqual([{ id: 1 }, { id: 2 }]);
});

// PostgREST, "Resource Embedding". This stack leaves it out (decision 038) and must not half do it.
describe("embedding", () => {
  test.for([
    "select=id,contract_books(id,title)",
    "select=id,contract_books!inner(id)",
    "select=id,mine:contract_books(stolen:title)",
    "select=id,...contract_books(title)",
    "select=id&contract_books.title=eq.secret",
    "select=id&order=contract_books(title)",
  ])("is rejected: %s", async (query, context) => {
    embeddedOnly(context, "a real project embeds");
    const response = await raw(`contract_shelves?${query}`);
    const text = await response.text();
    expect([400, 501]).toContain(response.status);
    expect(text).not.toContain("secret");
    if (response.status === 501) expect(text).toContain("Read each table on its own");
  });
});

// PostgREST, "Horizontal Filtering": filters apply in addition to the policies.
describe("a filter", () => {
  test.each([
    ["eq", (q: string) => `title=eq.${q}`, "secret"],
    ["or", (q: string) => `or=(title.eq.${q},title.neq.${q})`, "secret"],
    ["not", (q: string) => `title=not.eq.${q}`, "x"],
    ["like any", (q: string) => `title=like(any).{${q}}`, "%25"],
    ["in", (q: string) => `title=in.(${q})`, "secret"],
    ["json", (q: string) => `about->>k=eq.${q}`, "1"],
  ])("by %s finds only own rows", async (_name, filter, value) => {
    const response = await raw(`contract_books?select=id&${filter(value)}`);
    expect([response.status, await response.json()]).toEqual([200, []]);
    const own = await raw(`contract_books?select=id&${filter(value)}`, {}, library.ana);
    expect(await own.json(), "the owner's own result").toEqual([{ id: library.book }]);
  });

  test("limits updates and deletes to own rows", async () => {
    for (const path of ["contract_books", `contract_books?id=eq.${library.book}`, "contract_books?title=like.*"]) {
      await raw(path, { method: "PATCH", body: '{"title":"mine"}' });
      await raw(path, { method: "DELETE" });
    }
    await expectUnchanged();
  });
});

// PostgREST, "Pagination and Count".
test("counts only visible rows", async () => {
  const counted = await library.eva.client.from("contract_books").select("id", { count: "exact" });
  expect(counted).toMatchObject({ count: 0, data: [] });
  expect((await library.eva.client.from("contract_books").select("id", { count: "exact", head: true })).count).toBe(0);
  const range = await raw("contract_books?select=id", { headers: { prefer: "count=exact", range: "0-9" } });
  expect(range.headers.get("content-range")).toBe("*/0");
  const aggregate = await raw("contract_books?select=count()");
  // PostgREST, "Aggregate Functions": disabled by default.
  if (aggregate.status === 200) expect(await aggregate.json()).toEqual([{ count: 0 }]);
  else expect(aggregate.status).toBe(400);
});

// PostgREST, "Functions as RPC": a function runs as its caller by default.
describe("a function argument", () => {
  test("with a foreign id returns nothing, in any form", async () => {
    const args = { person: library.ana.id };
    expect((await library.ana.client.rpc("contract_titles_of", args)).data).toEqual(["secret"]);
    expect((await library.eva.client.rpc("contract_titles_of", args)).data).toEqual([]);
    expect((await library.eva.client.rpc("contract_titles_of", args, { get: true })).data).toEqual([]);
    expect((await library.eva.client.rpc("contract_count", { title: "%" })).data).toBe(0);
    // The function also returns the hidden column, so `select *` is denied.
    const picked = await library.eva.client.rpc("contract_books_of", args, { count: "exact" }).select("id, title");
    expect(picked.data ?? []).toEqual([]);
  });

  test("with SQL is a plain value", async () => {
    const evil = "%' or '1'='1";
    expect((await library.ana.client.rpc("contract_count", { title: evil })).data).toBe(0);
    const quoted = await library.eva.client.rpc("contract_titles_of", { person: `${library.ana.id}' or true --` });
    expect(quoted).toMatchObject({ status: 400, error: { code: "22P02" } });
  });

  test("with an unknown name is rejected", async () => {
    for (const extra of ["role", "request.jwt.claims", "person) or (true", '"; select 1 --'])
      expect(
        (await library.eva.client.rpc("contract_titles_of", { person: library.ana.id, [extra]: "service_role" }))
          .status,
      ).toBe(404);
  });
});

// PostgREST, "Prefer Header".
describe("the Prefer header", () => {
  test("cannot upsert a foreign row or reveal it", async () => {
    const body = JSON.stringify({ id: library.book, shelf: 1, title: "mine" });
    for (const resolution of ["merge-duplicates", "ignore-duplicates"]) {
      const response = await raw("contract_books?on_conflict=id&select=id,title", {
        method: "POST",
        body,
        headers: { prefer: `resolution=${resolution},return=representation` },
      });
      expect(await response.text()).not.toContain("secret");
      await expectUnchanged();
    }
  });

  test("returns only own rows of a write", async () => {
    const prefer = { prefer: "return=representation,count=exact" };
    const patched = await raw("contract_books?select=id,title&title=neq.x", {
      method: "PATCH",
      body: '{"title":"mine"}',
      headers: prefer,
    });
    expect(await patched.json()).toEqual([]);
    const removed = await raw("contract_books?select=id,title&title=eq.secret", { method: "DELETE", headers: prefer });
    expect(await removed.json()).toEqual([]);
    await expectUnchanged();
  });

  test("ignores unknown preferences", async () => {
    const odd = "role=service_role, tx=rollback, params=single-object, max-affected=0";
    expect((await raw("contract_books?select=id", { headers: { prefer: odd } })).status).toBe(200);
    expect(await (await raw("contract_books?select=id", { headers: { prefer: odd } })).json()).toEqual([]);
  });

  test("cannot insert a row for another user", async () => {
    const rows = [
      { shelf: 1, title: "mine", owner: library.eva.id },
      { shelf: 1, title: "theirs", owner: library.ana.id },
    ];
    const { status, error } = await library.eva.client.from("contract_books").insert(rows);
    expect({ status, code: error?.code }).toEqual({ status: 403, code: "42501" });
    await expectUnchanged();
  });
});

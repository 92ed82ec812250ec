import { expect, test } from "vitest";
import { lineAt, splitStatements } from "./statements.ts";

const texts = (sql: string) => splitStatements(sql).map(({ text }) => text);

test("semicolons in strings, names, comments and dollar quotes end nothing", () => {
  expect(texts(`select 'a;''b'; select ";" as "x;"; -- one; two\nselect 1 /* a; /* b; */ c; */;`)).toEqual([
    "select 'a;''b'",
    `select ";" as "x;"`,
    "select 1 /* a; /* b; */ c; */",
  ]);
  expect(texts("do $$ begin; end $$; do $a$ x; $$ y; $a$; select E'\\';';")).toEqual([
    "do $$ begin; end $$",
    "do $a$ x; $$ y; $a$",
    "select E'\\';'",
  ]);
  // A dollar inside a name opens nothing.
  expect(texts("select a$b$; select 1")).toEqual(["select a$b$", "select 1"]);
});

test("a body `begin atomic` is one statement", () => {
  const body =
    "create function f(x int) returns int begin atomic select case when x > 1 then 2 else 3 end; select x; end";
  expect(texts(`${body}; select 1;`)).toEqual([body, "select 1"]);
  expect(texts("begin; select 1; commit; select case when true then 1 end; select 2")).toHaveLength(5);
});

test("a statement's line is that of its first word", () => {
  const sql = "-- heading\n\nselect 1;\n/* more\n*/ -- and more\n  select 2\n;\n";
  expect(splitStatements(sql).map(({ offset }) => lineAt(sql, offset))).toEqual([3, 6]);
  expect(splitStatements("  \n-- nothing\n;;")).toEqual([]);
});

/** Settings of wrangler.toml whose defaults are not safe. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const [top = "", ...tables] = readFileSync(new URL("../wrangler.toml", import.meta.url), "utf8").split(/^(?=\[)/mu);

test("old versions of the Worker have no address", () => {
  expect(top).toMatch(/^preview_urls = false$/mu);
});

test("the address at workers.dev is a choice", () => {
  expect(top).toMatch(/^workers_dev = (true|false)$/mu);
});

test("addresses of requests are not stored", () => {
  expect(tables.find((table) => table.startsWith("[observability]"))).toMatch(/^enabled = false$/mu);
});

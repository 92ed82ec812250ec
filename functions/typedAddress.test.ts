import { describe, expect, test } from "vitest";
import { parseTypedAddress, regionOf } from "./typedAddress.ts";

const BOTH = { code: true, phone: true };
const parse = (typed: string, region: string | null = "ES", ways = BOTH) => parseTypedAddress(typed, ways, region);
const number = { ok: true, value: { address: "+34600111222", shown: "+34 600 111 222" } };

describe("a typed address", () => {
  test.each([
    "+34600111222",
    "+34 600 111 222",
    " 600-111-222 ",
    "600.111.222",
    "(600) 111 222",
    "0034 600111222",
    "٦٠٠١١١٢٢٢",
    "\u202A+34600111222\u202C",
    "＋３４６００１１１２２２",
    "tel:+34600111222",
  ])("is the number of %j", async (typed) => {
    expect(await parse(typed)).toEqual(number);
  });

  test.each([
    ["600 111 222", "FR"],
    ["600 111 222", null],
    ["0600 111 222", "XX"],
  ])("%j in %s is no number of Spain", async (typed, region) => {
    const parsed = await parse(typed, region);
    expect(parsed.ok && parsed.value.address).not.toBe("+34600111222");
  });

  test("keeps the calling code of another country", async () => {
    expect(await parse("+49 151 12345678", "ES")).toMatchObject({ ok: true, value: { address: "+4915112345678" } });
    expect(await parse("0151 12345678", "DE")).toMatchObject({ ok: true, value: { address: "+4915112345678" } });
  });

  test.each(["123456", "+999123456789", "+34 600", "+1 555 010", "00", "+346001112223334445", "6".repeat(61)])(
    "rejects %j as a number",
    async (typed) => {
      expect(await parse(typed)).toMatchObject({ ok: false });
    },
  );

  test("with another letter is an email address", async () => {
    expect(await parse("34600111222@example.org")).toMatchObject({ value: { address: "34600111222@example.org" } });
    expect(await parse("tom")).toMatchObject({ error: { code: "mail/malformed" } });
    expect(await parse("600111222 ext. 5")).toMatchObject({ error: { code: "mail/malformed" } });
    expect(await parse("")).toMatchObject({ error: { code: "mail/malformed" } });
  });

  test("is one that is offered", async () => {
    expect(await parse("+34600111222", "ES", { code: true, phone: false })).toMatchObject({
      error: { code: "mail/malformed" },
    });
    expect(await parse("tom@example.org", "ES", { code: false, phone: true })).toMatchObject({
      error: { code: "phone/malformed" },
    });
  });

  test("costs nothing at a hostile length", async () => {
    const start = performance.now();
    for (const part of ["1", "+", "-", " ", "\u0301", "(1"]) await parse(part.repeat(100_000));
    expect(performance.now() - start).toBeLessThan(500);
  });
});

const visit = (language: string, country?: string) => {
  const headers = { "Accept-Language": language, ...(country && { "CF-Connecting-IP": "203.0.113.7" }) };
  const request = new Request("https://parley.example", { headers });
  return Object.assign(request, { cf: { country } });
};

test.each([
  ["es-MX,es;q=0.9", "DE", "DE"],
  ["es-MX,es;q=0.9", undefined, "MX"],
  ["ar", undefined, "EG"],
  ["en", undefined, "US"],
  ["*, <script>", undefined, null],
  ["", undefined, null],
])("with %j from %s the country is %s", (language, country, region) => {
  expect(regionOf(visit(language, country))).toBe(region);
});

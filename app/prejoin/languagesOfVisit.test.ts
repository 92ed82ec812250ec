import { expect, test } from "vitest";
import { joinPath } from "#contracts/joinPath.ts";
import { languagesOfVisit } from "./languagesOfVisit.server.ts";

const visit = (path: string) =>
  languagesOfVisit(
    new Request(`https://parley.example${path}`, { headers: { "Accept-Language": "es-MX, en;q=0.8, ja;q=0.5" } }),
  );

test("suggests the language of the invitation first", () => {
  expect(visit(joinPath("k3f92mxa7qpd", "ja"))).toEqual(["ja", "es", "en"]);
  expect(visit(joinPath("k3f92mxa7qpd", "zh-Hans"))[0]).toBe("zh-Hans");
});

test("ignores a missing or unknown language", () => {
  for (const query of ["", "?language=", "?language=tlh", "?language=%00", `?language=${"x".repeat(5_000)}`])
    expect(visit(`/m/k3f9-2mxa-7qpd${query}`)).toEqual(["es", "en", "ja"]);
});

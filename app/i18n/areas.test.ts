import { expect, test } from "vitest";
import { AREAS, areaOf } from "./areas.ts";
import en from "./messages/en.json" with { type: "json" };

test("a key goes where its longest beginning is", () => {
  expect(areaOf("error.device/in-use")).toBe("errors");
  expect(areaOf("error.network/offline")).toBe("start");
  expect(areaOf("error.network/offline.do")).toBe("start");
  expect(areaOf("door.enter")).toBe("meeting");
  expect(areaOf("nonsense.key")).toBeNull();
});

test("every beginning is that of a text: none is left from one that is gone", () => {
  const unused = Object.values(AREAS)
    .flat()
    .filter((beginning) => !Object.keys(en).some((key) => key.startsWith(beginning)));
  // Screens under way.
  expect(
    unused.filter((beginning) => !/^(sign-in|sign-out|code|confirm|nav|home|settings|design|help)\.$/u.test(beginning)),
  ).toEqual([]);
});

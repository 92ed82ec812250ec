import { expect, test } from "vitest";
import en from "./messages/en.json" with { type: "json" };
import { isServerMessage, NAMESPACES, namespaceOf } from "./namespaces.ts";

test("assigns a key to its longest prefix", () => {
  expect(namespaceOf("error.device/in-use")).toBe("errors");
  expect(namespaceOf("error.network/offline")).toBe("start");
  expect(namespaceOf("error.network/offline.do")).toBe("start");
  expect(namespaceOf("prejoin.enter")).toBe("meeting");
  expect(namespaceOf("nonsense.key")).toBeNull();
});

test("keeps messages of browser modules out of the Worker", () => {
  const keys = ["planForm.name", "people.share.qr", "planning.today", "nonsense.key"];
  expect(keys.map(isServerMessage)).toEqual([false, false, true, false]);
});

test("every prefix has a message", () => {
  const unused = Object.values(NAMESPACES)
    .flat()
    .filter((beginning) => !Object.keys(en).some((key) => key.startsWith(beginning)));
  // Screens in development.
  expect(
    unused.filter((beginning) => !/^(sign-in|sign-out|code|confirm|nav|home|settings|design|help)\.$/u.test(beginning)),
  ).toEqual([]);
});

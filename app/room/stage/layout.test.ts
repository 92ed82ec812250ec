import { describe, expect, test } from "vitest";
import { computeLayout, keepValidPin, pickSpotlight, sortTiles } from "./layout.ts";

const person = (id: string, number: number, speaking = false) => ({ id, number, speaking, isMe: id === "me" });
const me = person("me", 1);
const ines = person("ines", 2);
const tom = person("tom", 3);

describe("stage layout", () => {
  describe("spotlight", () => {
    test.each([
      ["is empty without participants", [], null, null],
      ["shows the local participant alone", [me], null, "me"],
      ["prefers the first remote participant", [me, ines, tom], null, "ines"],
      ["keeps the previous participant in silence", [me, ines, tom], "tom", "tom"],
      ["prefers the speaker", [me, ines, { ...tom, speaking: true }], "ines", "tom"],
      ["ignores the local speaker", [{ ...me, speaking: true }, ines, tom], "ines", "ines"],
      ["keeps the previous of two speakers", [me, person("ines", 2, true), person("tom", 3, true)], "tom", "tom"],
      ["replaces a participant who left", [me, ines], "tom", "ines"],
      ["replaces the local participant", [me, ines], "me", "ines"],
    ] as const)("%s", (_, people, previous, expected) => {
      expect(pickSpotlight(people, previous)).toBe(expected);
    });
  });

  test("sorts tiles by joining, the local participant last", () => {
    const given = [tom, me, ines];
    expect(sortTiles(given).map(({ id }) => id)).toEqual(["ines", "tom", "me"]);
    expect(given).toEqual([tom, me, ines]);
  });

  describe("layout", () => {
    const people = [me, ines, tom];
    const grid = { people, screens: [], layout: "grid", pin: null } as const;

    test("spotlights the speaker only in the speaker view", () => {
      expect(computeLayout(grid, null)).toEqual({ key: "ines", spotlighted: false, pinned: false });
      expect(computeLayout({ ...grid, layout: "speaker" }, null)).toEqual({
        key: "ines",
        spotlighted: true,
        pinned: false,
      });
      expect(computeLayout({ ...grid, layout: "speaker", people: [me] }, null).spotlighted).toBe(false);
    });

    test("spotlights the first shared screen", () => {
      const speakerInput = { ...grid, people: [me, { ...ines, speaking: true }], screens: ["a", "b"] };
      expect(computeLayout(speakerInput, "ines")).toEqual({ key: "a", spotlighted: true, pinned: false });
      expect(computeLayout(speakerInput, "b").key).toBe("b");
    });

    test("spotlights a pinned participant while present", () => {
      const pinned = { ...grid, pin: { key: "tom", screensAtPin: [] } };
      const speaking = { ...pinned, people: [me, { ...ines, speaking: true }, tom] };
      expect(computeLayout(speaking, "ines")).toEqual({ key: "tom", spotlighted: true, pinned: true });
      expect(computeLayout({ ...pinned, people: [me, ines] }, "tom")).toEqual({
        key: "ines",
        spotlighted: false,
        pinned: false,
      });
    });

    test("prefers a screen shared after pinning", () => {
      const pinned = { ...grid, pin: { key: "tom", screensAtPin: [] } };
      expect(computeLayout({ ...pinned, screens: ["a"] }, "tom")).toEqual({
        key: "a",
        spotlighted: true,
        pinned: false,
      });
      expect(computeLayout(pinned, "a").key).toBe("tom");
    });

    test("keeps a pin beside a screen until the next one", () => {
      const pinned = { ...grid, screens: ["a"], pin: { key: "tom", screensAtPin: ["a"] } };
      expect(computeLayout(pinned, "a").key).toBe("tom");
      expect(computeLayout({ ...pinned, screens: ["a", "b"] }, "tom").key).toBe("a");
    });
  });

  describe("pin", () => {
    const tomBesideA = { key: "tom", screensAtPin: ["a", "b"] };

    test("survives the participant's absence", () => {
      expect(keepValidPin(tomBesideA, ["a", "b", "c"])).toBe(tomBesideA);
      expect(keepValidPin(null, ["a"])).toBeNull();
      const absent = computeLayout(
        { people: [me, ines], screens: [], layout: "grid", pin: { key: "tom", screensAtPin: [] } },
        "tom",
      );
      expect(absent.pinned).toBe(false);
      expect(
        computeLayout(
          { people: [me, ines, tom], screens: [], layout: "grid", pin: { key: "tom", screensAtPin: [] } },
          null,
        ),
      ).toEqual({
        key: "tom",
        spotlighted: true,
        pinned: true,
      });
    });

    test("ends with the pinned screen's share", () => {
      expect(keepValidPin({ key: "a", screensAtPin: ["a"] }, [])).toBeNull();
      const updated = keepValidPin(tomBesideA, ["b"]);
      expect(updated).toEqual({ key: "tom", screensAtPin: ["b"] });
      const shared = { people: [me, ines, tom], screens: ["b", "a"], layout: "grid", pin: updated } as const;
      expect(computeLayout(shared, "tom")).toEqual({ key: "b", spotlighted: true, pinned: false });
    });
  });
});

import { describe, expect, test } from "vitest";
import { computeLayout, keepValidPin, pickSpotlight, sortTiles } from "./layout.ts";

const person = (id: string, number: number, speaking = false) => ({ id, number, speaking, isMe: id === "me" });
const me = person("me", 1);
const ines = person("ines", 2);
const tom = person("tom", 3);

describe("who is on stage", () => {
  test.each([
    ["nobody", [], null, null],
    ["alone: oneself", [me], null, "me"],
    ["the other who came first", [me, ines, tom], null, "ines"],
    ["whoever was there stays in silence", [me, ines, tom], "tom", "tom"],
    ["who speaks", [me, ines, { ...tom, speaking: true }], "ines", "tom"],
    ["oneself speaking changes nothing", [{ ...me, speaking: true }, ines, tom], "ines", "ines"],
    ["of two speakers, the one on stage", [me, person("ines", 2, true), person("tom", 3, true)], "tom", "tom"],
    ["who was on stage and left makes room", [me, ines], "tom", "ines"],
    ["oneself leaves the stage when somebody comes", [me, ines], "me", "ines"],
  ] as const)("%s", (_, people, before, expected) => {
    expect(pickSpotlight(people, before)).toBe(expected);
  });
});

test("tiles stand in the order of coming, oneself last", () => {
  const given = [tom, me, ines];
  expect(sortTiles(given).map(({ id }) => id)).toEqual(["ines", "tom", "me"]);
  expect(given).toEqual([tom, me, ines]);
});

describe("what takes the stage", () => {
  const people = [me, ines, tom];
  const grid = { people, screens: [], layout: "grid", pin: null } as const;

  test("in a grid nobody is large; beside somebody else the one who speaks is, where that was chosen", () => {
    expect(computeLayout(grid, null)).toEqual({ key: "ines", spotlighted: false, pinned: false });
    expect(computeLayout({ ...grid, layout: "speaker" }, null)).toEqual({
      key: "ines",
      spotlighted: true,
      pinned: false,
    });
    expect(computeLayout({ ...grid, layout: "speaker", people: [me] }, null).spotlighted).toBe(false);
  });

  test("a shared screen, before all who speak; of two the first, and it stays", () => {
    const speaks = { ...grid, people: [me, { ...ines, speaking: true }], screens: ["a", "b"] };
    expect(computeLayout(speaks, "ines")).toEqual({ key: "a", spotlighted: true, pinned: false });
    expect(computeLayout(speaks, "b").key).toBe("b");
  });

  test("what is pinned, while others speak; one who left leaves the pin without effect", () => {
    const pinned = { ...grid, pin: { key: "tom", screensAtPin: [] } };
    const speaking = { ...pinned, people: [me, { ...ines, speaking: true }, tom] };
    expect(computeLayout(speaking, "ines")).toEqual({ key: "tom", spotlighted: true, pinned: true });
    expect(computeLayout({ ...pinned, people: [me, ines] }, "tom")).toEqual({
      key: "ines",
      spotlighted: false,
      pinned: false,
    });
  });

  test("a screen that comes after the pin takes its place, and gives it back when it goes", () => {
    const pinned = { ...grid, pin: { key: "tom", screensAtPin: [] } };
    expect(computeLayout({ ...pinned, screens: ["a"] }, "tom")).toEqual({ key: "a", spotlighted: true, pinned: false });
    expect(computeLayout(pinned, "a").key).toBe("tom");
  });

  test("a pin that was set beside a screen holds, until another screen comes", () => {
    const pinned = { ...grid, screens: ["a"], pin: { key: "tom", screensAtPin: ["a"] } };
    expect(computeLayout(pinned, "a").key).toBe("tom");
    expect(computeLayout({ ...pinned, screens: ["a", "b"] }, "tom").key).toBe("a");
  });
});

describe("what stays pinned", () => {
  const tomBesideA = { key: "tom", screensAtPin: ["a", "b"] };

  test("who is away for a moment; and the same pin, while the same is shared", () => {
    expect(keepValidPin(tomBesideA, ["a", "b", "c"])).toBe(tomBesideA);
    expect(keepValidPin(null, ["a"])).toBeNull();
    const gone = computeLayout(
      { people: [me, ines], screens: [], layout: "grid", pin: { key: "tom", screensAtPin: [] } },
      "tom",
    );
    expect(gone.pinned).toBe(false);
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

  test("a screen as long as it is shared: the next one of the same person is another", () => {
    expect(keepValidPin({ key: "a", screensAtPin: ["a"] }, [])).toBeNull();
    const left = keepValidPin(tomBesideA, ["b"]);
    expect(left).toEqual({ key: "tom", screensAtPin: ["b"] });
    const shared = { people: [me, ines, tom], screens: ["b", "a"], layout: "grid", pin: left } as const;
    expect(computeLayout(shared, "tom")).toEqual({ key: "b", spotlighted: true, pinned: false });
  });
});

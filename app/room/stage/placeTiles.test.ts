import { describe, expect, test } from "vitest";
import { placeTiles, type TileBox } from "./placeTiles.ts";

const GAP = 12;
const CAMERA_RATIO = 16 / 9;
/** Stages of windows from a phone to a wide screen, with and without a panel. */
const STAGES = [
  [320, 200],
  [344, 470],
  [412, 700],
  [704, 500],
  [984, 520],
  [1024, 640],
  [1040, 640],
  [1400, 640],
  [1520, 820],
  [1880, 820],
] as const;

const ARRANGEMENTS = STAGES.flatMap(([width, height]) =>
  [1, 2, 3, 4, 5, 8].flatMap((count) =>
    [false, true].map((spotlight) => ({ area: { width, height }, count, spotlight })),
  ),
);

/** Pairs of tiles that overlap. */
const overlaps = (tiles: readonly TileBox[]) =>
  tiles.flatMap((a, index) =>
    tiles
      .slice(index + 1)
      .filter(
        (b) =>
          a.x + a.width > b.x + 0.1 &&
          b.x + b.width > a.x + 0.1 &&
          a.y + a.height > b.y + 0.1 &&
          b.y + b.height > a.y + 0.1,
      )
      .map((b) => [a, b]),
  );

describe("tile placement", () => {
  test("keeps 80 % of each camera's width in every arrangement", () => {
    for (const { area, count, spotlight } of ARRANGEMENTS)
      for (const { width, height } of placeTiles(count, area, GAP, spotlight).tiles)
        expect(Math.min(1, width / height / CAMERA_RATIO), JSON.stringify({ area, count, spotlight })).toBeGreaterThan(
          0.8,
        );
  });

  test("keeps all tiles inside the stage and apart", () => {
    for (const { area, count, spotlight } of ARRANGEMENTS) {
      const { tiles } = placeTiles(count, area, GAP, spotlight);
      expect(tiles).toHaveLength(count);
      expect(overlaps(tiles)).toEqual([]);
      for (const { x, y, width, height } of tiles) {
        expect(Math.min(width, height)).toBeGreaterThan(0);
        expect(x + width).toBeLessThanOrEqual(area.width + 0.1);
        expect(y + height).toBeLessThanOrEqual(area.height + 0.1);
      }
    }
  });

  test("places three people as two above one", () => {
    const { tiles } = placeTiles(3, { width: 1400, height: 640 }, GAP, false);
    expect(tiles.map(({ y }) => y > 0)).toEqual([false, false, true]);
    expect(tiles[2]?.x).toBeCloseTo(((tiles[0]?.width ?? 0) + GAP) / 2);
  });

  test("places two people above each other on a phone", () => {
    const { tiles } = placeTiles(2, { width: 344, height: 470 }, 8, false);
    expect(tiles.map(({ x }) => x)).toEqual([0, 0]);
  });

  test("makes the spotlight the largest tile", () => {
    for (const count of [2, 3, 4]) {
      const { tiles } = placeTiles(count, { width: 1040, height: 640 }, GAP, true);
      const [first = 0, ...others] = tiles.map(({ width }) => width);
      for (const other of others) expect(first, `${count} people`).toBeGreaterThan(1.99 * other);
    }
  });
});

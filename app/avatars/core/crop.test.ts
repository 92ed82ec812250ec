import { describe, expect, test } from "vitest";
import { MAX_ZOOM, middleCrop, moveCrop, zoomCrop, zoomOf } from "./crop.ts";

const WIDE = { width: 400, height: 100 };

describe("crop", () => {
  test("begins with the largest square in the middle", () => {
    expect(middleCrop(WIDE)).toEqual({ left: 150, top: 0, side: 100 });
    expect(middleCrop({ width: 100, height: 400 })).toEqual({ left: 0, top: 150, side: 100 });
  });

  test("stays within the picture when it moves", () => {
    const crop = middleCrop(WIDE);
    expect(moveCrop(crop, WIDE, -10, 5)).toEqual({ left: 140, top: 0, side: 100 });
    expect(moveCrop(crop, WIDE, 9_999, -9_999)).toEqual({ left: 300, top: 0, side: 100 });
  });

  test("keeps the place around which it zooms", () => {
    const crop = middleCrop(WIDE);
    expect(zoomCrop(crop, WIDE, 2)).toEqual({ left: 175, top: 25, side: 50 });
    expect(zoomCrop(crop, WIDE, 2, { x: 0, y: 1 })).toEqual({ left: 150, top: 50, side: 50 });
  });

  test("zooms between the whole picture and the largest zoom", () => {
    const crop = middleCrop(WIDE);
    expect(zoomCrop(crop, WIDE, 0)).toEqual(crop);
    expect(zoomOf(zoomCrop(crop, WIDE, 99), WIDE)).toBeCloseTo(MAX_ZOOM);
  });

  test("returns to the edge when it grows there", () => {
    const corner = moveCrop(zoomCrop(middleCrop(WIDE), WIDE, 4), WIDE, 400, 100);
    expect(corner).toEqual({ left: 375, top: 75, side: 25 });
    expect(zoomCrop(corner, WIDE, 1)).toEqual({ left: 300, top: 0, side: 100 });
  });
});

/**
 * Places the tiles of a call. A camera is 16:9. A tile is never narrower than 3:2, which keeps 84 % of the camera's width,
 * so that no face is cropped away. All lengths are CSS pixels.
 */

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** `x` counts from the start of the line, so a right-to-left page mirrors the tiles. */
export interface TileBox extends Size {
  readonly x: number;
  readonly y: number;
}

export interface Placement extends Size {
  readonly tiles: readonly TileBox[];
}

const WIDEST_RATIO = 16 / 9;
const NARROWEST_RATIO = 3 / 2;

/** Shrinks an area to a shape that a tile may have. */
function fitTile({ width, height }: Size): Size {
  if (width > height * WIDEST_RATIO) return { width: height * WIDEST_RATIO, height };
  if (width < height * NARROWEST_RATIO) return { width, height: width / NARROWEST_RATIO };
  return { width, height };
}

/** Returns equal tiles in the number of columns that makes them largest. A short last row is centred. */
function placeEvenly(count: number, area: Size, gap: number): Placement {
  const grids = Array.from({ length: count }, (_, index) => {
    const columns = index + 1;
    const rows = Math.ceil(count / columns);
    const tile = fitTile({
      width: (area.width - gap * (columns - 1)) / columns,
      height: (area.height - gap * (rows - 1)) / rows,
    });
    return { columns, rows, tile };
  });
  // A tie of less than a square pixel keeps the fewest columns.
  const best = grids.reduce((best, grid) =>
    grid.tile.width * grid.tile.height > best.tile.width * best.tile.height + 1 ? grid : best,
  );
  const { columns, rows, tile } = best;
  const tiles = Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, count - row * columns);
    const indent = ((columns - inRow) * (tile.width + gap)) / 2;
    return { ...tile, x: indent + (index % columns) * (tile.width + gap), y: row * (tile.height + gap) };
  });
  return {
    width: columns * tile.width + (columns - 1) * gap,
    height: rows * tile.height + (rows - 1) * gap,
    tiles,
  };
}

/** The number of small tiles that a strip has room for. A single tile takes a third, so that the spotlight is large. */
const stripSlots = (others: number): number => (others === 1 ? 3 : others);

/** Returns the first tile in 16:9 with the others in a column beside it. */
function placeBeside(count: number, area: Size, gap: number): Placement {
  const others = count - 1;
  const slots = stripSlots(others);
  const gaps = (gap * (slots - 1)) / slots;
  const height = Math.min(
    area.height,
    (area.width - gap + gaps * NARROWEST_RATIO) / (WIDEST_RATIO + NARROWEST_RATIO / slots),
  );
  const width = height * WIDEST_RATIO;
  const small = { height: height / slots - gaps, width: 0 };
  small.width = Math.min(area.width - width - gap, small.height * WIDEST_RATIO);
  const beside = Array.from({ length: others }, (_, index) => ({
    ...small,
    x: width + gap,
    y: height - small.height - (others - 1 - index) * (small.height + gap),
  }));
  return { width: width + gap + small.width, height, tiles: [{ x: 0, y: 0, width, height }, ...beside] };
}

/** Returns the first tile with the others in a row below it. */
function placeBelow(count: number, area: Size, gap: number): Placement {
  const others = count - 1;
  const slots = stripSlots(others);
  const gaps = (gap * (slots - 1)) / slots;
  const width = Math.min(
    area.width,
    (area.height - gap + gaps / WIDEST_RATIO) / (1 / WIDEST_RATIO + 1 / (slots * WIDEST_RATIO)),
  );
  const smallWidth = width / slots - gaps;
  const height = Math.min(width / NARROWEST_RATIO, area.height - gap - smallWidth / WIDEST_RATIO);
  const smallHeight = Math.min(smallWidth / NARROWEST_RATIO, area.height - gap - height);
  const below = Array.from({ length: others }, (_, index) => ({
    width: smallWidth,
    height: smallHeight,
    x: width - smallWidth - (others - 1 - index) * (smallWidth + gap),
    y: height + gap,
  }));
  return { width, height: height + gap + smallHeight, tiles: [{ x: 0, y: 0, width, height }, ...below] };
}

const areaOf = ({ tiles: [first] }: Placement): number => (first === undefined ? 0 : first.width * first.height);

/**
 * Returns the boxes of `count` tiles within the area they need. With a spotlight the first tile is large, and the others
 * are beside or below it, whichever leaves the first tile larger.
 */
export function placeTiles(count: number, area: Size, gap: number, spotlight: boolean): Placement {
  if (count === 0) return { width: 0, height: 0, tiles: [] };
  if (count === 1 || !spotlight) return placeEvenly(count, area, gap);
  const beside = placeBeside(count, area, gap);
  const below = placeBelow(count, area, gap);
  return areaOf(beside) >= areaOf(below) ? beside : below;
}

import { type RefObject, useLayoutEffect, useRef } from "react";
import { placeTiles, type TileBox } from "./placeTiles.ts";

const MOVE_MS = 200;
const MOVE_EASING = "cubic-bezier(0.2, 0.7, 0.2, 1)";
/** A tile narrower than this, in CSS pixels, shows icons instead of words. */
const TIGHT_TILE_PX = 220;

interface Arrangement {
  readonly spotlighted: boolean;
  /** False while the local participant is alone: the stylesheet arranges their tile and the invitation. */
  readonly enabled: boolean;
}

/**
 * Places the children of the stage, and moves them to a new place within 200 ms. Resizing the window moves them at once.
 * The stylesheet sets `--tile-gap`, and `--only-spotlight: 1` where there is room for one tile. It sets `--other-rows`, the
 * height of all other rows of the call, where the stage takes only the height that its tiles need.
 */
export function useTilePlacement({ spotlighted, enabled }: Arrangement): RefObject<HTMLElement> {
  const stageRef = useRef<HTMLElement>(null);
  const places = useRef(new WeakMap<HTMLElement, TileBox>());
  const windowSize = useRef("");

  const arrange = () => {
    const stage = stageRef.current;
    if (stage === null) return;
    const tiles = [...stage.children].filter((child) => child instanceof HTMLElement);
    const size = `${innerWidth} ${innerHeight}`;
    const moves = size === windowSize.current && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    windowSize.current = size;
    if (!enabled) {
      stage.style.blockSize = "";
      for (const tile of tiles) tile.removeAttribute("style");
      return;
    }
    placeAll(stage, tiles, spotlighted);
    for (const tile of tiles) {
      const before = places.current.get(tile);
      const now = boxOf(tile);
      places.current.set(tile, now);
      if (moves && before !== undefined) moveFrom(tile, before, now);
    }
  };
  const arrangeRef = useRef(arrange);
  arrangeRef.current = arrange;

  useLayoutEffect(() => {
    const stage = stageRef.current;
    if (stage === null) return;
    arrangeRef.current();
    // The layout changes, or a tile comes, goes or enters the spotlight. Any other render forces no layout.
    const mutations = new MutationObserver((records) => {
      if (records.some(({ type, target }) => type === "attributes" || target === stage)) arrangeRef.current();
    });
    mutations.observe(stage, { childList: true, subtree: true, attributeFilter: ["data-layout", "data-stage"] });
    const sizes = new ResizeObserver(() => arrangeRef.current());
    sizes.observe(stage);
    if (stage.parentElement !== null) sizes.observe(stage.parentElement);
    return () => {
      mutations.disconnect();
      sizes.disconnect();
    };
  }, []);
  return stageRef;
}

function placeAll(stage: HTMLElement, tiles: readonly HTMLElement[], spotlighted: boolean): void {
  const style = getComputedStyle(stage);
  const numberOf = (property: string) => Number.parseFloat(style.getPropertyValue(property));
  const onlySpotlight = numberOf("--only-spotlight") === 1;
  const inSpotlight = (tile: HTMLElement) => tile.dataset.stage === "true";
  const [main, others] = [tiles.filter(inSpotlight), tiles.filter((tile) => !inSpotlight(tile))];
  const shown = onlySpotlight ? main : spotlighted ? [...main, ...others] : tiles;
  const otherRows = numberOf("--other-rows");
  const fitsContent = otherRows > 0 && stage.parentElement !== null;
  const available = fitsContent ? (stage.parentElement?.clientHeight ?? 0) - otherRows : 0;
  if (!fitsContent) stage.style.blockSize = "";
  const padding = {
    inline: Number.parseFloat(style.paddingInlineStart) + Number.parseFloat(style.paddingInlineEnd),
    block: Number.parseFloat(style.paddingBlockStart) + Number.parseFloat(style.paddingBlockEnd),
  };
  const area = {
    width: Math.max(0, stage.clientWidth - padding.inline),
    height: Math.max(0, (fitsContent ? available : stage.clientHeight) - padding.block),
  };
  const placement = placeTiles(shown.length, area, numberOf("--tile-gap"), spotlighted);
  if (fitsContent) stage.style.blockSize = `${Math.ceil(placement.height + padding.block)}px`;
  const start = Number.parseFloat(style.paddingInlineStart) + (area.width - placement.width) / 2;
  const top = Number.parseFloat(style.paddingBlockStart) + (fitsContent ? 0 : (area.height - placement.height) / 2);
  for (const tile of tiles) {
    const box = placement.tiles[shown.indexOf(tile)];
    tile.dataset.hidden = String(box === undefined);
    if (box !== undefined) setBox(tile, { ...box, x: start + box.x, y: top + box.y });
  }
}

function setBox(tile: HTMLElement, { x, y, width, height }: TileBox): void {
  tile.style.insetInlineStart = `${x}px`;
  tile.style.insetBlockStart = `${y}px`;
  tile.style.inlineSize = `${width}px`;
  tile.style.blockSize = `${height}px`;
  tile.dataset.tight = String(width < TIGHT_TILE_PX);
}

/** Returns the place of a tile within the stage, without the transform of a running move. */
const boxOf = ({ offsetLeft, offsetTop, offsetWidth, offsetHeight }: HTMLElement): TileBox => ({
  x: offsetLeft,
  y: offsetTop,
  width: offsetWidth,
  height: offsetHeight,
});

/** Shows the tile at its old place, and moves it to the new one by transform alone. */
function moveFrom(tile: HTMLElement, before: TileBox, now: TileBox): void {
  const isSame = before.x === now.x && before.y === now.y && before.width === now.width && before.height === now.height;
  if (isSame || now.width === 0 || before.width === 0) return;
  const scale = `scale(${before.width / now.width}, ${before.height / now.height})`;
  const from = `translate(${before.x - now.x}px, ${before.y - now.y}px) ${scale}`;
  tile.animate(
    [
      { transform: from, transformOrigin: "0 0" },
      { transform: "none", transformOrigin: "0 0" },
    ],
    { duration: MOVE_MS, easing: MOVE_EASING },
  );
}

/** The square part of a picture that becomes the avatar. Lengths are pixels of the picture. */

export interface PictureDimensions {
  readonly width: number;
  readonly height: number;
}

export interface Crop {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

export const MAX_ZOOM = 5;

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), Math.max(min, max));

/** Returns the largest square in the middle. */
export const middleCrop = ({ width, height }: PictureDimensions): Crop => {
  const side = Math.min(width, height);
  return { left: (width - side) / 2, top: (height - side) / 2, side };
};

/** Moves the square. It stays within the picture. */
export const moveCrop = ({ left, top, side }: Crop, picture: PictureDimensions, right: number, down: number): Crop => ({
  left: clamp(left + right, 0, picture.width - side),
  top: clamp(top + down, 0, picture.height - side),
  side,
});

/** Returns how many times the largest square has the side of this one. */
export const zoomOf = ({ side }: Crop, { width, height }: PictureDimensions): number => Math.min(width, height) / side;

/** Zooms around a place of the square, from 0 to 1, which keeps its pixels. Default: the middle. */
export function zoomCrop(
  crop: Crop,
  picture: PictureDimensions,
  zoom: number,
  { x, y }: { readonly x: number; readonly y: number } = { x: 0.5, y: 0.5 },
): Crop {
  const side = Math.min(picture.width, picture.height) / clamp(zoom, 1, MAX_ZOOM);
  const grown = crop.side - side;
  return moveCrop({ left: crop.left, top: crop.top, side }, picture, grown * x, grown * y);
}

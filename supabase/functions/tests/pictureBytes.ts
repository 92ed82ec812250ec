/** Pictures for tests: small whole ones, and heads that state any size. */

const utf8 = new TextEncoder();

/** Joins texts, bytes and numbers of four bytes, the highest byte first. */
export function join(...parts: readonly (string | readonly number[] | Uint8Array | { readonly u32: number })[]) {
  const u32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
  return Uint8Array.from(
    parts.flatMap((part) => {
      if (typeof part === "string") return [...utf8.encode(part)];
      return "u32" in part ? u32(part.u32) : [...part];
    }),
  );
}

const low = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** at) & 255);

const chunk = (name: string, data: Uint8Array) => join({ u32: data.length }, name, data, { u32: 0 });

/** `metadata`: bytes in front of the pixels, and of the animation. */
export const png = (width: number, height: number, { isAnimated = false, metadata = 0 } = {}) =>
  join(
    [0x89],
    "PNG\r\n\x1a\n",
    chunk("IHDR", join({ u32: width }, { u32: height }, [1, 0, 0, 0, 0])),
    ...(metadata > 0 ? [chunk("iCCP", new Uint8Array(metadata))] : []),
    ...(isAnimated ? [chunk("acTL", join({ u32: 40 }, { u32: 0 }))] : []),
    chunk("IDAT", new Uint8Array(9)),
    chunk("IEND", new Uint8Array(0)),
  );

/** `screen`: the size in the head, if the frames have another one. */
export const gif = (width: number, height: number, { frames = 1, screen = [width, height] } = {}) =>
  join(
    "GIF89a",
    ...screen.map((side) => low(side, 2)),
    [0x80, 0, 0, 0, 0, 0, 255, 255, 255],
    ...Array.from({ length: frames }, () =>
      join([0x21, 0xf9, 4, 4, 5, 0, 0, 0, 0x2c, 0, 0, 0, 0], low(width, 2), low(height, 2), [0, 2, 2, 0x8c, 0x5f, 0]),
    ),
    ";",
  );

const riff = (format: string, data: Uint8Array) =>
  join("RIFF", low(12 + data.length, 4), "WEBP", format, low(data.length, 4), data);

export const webp = {
  extended: (width: number, height: number, isAnimated: boolean) =>
    riff("VP8X", join([isAnimated ? 2 : 0, 0, 0, 0], low(width - 1, 3), low(height - 1, 3))),
  lossy: (width: number, height: number) => riff("VP8 ", join([0, 0, 0, 0x9d, 1, 0x2a], low(width, 2), low(height, 2))),
  lossless: (width: number, height: number) => riff("VP8L", join([0x2f], low(width - 1 + (height - 1) * 2 ** 14, 4))),
};

const box = (name: string, ...content: readonly Uint8Array[]) => {
  const bytes = join(...content);
  return join({ u32: bytes.length + 8 }, name, bytes);
};
const nothing = (bytes: number) => new Uint8Array(bytes);

export const avif = (...sizes: readonly (readonly [number, number])[]) => {
  const properties = sizes.map(([width, height]) => box("ispe", nothing(4), join({ u32: width }, { u32: height })));
  return join(
    box("ftyp", join("avif", { u32: 0 }, "mif1avif")),
    box("meta", nothing(4), box("hdlr", nothing(24)), box("iprp", box("ipco", box("av1C", nothing(4)), ...properties))),
  );
};

/** `head`: the size of the track, `frame`: that of its pictures. */
export const avifSequence = (head: number, frame: number, brand = "avis") => {
  const sides = join([frame >>> 8, frame & 255, frame >>> 8, frame & 255]);
  const stsd = box("stsd", nothing(8), box("av01", nothing(24), sides, nothing(50)));
  return join(
    box("ftyp", join(brand, { u32: 0 }, "avifmif1")),
    box(
      "moov",
      box(
        "trak",
        box("tkhd", nothing(76), join({ u32: head * 65_536 }, { u32: head * 65_536 })),
        box("mdia", box("minf", box("stbl", stsd))),
      ),
    ),
  );
};

/** `metadata`: bytes in front of the size, in segments. */
export const jpeg = (width: number, height: number, metadata = 0, frame = 0xc0) =>
  join(
    [0xff, 0xd8],
    ...Array.from({ length: Math.ceil(metadata / 60_000) }, () => join([0xff, 0xe1, 0xea, 0x62], nothing(60_000))),
    [0xff, 0xff, 0xc4, 0, 3, 0, 0xff, frame, 0, 17, 8],
    [height >>> 8, height & 255, width >>> 8, width & 255, 3],
    nothing(9),
    [0xff, 0xda, 0, 2, 0xff, 0xd9],
  );

const decode = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

/** Pictures of 3 by 2 pixels, as an encoder made them. */
export const ENCODED: readonly (readonly [type: string, isAnimated: boolean, bytes: Uint8Array])[] = [
  [
    "webp",
    false,
    decode("UklGRjwAAABXRUJQVlA4IDAAAADQAQCdASoDAAIAAUAmJaACdLoB+AADsAD+8ut//NgVzXPv9//S4P0uD9Lg/9KQAAA="),
  ],
  ["webp", false, decode("UklGRhwAAABXRUJQVlA4TA8AAAAvAkAAAAcQ/Y/+ByKi/wEA")],
  [
    "webp",
    false,
    decode("UklGRkYAAABXRUJQVlA4WAoAAAAQAAAAAgAAAQAAQUxQSAcAAAAAgICAgICAAFZQOCAYAAAAMAEAnQEqAwACAAFAJiWkAANwAP79IFAA"),
  ],
  [
    "webp",
    true,
    decode(
      "UklGRpQAAABXRUJQVlA4WAoAAAACAAAAAgAAAQAAQU5JTQYAAAD/////AABBTk1GMAAAAAAAAAAAAAIAAAEAADIAAAJWUDggGAAAADABAJ0BKgMAAgABQCYlpAADcAD+/TZoAEFOTUYwAAAAAAAAAAAAAgAAAQAAMgAAAFZQOCAYAAAANAEAnQEqAwACAAAAJiWkAANwAP789AAA",
    ),
  ],
  ["gif", false, decode("R0lGODlhAwACAIAAAExpcf8AACH5BAUAAAAALAAAAAADAAIAAAICjF8AOw==")],
  [
    "gif",
    true,
    decode(
      "R0lGODlhAwACAIAAAExpcQAAACH/C05FVFNDQVBFMi4wAwEAAAAh+QQFBQAAACwAAAAAAwACAAACAoxfACH5BAUFAAAALAAAAAADAAIAgExpcf///wICjF8AOw==",
    ),
  ],
  [
    "png",
    false,
    decode(
      "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQImWP4z8AAQVDqPwMDAEHSBfsYFwTiAAAAAElFTkSuQmCC",
    ),
  ],
  [
    "avif",
    false,
    decode(
      "AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAACUAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAAMAAAACAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAAtbWRhdBIACgg4BCtICGg0gDIXGUJjBMAANAAAkEDJHGFLjRrWEFSx+yA=",
    ),
  ],
  [
    "jpeg",
    false,
    decode(
      "/9j/2wBDAP//////////////////////////////////////////////////////////////////////////////////////2wBDAf//////////////////////////////////////////////////////////////////////////////////////wgARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAVAQEBAAAAAAAAAAAAAAAAAAABA//aAAwDAQACEAMQAAAAkFP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAE/AH//xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAECAQE/AH//xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAEDAQE/AH//2Q==",
    ),
  ],
];

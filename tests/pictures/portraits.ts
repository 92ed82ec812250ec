/** Drawn people in front of a camera, for pictures that show no real person. */
import { writeFile } from "node:fs/promises";
import type { Browser } from "@playwright/test";

/** Colours of one portrait, as CSS. */
interface Portrait {
  readonly wall: string;
  readonly window: string;
  readonly skin: string;
  readonly shadow: string;
  readonly hair: string;
  readonly clothes: string;
  /** SVG paths behind and in front of the face. */
  readonly hairBehind: string;
  readonly hairBefore: string;
}

export const PORTRAITS = {
  ines: {
    wall: "#5b484c",
    window: "#b08f86",
    skin: "#a37c6c",
    shadow: "#7a4f3f",
    hair: "#131116",
    clothes: "#4a221f",
    hairBehind: "M500 560C470 150 810 150 780 560l10 70c-40 40-90 20-80-20H570c10 40-40 60-80 20z",
    hairBefore: "M530 420C510 200 770 200 750 420 740 360 700 320 660 300 640 350 590 400 530 420z",
  },
  camille: {
    wall: "#23605d",
    window: "#4f8f86",
    skin: "#7d9c8c",
    shadow: "#5a7a63",
    hair: "#0c1c20",
    clothes: "#1c4a45",
    hairBehind: "M640 150a70 70 0 1 1 0 140 70 70 0 1 1 0-140z",
    hairBefore: "M525 440C500 190 780 190 755 440 740 370 700 320 640 320S540 370 525 440z",
  },
  tom: {
    wall: "#26466b",
    window: "#5c86b0",
    skin: "#8aa5c0",
    shadow: "#5f7791",
    hair: "#0c1828",
    clothes: "#1b4a78",
    hairBehind: "",
    hairBefore:
      "M525 400C510 200 770 200 755 400 740 330 700 300 640 300S540 330 525 400zM528 470c60-30 90-10 112-10s52-20 112 10c0 90-50 130-112 130S528 560 528 470z",
  },
  omar: {
    wall: "#5c3f58",
    window: "#96708f",
    skin: "#b08a94",
    shadow: "#85616b",
    hair: "#1a0e18",
    clothes: "#4d2346",
    hairBehind: "",
    hairBefore: "M525 390C520 190 760 190 755 390 740 330 690 300 640 300S540 330 525 390z",
  },
} as const satisfies Record<string, Portrait>;
export type PortraitName = keyof typeof PORTRAITS;

/** The size of the drawing. */
const WIDTH = 1280;
const HEIGHT = 720;
/** The size of the camera's picture, in pixels. A larger one is too slow for four cameras in software. */
const CAMERA = { width: 640, height: 360 };
/** Chromium repeats the file, so a few frames are enough. */
const FRAMES = 4;

function drawing({ wall, window, skin, shadow, hair, clothes, hairBehind, hairBefore }: Portrait): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <defs><linearGradient id="light" x2="1" y2="1">
      <stop stop-color="#fff" stop-opacity=".12"/><stop offset="1" stop-opacity=".25"/>
    </linearGradient></defs>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${wall}"/>
    <path d="M60 0h230v300H60z" fill="${window}"/><path d="M60 110h230" stroke="${wall}" stroke-width="12"/>
    <path d="M960 0h180v190H960z" fill="${hair}" opacity=".35"/>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#light)"/>
    <path d="${hairBehind}" fill="${hair}"/>
    <path d="M585 520h110v110c-20 40-90 40-110 0z" fill="${shadow}"/>
    <path d="M380 760c0-110 100-140 190-160 20 50 120 50 140 0 90 20 190 50 190 160z" fill="${clothes}"/>
    <ellipse cx="640" cy="430" rx="112" ry="140" fill="${skin}"/>
    <path d="${hairBefore}" fill="${hair}"/>
  </svg>`;
}

/** Writes a portrait as a video for `--use-file-for-fake-video-capture`. */
export async function writePortraitVideo(browser: Browser, name: PortraitName, file: string): Promise<void> {
  const page = await browser.newPage({ viewport: CAMERA });
  await page.setContent(`<body style="margin:0">${drawing(PORTRAITS[name])}</body>`);
  const frame = await page.screenshot({ type: "jpeg", quality: 92 });
  await page.close();
  // JPEG files one after another are a Motion JPEG stream.
  await writeFile(file, Buffer.concat(Array.from({ length: FRAMES }, () => frame)));
}

/** The tokens' contrast in both themes: text 4.5 : 1, edges of controls and focus 3 : 1 (WCAG 2.2). */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Colour = readonly [red: number, green: number, blue: number];

/** Converts OKLCH to linear sRGB by the OKLab definition. */
function linear(lightness: number, chroma: number, hue: number): Colour {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function readTokens(side: "light" | "dark"): Map<string, Colour> {
  const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
  const tokens = new Map<string, Colour>();
  for (const [, name = "", value = ""] of css.matchAll(/--([\w-]+):\s*((?:light-dark\()?oklch[^;]+);/gu)) {
    const sides = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)/gu)].map(([, l, c, h]) =>
      linear(Number(l), Number(c), Number(h)),
    );
    const colour = (side === "dark" ? sides[1] : undefined) ?? sides[0];
    if (colour) tokens.set(name, colour);
  }
  return tokens;
}

function luminance([red, green, blue]: Colour): number {
  const [r, g, b] = [red, green, blue].map((part) => Math.min(1, Math.max(0, part)));
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

function contrast(first: Colour, second: Colour): number {
  const [low = 0, high = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const PEOPLE = Array.from({ length: 12 }, (_, index) => `person-${index + 1}`);
const GROUNDS = ["surface", "raised", "sunken"];
const on = (texts: string[], grounds: string[], least: number) =>
  texts.flatMap((text) => grounds.map((ground) => [text, ground, least] as const));

const PAIRS = [
  ...on(["ink", "ink-soft"], [...GROUNDS, "hover", "accent-soft", "danger-soft"], 4.5),
  ...on(["ink"], ["mark"], 4.5),
  ...["accent", "danger", "success", "warning"].flatMap((name) => on([name], [...GROUNDS, `${name}-soft`], 4.5)),
  ...on(["on-accent"], ["accent", "accent-hover"], 4.5),
  ...on(["on-danger"], ["danger", "danger-hover"], 4.5),
  ...on(PEOPLE, GROUNDS, 4.5),
  ...PEOPLE.map((person) => ["on-person", person, 4.5] as const),
  ...on(["line-strong", "focus"], GROUNDS, 3),
];

const ROOM_PAIRS = [
  ...on(["ink", "ink-soft", "accent", "danger", ...PEOPLE], ["room"], 4.5),
  ...on(["line-strong", "focus"], ["room"], 3),
];

test.each([
  ["light", PAIRS],
  ["dark", PAIRS],
  ["dark", ROOM_PAIRS],
] as const)("%s", (side, pairs) => {
  const tokens = readTokens(side);
  const low = pairs.flatMap(([front, back, least]) => {
    const frontColour = tokens.get(front);
    const backColour = tokens.get(back);
    if (frontColour === undefined || backColour === undefined) return [`${front} or ${back} is no token`];
    const ratio = contrast(frontColour, backColour);
    return ratio < least ? [`${front} on ${back}: ${ratio.toFixed(2)}, needs ${least}`] : [];
  });
  expect(low).toEqual([]);
});

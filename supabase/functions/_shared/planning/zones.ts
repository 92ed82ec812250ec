/**
 * Local times and instants in IANA time zones. Only `Intl` knows the rules of zones, and slowly: the offsets of a zone are found
 * once for blocks of a year and then looked up.
 */

const MS_PER_MINUTE = 60_000;
const STEP_MS = 7 * 86_400_000;
const STEPS_PER_BLOCK = 52;
const BLOCK_MS = STEPS_PER_BLOCK * STEP_MS;
/** About 9 MB of formatters and tables. The cache starts again beyond. */
const MAX_ZONES = 100;
const MAX_BLOCKS = 4_000;

export interface Transition {
  /** Milliseconds since the epoch. */
  at: number;
  /** Offsets from UTC in milliseconds. */
  before: number;
  after: number;
}

interface Block {
  offset: number;
  transitions: Transition[];
}

interface Zone {
  format: Intl.DateTimeFormat;
  blocks: Map<number, Block>;
}

const zones = new Map<string, Zone>();
let blockCount = 0;

function zoneOf(name: string): Zone {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat("en-US", { timeZone: name, timeZoneName: "longOffset", year: "numeric" });
  if (zones.size >= MAX_ZONES || blockCount >= MAX_BLOCKS) {
    zones.clear();
    blockCount = 0;
  }
  const zone = { format, blocks: new Map() };
  zones.set(name, zone);
  return zone;
}

const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/u;

/** Returns whether the runtime knows the name, current or former. An offset such as `+02:00` is no name. */
export function isTimeZone(name: string): boolean {
  if (name.length > 64 || !NAME.test(name)) return false;
  try {
    zoneOf(name);
    return true;
  } catch {
    return false;
  }
}

const OFFSET = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/u;

/** Asks `Intl`. */
function readOffset({ format }: Zone, instant: number): number {
  const [, sign, hours = "0", minutes = "0", seconds = "0"] = OFFSET.exec(format.format(instant)) ?? [];
  const size = (Number(hours) * 60 + Number(minutes)) * MS_PER_MINUTE + Number(seconds) * 1_000;
  return sign === "-" ? -size : size;
}

/** Finds the second of a change of offset between two instants. */
function findTransition(zone: Zone, from: number, before: number, to: number, after: number): Transition {
  let [low, high] = [from, to];
  while (high - low > 1_000) {
    const middle = Math.floor((low + high) / 2_000) * 1_000;
    if (readOffset(zone, middle) === before) low = middle;
    else high = middle;
  }
  return { at: high, before, after };
}

function blockOf(zone: Zone, index: number): Block {
  const known = zone.blocks.get(index);
  if (known !== undefined) return known;
  const start = index * BLOCK_MS;
  const block: Block = { offset: readOffset(zone, start), transitions: [] };
  let before = block.offset;
  for (let step = 1; step <= STEPS_PER_BLOCK; step += 1) {
    const instant = start + step * STEP_MS;
    const after = readOffset(zone, instant);
    if (after !== before) block.transitions.push(findTransition(zone, instant - STEP_MS, before, instant, after));
    before = after;
  }
  zone.blocks.set(index, block);
  blockCount += 1;
  return block;
}

const offsetIn = (zone: Zone, instant: number): number => {
  const block = blockOf(zone, Math.floor(instant / BLOCK_MS));
  let { offset } = block;
  for (const { at, after } of block.transitions) if (at <= instant) offset = after;
  return offset;
};

/** Returns the offset from UTC in milliseconds. Throws for an unknown zone. */
export const offsetAt = (zone: string, instant: number): number => offsetIn(zoneOf(zone), instant);

/** Returns the local time of an instant, in minutes. Seconds are cut. */
export const localAt = (zone: string, instant: number): number =>
  Math.floor((instant + offsetAt(zone, instant)) / MS_PER_MINUTE);

/** `skipped`: no clock shows this local time, because it is set forward. `repeated`: clocks show it twice. */
export type ClockShift = "skipped" | "repeated" | null;

/**
 * Returns the instant of a local time in minutes. As RFC 5545 says, a repeated time is the first of both, and a skipped time has
 * the offset from before the gap.
 */
export function resolveLocal(name: string, minutes: number): { instant: number; shift: ClockShift } {
  const zone = zoneOf(name);
  const wall = minutes * MS_PER_MINUTE;
  const before = offsetIn(zone, wall - 86_400_000);
  const after = offsetIn(zone, wall + 86_400_000);
  const [earlier, later] = [wall - before, wall - after];
  if (before === after) return { instant: earlier, shift: null };
  const isEarlier = offsetIn(zone, earlier) === before;
  const isLater = offsetIn(zone, later) === after;
  if (isEarlier && isLater) return { instant: Math.min(earlier, later), shift: "repeated" };
  if (isEarlier) return { instant: earlier, shift: null };
  if (isLater) return { instant: later, shift: null };
  return { instant: earlier, shift: "skipped" };
}

/** Returns the changes of the offset from one instant to before another. */
export function transitionsBetween(name: string, from: number, to: number): Transition[] {
  const zone = zoneOf(name);
  const found: Transition[] = [];
  for (let index = Math.floor(from / BLOCK_MS); index * BLOCK_MS < to; index += 1)
    found.push(...blockOf(zone, index).transitions.filter(({ at }) => at >= from && at < to));
  return found;
}

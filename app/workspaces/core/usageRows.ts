/** The rows of the tables about usage, with their costs. */
import type { UsedByDay, UsedByMember, WorkspaceUsage } from "#contracts/workspaces.ts";
import type { TranslationPrices } from "../../lib/loadContext.ts";
import { costOf, SPEECH_ENGINE, speechCost } from "../../lib/translationPrices.ts";

export const USAGE_GROUPS = ["engine", "member", "day"] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

type Used = Pick<UsedByDay, "engine" | "characters" | "speech_ms">;

export interface UsageAmounts {
  readonly characters: number;
  readonly speechMs: number;
  /** Null if no engine of the row has a price. */
  readonly cost: number | null;
}

export interface UsageRow extends UsageAmounts {
  /** The engine, the day, or the member's id. */
  readonly key: string;
  /** The member, for rows by member. */
  readonly member: Pick<UsedByMember, "id" | "name" | "is_guest"> | null;
}

/** Returns the rows, the largest first; days in order, the newest first. */
export function usageRows(
  { days, members }: WorkspaceUsage,
  group: UsageGroup,
  prices: TranslationPrices | null,
): UsageRow[] {
  switch (group) {
    case "engine":
      return sortByAmount(rowsOf(days, ({ engine }) => engine, prices));
    case "day":
      return rowsOf(days, ({ day }) => day, prices).sort((a, b) => (a.key < b.key ? 1 : -1));
    case "member": {
      const keyOf = ({ id, is_guest }: UsedByMember) => id ?? (is_guest ? "guests" : "deleted");
      return sortByAmount(
        rowsOf(members, keyOf, prices).map((row) => ({
          ...row,
          member: members.find((member) => keyOf(member) === row.key) ?? null,
        })),
      );
    }
    default:
      return group satisfies never;
  }
}

export const totalUsage = (used: readonly Used[], prices: TranslationPrices | null): UsageAmounts =>
  used.reduce<UsageAmounts>((sum, next) => add(sum, next, prices), NOTHING);

const NOTHING: UsageAmounts = { characters: 0, speechMs: 0, cost: null };

function rowsOf<T extends Used>(
  used: readonly T[],
  keyOf: (used: T) => string,
  prices: TranslationPrices | null,
): UsageRow[] {
  const sums = new Map<string, UsageAmounts>();
  for (const next of used) sums.set(keyOf(next), add(sums.get(keyOf(next)) ?? NOTHING, next, prices));
  return [...sums].map(([key, amounts]) => ({ key, member: null, ...amounts }));
}

function add(sum: UsageAmounts, { engine, characters, speech_ms }: Used, prices: TranslationPrices | null) {
  const cost = engine === SPEECH_ENGINE ? speechCost(prices, speech_ms) : costOf(prices, engine, characters);
  return {
    characters: sum.characters + characters,
    speechMs: sum.speechMs + speech_ms,
    cost: cost === null ? sum.cost : (sum.cost ?? 0) + cost,
  };
}

const sortByAmount = (rows: UsageRow[]): UsageRow[] =>
  rows.sort((a, b) => (b.cost ?? 0) - (a.cost ?? 0) || b.characters - a.characters || b.speechMs - a.speechMs);

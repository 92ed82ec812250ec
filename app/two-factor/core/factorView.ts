/** Two-factor authentication as the page of security shows it, and the results of its forms. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { FactorProblem, FactorState, NewApp } from "~/lib/secondFactor.ts";

export interface FactorsView {
  /** Null: Auth cannot be reached. */
  readonly state: FactorState | null;
  /** The form for another app is open. */
  readonly adds: boolean;
  /** The app whose removal the reader is to confirm. */
  readonly removes: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export type FactorsIntent = "add" | "verify" | "remove" | "codes" | "keep";

export type FactorsResult =
  /** A new app that has to be verified. `problem`: why the last code was rejected. */
  | { readonly kind: "new"; readonly app: NewApp; readonly problem: FactorProblem | ErrorCode | null }
  /** `codes`: new recovery codes, or null. No other response has them. */
  | { readonly kind: "done"; readonly intent: FactorsIntent; readonly codes: readonly string[] | null }
  | {
      readonly kind: "failed";
      readonly intent: FactorsIntent | null;
      readonly problem: FactorProblem | ErrorCode;
      readonly typed: string;
    };

const PATH = "/settings/security";
/** The page with a part of it open. */
export const factorsPath = (part: Readonly<Record<string, string>> = {}): string => {
  const search = `${new URLSearchParams(part)}`;
  return `${PATH}${search && `?${search}`}`;
};
/** Forms are sent here, so that the page's other forms differ from them. */
export const factorsAction = (part: Readonly<Record<string, string>> = {}): string =>
  factorsPath({ factors: "", ...part });

export const RECOVERY_FILE = "parley-recovery-codes.txt";

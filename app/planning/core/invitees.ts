/** People who are to be invited, as the form collects them. */
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import { cleanEmailAddress, isEmailAddress } from "#contracts/text/emailAddress.ts";
import type { NewInvitee } from "./planClient.ts";

export interface DraftInvitee {
  /** The id of a member, or the address. */
  readonly id: string;
  readonly name: string;
  /** Null for members, who have their own. */
  readonly language: Language | null;
  readonly zone: string | null;
}

/** Returns the address in its one form, or null. */
export function readAddress(typed: string): string | null {
  const address = cleanEmailAddress(typed);
  return address.length <= LIMITS.email.max && isEmailAddress(address) ? address : null;
}

export const addInvitee = (all: readonly DraftInvitee[], added: DraftInvitee): readonly DraftInvitee[] =>
  all.some(({ id }) => id === added.id) ? all : [...all, added];

export const toNewInvitees = (all: readonly DraftInvitee[]): NewInvitee[] =>
  all.map(({ id, language, zone }) =>
    language === null || zone === null ? { user_id: id } : { email: id, language, zone },
  );

/** Passwords as in GoTrue: the rules of config.toml, and bcrypt hashes in `auth.users.encrypted_password`. */
import { dictionary } from "@zxcvbn-ts/language-common";
import bcrypt from "bcryptjs";
import type { Config } from "../config.ts";
import { AuthError, invalid } from "./errors.ts";

/** GoTrue's cost. */
const COST = 10;
/** Bcrypt ignores further bytes. */
const MAX_BYTES = 72;
/** A hash that no password has: comparing with it takes as long as with a user's hash. */
const HASH_OF_NOBODY = `$2a$${COST}$${".".repeat(53)}`;

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const DIGITS = "0123456789";
const SYMBOLS = "!@#$%^&*()_+-=[]{};'\\:\"|<>?,./`~";

type Requirements = Config["auth"]["password_requirements"];
/** A password needs a character of each set. */
const CHARACTER_SETS: Readonly<Record<Requirements, readonly string[]>> = {
  "": [],
  letters_digits: [LOWER + UPPER, DIGITS],
  lower_upper_letters_digits: [LOWER, UPPER, DIGITS],
  lower_upper_letters_digits_symbols: [LOWER, UPPER, DIGITS, SYMBOLS],
};

/** Stands in for the service that a hosted project asks (Have I Been Pwned): common leaked passwords in lower case. */
const LEAKED: ReadonlySet<string> = new Set(dictionary["passwords-common"]);

export interface WeakPassword {
  readonly message: string;
  readonly reasons: readonly string[];
}

export interface Passwords {
  /** Returns the rules that a password breaks, or null. Throws 400 for a password that bcrypt would truncate. */
  weakness(password: string): WeakPassword | null;
  /** Throws 422 `weak_password` for a weak password. */
  requireStrong(password: string): void;
  hash(password: string): Promise<string>;
  /** Returns whether the hash is of this password. Takes the same time without a hash. */
  matches(password: string, hash: string | null): Promise<boolean>;
}

export function createPasswords({
  minimum_password_length: minBytes,
  password_requirements: requirements,
}: Pick<Config["auth"], "minimum_password_length" | "password_requirements">): Passwords {
  const sets = CHARACTER_SETS[requirements];

  const weakness = (password: string): WeakPassword | null => {
    // GoTrue counts bytes and calls them characters.
    const bytes = Buffer.byteLength(password);
    if (bytes > MAX_BYTES) throw invalid(`Password cannot be longer than ${MAX_BYTES} characters`);
    const broken = [
      bytes < minBytes && (["length", `Password should be at least ${minBytes} characters.`] as const),
      sets.some((set) => !containsAny(password, set)) &&
        (["characters", `Password should contain at least one character of each: ${sets.join(", ")}.`] as const),
      LEAKED.has(password.toLowerCase()) &&
        (["pwned", "Password is known to be weak and easy to guess, please choose a different one."] as const),
    ].filter((rule) => rule !== false);
    if (broken.length === 0) return null;
    return { message: broken.map(([, message]) => message).join(" "), reasons: broken.map(([reason]) => reason) };
  };

  return {
    weakness,
    requireStrong(password) {
      const weak = weakness(password);
      if (weak === null) return;
      throw new AuthError(422, "weak_password", weak.message, { weak_password: { reasons: weak.reasons } });
    },
    async hash(password) {
      // `$2a$` as GoTrue and pgcrypto write it. Both prefixes mean the same algorithm.
      const salt = (await bcrypt.genSalt(COST)).replace(/^\$2b\$/u, "$2a$");
      return await bcrypt.hash(password.toWellFormed(), salt);
    },
    async matches(password, hash) {
      const isEqual = await bcrypt.compare(password.toWellFormed(), hash || HASH_OF_NOBODY);
      return isEqual && Boolean(hash);
    },
  };
}

const containsAny = (text: string, characters: string) => [...characters].some((each) => text.includes(each));

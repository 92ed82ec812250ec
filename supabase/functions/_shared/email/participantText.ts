import * as z from "zod/mini";

/** The parts of an address. A word joiner after them prevents that mail programs turn it into a link. */
const LINK_PARTS = /:(?=\/\/)|(?<=\S)[.。．｡@](?=\S)/gu;

/** Keeps Latin text together within a sentence of another direction, also in plain text. */
export const leftToRight = (text: string): string => `\u2066${text}\u2069`;

/** Text of participants in an email: the operator must not seem to recommend its addresses. */
export const participantText = z
  .string()
  .check(z.overwrite((text) => text.replace(LINK_PARTS, (part) => `${part}\u2060`)));

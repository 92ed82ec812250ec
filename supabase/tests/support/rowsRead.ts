/**
 * The largest input of each public function, and the number of rows that it may read with it. A new function gets an entry
 * here. The arguments are those of the access matrix, unless an entry has larger ones.
 */
import { randomUUID } from "node:crypto";
import { GLOSSARY } from "#contracts/glossaryLimits.ts";
import { LIMITS } from "#contracts/limits.ts";
import { PERSONAS, type Persona, type Scene } from "./personas.ts";
import { RPC_ACCESS } from "./rpcAccess.ts";
import type { Argument } from "./testDatabase.ts";

interface Entry {
  readonly as: Persona;
  readonly args: (scene: Scene) => Record<string, Argument>;
  readonly max: number;
}

/** A write of one line, or a read of what has a small fixed limit. */
const FEW = 1_000;
/** One line. Postgres may scan a small table as a whole, here the translations of the dataset. */
const LINE = 5_000;
/** A page of lines with their translations, or the people of a meeting. */
const PAGE = 10_000;
/** All files of the largest board, read once, and a thousand of them again. */
const BOARD_FILES = 30_000;
/** All lines of the largest call, read once or a few times. */
const CALL = 90_000;

const lineFunctions = [
  ...["post_line", "edit_line", "delete_line", "react_to_line", "forward_line", "correct_line", "mark_line"],
  ...["share_file", "store_translations"],
];

const larger: Record<string, Partial<Entry> & { max: number }> = {
  changes_since: { as: "host", max: 30_000 },
  history: { args: ({ second }) => ({ p_call_id: second, p_before_seq: null }), max: PAGE },
  transcript: { max: PAGE },
  missed_lines: { max: CALL },
  call_recap: { max: CALL },
  lines_with_links: { max: CALL },
  board_files: { args: ({ meeting }) => ({ p_meeting_id: meeting.id, p_query: "plan" }), max: BOARD_FILES },
  board_choices: { max: BOARD_FILES },
  read_summary: { max: CALL },
  call_confirmations: { max: PAGE },
  claim_summary: { max: CALL },
  term_occurrences: { max: CALL },
  retranslate_term: { args: ({ term, second }) => ({ p_term_id: term, p_call_id: second }), max: CALL },
  home: { max: PAGE },
  meeting_page: { as: "host", max: 60_000 },
  enter_call: { max: PAGE },
  record_sign_in: { as: "service", max: FEW },
  import_terms: {
    args: ({ workspace }) => ({
      p_workspace_id: workspace,
      p_rows: {
        json: Array.from({ length: GLOSSARY.glossaryTerms - 1 }, (_, at) => ({
          ...{ term: `autobús ${at + 1}`, language: "es", note: "x" },
          translations: { en: "coach" },
        })),
      },
    }),
    max: PAGE,
  },
  post_captions: {
    args: ({ second }) => ({
      p_call_id: second,
      p_captions: {
        json: Array.from({ length: LIMITS.captionsPerRequest }, () => ({
          ...{ id: randomUUID(), language: "es", text: "hola", ago: 900, ms: 800 },
        })),
      },
    }),
    max: LINE,
  },
};

function entryOf(name: string): Entry {
  const own = larger[name] ?? (lineFunctions.includes(name) ? { max: LINE } : undefined);
  for (const act of RPC_ACCESS.filter((act) => act.name === name))
    for (const persona of own?.as ? [own.as] : (["host", "owner", ...PERSONAS] as const))
      if (act.outcomes[persona] === "done") return { as: persona, args: act.args, max: FEW, ...own };
  const [act] = RPC_ACCESS.filter((act) => act.name === name);
  return { as: "owner", args: act?.args ?? (() => ({})), max: FEW, ...own };
}
export const ROWS_READ: Readonly<Record<string, Entry>> = Object.fromEntries(
  RPC_ACCESS.map(({ name }) => [name, entryOf(name)]),
);

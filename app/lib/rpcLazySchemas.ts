/** Contracts of what pages that few open ask, and a call seldom: they come when they are first asked for. */
import * as z from "zod/mini";
import * as account from "#contracts/account.ts";
import * as files from "#contracts/files.ts";
import * as glossary from "#contracts/glossary.ts";
import * as lines from "#contracts/lines.ts";
import * as recap from "#contracts/recap.ts";
import { summaryStatus } from "#contracts/summary.ts";
import type { LazySchemas } from "./rpc.ts";

export const lazySchemas: LazySchemas = {
  corrections: recap.corrections,
  missed_lines: recap.missed,
  call_recap: recap.callSummary,
  transcript: recap.transcript,
  lines_with_links: recap.foundLines,
  lines_with_files: recap.foundLines,
  offer_file: files.fileUploadOffer,
  withdraw_file: z.unknown(),
  share_file: lines.line,
  read_file: files.storedFile,
  read_summary: summaryStatus,
  glossary: glossary.terms,
  save_term: glossary.term,
  propose_term: glossary.term,
  decide_term: glossary.decidedTerm,
  delete_term: z.unknown(),
  import_terms: glossary.importedTerms,
  meeting_terms: glossary.meetingTerms,
  proposed_terms: glossary.terms,
  term_occurrences: glossary.termLines,
  retranslate_term: glossary.retranslated,
  health: account.health,
  home: account.home,
  read_profile: account.profile,
  update_profile: account.profile,
  create_merge_token: account.claimOffer,
  redeem_merge_token: account.claimed,
};

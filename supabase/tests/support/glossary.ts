/** Helpers that create, propose, decide and import terms of a workspace's glossary. */
import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import {
  decidedTerm,
  importedTerms,
  meetingTerms,
  retranslated,
  termEntry,
  termLines,
  term as termShape,
  terms,
} from "#contracts/glossary.ts";
import { account, join, type MeetingFixture, type Person, room, workspaceOf } from "./fixtures.ts";
import { type DatabaseCaller, emptyResult, service, type TestDatabase, toParameters } from "./testDatabase.ts";

export const glossaryActions = (db: TestDatabase) => {
  /** Arguments of `save_term` and `propose_term`; they may be invalid on purpose. */
  const word = ({ id = randomUUID(), translations = {}, ...more }: Record<string, unknown> = {}) => {
    const given = { term_id: id, language: "es", term: "Puerta Norte", ...more };
    return toParameters({ ...z.record(z.string(), z.any()).parse(given), translations: { json: translations } });
  };
  const save = (who: DatabaseCaller, workspace: string | null, more: Record<string, unknown> = {}) =>
    db.rpc(who, "save_term", { p_workspace_id: workspace, ...word(more) }, termShape);
  const propose = (who: DatabaseCaller, { id }: MeetingFixture, more: Record<string, unknown> = {}) =>
    db.rpc(who, "propose_term", { p_meeting_id: id, ...word(more) }, termShape);
  const decide = (who: DatabaseCaller, id: string, approved: boolean | null = true) =>
    db.rpc(who, "decide_term", { p_term_id: id, p_approved: approved }, decidedTerm);
  const drop = (who: DatabaseCaller, id: string) => db.rpc(who, "delete_term", { p_term_id: id }, emptyResult);
  const takeIn = (who: DatabaseCaller, workspace: string, rows: unknown) =>
    db.rpc(who, "import_terms", { p_workspace_id: workspace, p_rows: { json: rows } }, importedTerms);
  const glossaryOf = (who: DatabaseCaller, workspace: string) =>
    db.rpc(who, "glossary", { p_workspace_id: workspace }, terms);
  const termsIn = (who: DatabaseCaller, { id }: MeetingFixture) =>
    db.rpc(who, "meeting_terms", { p_meeting_id: id }, meetingTerms);
  const proposedIn = (who: DatabaseCaller, { id }: MeetingFixture) =>
    db.rpc(who, "proposed_terms", { p_meeting_id: id }, terms);
  const linesWith = (who: DatabaseCaller, id: string) => db.rpc(who, "term_occurrences", { p_term_id: id }, termLines);
  const again = async (who: DatabaseCaller, id: string, call: string) =>
    (await db.rpc(who, "retranslate_term", { p_term_id: id, p_call_id: call }, retranslated)).line_ids;
  const claims = z.object({
    claimed: z.array(
      z.object({ line_id: z.guid(), text: z.string(), target: z.string(), workspace_id: z.nullable(z.guid()) }),
    ),
    terms: z.array(z.extend(termEntry, { workspace_id: z.guid() })),
  });
  const claim = (who: Person, lines: readonly string[]) =>
    db.rpc(service, "claim_translations", { p_line_ids: lines, p_user_id: who.id }, claims);

  /** Creates a meeting in an account's workspace; Ana, a guest, speaks Spanish there, Bob English. */
  async function scene() {
    const host = await account(db);
    const workspace = await workspaceOf(db, host);
    const place = await room(db, "Trip", host);
    const ana = await join(db, place, { name: "Ana", speaks: "es" });
    const bob = await join(db, place, { name: "Bob", speaks: "en" });
    return { place, host, workspace, ana, bob };
  }
  /** Inserts this many terms, more than anybody could type. */
  const fill = (workspace: string, state: string, count: number) => db.admin`
    insert into public.glossary_terms (id, workspace_id, term, language, never, translations, note, state)
    select gen_random_uuid(), ${workspace}, ${state} || number, 'en', false, '{}', '', ${state}
    from generate_series(1, ${count}) as number`;

  return {
    ...{ word, save, propose, decide, drop, takeIn, glossaryOf, termsIn, proposedIn, linesWith, again, claim },
    ...{ scene, fill },
  };
};

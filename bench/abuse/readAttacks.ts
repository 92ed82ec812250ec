/** Attacks that repeat an expensive read. The database runs a few requests of one user at a time. */
import { randomUUID } from "node:crypto";
import { LANGUAGE_CODES } from "#contracts/languages.ts";
import { REACTIONS } from "#contracts/lines.ts";
import { unwrap } from "../clients.ts";
import { FILES, loadFiles, MEETINGS } from "../file-search.ts";
import { scaled } from "../scale.ts";
import type { Attack } from "./attack.ts";
import { enter, newAccount, newGuest, openMeeting } from "./people.ts";
import { callRpc } from "./requests.ts";

const LINES = scaled(500, 50);

const readReactions: Attack = {
  finding: 32,
  name: `reads ${LINES} lines with ${REACTIONS.length} reactions each`,
  async prepare({ app: { stack }, admin }) {
    const guest = await newGuest(stack);
    const meeting = await openMeeting(guest);
    const { callId } = await enter(guest, meeting, { speaks: "es" });
    await admin`
      insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
      select gen_random_uuid(), ${meeting.id}, ${callId}, 1000 + n, 1000 + n, ${guest.id}, 'es', 'hola'
      from generate_series(1, ${LINES}::int) as n`;
    await admin`
      insert into public.reactions (line_id, user_id, emoji)
      select id, author, emoji
      from public.lines, unnest(${[...REACTIONS]}::text[]) as emoji
      where call_id = ${callId}`;
    return { step: () => callRpc(stack, guest, "transcript", { p_call_id: callId }), inParallel: 10 };
  },
};

const readProposals: Attack = {
  finding: 32,
  name: "reads the longest proposals of terms",
  async prepare({ app: { stack }, admin }) {
    const host = await newAccount(stack);
    const meeting = await openMeeting(host);
    const guest = await newGuest(stack);
    await enter(guest, meeting, { speaks: "es" });
    const text = "字".repeat(80);
    const p_translations = Object.fromEntries(
      LANGUAGE_CODES.filter((language) => language !== "es").map((language) => [language, text]),
    );
    const proposal = { p_term: "uno", p_language: "es" as const, p_translations, p_note: "字".repeat(500) };
    unwrap(await guest.rpc("propose_term", { p_meeting_id: meeting.id, p_term_id: randomUUID(), ...proposal }));
    await admin`
      insert into public.glossary_terms
        (id, workspace_id, term, language, never, translations, note, state, meeting_id, proposed_by)
      select gen_random_uuid(), workspace_id, 'término ' || n, language, never, translations, note, state, meeting_id, proposed_by
      from public.glossary_terms, generate_series(1, 24) as n where meeting_id = ${meeting.id}`;
    return { step: () => callRpc(stack, guest, "proposed_terms", { p_meeting_id: meeting.id }), inParallel: 10 };
  },
};

const sortBoards: Attack = {
  finding: 32,
  name: `sorts ${FILES} files of ${MEETINGS} meetings by name`,
  async prepare({ app: { stack }, admin }) {
    const host = await newAccount(stack);
    const [member] = await admin<{ workspace: string }[]>`
      select workspace_id as workspace from public.workspace_members where user_id = ${host.id}`;
    await loadFiles(admin, host.id, member?.workspace ?? "");
    return { step: () => callRpc(stack, host, "board_files", { p_sort: "name" }), inParallel: 10 };
  },
};

export const READ_ATTACKS: readonly Attack[] = [readReactions, readProposals, sortBoards];

/** Attacks on the database, through its API alone. */
import { randomUUID } from "node:crypto";
import { LANGUAGE_CODES } from "#contracts/languages.ts";
import { scaled } from "../scale.ts";
import type { Attack } from "./attack.ts";
import { enter, newAccount, newGuest, openMeeting, postLine } from "./people.ts";
import { callRpc, readTable } from "./requests.ts";

const TABLES = ["lines", "translations", "reactions", "attendance", "files", "participants", "calls", "meetings"];
/** More than any argument may have. */
const HUGE_CHARS = 2_500_000;
const TERMS_PER_IMPORT = 500;
const LINES_OF_GUEST = scaled(20_000, 500);
const STORED_BROADCASTS = scaled(200_000, 2_000);

const readWithoutFilter: Attack = {
  finding: 1,
  name: "reads every table without a filter",
  async prepare({ app: { stack } }) {
    const guest = await newGuest(stack);
    let reads = 0;
    const step = () => readTable(stack, guest, `${TABLES[reads++ % TABLES.length]}?select=*&limit=1`);
    return { step, inParallel: 20 };
  },
};

const mergeHugeGuest: Attack = {
  finding: 16,
  name: `merges a guest who wrote ${LINES_OF_GUEST} lines`,
  async prepare({ app: { stack }, admin }) {
    const account = await newAccount(stack);
    const guest = await newGuest(stack);
    const { callId, meetingId } = await enter(guest, await openMeeting(guest), { speaks: "es" });
    await admin`
      insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
      select gen_random_uuid(), ${meetingId}, ${callId}, 1000 + n, 1000 + n, ${guest.id}, 'es', 'Línea ' || n
      from generate_series(1, ${LINES_OF_GUEST}::int) as n`;
    const step = async () => {
      const made = await guest.rpc("create_merge_token", {});
      if (made.ok) await callRpc(stack, account, "redeem_merge_token", { p_token: made.value.token });
    };
    return { step, inParallel: 2 };
  },
};

const importAtTheLimit: Attack = {
  finding: 17,
  name: "imports the largest glossary",
  async prepare({ app: { stack }, admin }) {
    const account = await newAccount(stack);
    const [workspace] = await admin`select workspace_id from public.workspace_members where user_id = ${account.id}`;
    // As many bytes as an import may have.
    const translations = Object.fromEntries(LANGUAGE_CODES.slice(0, 9).map((language) => [language, "x".repeat(80)]));
    const p_rows = Array.from({ length: TERMS_PER_IMPORT }, (_row, at) => ({
      ...{ term: `término ${at} ${"y".repeat(60)}`, language: "es", note: "z".repeat(500), translations },
    }));
    const step = () => callRpc(stack, account, "import_terms", { p_workspace_id: workspace?.workspace_id, p_rows });
    return { step, inParallel: 10, uploadBytes: JSON.stringify(p_rows).length };
  },
};

const hugeArguments: Attack = {
  finding: 18,
  name: "sends 2.5 MB as a meeting code, as nobody",
  async prepare({ app: { stack } }) {
    const p_code = "x ".repeat(HUGE_CHARS / 2);
    return { step: () => callRpc(stack, null, "find_meeting", { p_code }), inParallel: 12, uploadBytes: HUGE_CHARS };
  },
};

const manyBroadcasts: Attack = {
  finding: 19,
  name: "reads changes of a meeting that keeps nothing",
  async prepare({ app: { stack }, admin }) {
    const guest = await newGuest(stack);
    const meeting = await openMeeting(guest);
    await callRpc(stack, guest, "update_meeting", { p_meeting_id: meeting.id, p_keep: "nothing" });
    const seat = await enter(guest, meeting, { speaks: "es" });
    await admin.begin(async (sql) => {
      // All that Realtime stores in three days without the schedule. Without triggers it sends none of them now.
      await sql`set local session_replication_role = replica`;
      await sql`
        insert into realtime.messages (topic, extension, event, payload, private, inserted_at)
        select
          'meeting:' || gen_random_uuid() || ':1:' || gen_random_uuid(), 'broadcast', 'line_posted', '{"line":{}}', true,
          now() - n * interval '3 days' / ${STORED_BROADCASTS}::int
        from generate_series(1, ${STORED_BROADCASTS}::int) as n`;
    });
    const step = () => callRpc(stack, guest, "changes_since", { p_meeting_id: seat.meetingId, p_after_seq: 0 });
    return { step, inParallel: 10 };
  },
};

const signals: Attack = {
  finding: 15,
  name: "sends signals without end",
  async prepare({ app: { stack } }) {
    const [guest, other] = [await newGuest(stack), await newGuest(stack)];
    const meeting = await openMeeting(guest);
    const { callId, peerId } = await enter(guest, meeting, { speaks: "es" });
    const { peerId: p_to } = await enter(other, meeting, { speaks: "es" });
    const p_signal = { candidates: ["x".repeat(2_000)] };
    const args = { p_call_id: callId, p_from: peerId, p_to, p_signal };
    return { step: () => callRpc(stack, guest, "send_signal", args), inParallel: 20 };
  },
};

const fullMeeting: Attack = {
  finding: 21,
  name: "fills a meeting and keeps entering it",
  async prepare({ app: { stack } }) {
    const host = await newGuest(stack);
    const meeting = await openMeeting(host);
    const guests = await Promise.all(Array.from({ length: 5 }, () => newGuest(stack)));
    for (const guest of guests.slice(0, 4)) await enter(guest, meeting, { speaks: "es" });
    const last = guests[4];
    if (last === undefined) throw new Error("There is no fifth guest.");
    return { step: () => enter(last, meeting, { speaks: "es" }), inParallel: 10 };
  },
};

const passersBy: Attack = {
  finding: 22,
  name: "makes each line cost eight languages",
  async prepare({ app: { stack } }) {
    const host = await newGuest(stack);
    const meeting = await openMeeting(host);
    const seat = await enter(host, meeting, { speaks: "es" });
    for (const reads of ["en", "fr", "de", "it", "pt", "ca", "ro", "nl"] as const) {
      const guest = await newGuest(stack);
      const own = await enter(guest, meeting, { speaks: "es", reads });
      await callRpc(stack, guest, "leave_call", { p_call_id: own.callId, p_peer_id: own.peerId });
    }
    const step = async () => {
      const p_line_id = randomUUID();
      const text = "Una frase larga. ".repeat(50);
      await callRpc(stack, host, "post_line", { p_line_id, p_call_id: seat.callId, p_language: "es", p_text: text });
      await host.http.post("/functions/v1/translate", { lines: [p_line_id] });
    };
    return { step, inParallel: 5 };
  },
};

const wishes: Attack = {
  finding: 6,
  name: "asks for languages that nobody reads",
  async prepare({ app: { stack } }) {
    const guests = await Promise.all(Array.from({ length: 5 }, () => newGuest(stack)));
    const seats = await Promise.all(
      guests.map(async (guest) => enter(guest, await openMeeting(guest), { speaks: "es" })),
    );
    let requests = 0;
    const step = async () => {
      const at = requests++ % guests.length;
      const [guest, seat] = [guests[at], seats[at]];
      if (guest === undefined || seat === undefined) return;
      const line = await postLine(guest, seat, "La casa es grande. ".repeat(200));
      const language = LANGUAGE_CODES[requests % LANGUAGE_CODES.length];
      if (line.ok) await guest.http.post("/functions/v1/translate", { lines: [line.value.id], language });
    };
    return { step, inParallel: 10 };
  },
};

const repeatedClaims: Attack = {
  finding: 31,
  name: "asks again and again for translations of fifty lines",
  async prepare({ app: { stack }, admin }) {
    const guest = await newGuest(stack);
    const { callId, meetingId } = await enter(guest, await openMeeting(guest), { speaks: "es" });
    const rows = await admin<{ id: string }[]>`
      insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
      select gen_random_uuid(), ${meetingId}, ${callId}, 1000 + n, 1000 + n, ${guest.id}, 'es', repeat('x', 1000)
      from generate_series(1, 50) as n
      returning id`;
    const request = { lines: rows.map(({ id }) => id), language: "en" };
    const step = () => guest.http.post("/functions/v1/translate", request);
    return { step, inParallel: 20 };
  },
};

export const DATABASE_ATTACKS: readonly Attack[] = [
  readWithoutFilter,
  wishes,
  signals,
  mergeHugeGuest,
  importAtTheLimit,
  hugeArguments,
  manyBroadcasts,
  fullMeeting,
  passersBy,
  repeatedClaims,
];

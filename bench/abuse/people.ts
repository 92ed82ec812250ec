/** The people of the measure: guests and hosts that act through the public API, as an attacker can. */
import { randomUUID } from "node:crypto";
import type { Language } from "#contracts/languages.ts";
import type { Stack } from "../../local/index.ts";
import { openAccount } from "../../tests/support/accounts.ts";
import { type Connection, connect, signUp, unwrap } from "../clients.ts";

export interface Guest extends Connection {
  readonly id: string;
  readonly token: string;
}

export async function newGuest(stack: Stack): Promise<Guest> {
  const { id, token } = await signUp(stack);
  return { id, token, ...connect(stack, token) };
}

/** Signs an account in, by the emailed code. */
export async function newAccount(stack: Stack): Promise<Guest> {
  const { client } = await openAccount({ stack }, "abuse");
  const { data, error } = await client.auth.getSession();
  if (data.session === null) throw error ?? new Error("The account has no session.");
  const { access_token: token, user } = data.session;
  return { id: user.id, token, ...connect(stack, token) };
}

export interface Meeting {
  readonly id: string;
  readonly code: string;
}

export async function openMeeting({ rpc }: Guest): Promise<Meeting> {
  const { meeting_id, code } = unwrap(await rpc("create_meeting", { p_meeting_id: randomUUID() }));
  return { id: meeting_id, code };
}

export interface Seat {
  readonly callId: string;
  readonly peerId: string;
  readonly meetingId: string;
}

/** Knocks and enters, as the pre-join page does. */
export async function enter(
  guest: Guest,
  meeting: Meeting,
  { speaks, reads = speaks }: { speaks: Language; reads?: Language },
): Promise<Seat> {
  const peerId = randomUUID();
  const p_display_name = `Guest ${guest.id.slice(0, 8)}`;
  unwrap(await guest.rpc("knock", { p_code: meeting.code, p_display_name, p_speaks: speaks, p_reads: reads }));
  const { call } = unwrap(await guest.rpc("enter_call", { p_meeting_id: meeting.id, p_peer_id: peerId }));
  return { callId: call.id, peerId, meetingId: meeting.id };
}

export const postLine = ({ rpc }: Guest, { callId }: Seat, text: string, language: Language = "es") =>
  rpc("post_line", { p_line_id: randomUUID(), p_call_id: callId, p_language: language, p_text: text });

/** More than the pool has connections. */
const PEOPLE = 20;

/** Lets many people meet at once, so that each connection to the database has compiled its functions. */
export async function warmConnections(stack: Stack): Promise<void> {
  const meet = async () => {
    const guest = await newGuest(stack);
    const seat = await enter(guest, await openMeeting(guest), { speaks: "es" });
    for (let at = 0; at < 5; at += 1) {
      const { id } = unwrap(await postLine(guest, seat, `La línea ${at}.`));
      await guest.http.post("/functions/v1/translate", { lines: [id], language: "en" });
    }
  };
  await Promise.all(Array.from({ length: PEOPLE }, meet));
}

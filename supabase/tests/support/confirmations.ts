/** Helpers that put lines to everybody and answer them. */
import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { ConfirmationAnswer } from "#contracts/confirmationAnswers.ts";
import {
  callConfirmations,
  confirmationResult,
  homeConfirmations,
  linkedConfirmation,
} from "#contracts/confirmations.ts";
import { line as lineShape } from "#contracts/lines.ts";
import { account, type CallMember, join, type Person, post, room } from "./fixtures.ts";
import { type DatabaseCaller, emptyResult, service, type TestDatabase } from "./testDatabase.ts";

interface AnswerInput {
  revision?: number;
  text?: string;
  id?: string;
  reads?: string;
}

export const confirmationActions = (db: TestDatabase) => {
  const mark = (who: DatabaseCaller, line: string, kind: string | null = "decision", assignee?: Person) =>
    db.rpc(
      who,
      "mark_line",
      { p_line_id: line, p_kind: kind, ...(assignee && { p_assignee_id: assignee.id }) },
      lineShape,
    );
  const ask = (who: DatabaseCaller, line: string) =>
    db.rpc(who, "ask_confirmation", { p_line_id: line }, confirmationResult);
  const answer = (
    who: DatabaseCaller,
    line: string,
    given: ConfirmationAnswer,
    { revision = 1, text, id = randomUUID(), reads }: AnswerInput = {},
  ) =>
    db.rpc(
      who,
      "answer_confirmation",
      {
        ...{ p_line_id: line, p_revision: revision, p_answer: given },
        ...(reads !== undefined && { p_reads: reads }),
        ...(text !== undefined && { p_words_id: id, p_language: "fr", p_text: text }),
      },
      confirmationResult,
    );
  const page = (who: DatabaseCaller, call: string, after: number | null = null) =>
    db.rpc(who, "call_confirmations", { p_call_id: call, p_after: after }, callConfirmations);
  /** Reads the first page. */
  const list = (who: DatabaseCaller, call: string) => page(who, call);
  const home = (who: DatabaseCaller) => db.rpc(who, "home_confirmations", {}, homeConfirmations);
  const openLink = (token: string, who: DatabaseCaller = { role: "anon" }) =>
    db.rpc(who, "confirmation_by_link", { p_token: token }, linkedConfirmation);
  const answerByLink = (token: string, given: ConfirmationAnswer, text?: string, id: string = randomUUID()) =>
    db.rpc(
      { role: "anon" },
      "answer_by_link",
      {
        ...{ p_token: token, p_answer: given },
        ...(text !== undefined && { p_words_id: id, p_language: "fr", p_text: text }),
      },
      linkedConfirmation,
    );
  const stopEmails = (token: string) =>
    db.rpc({ role: "anon" }, "stop_confirmation_emails", { p_token: token }, emptyResult);
  const queueEmails = ({ limit = 50, inDay = null }: { limit?: number; inDay?: number | null } = {}) =>
    db.rpc(service, "queue_confirmation_emails", { p_limit: limit, p_in_day: inDay }, z.number());
  /** Moves the emails of the past back in time. */
  async function passHours(hours: number): Promise<void> {
    const span = `${hours} hours`;
    await db.admin`update private.confirmation_links set created_at = created_at - ${span}::interval`;
    await db.admin`update private.confirmation_emails set queued_at = queued_at - ${span}::interval`;
  }

  /** Returns the waiting emails as recipient and payload. */
  const emails = async () => {
    const rows = await db.admin<{ recipient: string; payload: { token: string; reminder: boolean } }[]>`
      select recipient, payload from private.outbox_emails
      where template = 'confirmation' and state = 'waiting' order by created_at, recipient`;
    return rows.map(({ recipient, payload }) => ({ recipient, ...payload }));
  };

  /** Returns each person's answer about the current text, by the first name. */
  const answersOf = async (who: DatabaseCaller, call: string) =>
    (await list(who, call)).confirmations.map(({ people }) =>
      Object.fromEntries(people.map(({ display_name, answer }) => [display_name, answer])),
    );

  /** Ends the call some minutes ago, so that emails are due. */
  async function endCall(call: string, minutes = 10): Promise<void> {
    const span = `${minutes} minutes`;
    await db.admin`update public.calls set started_at = started_at - ${span}::interval, ended_at = now() where id = ${call}`;
    await db.admin`update public.call_peers set left_at = now(), left_reason = 'ended' where call_id = ${call} and left_at is null`;
    await db.admin`update public.confirmations set asked_at = asked_at - ${span}::interval where call_id = ${call}`;
  }

  /** A call of three accounts, who speak and read Spanish, English and French, with a decision of Inés. */
  async function scene() {
    const mail = (name: string) => `${name}-${randomUUID()}@parley.example`;
    const mails = { ines: mail("ines"), tom: mail("tom"), luc: mail("luc") };
    const host = await account(db, mails.ines);
    const place = await room(db, "Trip", host);
    const ines = await join(db, place, { name: "Inés", speaks: "es" }, host);
    const tom = await join(db, place, { name: "Tom", speaks: "en" }, await account(db, mails.tom));
    const luc = await join(db, place, { name: "Luc", speaks: "fr" }, await account(db, mails.luc));
    const decision = await post(db, ines, ines.call, { text: "El autobús sale a las ocho" });
    await mark(ines, decision.id);
    const people: Record<"ines" | "tom" | "luc", CallMember> = { ines, tom, luc };
    return { place, mails, ...people, call: ines.call, decision: decision.id };
  }

  /** A decision whose call has ended, and the tokens of Tom's and Luc's emails. */
  async function asked() {
    const given = await scene();
    await ask(given.ines, given.decision);
    await endCall(given.call);
    await queueEmails();
    const sent = await emails();
    const tokenOf = (mail: string) => sent.find(({ recipient }) => recipient === mail)?.token ?? "";
    return {
      ...given,
      tom: { ...given.tom, token: tokenOf(given.mails.tom) },
      luc: { ...given.luc, token: tokenOf(given.mails.luc) },
    };
  }

  /** Puts decisions of the host to the people, in a new meeting, and ends the call. */
  async function put(host: Person, people: readonly Person[], count: number) {
    const place = await room(db, "Trip", host);
    const asker = await join(db, place, { name: "Host" }, host);
    for (const who of people) {
      const { peer, call } = await join(db, place, {}, who);
      await db.as(who, (sql) => sql`select public.leave_call(${call}, ${peer})`);
    }
    const lines: string[] = [];
    for (let number = 0; number < count; number++) {
      await db.admin`delete from private.rate_limits`;
      lines.push(await decide(asker, `Decisión ${number}`));
    }
    await endCall(asker.call);
    return { place, asker, lines };
  }

  /** Posts a decision and puts it to everybody. */
  async function decide(who: CallMember, text: string): Promise<string> {
    const { id } = await post(db, who, who.call, { text });
    await mark(who, id);
    await ask(who, id);
    return id;
  }

  const emailActions = { queueEmails, emails, passHours, stopEmails, openLink, answerByLink };
  return { mark, ask, answer, answersOf, list, page, home, endCall, scene, asked, put, decide, ...emailActions };
};

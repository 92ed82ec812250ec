/**
 * One meeting in memory, as the database keeps it: the same rpc, the same broadcasts, one `seq` for each write. Each
 * person calls as themselves; a person can be offline, and an answer can get lost after the write.
 */

import type { Clock } from "../../app/platform/clock.ts";
import type { Rpc, RpcArgs, RpcName, RpcValues } from "../../app/platform/rpc.ts";
import { type ErrorCode, fail, ok, type Result } from "../../supabase/functions/_shared/contracts/errors.ts";
import type { Language } from "../../supabase/functions/_shared/contracts/languages.ts";
import type {
  Line,
  Meeting,
  Participant,
  Peer,
  Translation,
} from "../../supabase/functions/_shared/contracts/meetings.ts";
import type { TranslateAnswer } from "../../supabase/functions/_shared/contracts/translate.ts";
import type { FakeHub } from "./realtime.ts";

export const MEETING = "a0000000-0000-4000-8000-000000000000";

export interface FakePerson {
  readonly userId: string;
  readonly reads: Language;
  rpc: Rpc;
  translate: (lineIds: readonly string[]) => Promise<Result<TranslateAnswer>>;
  setOffline(offline: boolean): void;
  /** The next call of this name fails with the code; `written` lets the write happen before. */
  failNext(name: RpcName, code: ErrorCode, written?: boolean): void;
}

export interface FakeBackend {
  person(name: string, speaks: Language, reads: Language): FakePerson;
  /** Everything that was called, in order. */
  calls: { name: RpcName | "translate"; user: string; args: unknown }[];
  peers(): Peer[];
  lines(): Line[];
  callId(): string;
  /** Ends the peers of this person as without heartbeats. */
  giveUp(userId: string): void;
  /** The call ends; the next to enter starts another. */
  endCall(): void;
  /** The meeting moves to its next topic. */
  nextEpoch(): void;
  /** How the engine answers; by default each text comes back marked with its language. */
  engine: (line: Line, to: Language) => Pick<Translation, "status" | "text" | "reason">;
}

const uuid = (kind: string, number: number) => `${kind}0000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

const elsewhere = () => fail("bug/unexpected", "not in this fake: it holds one meeting, without doors and accounts");

export function createBackend({ hub, clock }: { hub: FakeHub; clock: Clock }): FakeBackend {
  const participants = new Map<string, { seq: number; value: Participant }>();
  const stored = new Map<string, { changed: number; line: Line }>();
  const calls: FakeBackend["calls"] = [];
  type Row = Peer & { left: "left" | "gone" | "taken-over" | null };
  let rows: Row[] = [];
  let seq = 0;
  let epoch = 1;
  let callNumber = 1;
  let startedAt = clock.now();

  const meeting: Meeting = {
    ...{ id: MEETING, code: "k3f92mxa7qpd", title: null, access: "open", locked: false, keep: "days", ended: false },
    expires_at: null,
  };
  const iso = (ms: number) => new Date(ms).toISOString();
  const announce = (event: string, body: object) =>
    hub.broadcast(`meeting:${MEETING}:${epoch}`, event, { seq, ...body });
  const callId = () => uuid("c", callNumber);
  const shape = ({ peer_id, user_id, join_number }: Row): Peer => ({ peer_id, user_id, join_number });
  const live = () => rows.filter(({ left }) => left === null);

  function endPeer(row: Row, reason: "left" | "gone" | "taken-over") {
    if (row.left !== null) return;
    row.left = reason;
    seq += 1;
    announce("peer_left", { peer_id: row.peer_id, user_id: row.user_id, reason });
  }

  function run<Name extends RpcName>(user: string, handlers: Handlers, name: Name, args: RpcArgs[Name]) {
    calls.push({ name, user, args });
    return handlers[name](args);
  }

  type Handlers = { [Name in RpcName]: (args: RpcArgs[Name]) => Result<RpcValues[Name]> };

  const handlersOf = (user: string): Handlers => ({
    // What stands outside of this one meeting is not in this fake: asked for, it refuses, and a test sees the reason.
    create_meeting: elsewhere,
    find_meeting: elsewhere,
    knock: elsewhere,
    home: elsewhere,
    read_profile: elsewhere,
    update_profile: elsewhere,
    offer_claim: elsewhere,
    accept_claim: elsewhere,
    knock_standing: elsewhere,
    withdraw_knock: elsewhere,
    lobby: elsewhere,
    admit: elsewhere,
    admit_all: elsewhere,
    deny: elsewhere,
    edit_line: elsewhere,
    delete_line: elsewhere,
    react: elsewhere,
    forward_line: elsewhere,
    report_translation: elsewhere,
    retry_translation: elsewhere,
    set_role: elsewhere,
    mute: elsewhere,
    remove: elsewhere,
    lock: elsewhere,
    update_meeting: elsewhere,
    rotate_code: elsewhere,
    end_meeting: elsewhere,
    raise_hand: elsewhere,
    lower_hand: elsewhere,
    health: () => ok({ now: iso(clock.now()), migration: "20260101000000" }),
    enter_call({ peer_id }) {
      let mine = rows.find((row) => row.peer_id === peer_id && row.left === null);
      if (mine === undefined) {
        for (const row of live()) if (row.user_id === user) endPeer(row, "taken-over");
        mine = { peer_id, user_id: user, join_number: rows.length + 1, left: null };
        rows.push(mine);
        seq += 1;
        announce("peer_joined", { peer: shape(mine) });
      }
      return ok({
        meeting: { ...meeting, seq, epoch },
        call: { id: callId(), started_at: iso(startedAt) },
        me: shape(mine),
        workspace_role: null,
        participants: [...participants.values()].map(({ value }) => value),
        peers: live().map(shape),
        now: iso(clock.now()),
      });
    },
    heartbeat({ call_id, peer_id }) {
      const row = rows.find((one) => one.peer_id === peer_id);
      const standing =
        call_id !== callId() ? "ended" : row?.left === "taken-over" ? "taken-over" : row?.left === null ? "in" : "gone";
      return ok({ standing, seq, epoch, waiting: 0, now: iso(clock.now()) });
    },
    leave_call({ peer_id }) {
      const row = rows.find((one) => one.peer_id === peer_id);
      if (row !== undefined) endPeer(row, "left");
      return ok(null);
    },
    post_line({ id, call_id, language, text }) {
      const known = stored.get(id);
      if (known !== undefined)
        return known.line.author === user && known.line.text === text ? ok(known.line) : fail("line/conflict");
      if (call_id !== callId()) return fail("meeting/not-entered");
      seq += 1;
      const line: Line = {
        id,
        call_id,
        seq,
        kind: "chat",
        author: user,
        language,
        text,
        revision: 1,
        changed: seq,
        reply_to: null,
        mentions: [],
        forwarded: false,
        edited: false,
        deleted: false,
        created_at: iso(clock.now()),
        translations: [],
        reactions: [],
      };
      stored.set(id, { changed: seq, line });
      announce("line_posted", { line });
      return ok(line);
    },
    changes({ after }) {
      return ok({
        seq: Math.max(seq, after),
        epoch,
        more: false,
        meeting,
        lines: [...stored.values()].filter(({ changed }) => changed > after).map(({ line }) => line),
        participants: [...participants.values()].filter((one) => one.seq > after).map(({ value }) => value),
        peers: live().map(shape),
      });
    },
    history({ call_id, before }) {
      const all = [...stored.values()].map(({ line }) => line).filter((line) => line.call_id === call_id);
      const older = all.filter((line) => before === null || line.seq < before).sort((a, b) => a.seq - b.seq);
      return ok({ lines: older.slice(-3), more: older.length > 3 });
    },
  });

  function translated(lineIds: readonly string[]): TranslateAnswer {
    const targets = new Set([...participants.values()].map(({ value }) => value.reads));
    return {
      results: lineIds.flatMap((lineId) => {
        const entry = stored.get(lineId);
        if (entry === undefined) return [];
        const wanted = [...targets].filter(
          (to) =>
            to !== entry.line.language &&
            !entry.line.translations.some((one) => one.language === to && one.status === "ready"),
        );
        const made = wanted.map(
          (language): Translation => ({
            language,
            revision: 1,
            engine: "fake",
            ...backend.engine(entry.line, language),
          }),
        );
        if (made.length > 0) {
          seq += 1;
          const others = entry.line.translations.filter((one) => !wanted.includes(one.language));
          entry.line = { ...entry.line, changed: seq, translations: [...others, ...made] };
          entry.changed = seq;
          announce("translated", { line_id: lineId, translations: made });
        }
        return entry.line.translations.map(({ language, status, reason }) => ({
          line_id: lineId,
          language,
          status,
          reason,
        }));
      }),
    };
  }

  const backend: FakeBackend = {
    calls,
    peers: () => live().map(shape),
    lines: () => [...stored.values()].map(({ line }) => line),
    callId,
    engine: (line, to) => ({ status: "ready", text: `${to}: ${line.text}`, reason: null }),
    giveUp(userId) {
      for (const row of live()) if (row.user_id === userId) endPeer(row, "gone");
    },
    endCall() {
      callNumber += 1;
      startedAt = clock.now();
      rows = [];
    },
    nextEpoch() {
      epoch += 1;
    },
    person(name, speaks, reads) {
      const number = participants.size + 1;
      const userId = uuid("b", number);
      seq += 1;
      const value: Participant = {
        user_id: userId,
        number,
        role: number === 1 ? "host" : "guest",
        admission: "admitted",
        display_name: name,
        speaks,
        reads,
        muted: false,
        hand: null,
      };
      participants.set(userId, { seq, value });
      announce("participant_changed", { participant: value });
      const handlers = handlersOf(userId);
      const failures: { name: RpcName; code: ErrorCode; written: boolean }[] = [];
      let offline = false;
      const rpc: Rpc = async (called, args) => {
        await Promise.resolve();
        if (offline) return fail("network/offline");
        const at = failures.findIndex((failure) => failure.name === called);
        const [failure] = at < 0 ? [] : failures.splice(at, 1);
        if (failure !== undefined && !failure.written) return fail(failure.code);
        const answer = run(userId, handlers, called, args);
        await Promise.resolve();
        return failure === undefined && !offline ? answer : fail(failure?.code ?? "network/offline");
      };
      return {
        userId,
        reads,
        rpc,
        async translate(lineIds) {
          await Promise.resolve();
          if (offline) return fail("network/offline");
          calls.push({ name: "translate", user: userId, args: lineIds });
          return ok(translated(lineIds));
        },
        setOffline(now) {
          offline = now;
        },
        failNext(called, code, written = false) {
          failures.push({ name: called, code, written });
        },
      };
    },
  };
  return backend;
}

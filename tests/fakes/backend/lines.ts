/** Handlers of lines: posting, editing, reactions, translation. */
import { fail, ok } from "../../../supabase/functions/_shared/contracts/errors.ts";
import type { Language } from "../../../supabase/functions/_shared/contracts/languages.ts";
import type { Translation } from "../../../supabase/functions/_shared/contracts/lines.ts";
import { SERVER_LIMITS } from "../../../supabase/functions/_shared/contracts/serverLimits.ts";
import type { TranslateResponse } from "../../../supabase/functions/_shared/contracts/translate.ts";
import { admissionError, type BackendState, callId, type HandlersFor, iso } from "./state.ts";
import { timeline } from "./timeline.ts";

type Names =
  | ("post_line" | "edit_line" | "delete_line" | "react_to_line" | "forward_line" | "history")
  | ("report_translation" | "retry_translation" | "translation_quota");

/** Lines on one page of history, few enough that a test gets two pages. */
const PAGE = 3;

export function lineHandlers(state: BackendState, user: string): HandlersFor<Names> {
  const { stored } = state;

  const { postLine, changeableLine, updateLine, newLine } = timeline(state, user);

  return {
    post_line({
      p_line_id: id,
      p_call_id: call_id,
      p_language: language,
      p_text: text,
      p_reply_to: reply_to = null,
      p_mentions: mentions = [],
    }) {
      const denied = admissionError(state, user);
      if (denied !== null) return denied;
      const existing = stored.get(id);
      if (existing !== undefined)
        return existing.author === user && (existing.revision > 1 || existing.text === text)
          ? ok(existing)
          : fail("line/conflict");
      if (state.meeting.ended) return fail("meeting/ended");
      if (call_id !== callId(state)) return fail("meeting/not-entered");
      return postLine({ ...newLine(id, text, language), reply_to, mentions });
    },
    edit_line({ p_line_id: line_id, p_text: text, p_language: language, p_mentions: mentions }) {
      const line = changeableLine(line_id, true);
      if (!line.ok) return line;
      const { value } = line;
      if (value.text === text && (language ?? value.language) === value.language) return line;
      const content = { text, language: language ?? value.language, mentions: mentions ?? value.mentions };
      const next = updateLine(value, { ...content, revision: value.revision + 1, edited: true, translations: [] });
      state.broadcast("line_changed", { line: next });
      return ok(next);
    },
    delete_line({ p_line_id: line_id }) {
      const existing = stored.get(line_id);
      if (existing?.deleted && existing.author === user) return ok(existing);
      const line = changeableLine(line_id, true);
      if (!line.ok) return line;
      const revision = line.value.revision + 1;
      const wiped = { text: "", deleted: true, reply_to: null, mentions: [], translations: [], reactions: [] };
      const next = updateLine(line.value, { ...wiped, revision });
      state.broadcast("line_changed", { line: next });
      return ok(next);
    },
    react_to_line({ p_line_id: line_id, p_emoji: emoji, p_given: given }) {
      const line = changeableLine(line_id, false);
      if (!line.ok) return line;
      const others = line.value.reactions.map((reaction) =>
        reaction.emoji === emoji ? { ...reaction, user_ids: reaction.user_ids.filter((id) => id !== user) } : reaction,
      );
      if (!others.some((reaction) => reaction.emoji === emoji)) others.push({ emoji, user_ids: [] });
      const reactions = others
        .map((reaction) =>
          given && reaction.emoji === emoji ? { ...reaction, user_ids: [...reaction.user_ids, user] } : reaction,
        )
        .filter(({ user_ids }) => user_ids.length > 0);
      const had = line.value.reactions.some((reaction) => reaction.emoji === emoji && reaction.user_ids.includes(user));
      if (had === given) return ok({ line_id, reactions: line.value.reactions });
      updateLine(line.value, { reactions });
      state.broadcast("reacted", { line_id, reactions });
      return ok({ line_id, reactions });
    },
    /** Forwards the line into the same meeting, because the fake has only one. */
    forward_line({ p_line_id: id, p_source_line_id: line_id }) {
      const line = changeableLine(line_id, false);
      if (!line.ok) return line;
      return stored.has(id)
        ? fail("line/conflict")
        : postLine({ ...newLine(id, line.value.text, line.value.language), forwarded: true });
    },
    history({ p_call_id: call_id, p_before_seq: before = Number.POSITIVE_INFINITY }) {
      const denied = admissionError(state, user);
      if (denied !== null) return denied;
      const all = [...stored.values()].filter((line) => line.call_id === call_id);
      const older = all.filter((line) => line.seq < before).sort((a, b) => a.seq - b.seq);
      return ok({ lines: older.slice(-PAGE), more: older.length > PAGE });
    },
    report_translation({ p_line_id: line_id }) {
      const line = changeableLine(line_id, false);
      return line.ok ? ok(null) : line;
    },
    /** Marks a translation for the next `translate` request. The ready text remains until then. */
    retry_translation({ p_line_id: line_id, p_language: language }) {
      const line = changeableLine(line_id, false);
      if (!line.ok) return line;
      const existing = line.value.translations.find((translation) => translation.language === language);
      if (existing === undefined) return fail("line/not-found");
      if (existing.status === "ready") state.retries.add(`${line_id} ${language}`);
      return ok(null);
    },
    translation_quota() {
      const { user: userLimit, meeting } = SERVER_LIMITS.translateQuota;
      const [userQuota, meetingQuota] = [
        { used: 0, limit: userLimit },
        { used: 0, limit: meeting },
      ];
      return (
        admissionError(state, user) ?? ok({ user: userQuota, meeting: meetingQuota, resets_at: iso(state.clock.now()) })
      );
    },
  };
}

function notClaimed(
  retry_after_ms: number,
  { stored }: BackendState,
  lineIds: readonly string[],
  targets: readonly Language[],
): TranslateResponse {
  const results = lineIds.flatMap((lineId) => {
    const from = stored.get(lineId)?.language;
    return targets.flatMap((language) =>
      from === undefined || language === from
        ? []
        : [{ line_id: lineId, language, status: "failed" as const, reason: "translate/unavailable" }],
    );
  });
  return { results, retry_after_ms };
}

/** Returns the same response as the edge function `translate` for a caller with access to the lines. */
export function translated(state: BackendState, lineIds: readonly string[]): TranslateResponse {
  const targets = new Set([...state.participants.values()].map(({ value }) => value.reads));
  // Nothing is claimed, stored or broadcast while no engine is up.
  if (state.enginePauseMs !== null) return notClaimed(state.enginePauseMs(), state, lineIds, [...targets]);
  return {
    results: lineIds.flatMap((lineId) => {
      const line = state.stored.get(lineId);
      if (line === undefined || line.deleted) return [];
      const readyIn = (to: Language) =>
        line.translations.find((translation) => translation.language === to && translation.status === "ready");
      const isRetry = (to: Language) => state.retries.has(`${lineId} ${to}`);
      const wanted = [...targets].filter((to) => to !== line.language && (isRetry(to) || readyIn(to) === undefined));
      /** The reason why a retry failed although an earlier translation remains, by language. */
      const retryErrors = new Map<Language, string | null>();
      const created = wanted.map((language): Translation => {
        const result = state.engine(line, language);
        const standing = readyIn(language);
        if (standing !== undefined && result.status !== "ready") {
          retryErrors.set(language, result.reason);
          return standing;
        }
        state.retries.delete(`${lineId} ${language}`);
        return { ...{ language, revision: line.revision, engine: "fake" }, ...result };
      });
      const others = line.translations.filter((translation) => !wanted.includes(translation.language));
      const translations = [...others, ...created];
      if (created.length > 0) {
        state.stored.set(lineId, { ...line, changed: state.seq + 1, translations });
        state.broadcast("translated", { line_id: lineId, translations: created });
      }
      return translations.map(({ language, status, reason }) => {
        return { line_id: lineId, language, status, reason: retryErrors.get(language) ?? reason };
      });
    }),
  };
}

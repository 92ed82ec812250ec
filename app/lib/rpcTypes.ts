/** Argument types of the database functions, from the types that are generated from the migrations. */

import type { ConfirmationAnswer } from "#contracts/confirmationAnswers.ts";
import type { TermRow } from "#contracts/glossary.ts";
import type { Language } from "#contracts/languages.ts";
import type { Emoji, Mark } from "#contracts/lines.ts";
import type { CallCounters } from "#contracts/measureResults.ts";
import type { Access, Reading, Retention } from "#contracts/meetings.ts";
import type { ExportKey, ExportPart } from "#contracts/personalData.ts";
import type { Signal } from "#contracts/realtime.ts";
import type { WorkspaceRole } from "#contracts/roles.ts";
import type { CaptionInput } from "#contracts/speech.ts";
import type { TranslationPolicy } from "#contracts/workspaces.ts";
import type { Database } from "../../supabase/database.types.ts";

type Functions = Database["public"]["Functions"];
export type DatabaseFunction = keyof Functions;

/** Types of parameters that are narrower than their SQL type. A parameter has one meaning in all functions. */
interface ParameterTypes {
  p_access: Access;
  p_answer: ConfirmationAnswer;
  p_captions: CaptionInput[];
  p_counters: CallCounters;
  p_emoji: Emoji;
  p_keep: Retention;
  p_key: ExportKey;
  /** Null removes the mark. */
  p_kind: Mark["kind"] | null;
  p_language: Language;
  p_member_role: WorkspaceRole;
  p_part: ExportPart;
  p_reading: Reading;
  p_reads: Language;
  p_role: "co-host" | "guest";
  p_rows: TermRow[];
  p_signal: Signal;
  p_speaks: Language;
  p_translation_policy: TranslationPolicy;
  p_translations: TermRow["translations"];
}

/** Optional parameters may be `undefined`, which JSON leaves out. */
export type FunctionArgs<Name extends DatabaseFunction> = {
  [Parameter in keyof Functions[Name]["Args"]]: Parameter extends keyof ParameterTypes
    ? ParameterTypes[Parameter]
    : Functions[Name]["Args"][Parameter];
};

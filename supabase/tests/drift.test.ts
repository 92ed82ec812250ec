/** The committed files that are generated from the migrations are up to date. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, expectTypeOf, test } from "vitest";
import type { RpcArgs, RpcName } from "~/lib/rpc.ts";
import { type Advice, advisorsDrift, drift } from "../../scripts/advisors.ts";
import { ROOT } from "../../scripts/lib/paths.ts";
import { databaseTypes } from "../../scripts/types.ts";
import type { Database } from "../database.types.ts";

/** Milliseconds. Both checks create a database and start a program, which is slow on a loaded machine. */
const CHECK_TIMEOUT_MS = 60_000;

test(
  "generated types match the migrations (`npx node scripts/types.ts`)",
  async () => {
    expect(await readFile(join(ROOT, "supabase", "database.types.ts"), "utf8")).toBe(await databaseTypes());
  },
  CHECK_TIMEOUT_MS,
);

type Functions = Database["public"]["Functions"];
/** The generated types do not show which arguments may be null. */
type WithoutNull<Args> = { [Key in keyof Args]: Exclude<Args[Key], null> };

test("the app passes arguments of the SQL types", () => {
  type Fits = {
    [Name in RpcName]: WithoutNull<RpcArgs[Name]> extends Functions[Name]["Args"]
      ? true
      : "an argument of another type";
  };
  expectTypeOf<Fits>().toEqualTypeOf<{ [Name in RpcName]: true }>();
  expectTypeOf<Exclude<keyof Functions, RpcName>>().toEqualTypeOf<
    | ("claim_translations" | "store_translations")
    | ("claim_summary" | "store_summary" | "store_summary_translation")
    | ("consume_speech_quota" | "orphaned_files" | "orphaned_avatars")
    | ("offer_avatar" | "store_avatar" | "remove_avatar")
    | ("start_job" | "end_job" | "sweep")
    | ("enqueue_test_email" | "queue_confirmation_emails" | "queue_plan_emails")
    | ("queue_reminders" | "series_to_extend" | "extend_series")
    | ("queue_push" | "lease_push" | "settle_push")
    | ("lease_emails" | "settle_email" | "record_sign_in")
    | ("message_locale" | "admit_sms" | "admit_email")
    | ("authorize_turn_test" | "authorize_turn" | "authorize_summary")
    | ("authorize_plan" | "series_to_change" | "create_series" | "change_series")
    | ("uploaded_file" | "approve_file" | "refuse_file" | "share_file" | "readable_files" | "removable_files")
  >();
});

test(
  "the advisors' findings match the list",
  async () => {
    expect(await advisorsDrift()).toEqual([]);
  },
  CHECK_TIMEOUT_MS,
);

test("reports drift in both directions", () => {
  const advice = (cacheKey: string): Advice => ({ cacheKey, level: "WARN", detail: "Why." });
  expect(drift([advice("a"), advice("b_1"), advice("b_2")], ["a", "b_*"])).toEqual([]);
  expect(drift([advice("a"), advice("ab")], ["a"])).toEqual(["ab (WARN) is not in supabase/advisors.json: Why."]);
  expect(drift([], ["a", "b_*"])).toEqual([
    "a is in supabase/advisors.json, but the advisors no longer report it.",
    "b_* is in supabase/advisors.json, but the advisors no longer report it.",
  ]);
});

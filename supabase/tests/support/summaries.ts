/** Helpers that claim a summary as the edge function `summarise` does, and store results of a model or an engine. */
import * as z from "zod/mini";
import { SUMMARY, summaryStatus } from "#contracts/summary.ts";
import { captionActions } from "./captions.ts";
import type { CallMember } from "./fixtures.ts";
import { type DatabaseCaller, service, type TestDatabase } from "./testDatabase.ts";

const claims = z.object({
  work: z.nullable(
    z.discriminatedUnion("kind", [
      z.object({
        kind: z.literal("summarise"),
        state: z.int(),
        lines_all: z.int(),
        lines: z.array(
          z.object({
            id: z.guid(),
            who: z.string(),
            language: z.string(),
            text: z.string(),
            corrected_by: z.nullable(z.string()),
          }),
        ),
        terms: z.array(z.object({ term: z.string() })),
      }),
      z.object({
        kind: z.literal("translate"),
        state: z.int(),
        language: z.string(),
        target: z.string(),
        sentences: z.array(z.object({ number: z.int(), text: z.string() })),
        terms: z.array(z.object({ term: z.string() })),
        names: z.array(z.string()),
      }),
    ]),
  ),
  taken: z.boolean(),
  reason: z.nullable(z.string()),
});

interface Asked {
  language?: string | null;
  again?: boolean;
  modelUp?: boolean;
  translatorUp?: boolean;
}
/** The claim of a caller who gets no task. */
export const NO_SUMMARY_TASK = { work: null, taken: false, reason: null };

export const summaries = (db: TestDatabase) => {
  const { say, scene: empty } = captionActions(db);
  const claim = (
    who: CallMember,
    { language = null, again = false, modelUp = true, translatorUp = true }: Asked = {},
  ) =>
    db.rpc(
      service,
      "claim_summary",
      {
        p_call_id: who.call,
        p_user_id: who.id,
        p_language: language,
        p_again: again,
        p_model_up: modelUp,
        p_translator_up: translatorUp,
      },
      claims,
    );
  const store = (result: object) => db.rpc(service, "store_summary", { p_result: { json: result } }, z.boolean());
  const storeTranslation = (result: object) =>
    db.rpc(service, "store_summary_translation", { p_result: { json: result } }, z.boolean());
  const read = (who: DatabaseCaller, call: string, language: string | null = null) =>
    db.rpc(who, "read_summary", { p_call_id: call, p_language: language }, summaryStatus);

  const leaseOver = (call: string) =>
    db.admin`update public.summaries set lease_until = now() - interval '1 second' where call_id = ${call}`;

  /** Creates a call of Ana and Bob with this many lines of Ana's. */
  async function scene(lines: number = SUMMARY.minLines) {
    const { place, host, ana, bob } = await empty();
    const captions = [];
    for (let index = 0; index < lines; index += 1) captions.push(await say(ana, { text: `palabra ${index}` }));
    return { place, host, ana, bob, captions, ids: captions.map(({ id }) => id) };
  }

  async function claimWork(who: CallMember, options: Asked = {}) {
    const { work } = await claim(who, options);
    if (work?.kind !== "summarise") throw new Error("nothing to be summed up");
    return work;
  }

  /** Stores a summary of two sentences: the first cites two lines, the second cites the third line. */
  async function summed({ ana, ids }: Pick<Awaited<ReturnType<typeof scene>>, "ana" | "ids">, options: Asked = {}) {
    const { state } = await claimWork(ana, options);
    const done = await store({
      ...{ call_id: ana.call, state, language: "es", lines_read: 5, lines_all: 5, model: "a-model" },
      sentences: [
        { text: " Ana habló. ", line_ids: ids.slice(0, 2) },
        { text: "Y otra vez.", line_ids: ids.slice(2, 3) },
      ],
    });
    return { state, done };
  }

  return { claim, store, storeTranslation, read, leaseOver, scene, claimWork, summed };
};

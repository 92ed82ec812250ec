/** Sections 4 and 5 of docs/operating.md: parts that work only after a choice of the operator. */
import * as z from "zod";
import type { SupabaseProject } from "../lib/supabaseProject.ts";
import { type Finding, ok, unknown } from "./finding.ts";
import { request } from "./request.ts";

const PARTS = [
  ["translate", "5", "Translation", "readers see the original, or what their browser translates"],
  ["transcribe", "5", "Speech on the server", "only browsers that recognise speech have captions"],
  ["summarise", "5", "Summaries", "recaps have no written summary"],
] as const;

const status = z.object({ configured: z.boolean() });

export async function checkOptionalParts({ url, publishableKey }: SupabaseProject): Promise<Finding[]> {
  const parts = await Promise.all(
    PARTS.map(async ([name, step, title, without]) => {
      const { json } = await request(`${url}/functions/v1/${name}`, { headers: { apikey: publishableKey } });
      const configured = status.safeParse(json).data?.configured;
      if (configured === true) return ok(step, `${title} is configured.`);
      const what = configured === false ? "is not configured" : "does not show whether it is configured";
      return unknown(step, `${title} ${what}. Without it ${without}.`);
    }),
  );
  const relay = "Whether a relay works shows the connection test on the pre-join page, from two strict networks.";
  return [unknown("4", relay), ...parts];
}

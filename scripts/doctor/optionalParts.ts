/** Sections 4, 5 and 8 of docs/operating.md: parts that work only after a choice of the operator. */
import * as z from "zod";
import type { SupabaseProject } from "../lib/supabaseProject.ts";
import { type Finding, fault, ok, unknown } from "./finding.ts";
import { request } from "./request.ts";

const PARTS = [
  ["translate", "5", "Translation", "readers see the original, or what their browser translates"],
  ["transcribe", "5", "Speech on the server", "only browsers that recognise speech have captions"],
  ["summarise", "5", "Summaries", "recaps have no written summary"],
] as const;

const PUSH_STEP = "8";

const status = z.object({ configured: z.boolean() });

/** `hasPushKey`: whether the Worker has the public key of Web Push. Null if the app does not respond. */
export async function checkOptionalParts(project: SupabaseProject, hasPushKey: boolean | null): Promise<Finding[]> {
  const parts = await Promise.all(
    PARTS.map(async ([name, step, title, without]) => {
      const configured = await isConfigured(project, name);
      if (configured === true) return ok(step, `${title} is configured.`);
      const what = configured === false ? "is not configured" : "does not show whether it is configured";
      return unknown(step, `${title} ${what}. Without it ${without}.`);
    }),
  );
  const relay = "Whether a relay works shows the connection test on the pre-join page, from two strict networks.";
  return [unknown("4", relay), ...parts, pushFinding(await isConfigured(project, "remind"), hasPushKey)];
}

async function isConfigured({ url, publishableKey }: SupabaseProject, name: string): Promise<boolean | undefined> {
  const { json } = await request(`${url}/functions/v1/${name}`, { headers: { apikey: publishableKey } });
  return status.safeParse(json).data?.configured;
}

/** The Worker and the function `remind` need keys that belong together. */
export function pushFinding(sends: boolean | undefined, hasPushKey: boolean | null): Finding {
  if (sends === true && hasPushKey === false)
    return fault(
      PUSH_STEP,
      "VAPID_PUBLIC_KEY is missing in wrangler.toml: nobody can switch on reminders by Web Push.",
    );
  if (sends === false && hasPushKey === true)
    return fault(
      PUSH_STEP,
      "VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY or APP_URL is missing in the functions: no reminder by Web Push is sent.",
    );
  if (sends === true) return ok(PUSH_STEP, "Reminders by Web Push are configured.");
  const what = sends === false ? "are not configured" : "do not show whether they are configured";
  return unknown(PUSH_STEP, `Reminders by Web Push ${what}. Without them reminders come by email only.`);
}

/** Loads the section of passkeys of `/settings/security`, handles its forms, and answers the scripts of dialogs. */
import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import * as z from "zod/mini";
import { errorStatus } from "#contracts/errorStatuses.ts";
import { isErrorCode } from "#contracts/errors.ts";
import type { PasskeyAnswer, PasskeyResult } from "~/lib/passkeys.ts";
import { type PasskeyIntent, type PasskeysResult, type PasskeysView, passkeysPath } from "./passkeyView.ts";

type Context = Pick<AppLoadContext, "rpc" | "signIn" | "passkeys">;

/** Status of a problem that is no error of the catalogue. */
const REFUSED = 400;
export const problemStatus = (problem: string): number => (isErrorCode(problem) ? errorStatus(problem) : REFUSED);

/** Returns the options of a dialog, as JSON. Only scripts of our own origin get here. */
export async function passkeyOptions<T>(request: Request, read: () => Promise<PasskeyResult<T>>): Promise<Response> {
  const form = await request.formData();
  const result: PasskeyResult<T> =
    form.get("intent") === "options" ? await read() : { ok: false, problem: "request/invalid" };
  if (result.ok) return Response.json({ options: result.value });
  return Response.json({ problem: result.problem }, { status: problemStatus(result.problem) });
}

/** The fields of the dialog's result in a form. */
export const answerFields = { challenge: z.guid(), credential: z.string().check(z.maxLength(32_768)) };
const answerForm = z.object(answerFields);

/** Returns the result of a dialog, or null. */
export function parseAnswer(form: FormData): PasskeyAnswer | null {
  const parsed = answerForm.safeParse(Object.fromEntries(form));
  return parsed.success ? { challengeId: parsed.data.challenge, credential: parsed.data.credential } : null;
}

/** Returns null where passkeys are not offered. `hasFactor`: whether the reader has a second factor. */
export async function readPasskeys(
  { rpc, signIn, passkeys }: Context,
  request: Request,
  hasFactor: boolean,
): Promise<PasskeysView | null> {
  if (!(await signIn.ways()).passkey) return null;
  const { searchParams } = new URL(request.url);
  const [found, recent] = await Promise.all([passkeys.list(), rpc("has_recent_proof", {})]);
  return {
    passkeys: found.ok ? found.value : null,
    isRecent: recent.ok && recent.value,
    hasFactor,
    renames: searchParams.get("rename-passkey"),
    removes: searchParams.get("remove-passkey"),
    now: Date.now(),
  };
}

const passkeysForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("add"), ...answerFields }),
  z.object({ intent: z.literal("rename"), id: z.guid(), name: z.string() }),
  z.object({ intent: z.literal("remove"), id: z.guid() }),
]);

/** Throws a redirect to the page for a fresh proof if the last one is too old to remove a passkey. */
export async function handlePasskeysForm({ rpc, passkeys }: Context, request: Request): Promise<PasskeysResult> {
  const parsed = passkeysForm.safeParse(Object.fromEntries(await request.formData()));
  if (!parsed.success) return { kind: "failed", intent: null, id: "", typed: "", problem: "request/invalid" };
  const submission = parsed.data;
  const resultOf = (intent: PasskeyIntent, result: PasskeyResult<null>, id = "", typed = ""): PasskeysResult =>
    result.ok ? { kind: "done", intent } : { kind: "failed", intent, id, typed, problem: result.problem };
  switch (submission.intent) {
    case "add": {
      const { challenge, credential } = submission;
      return resultOf("add", await passkeys.add({ challengeId: challenge, credential }));
    }
    case "rename": {
      const { id, name } = submission;
      return resultOf("rename", await passkeys.rename(id, name), id, name);
    }
    case "remove": {
      const { id } = submission;
      const recent = await rpc("has_recent_proof", {});
      if (!recent.ok) return resultOf("remove", { ok: false, problem: recent.error.code }, id);
      if (!recent.value) {
        throw redirect(`/settings/confirm?${new URLSearchParams({ next: passkeysPath({ "remove-passkey": id }) })}`);
      }
      return resultOf("remove", await passkeys.remove(id), id);
    }
    default:
      return submission satisfies never;
  }
}

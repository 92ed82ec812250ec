/** Loads the section of second factors of `/settings/security`, and handles its forms. */
import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import * as z from "zod/mini";
import { errorResponse } from "~/lib/routeErrors.ts";
import type { NewApp } from "~/lib/secondFactor.ts";
import { type FactorsResult, type FactorsView, factorsPath } from "./core/factorView.ts";

type Context = Pick<AppLoadContext, "rpc" | "secondFactor">;

export async function readFactors({ secondFactor }: Context, request: Request): Promise<FactorsView> {
  const { searchParams } = new URL(request.url);
  const found = await secondFactor.read();
  return {
    state: found.ok ? found.value : null,
    adds: searchParams.has("add"),
    removes: searchParams.get("remove"),
    now: Date.now(),
  };
}

/** Characters of a name, as many as a list shows. */
const MAX_NAME_LENGTH = 40;
const name = z.pipe(
  z.string(),
  z.transform((typed) => typed.trim().slice(0, MAX_NAME_LENGTH)),
);
const secret = z.string().check(z.regex(/^[A-Z2-7]{16,64}$/u));
const uri = z.string().check(z.regex(/^otpauth:\/\/totp\//u), z.maxLength(500));

const factorsForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("add"), name }),
  // The page sends back what Auth shows once, so that a wrong code leaves it visible.
  z.object({ intent: z.literal("verify"), id: z.guid(), name, secret, uri, code: z.string() }),
  z.object({ intent: z.literal("remove"), id: z.guid() }),
  z.object({ intent: z.literal("codes") }),
  z.object({ intent: z.literal("keep") }),
]);

/** Throws a redirect to the page for a fresh code if the last proof is too old. */
export async function handleFactorsForm(
  { rpc, secondFactor }: Context,
  request: Request,
  defaultName: string,
): Promise<FactorsResult> {
  const parsed = factorsForm.safeParse(Object.fromEntries(await request.formData()));
  if (!parsed.success) return { kind: "failed", intent: null, problem: "request/invalid", typed: "" };
  const submission = parsed.data;
  switch (submission.intent) {
    case "add": {
      await requireRecent(rpc, factorsPath({ add: "" }));
      const added = await secondFactor.enroll(submission.name || defaultName);
      if (added.ok) return { kind: "new", app: added.value, problem: null };
      return { kind: "failed", intent: "add", problem: added.problem, typed: submission.name };
    }
    case "verify":
      return await verifyNew(secondFactor, submission, submission.code);
    case "remove": {
      await requireRecent(rpc, factorsPath({ remove: submission.id }));
      const removed = await secondFactor.remove(submission.id);
      if (removed.ok) return { kind: "done", intent: "remove", codes: null };
      return { kind: "failed", intent: "remove", problem: removed.problem, typed: "" };
    }
    case "codes": {
      await requireRecent(rpc, factorsPath());
      const created = await secondFactor.createRecoveryCodes();
      if (created.ok) return { kind: "done", intent: "codes", codes: created.value };
      return { kind: "failed", intent: "codes", problem: created.problem, typed: "" };
    }
    case "keep": {
      const kept = await rpc("withdraw_factor_reset", {});
      if (kept.ok) return { kind: "done", intent: "keep", codes: null };
      return { kind: "failed", intent: "keep", problem: kept.error.code, typed: "" };
    }
    default:
      return submission satisfies never;
  }
}

/** Verifies the app. The first one gets recovery codes at once, if the server has them. */
async function verifyNew(
  secondFactor: AppLoadContext["secondFactor"],
  { id, name: appName, secret: key, uri: address }: NewApp,
  code: string,
): Promise<FactorsResult> {
  const verified = await secondFactor.verifyNew(id, code);
  if (!verified.ok) {
    return { kind: "new", app: { id, name: appName, secret: key, uri: address }, problem: verified.problem };
  }
  const state = await secondFactor.read();
  const needsCodes = state.ok && state.value.recoveryCodes === null;
  const created = needsCodes ? await secondFactor.createRecoveryCodes() : null;
  return { kind: "done", intent: "verify", codes: created?.ok ? created.value : null };
}

async function requireRecent(rpc: AppLoadContext["rpc"], next: string): Promise<void> {
  const proven = await rpc("has_recent_proof", {});
  if (!proven.ok) throw errorResponse(proven.error);
  if (!proven.value) throw redirect(`/settings/confirm?${new URLSearchParams({ next })}`);
}

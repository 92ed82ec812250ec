/** Loads the section of the password in `/settings/security`, and handles its form. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import * as z from "zod/mini";
import type { Result } from "#contracts/errors.ts";
import { fail } from "#contracts/errors.ts";
import type { Viewer } from "~/lib/loadContext.ts";
import type { PasswordView } from "./passwordView.ts";

type Context = Pick<AppLoadContext, "rpc" | "signIn">;

/** Returns null if the operator offers no passwords, and without an answer of the database. */
export async function readPasswordView(
  { rpc, signIn }: Context,
  viewer: Viewer,
  request: Request,
): Promise<PasswordView | null> {
  if (!(await signIn.ways()).password) return null;
  const state = await rpc("password_state", {});
  if (!state.ok) return null;
  const { is_set, is_proven } = state.value;
  const needsCode = !is_set || viewer.level === "aal2";
  const proof = is_proven ? "none" : needsCode ? "code" : "current";
  return { isSet: is_set, proof, isOpen: proof !== "code" && new URL(request.url).searchParams.has("password") };
}

const passwordForm = z.object({ password: z.string(), currentPassword: z.optional(z.string()) });

export async function changePassword({ signIn }: Context, viewer: Viewer, form: FormData): Promise<Result<null>> {
  const parsed = passwordForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) return fail("request/invalid");
  // The database rejects a change without a proof.
  return await signIn.changePassword(viewer, parsed.data.password, parsed.data.currentPassword ?? null);
}

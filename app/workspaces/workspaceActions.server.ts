/** Handles the forms of the pages about workspaces. The database checks permissions. */
import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import * as z from "zod/mini";
import type { Result } from "#contracts/errors.ts";
import {
  confirmPath,
  DONE_PARAM,
  type FormResult,
  invitationPath,
  POLICY_PARAM,
  workspacePath,
} from "./core/workspaceView.ts";
import { done, failed, resultOf } from "./server/formResults.server.ts";
import { membersForm, workspaceForm } from "./server/workspaceForms.server.ts";

type Context = Pick<AppLoadContext, "rpc" | "locale">;

const workspaceId = z.guid();

/** Throws a redirect to the page for a fresh code, and back, if the database needs a newer proof of the person. */
function confirmed<T>(response: Result<T>, next: string): Result<T> {
  if (response.ok || response.error.code !== "account/sign-in-again") return response;
  throw redirect(confirmPath(next));
}

/** Handles the forms of `/settings/workspace`. Throws a redirect if another workspace is to be shown. */
export async function handleWorkspaceForm({ rpc }: Context, request: Request): Promise<FormResult> {
  const form = await request.formData();
  const workspace = workspaceId.safeParse(new URL(request.url).searchParams.get("workspace"));
  const parsed = workspaceForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) {
    const isDays = parsed.error.issues.some(({ path }) => path[0] === "days");
    return isDays ? failed("save", "request/invalid", form, "days") : failed(null, "request/invalid", form);
  }
  const submission = parsed.data;
  if (!workspace.success) return failed(submission.intent, "request/invalid", form);
  const p_workspace_id = workspace.data;
  switch (submission.intent) {
    case "save": {
      const { name, days, translation } = submission;
      const response = await rpc("update_workspace", {
        ...{ p_workspace_id, p_name: name, p_retention_days: days, p_translation_policy: translation },
      });
      const typed = { name, days: String(days), translation };
      const saved = confirmed(response, workspacePath("workspace", p_workspace_id, typed));
      return saved.ok ? done("save", { name: saved.value.name }) : failed("save", saved.error.code, form);
    }
    case "choose":
      return resultOf("choose", await rpc("choose_workspace", { p_workspace_id }), form);
    case "create": {
      const created = await rpc("create_workspace", { p_workspace_id: submission.id, p_name: submission.name });
      if (created.ok) throw redirect(workspacePath("workspace", created.value.id, { [DONE_PARAM]: "create" }));
      return failed("create", created.error.code, form);
    }
    case "leave": {
      const left = await rpc("leave_workspace", { p_workspace_id });
      if (left.ok) throw redirect(workspacePath("workspace", null, { [DONE_PARAM]: "leave" }));
      return failed("leave", left.error.code, form);
    }
    case "delete": {
      const requested = await rpc("request_workspace_deletion", { p_workspace_id, p_name: submission.name });
      // The database compares the name.
      const isName = !requested.ok && requested.error.code === "request/invalid";
      return isName ? failed("delete", "request/invalid", form, "name") : resultOf("delete", requested, form);
    }
    case "two-factor": {
      const p_required = submission.required === "yes";
      const changed = await rpc("require_two_factor", { p_workspace_id, p_required });
      const next = workspacePath("workspace", p_workspace_id, { [POLICY_PARAM]: "" });
      return resultOf("two-factor", confirmed(changed, next), form);
    }
    case "sso": {
      const p_required = submission.required === "yes";
      const changed = await rpc("require_single_sign_on", { p_workspace_id, p_required });
      const next = workspacePath("workspace", p_workspace_id, { [POLICY_PARAM]: "sso" });
      return resultOf("sso", confirmed(changed, next), form);
    }
    case "keep":
      return resultOf("keep", await rpc("cancel_workspace_deletion", { p_workspace_id }), form);
    default:
      return submission satisfies never;
  }
}

/** Handles the forms of `/settings/members`. */
export async function handleMembersForm({ rpc, locale }: Context, request: Request): Promise<FormResult> {
  const form = await request.formData();
  const { origin, searchParams } = new URL(request.url);
  const workspace = workspaceId.safeParse(searchParams.get("workspace"));
  const parsed = membersForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) return failed(null, "request/invalid", form);
  const submission = parsed.data;
  const { intent, id } = submission;
  if (!workspace.success) return failed(intent, "request/invalid", form);
  const p_workspace_id = workspace.data;
  const member = { p_workspace_id, p_user_id: id };
  const after = searchParams.get("after");
  const membersPath = (part = {}) =>
    workspacePath("members", p_workspace_id, { ...(after !== null && { after }), ...part });
  /** An invitation of an address is sent, so only its recipient gets the link. */
  const invited = (sent: Result<{ email: string | null; token: string }>): FormResult => {
    if (!sent.ok) return failed(intent, sent.error.code, form);
    const { email, token } = sent.value;
    return done(intent, { email, link: email === null ? `${origin}${invitationPath(token)}` : null });
  };
  switch (submission.intent) {
    case "role": {
      const { role } = submission;
      const changed = await rpc("set_member_role", { ...member, p_member_role: role });
      return resultOf(intent, confirmed(changed, membersPath({ chosen: id, role })), form);
    }
    case "remove":
      return resultOf(intent, await rpc("remove_member", member), form);
    case "transfer":
      return resultOf(intent, confirmed(await rpc("transfer_workspace", member), membersPath({ transfer: id })), form);
    case "invite": {
      const email = submission.email.trim();
      // Without an address the database would make a link.
      if (email === "") return failed(intent, "mail/malformed", form);
      // An address belongs in no URL, so the page itself asks for a newer proof.
      return invited(
        await rpc("invite_member", {
          ...{ p_workspace_id, p_invitation_id: id, p_email: email },
          ...{ p_member_role: submission.role, p_locale: locale },
        }),
      );
    }
    case "link":
      return invited(await rpc("invite_member", { p_workspace_id, p_invitation_id: id, p_member_role: "member" }));
    case "renew":
      return invited(
        confirmed(
          await rpc("renew_invitation", { p_invitation_id: id, p_locale: locale }),
          membersPath({ chosen: id }),
        ),
      );
    case "revoke":
      return resultOf(intent, await rpc("revoke_invitation", { p_invitation_id: id }), form);
    case "reset-approve":
    case "reset-decline": {
      const answer = { ...member, p_approved: submission.intent === "reset-approve" };
      return resultOf(intent, confirmed(await rpc("answer_factor_reset", answer), membersPath()), form);
    }
    default:
      return submission satisfies never;
  }
}

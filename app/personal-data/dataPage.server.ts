/** Loads `/settings/data` and handles its forms. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import * as z from "zod/mini";
import type { ErrorCode } from "#contracts/errors.ts";
import { isPhoneNumber } from "#contracts/phoneNumber.ts";
import { asciiDigits } from "#contracts/text/asciiDigits.ts";
import { cleanEmailAddress } from "#contracts/text/emailAddress.ts";
import { acceptedLanguages } from "~/i18n/acceptLanguage.ts";
import { preferredLanguageTag } from "~/lib/dates.ts";
import type { Viewer } from "~/lib/loadContext.ts";
import { errorResponse } from "~/lib/routeErrors.ts";
import type { DataIntent, DataResult, PersonalDataView } from "./core/dataView.ts";

export async function readDataPage(
  { rpc, locale }: Pick<AppLoadContext, "rpc" | "locale">,
  viewer: Viewer,
  request: Request,
): Promise<PersonalDataView> {
  const deletion = await rpc("account_deletion", {});
  if (!deletion.ok) throw errorResponse(deletion.error);
  return {
    address: viewer.address ?? "",
    deletion: deletion.value,
    now: Date.now(),
    languageTag: preferredLanguageTag(locale, acceptedLanguages(request.headers)),
  };
}

const dataForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("delete"), email: z.string() }),
  z.object({ intent: z.literal("keep") }),
]);

export async function handleDataForm(
  { rpc }: Pick<AppLoadContext, "rpc">,
  viewer: Viewer,
  request: Request,
): Promise<DataResult> {
  const form = await request.formData();
  const failed = (intent: DataIntent | null, code: ErrorCode, isField = false): DataResult => ({
    kind: "failed",
    ...{ intent, code, isField, typed: String(form.get("email") ?? "") },
  });
  const parsed = dataForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) return failed(null, "request/invalid");
  const submission = parsed.data;
  switch (submission.intent) {
    case "delete": {
      const address = viewer.address ?? "";
      // The database compares it again.
      if (!repeats(submission.email, address)) return failed("delete", "mail/malformed", true);
      const requested = await rpc("request_account_deletion", { p_email: address });
      return requested.ok ? { kind: "done", intent: "delete" } : failed("delete", requested.error.code);
    }
    case "keep": {
      const cancelled = await rpc("cancel_account_deletion", {});
      return cancelled.ok ? { kind: "done", intent: "keep" } : failed("keep", cancelled.error.code);
    }
    default:
      return submission satisfies never;
  }
}

/** Returns whether somebody has typed their address, or their number with or without its signs. */
const repeats = (typed: string, address: string): boolean =>
  isPhoneNumber(address)
    ? asciiDigits(typed.slice(0, 100).normalize("NFKC")).replace(/\D/gu, "") === address.slice(1)
    : cleanEmailAddress(typed).toLowerCase() === address.toLowerCase();

import type { ErrorCode, Result } from "#contracts/errors.ts";
import type { DoneResult, FailedResult, FieldName, FormResult, Intent } from "../core/workspaceView.ts";

export const done = (intent: Intent, facts: Partial<Pick<DoneResult, "email" | "link" | "name">> = {}): DoneResult => ({
  ...{ kind: "done", intent, email: null, link: null, name: null },
  ...facts,
});

/** Returns the field of an error that the database found. */
function fieldOf(code: ErrorCode): FieldName | null {
  switch (code) {
    case "name/empty":
    case "name/too-long":
      return "name";
    case "mail/malformed":
    case "workspace/member-already":
      return "email";
    default:
      return null;
  }
}

export const failed = (
  intent: Intent | null,
  code: ErrorCode,
  form: FormData,
  field: FieldName | null = fieldOf(code),
): FailedResult => ({
  kind: "failed",
  ...{ intent, field, code },
  id: String(form.get("id") ?? ""),
  typed: Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []))),
});

export const resultOf = (intent: Intent, response: Result<unknown>, form: FormData): FormResult =>
  response.ok ? done(intent) : failed(intent, response.error.code, form);

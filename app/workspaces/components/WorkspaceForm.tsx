import { useEffect, useMemo, useRef } from "react";
import { ownColour } from "#contracts/colours.ts";
import { LIMITS } from "#contracts/limits.ts";
import { WORKSPACES } from "#contracts/workspaceLimits.ts";
import type { TranslationPolicy } from "#contracts/workspaces.ts";
import { LazyAvatarField } from "~/avatars/LazyAvatarField.tsx";
import type { TFunction } from "~/i18n/createTFunction.tsx";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { SettingsForm } from "~/settings/SettingsForm.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { Field } from "~/ui/Field.tsx";
import { Select } from "~/ui/Select.tsx";
import { TextInput } from "~/ui/TextInput.tsx";

import {
  type FailedResult,
  type FormResult,
  failureOf,
  type WorkspaceView,
  workspacePath,
} from "../core/workspaceView.ts";

const POLICIES = ["server", "device", "off"] as const satisfies readonly TranslationPolicy[];

/** UTF-16 units. Slightly longer input gets an error, more cannot be typed. */
export const NAME_MAX_LENGTH = 2 * LIMITS.workspaceName.max;

/** Returns the error beside the name: the catalogue's messages are about names of people. */
export function nameError(t: TFunction, failure: FailedResult | null): string | undefined {
  if (failure?.field !== "name") return undefined;
  if (failure.code === "name/empty") return t("members.name.empty");
  if (failure.code === "name/too-long") return t("members.name.long", { max: String(LIMITS.workspaceName.max) });
  return errorText(t, failure.code);
}

interface WorkspaceFormProps {
  env: Pick<PublicEnv, "supabaseUrl" | "publishableKey">;
  view: WorkspaceView;
  result: FormResult | null;
}

/** Edits a workspace. The picture is stored at once. Posts `name`, `days`, `translation`. */
export function WorkspaceForm({ env, view, result }: WorkspaceFormProps) {
  const { shown, typed } = view;
  const t = useMessages();
  const format = useFormatters();
  const name = useRef<HTMLInputElement>(null);
  const failure = failureOf(result, "save");
  const outcome = useMemo(() => {
    if (result?.kind === "done") return result.intent === "save" ? { saved: true } : null;
    return failureOf(result, "save") && { saved: false };
  }, [result]);
  // The server removes invisible characters from a name, so the stored name is shown.
  const stored = result?.kind === "done" ? result.name : null;
  useEffect(() => {
    if (outcome?.saved && stored !== null && name.current) name.current.value = stored;
  }, [outcome, stored]);
  const bounds = { min: format.number(WORKSPACES.retentionDays.min), max: format.number(WORKSPACES.retentionDays.max) };
  return (
    <SettingsForm
      title={t("settings.workspace")}
      text={t("members.workspace.text")}
      action={workspacePath("workspace", shown.id)}
      intent="save"
      error={failure !== null && failure.field === null ? failure.code : undefined}
      outcome={outcome}
    >
      <LazyAvatarField
        env={env}
        workspaceId={shown.id}
        shown={{ avatar: shown.avatar, name: shown.name, colour: ownColour(shown.id) }}
      />
      <Field label={t("members.name")} error={nameError(t, failure)}>
        {(control) => (
          // Uncontrolled, so that input before hydration stays.
          <TextInput
            {...control}
            ref={name}
            name="name"
            dir="auto"
            maxLength={NAME_MAX_LENGTH}
            defaultValue={failure?.typed.name ?? typed.name ?? shown.name}
            autoComplete="off"
          />
        )}
      </Field>
      <Field
        label={t("members.retention")}
        hint={t("members.retention.hint", bounds)}
        error={failure?.field === "days" && t("members.retention.wrong", bounds)}
      >
        {(control) => (
          <TextInput
            {...control}
            name="days"
            autoFocus={typed.days !== null}
            inputMode="numeric"
            maxLength={20}
            defaultValue={failure?.typed.days ?? typed.days ?? String(shown.retention_days)}
            autoComplete="off"
            className="max-w-40"
          />
        )}
      </Field>
      <Field label={t("members.translation")} hint={t("members.translation.hint")}>
        {(control) => (
          <Select
            {...control}
            name="translation"
            defaultValue={failure?.typed.translation ?? typed.translation ?? shown.translation_policy}
          >
            {POLICIES.map((policy) => (
              <option key={policy} value={policy}>
                {t(`members.translation.${policy}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </SettingsForm>
  );
}

import { useMemo, useState } from "react";
import { isLanguage, type Language } from "#contracts/languages.ts";
import type { WorkspaceMember } from "#contracts/workspaces.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { isComposing } from "~/lib/keys.ts";
import { useAsyncEffect } from "~/lib/useAsyncEffect.ts";
import { LanguageSelect } from "~/translation/LanguageSelect.tsx";
import { Button } from "~/ui/Button.tsx";
import { Field } from "~/ui/Field.tsx";
import { SearchSelect } from "~/ui/SearchSelect.tsx";
import { Select } from "~/ui/Select.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import { addInvitee, type DraftInvitee, readAddress } from "../core/invitees.ts";
import type { PlanClient } from "../core/planClient.ts";
import { zoneOptions } from "./zoneOptions.ts";

interface PeopleFieldsProps {
  client: PlanClient;
  workspace: string;
  /** User ids that are invited already. */
  invited: readonly string[];
  /** The language and the zone that an address gets first. */
  language: Language;
  zone: string;
  value: readonly DraftInvitee[];
  onChange(value: readonly DraftInvitee[]): void;
}

/** Adds people to invite: members of the workspace, and addresses with a language and a zone. */
export function PeopleFields(props: PeopleFieldsProps) {
  const { client, workspace, invited, value, onChange } = props;
  const t = useMessages();
  const [members, setMembers] = useState<readonly WorkspaceMember[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the client stays the same while the dialog is open
  useAsyncEffect(
    async (signal) => {
      const read = await client.members(workspace);
      // Addresses can be invited without the list.
      if (read.ok && !signal.aborted) setMembers(read.value);
    },
    [workspace],
  );
  const open = members.filter(({ user_id }) => !invited.includes(user_id) && !value.some(({ id }) => id === user_id));
  const nameOf = ({ display_name, email }: WorkspaceMember) => display_name ?? email ?? t("planning.unnamed");
  const addMember = (id: string) => {
    const member = members.find(({ user_id }) => user_id === id);
    if (member !== undefined) onChange(addInvitee(value, { id, name: nameOf(member), language: null, zone: null }));
  };
  return (
    <div className="grid gap-4">
      {open.length > 0 && (
        <Field label={t("planForm.people.member")}>
          {(control) => (
            <Select {...control} value="" onChange={(event) => addMember(event.currentTarget.value)}>
              <option value="">{t("planForm.people.choose")}</option>
              {open.map((member) => (
                <option key={member.user_id} value={member.user_id}>
                  {nameOf(member)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <AddressFields {...props} />
    </div>
  );
}

function AddressFields({ language: first, zone: firstZone, value, onChange }: PeopleFieldsProps) {
  const t = useMessages();
  const [typed, setTyped] = useState("");
  const [language, setLanguage] = useState(first);
  const [zone, setZone] = useState(firstZone);
  const [refused, setRefused] = useState(false);
  const zones = useMemo(() => zoneOptions(firstZone), [firstZone]);
  const add = () => {
    const address = readAddress(typed);
    setRefused(address === null);
    if (address === null) return;
    onChange(addInvitee(value, { id: address, name: address, language, zone }));
    setTyped("");
  };
  return (
    <fieldset className="grid gap-3 rounded-m border border-line p-3">
      <legend className="px-1 text-14 font-strong">{t("planForm.people.address")}</legend>
      <Field label={t("planForm.people.email")} error={refused && t("planForm.people.refused")}>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            dir="ltr"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              // Enter adds the address, and does not send the form.
              if (event.key !== "Enter" || isComposing(event.nativeEvent)) return;
              event.preventDefault();
              add();
            }}
          />
        )}
      </Field>
      <div className="grid gap-3 s:grid-cols-2">
        <Field label={t("planForm.people.reads")}>
          {(control) => (
            <LanguageSelect
              {...control}
              native
              suggested={[first]}
              value={language}
              onChange={({ currentTarget: { value: code } }) => isLanguage(code) && setLanguage(code)}
            />
          )}
        </Field>
        <SearchSelect label={t("planForm.zone")} options={zones} defaultValue={zone} onChange={setZone} />
      </div>
      <Button size="s" className="justify-self-start" onClick={add}>
        {t("planForm.people.add")}
      </Button>
    </fieldset>
  );
}

import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { WORKSPACE_ACTIONS } from "#contracts/workspaceLimits.ts";
import type { WorkspaceChange } from "#contracts/workspaces.ts";
import { MESSAGES } from "~/i18n/allMessages.server.ts";
import { I18nProvider } from "~/i18n/I18nProvider.tsx";
import type { Locale } from "~/i18n/locales.ts";
import { ChangeText } from "./ChangeText.tsx";

const ID = "11111111-0000-4000-8000-000000000000";
const CHANGE: WorkspaceChange = {
  ...{ id: 1, at: "2026-11-01T10:00:00+00:00", action: "workspace-created" },
  ...{ actor: ID, actor_name: "Ana", person: ID, person_name: "Tom" },
  detail: {},
};

function textOf(change: Partial<WorkspaceChange>, locale: Locale = "en"): string {
  const markup = renderToStaticMarkup(
    <I18nProvider locale={locale} messages={MESSAGES[locale]}>
      <ChangeText change={{ ...CHANGE, ...change }} />
    </I18nProvider>,
  );
  return markup.replaceAll(/<[^>]+>/gu, "");
}

test.each(["en", "es", "ar"] as const)("every action has a sentence of its own in %s", (locale) => {
  const sentences = WORKSPACE_ACTIONS.map((action) => textOf({ action }, locale));
  expect(new Set(sentences).size).toBe(WORKSPACE_ACTIONS.length);
});

test("roles and ways of translation are in the reader's words", () => {
  expect(textOf({ action: "role-changed", detail: { from: "member", to: "admin" } })).toBe(
    "Ana changed the role of Tom: Member before, Admin now.",
  );
  expect(textOf({ action: "translation-changed", detail: { from: "server", to: "off" } })).toContain("Off now");
});

test("a name that is spelled like a role stays", () => {
  expect(textOf({ action: "workspace-renamed", detail: { from: "owner", to: "off" } })).toBe(
    "Ana changed the name from owner to off.",
  );
});

test("links and invited addresses differ", () => {
  const revoked = { action: "invitation-revoked" } as const;
  expect(textOf({ ...revoked, detail: { address: "tom@a.example" } })).toContain("the invitation of tom@a.example");
  expect(textOf(revoked)).toBe("Ana revoked a link for new members.");
});

test("tells deleted accounts from people without a name", () => {
  expect(textOf({ actor: null, actor_name: null })).toBe("A deleted account created the workspace.");
  expect(textOf({ actor_name: null })).toBe("No name created the workspace.");
});

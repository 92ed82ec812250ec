/** The next steps after a session that was not the reader's. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { MESSAGES } from "~/i18n/allMessages.server.ts";
import { I18nProvider } from "~/i18n/I18nProvider.tsx";
import { createDateFormatter } from "~/lib/dates.ts";
import { SecurityScreen } from "./SecurityScreen.tsx";

vi.mock("@remix-run/react", () => ({ useActionData: () => undefined, Link: () => null, Form: () => null }));

const VIEW = {
  ...{ current: null, others: [], more: false, error: null, question: null },
  ...{ now: 0, languageTag: "en" },
} as const;

const stepsOf = (company: string | null): string =>
  renderToStaticMarkup(
    <I18nProvider locale="en" messages={MESSAGES.en}>
      <SecurityScreen
        {...{ view: VIEW, company, email: "tom@acme.example", result: { kind: "done", intent: "not-me" } }}
        format={createDateFormatter({ languageTag: "en", timeZone: "UTC" })}
      />
    </I18nProvider>,
  ).replaceAll(/<[^>]*>/gu, "");

test("names the mailbox that receives the codes", () => {
  expect(stepsOf(null)).toContain("Codes for Parley go to tom@acme.example.");
});

// A code signs in to another account.
test("names the company of a managed account instead", () => {
  const steps = stepsOf("acme.example");
  expect(steps).toContain("Somebody who signs in at acme.example as you");
  expect(steps).not.toMatch(/mailbox|code/u);
});

import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { Home } from "#contracts/account.ts";
import { ok } from "#contracts/errors.ts";
import type { Term } from "#contracts/glossary.ts";
import { MESSAGES } from "~/i18n/allMessages.server.ts";
import { I18nProvider } from "~/i18n/I18nProvider.tsx";
import { storedTerm, storedTerms, termId } from "../../tests/fakes/glossary.ts";
import { fakeRpc } from "../../tests/fakes/rpc.ts";
import { Glossary } from "./Glossary.tsx";
import { readGlossary } from "./readGlossary.server.ts";

vi.mock("@remix-run/react", () => ({
  ...{
    Form: ({ children }: { children: unknown }) => children,
    Link: () => null,
    useNavigation: () => ({ state: "idle" }),
    useRouteLoaderData: () => ({}),
  },
  ...{ useFetcher: () => ({ state: "idle" }), useLocation: () => ({ pathname: "/glossary" }), useActionData() {} },
}));

const WORKSPACE = "11111111-0000-4000-8000-000000000000";
const HOME: Home = {
  profile: {
    ...{
      display_name: "Ana",
      speaks: "es",
      reads: "es",
      ui_locale: "en",
      time_zone: null,
      confirmation_emails: false,
      delete_at: null,
      factor_reset: false,
      avatar: null,
    },
  },
  workspaces: [{ id: WORKSPACE, name: "Market", role: "owner", locked: false, needs_sso: false }],
  ...{ meetings: [], outcomes: [] },
};

const read = (terms: readonly Term[], query = "") =>
  readGlossary({ rpc: fakeRpc({ glossary: () => ok([...terms]) }) }, new Request(`http://a/glossary${query}`), {
    home: HOME,
    workspace: WORKSPACE,
  });

const render = (view: Awaited<ReturnType<typeof read>>) =>
  renderToStaticMarkup(
    <I18nProvider locale="en" messages={MESSAGES.en}>
      <Glossary view={view} actionData={undefined} env={{ supabaseUrl: "", publishableKey: "", iceServers: [] }} />
    </I18nProvider>,
  );

test("a full glossary sends one page of terms", async () => {
  const terms = storedTerms(500, 5);
  const view = await read(terms);
  expect(view).toMatchObject({ total: 500, next: 50, version: "500 2026-11-01T10:00:00+00:00" });
  expect(view.terms.map(({ id }) => id)).toEqual(terms.slice(0, 50).map(({ id }) => id));
  expect(view.languages).toHaveLength(6);
  const html = render(view);
  expect(html.match(/<h3/gu)).toHaveLength(50);
  expect(html).toContain("50 of 500 terms");
});

test("many translations make the page shorter, not larger", async () => {
  const view = await read(storedTerms(500, 26));
  expect(view.terms).toHaveLength(15);
  expect(JSON.stringify(view).length).toBeLessThan(60_000);
  expect(render(view).length).toBeLessThan(200_000);
});

test("without JavaScript every term is on a page", async () => {
  const terms = storedTerms(120, 10);
  const seen: string[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const view = await read(terms, `?from=${from}`);
    seen.push(...view.terms.map(({ id }) => id));
    from = view.next;
  }
  expect(seen).toEqual(terms.map(({ id }) => id));
  expect(render(await read(terms))).toContain("from=40&amp;workspace=");
});

test("without JavaScript a search finds terms of later pages", async () => {
  const terms = [
    ...storedTerms(100, 1),
    storedTerm(400, { term: "Éire", language: "ga", translations: { es: "Irlanda" } }),
    storedTerm(401, { term: "Okra", state: "proposed" }),
  ];
  const found = async (query: string) => (await read(terms, query)).terms.map(({ term }) => term);
  expect(await found("?q=eire")).toEqual(["Éire"]);
  expect(await found("?q=IRLANDA")).toEqual(["Éire"]);
  expect(await found("?language=ga")).toEqual(["Éire"]);
  expect(await found("?state=proposed")).toEqual(["Okra"]);
  expect(await found("?from=1000")).toEqual([]);
});

test("a panel has its term although it is not shown", async () => {
  const view = await read(storedTerms(500, 1), `?panel=edit.${termId(499)}`);
  expect(view.panelTerm?.id).toBe(termId(499));
  expect(render(view)).toContain('value="term 499"');
});

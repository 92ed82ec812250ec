import Download from "lucide-react/icons/download";
import Plus from "lucide-react/icons/plus";
import Upload from "lucide-react/icons/upload";
import { useDeferredValue, useMemo, useState } from "react";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { RequestErrorNotice } from "~/lib/RequestErrorNotice.tsx";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Field } from "~/ui/Field.tsx";
import { Link } from "~/ui/Link.tsx";
import { Select } from "~/ui/Select.tsx";
import { PanelDialog, PanelSection } from "./components/Panel.tsx";
import { TermFilters } from "./components/TermFilters.tsx";
import { NoMatch, NoTerms, PANEL_FORM_ID, TermLists } from "./components/TermList.tsx";
import { type GlossaryActionData, useGlossaryPanels } from "./components/useGlossaryPanels.tsx";
import { type LoadedTerms, useTerms } from "./components/useTerms.ts";
import { filterTerms, type TermFilter } from "./core/filterTerms.ts";
import type { GlossaryView } from "./core/glossaryView.ts";

interface GlossaryProps {
  view: GlossaryView;
  actionData: GlossaryActionData;
  env: PublicEnv;
}

const NO_FILTER: TermFilter = { text: "", language: "", state: "" };

/** `/glossary`: a workspace's terms and proposals, with panels that change them. */
export function Glossary({ view, actionData, env }: GlossaryProps) {
  const { total, workspace, workspaces, error } = view;
  const t = useMessages();
  const actionPath = workspaces.length > 1 && workspace !== null ? `/glossary?workspace=${workspace}` : "/glossary";
  const loaded = useTerms(view, actionData, env);
  const panelView = useMemo(() => ({ ...view, terms: loaded.terms }), [view, loaded.terms]);
  const panels = useGlossaryPanels(panelView, actionData, actionPath, env);
  const [filter, setFilter] = useState<TermFilter>({
    text: view.searchText,
    language: view.language,
    state: view.state,
  });
  const [filterResets, setFilterResets] = useState(0);
  const deferredFilter = useDeferredValue(filter);
  const found = useMemo(() => filterTerms(loaded.terms, deferredFilter), [loaded.terms, deferredFilter]);
  const add = (
    <Button type="submit" form={PANEL_FORM_ID} name="panel" value="add" variant="primary">
      <Plus className="size-4.5" />
      {t("glossary.add")}
    </Button>
  );
  return (
    <>
      {!panels.showsRejection && <RequestErrorNotice />}
      <form id={PANEL_FORM_ID} method="get" action="/glossary" onSubmit={panels.onOpen}>
        {workspace !== null && <input type="hidden" name="workspace" value={workspace} />}
      </form>
      <div className="mb-6 grid gap-x-10 gap-y-4 l:mb-8 l:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          <h1 className="text-28 leading-tight font-head tracking-head l:text-36">{t("glossary.title")}</h1>
          <p className="mt-2 max-w-150 text-pretty text-ink-soft">{t("glossary.lede")}</p>
        </div>
        {workspace !== null && error === null && (
          <div className="grid grid-cols-2 gap-2 max-s:*:first:col-span-2 s:flex l:self-end">
            {total > 0 && add}
            <Button type="submit" form={PANEL_FORM_ID} name="panel" value="import">
              <Upload className="size-4.5" />
              {t("glossary.import")}
            </Button>
            {total > 0 && (
              <a href={actionPath.replace("/glossary", "/glossary.csv")} download className={buttonClass()}>
                <Download className="size-4.5" />
                {t("glossary.export")}
              </a>
            )}
          </div>
        )}
      </div>
      {workspaces.length > 1 && <WorkspaceChoice view={view} />}
      {panels.statusMessage !== null && (
        <p role="status" className="mb-6 rounded-m bg-success-soft px-4 py-3 text-success">
          {panels.statusMessage}
        </p>
      )}
      {panels.section !== null && <PanelSection content={panels.section} leave={actionPath} onClose={panels.close} />}
      {panels.listError !== null && <ErrorNotice code={panels.listError} shape="row" className="mb-6" />}
      {error !== null ? (
        <ErrorNotice
          code={error}
          shape="row"
          action={
            <Link to={actionPath} className={buttonClass({ size: "s" })}>
              {t("action.retry")}
            </Link>
          }
        />
      ) : total === 0 ? (
        workspace !== null && panels.section === null && <NoTerms action={add} />
      ) : (
        <>
          <TermFilters
            key={filterResets}
            languages={view.languages}
            workspace={workspace}
            filter={filter}
            onChange={setFilter}
          />
          <TermCount loaded={loaded} found={found.length} total={total} />
          {found.length === 0 ? (
            !loaded.loading &&
            loaded.error === null && (
              <NoMatch
                onClear={() => {
                  setFilter(NO_FILTER);
                  setFilterResets(filterResets + 1);
                }}
              />
            )
          ) : (
            <TermLists terms={found} address={actionPath} />
          )}
          <NextPage view={view} />
        </>
      )}
      <PanelDialog content={panels.dialog} onClose={panels.close} />
    </>
  );
}

/** Counts the shown terms. While terms are missing, it shows how many the glossary has. */
function TermCount({ loaded, found, total }: { loaded: LoadedTerms; found: number; total: number }) {
  const t = useMessages();
  const format = useFormatters();
  return (
    <>
      <p role="status" className="mb-3 text-14 text-ink-soft">
        {loaded.complete
          ? t("glossary.count", { count: found })
          : t("glossary.shown", { shown: format.number(found), count: total })}
        {loaded.loading && !loaded.complete && ` ${t("glossary.loading")}`}
      </p>
      {loaded.error !== null && (
        <ErrorNotice
          code={loaded.error}
          shape="row"
          className="mb-6"
          action={
            <Button size="s" onClick={loaded.retry}>
              {t("action.retry")}
            </Button>
          }
        />
      )}
    </>
  );
}

/** Without JavaScript, a long glossary has pages. */
function NextPage({ view: { next, workspace, searchText, language, state } }: { view: GlossaryView }) {
  const t = useMessages();
  if (next === null) return null;
  const query = new URLSearchParams({ q: searchText, language, state, from: String(next) });
  if (workspace !== null) query.set("workspace", workspace);
  return (
    <noscript>
      <a href={`/glossary?${query}`} className={buttonClass()}>
        {t("glossary.next")}
      </a>
    </noscript>
  );
}

function WorkspaceChoice({ view: { workspaces, workspace } }: { view: GlossaryView }) {
  const t = useMessages();
  return (
    <form
      method="get"
      onChange={(event) => event.currentTarget.requestSubmit()}
      className="mb-6 flex max-w-100 items-end gap-2"
    >
      <Field label={t("glossary.workspace")} className="min-w-0 flex-1">
        {(control) => (
          <Select {...control} name="workspace" defaultValue={workspace ?? ""}>
            {workspaces.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <noscript>
        <Button type="submit">{t("glossary.show")}</Button>
      </noscript>
    </form>
  );
}

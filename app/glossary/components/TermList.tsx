import { Form, useNavigation } from "@remix-run/react";
import BookOpenText from "lucide-react/icons/book-open-text";
import Check from "lucide-react/icons/check";
import Pencil from "lucide-react/icons/pencil";
import SearchX from "lucide-react/icons/search-x";
import Trash2 from "lucide-react/icons/trash-2";
import { memo, type ReactNode, useId } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { LanguageName } from "~/translation/LanguageName.tsx";
import { Button } from "~/ui/Button.tsx";
import { Chip } from "~/ui/Chip.tsx";
import { cx } from "~/ui/cx.ts";
import { EmptyState } from "~/ui/EmptyState.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { formatPanel, type TermView } from "../core/glossaryView.ts";
import { TermText } from "./TermText.tsx";

/** Id of the form in `Glossary` whose buttons open a panel. */
export const PANEL_FORM_ID = "open";

export function TermLists({ terms, address }: { terms: readonly TermView[]; address: string }) {
  const t = useMessages();
  const proposed = terms.filter(({ state }) => state === "proposed");
  const approved = terms.filter(({ state }) => state === "approved");
  return (
    <>
      {proposed.length > 0 && (
        <TermList title={t("glossary.proposals")} terms={proposed} actionPath={address} className="mb-10" />
      )}
      {approved.length > 0 && (
        <TermList
          title={t("glossary.terms")}
          terms={approved}
          actionPath={address}
          titleHidden={proposed.length === 0}
        />
      )}
    </>
  );
}

interface TermListProps {
  title: string;
  terms: readonly TermView[];
  actionPath: string;
  /** For a single list: only screen readers get the title. */
  titleHidden?: boolean;
  className?: string;
}

function TermList({ title, terms, actionPath, titleHidden = false, className }: TermListProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={className}>
      <h2 id={heading} className={titleHidden ? "sr-only" : "mb-3 text-18 leading-snug font-head"}>
        {title}
      </h2>
      <ul className="grid gap-3 l:gap-0">
        {terms.map((term) => (
          <TermListRow key={term.id} term={term} address={actionPath} />
        ))}
      </ul>
    </section>
  );
}

/** A card on narrow screens, else a row of three columns. */
const TermListRow = memo(function Row({ term, address }: { term: TermView; address: string }) {
  const proposed = term.state === "proposed";
  return (
    <li
      className={cx(
        "grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-3 rounded-l border border-line bg-raised p-4",
        "l:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_280px] l:rounded-none l:border-x-0 l:border-b-0 l:bg-transparent l:px-0 l:py-3.5",
      )}
    >
      <div className={cx("min-w-0", proposed && "max-l:col-span-2")}>
        <TermName term={term} />
      </div>
      <div className="min-w-0 max-l:col-span-2">
        <TermTranslations term={term} />
      </div>
      <div
        className={cx(
          "flex items-start justify-end gap-1",
          proposed
            ? "max-l:col-span-2 max-l:border-t max-l:border-line max-l:pt-3"
            : "max-l:col-start-2 max-l:row-start-1 max-l:-me-2 max-l:-mt-2",
        )}
      >
        {proposed && <DecisionForm term={term} address={address} />}
        <OpenPanelButton panel="edit" term={term} icon={<Pencil />} />
        {!proposed && <OpenPanelButton panel="delete" term={term} icon={<Trash2 />} />}
      </div>
    </li>
  );
});

function TermName({ term: { term, language, note, state, meeting } }: { term: TermView }) {
  const t = useMessages();
  return (
    <>
      <h3 className="leading-snug font-strong wrap-anywhere">
        <TermText language={language}>{term}</TermText>
      </h3>
      <p className="mt-0.5 text-13 leading-snug text-ink-soft">
        <LanguageName code={language} />
        {state === "proposed" && meeting !== null && (
          <>
            <span aria-hidden="true"> · </span>
            {t.rich("glossary.proposedIn", { meeting: <bdi key="meeting">{meeting}</bdi> })}
          </>
        )}
      </p>
      {note !== "" && (
        <p className="mt-1.5 text-14 leading-snug whitespace-pre-line text-ink-soft wrap-anywhere">
          <bdi>{note}</bdi>
        </p>
      )}
    </>
  );
}

function TermTranslations({ term: { never, translations } }: { term: TermView }) {
  const t = useMessages();
  if (never)
    return (
      <p>
        <Chip>{t("glossary.never")}</Chip>
      </p>
    );
  if (translations.length === 0) return <p className="text-14 text-ink-soft">{t("glossary.noTranslation")}</p>;
  return (
    <dl className="grid min-w-0 grid-cols-[minmax(5rem,auto)_minmax(0,1fr)] content-start items-baseline gap-x-4 gap-y-1">
      {translations.map(([language, word]) => (
        // Uses the columns of the surrounding list.
        <div key={language} className="contents">
          <dt className="text-13 leading-snug text-ink-soft">
            <LanguageName code={language} />
          </dt>
          <dd className="leading-snug wrap-anywhere">
            <TermText language={language}>{word}</TermText>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function OpenPanelButton({
  panel,
  term: { id, term },
  icon,
}: {
  panel: "edit" | "delete";
  term: TermView;
  icon: ReactNode;
}) {
  const t = useMessages();
  return (
    <IconButton
      type="submit"
      form={PANEL_FORM_ID}
      name="panel"
      value={formatPanel({ kind: panel, id })}
      label={t(`glossary.${panel}`, { term })}
      icon={icon}
      className="text-ink-soft!"
    />
  );
}

function DecisionForm({ term: { id, term }, address }: { term: TermView; address: string }) {
  const t = useMessages();
  const sent = useNavigation().formData;
  const pendingDecision = sent?.get("intent") === "decide" && sent.get("id") === id ? sent.get("approved") : null;
  return (
    <Form method="post" action={address} preventScrollReset className="flex flex-1 gap-2">
      <input type="hidden" name="intent" value="decide" />
      <input type="hidden" name="id" value={id} />
      <Button
        type="submit"
        name="approved"
        value="yes"
        variant="primary"
        busy={pendingDecision === "yes"}
        aria-label={t("glossary.approveTerm", { term })}
      >
        {pendingDecision !== "yes" && <Check className="size-4" />}
        {t("glossary.approve")}
      </Button>
      <Button
        type="submit"
        name="approved"
        value="no"
        busy={pendingDecision === "no"}
        aria-label={t("glossary.refuseTerm", { term })}
      >
        {t("glossary.refuse")}
      </Button>
    </Form>
  );
}

/** Before the first term. */
export function NoTerms({ action }: { action: ReactNode }) {
  const t = useMessages();
  return (
    <EmptyState
      icon={<BookOpenText />}
      title={t("glossary.empty.title")}
      text={t("glossary.empty.text")}
      action={action}
    />
  );
}

export function NoMatch({ onClear }: { onClear(): void }) {
  const t = useMessages();
  return (
    <EmptyState
      icon={<SearchX />}
      title={t("glossary.noMatch.title")}
      text={t("glossary.noMatch.text")}
      action={
        <Button size="s" onClick={onClear}>
          {t("glossary.showAll")}
        </Button>
      }
    />
  );
}

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import { type Translate, useMessages } from "~/i18n/index.tsx";
import type { Typed } from "~/platform/context.ts";
import { say } from "~/workspace/landing.ts";
import { typedRows, typedTerm } from "../core/typed.ts";
import {
  type GlossaryAnswer,
  type GlossaryView,
  type PanelName,
  panelOf,
  panelText,
  type Reach,
  type Retranslated,
  type TermErrors,
  type TermValues,
} from "../view.ts";
import { DeleteForm } from "./DeleteForm.tsx";
import { ImportForm } from "./ImportForm.tsx";
import type { PanelContent } from "./Panel.tsx";
import { ReachForm } from "./ReachForm.tsx";
import { TermForm } from "./TermForm.tsx";
import { Word } from "./Word.tsx";

/** `typed`: of a form that was refused, where the page is another than that which sent it. */
export type Answer = GlossaryAnswer | { readonly refused: unknown; readonly typed?: Typed } | undefined;

/** `values`: as the server was sent them, where the page itself remembers nothing. */
type Panel =
  | (PanelName & { readonly values?: TermValues })
  | { readonly kind: "reach"; readonly reach: Reach; readonly came: Retranslated | null };

interface Panels {
  /** Opened by a press. */
  readonly dialog: PanelContent | null;
  /** Came with the page. */
  readonly section: PanelContent | null;
  /** What was done, where no toast says it. */
  readonly said: ReactNode;
  /** A press in the list that failed. */
  readonly failed: ErrorCode | null;
  /** Where something is typed, it is said there that it was refused. */
  readonly tellsRefusal: boolean;
  close(): void;
  onOpen(event: FormEvent<HTMLFormElement>): void;
}

const NO_ERRORS: TermErrors = {};

/** What stands over the list. What is typed there outlives its closing, until it is stored. */
export function usePanels(view: GlossaryView, answer: Answer, address: string): Panels {
  const t = useMessages();
  const drafts = useRef(new Map<string, TermValues>());
  const pasted = useRef(answer !== undefined && "refused" in answer ? typedRows(formOf(answer)) : "");
  // The answer that came with the page itself belongs to what stands in the page.
  const [first] = useState(() => answer);
  const [inPage, setInPage] = useState<Panel | null>(() =>
    answer === undefined ? view.panel : panelAfter(answer, view),
  );
  const [opened, setOpened] = useState<Panel | null>(null);
  // An answer to a press before the dialog was opened says nothing to it.
  const [stale, setStale] = useState<Answer>(undefined);
  const current = stale === answer ? undefined : answer;

  const acted = useRef<Answer>(first);
  useEffect(() => {
    if (acted.current === answer || answer === undefined || "refused" in answer) return;
    acted.current = answer;
    if (answer.kind !== "done" && answer.kind !== "imported") return;
    drafts.current.clear();
    pasted.current = "";
    setInPage(null);
    setOpened(answer.kind === "done" && answer.reach !== null ? panelAfter(answer, view) : null);
    say(doneText(t, answer));
  }, [answer, t, view]);

  const show = (panel: Panel | null) => panel && contentOf(panel);
  const contentOf = (panel: Panel): PanelContent | null => {
    const refused = current !== undefined && "refused" in current ? current.refused : null;
    const form = isErrorCode(refused) ? refused : null;
    switch (panel.kind) {
      case "add":
      case "edit": {
        const stored = "id" in panel ? storedTerm(view, panel.id) : newTerm(view);
        if (stored === null) return null;
        const key = panelText(panel);
        const answered = current !== undefined && "kind" in current && current.kind === "term" ? current : null;
        const sent = panel.values ?? (answered && ofPanel(panel, answered.values, view) ? answered.values : null);
        const id = sent?.id ?? stored.id;
        const errors = answered?.values.id === id ? answered.errors : NO_ERRORS;
        return {
          title: t(panel.kind === "add" ? "glossary.add" : "glossary.change"),
          body: (
            <TermForm
              key={key}
              address={address}
              values={{ ...(panel.values ?? drafts.current.get(key) ?? stored), id }}
              errors={form === null ? errors : { ...errors, form }}
              likely={view.likely}
              onTyped={(values) => drafts.current.set(key, values)}
            />
          ),
        };
      }
      case "delete": {
        const term = view.terms.find(({ id }) => id === panel.id);
        if (term === undefined) return null;
        const failed = current !== undefined && "kind" in current && current.kind === "failed" ? current.code : null;
        const word = (
          <Word key="term" language={term.language}>
            {term.term}
          </Word>
        );
        return {
          title: t.rich("glossary.delete.title", { term: word }),
          question: true,
          body: <DeleteForm address={address} id={term.id} error={form ?? failed} onClose={close} />,
        };
      }
      case "import": {
        const looked = current !== undefined && "kind" in current && current.kind === "preview" ? current : null;
        return {
          title: t("glossary.import.title"),
          body: (
            <ImportForm
              address={address}
              text={looked?.text ?? pasted.current}
              preview={looked?.preview ?? null}
              error={form ?? looked?.error ?? null}
              onTyped={(text) => {
                pasted.current = text;
              }}
            />
          ),
        };
      }
      case "reach":
        return {
          title: t("glossary.reach.title"),
          body: <ReachForm address={address} reach={panel.reach} came={panel.came} onClose={close} />,
        };
      default:
        return panel satisfies never;
    }
  };

  const close = () => {
    setOpened(null);
    setInPage(null);
    setStale(answer);
  };
  const shown = opened ?? inPage;
  return {
    dialog: show(opened),
    section: show(inPage),
    said: first !== undefined && first === answer && "kind" in first && isDone(first) ? doneText(t, first) : null,
    failed:
      shown === null && current !== undefined && "kind" in current && current.kind === "failed" ? current.code : null,
    tellsRefusal: shown !== null && shown.kind !== "reach",
    close,
    onOpen(event) {
      const pressed = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null;
      const panel = pressed instanceof HTMLButtonElement ? panelOf(pressed.value) : null;
      if (panel === null) return;
      event.preventDefault();
      setInPage(null);
      setStale(answer);
      setOpened(panel);
    },
  };
}

type Done = Extract<GlossaryAnswer, { kind: "done" | "imported" }>;
const isDone = (answer: GlossaryAnswer): answer is Done => answer.kind === "done" || answer.kind === "imported";

function doneText(t: Translate, answer: Done): string {
  if (answer.kind === "done") return t(`glossary.done.${answer.what}`, { term: answer.term });
  const { added, changed, unchanged } = answer;
  const parts = [
    t("glossary.import.new", { count: added }),
    t("glossary.import.changed", { count: changed }),
    t("glossary.import.unchanged", { count: unchanged }),
  ];
  return t("glossary.done.imported", { summary: parts.join(" · ") });
}

/** A new term keeps its id until it is stored: sent again, it is the same. */
const ofPanel = (panel: PanelName, { id }: TermValues, { terms }: GlossaryView): boolean =>
  "id" in panel ? panel.id === id : !terms.some((term) => term.id === id);

function formOf({ typed = [] }: Extract<Answer, { refused: unknown }>): FormData {
  const form = new FormData();
  for (const [name, value] of typed) form.append(name, value);
  return form;
}

/** With what was typed there. */
function panelOfForm(form: FormData, view: GlossaryView): Panel | null {
  switch (form.get("intent")) {
    case "save":
    case "more":
      return panelOfTerm(typedTerm(form), view);
    case "preview":
    case "import":
      return { kind: "import" };
    default:
      return view.panel;
  }
}

const panelOfTerm = (values: TermValues, { terms }: GlossaryView): Panel =>
  terms.some(({ id }) => id === values.id) ? { kind: "edit", id: values.id, values } : { kind: "add", values };

/** What an answer leaves standing over the list. */
function panelAfter(answer: Exclude<Answer, undefined>, view: GlossaryView): Panel | null {
  if ("refused" in answer) return panelOfForm(formOf(answer), view);
  switch (answer.kind) {
    case "term":
      return panelOfTerm(answer.values, view);
    case "preview":
      return { kind: "import" };
    case "done":
      return answer.reach === null ? null : { kind: "reach", reach: answer.reach, came: null };
    case "retranslated":
      return { kind: "reach", reach: answer.reach, came: answer };
    case "failed":
    case "imported":
      return null;
    default:
      return answer satisfies never;
  }
}

const newTerm = ({ newId, likely }: GlossaryView): TermValues => ({
  id: newId,
  term: "",
  language: likely[0] ?? "en",
  never: false,
  translations: [{ language: likely[1] ?? (likely[0] === "en" ? "es" : "en"), word: "" }],
  note: "",
  changedAt: "",
});

function storedTerm({ terms }: GlossaryView, id: string): TermValues | null {
  const term = terms.find((one) => one.id === id);
  if (term === undefined) return null;
  const { changedAt, language, never, note } = term;
  const translations = term.translations.map(([into, word]) => ({ language: into, word }));
  return { id, term: term.term, language, never, translations, note, changedAt };
}

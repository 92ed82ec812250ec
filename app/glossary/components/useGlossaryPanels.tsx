import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import type { TFunction } from "~/i18n/createTFunction.tsx";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { FormFields, PublicEnv } from "~/lib/loadContext.ts";
import { showShellToast } from "~/shell/lazy.tsx";
import { importTextOf, termValuesOf } from "../core/formValues.ts";
import {
  formatPanel,
  type GlossaryActionResult,
  type GlossaryPanel,
  type GlossaryView,
  parsePanel,
  type RetranslationResult,
  type RetranslationScope,
  type TermErrors,
  type TermValues,
  type TermView,
} from "../core/glossaryView.ts";
import { DeleteForm } from "./DeleteForm.tsx";
import { ImportForm } from "./ImportForm.tsx";
import type { PanelContent } from "./Panel.tsx";
import { RetranslateForm } from "./RetranslateForm.tsx";
import { TermForm } from "./TermForm.tsx";
import { TermText } from "./TermText.tsx";

/** `typed`: values of a rejected form, if the page was loaded after the submission. */
export type GlossaryActionData =
  | GlossaryActionResult
  | { readonly refused: unknown; readonly typed?: FormFields }
  | undefined;

/** `values`: submitted without JavaScript, so that the page has no draft of them. */
type OpenPanel =
  | (GlossaryPanel & { readonly values?: TermValues })
  | {
      readonly kind: "retranslate";
      readonly scope: RetranslationScope;
      readonly result: RetranslationResult | null;
    };

interface GlossaryPanels {
  /** Opened by a click. */
  readonly dialog: PanelContent | null;
  /** Loaded with the page. */
  readonly section: PanelContent | null;
  /** Success message of a submission without JavaScript. Otherwise a toast shows it. */
  readonly statusMessage: ReactNode;
  /** A failed action in the list. */
  readonly listError: ErrorCode | null;
  /** The open panel shows why its form was rejected. */
  readonly showsRejection: boolean;
  close(): void;
  onOpen(event: FormEvent<HTMLFormElement>): void;
}

const NO_ERRORS: TermErrors = {};

/** Returns the panels above the list. Drafts outlive a closed panel until they are stored. */
export function useGlossaryPanels(
  view: GlossaryView,
  actionData: GlossaryActionData,
  actionPath: string,
  env: PublicEnv,
): GlossaryPanels {
  const t = useMessages();
  const drafts = useRef(new Map<string, TermValues>());
  const pasted = useRef(
    actionData !== undefined && "refused" in actionData ? importTextOf(rejectedFormData(actionData)) : "",
  );
  // The result of a submission without JavaScript belongs to the panel in the page.
  const [initialActionData] = useState(() => actionData);
  const [inPage, setInPage] = useState<OpenPanel | null>(() =>
    actionData === undefined ? view.panel : panelAfterAction(actionData, view),
  );
  const [opened, setOpened] = useState<OpenPanel | null>(null);
  // A result from before the dialog opened does not concern the dialog.
  const [dismissedActionData, setDismissedActionData] = useState<GlossaryActionData>(undefined);
  const current = dismissedActionData === actionData ? undefined : actionData;

  const handledActionData = useRef<GlossaryActionData>(initialActionData);
  useEffect(() => {
    if (handledActionData.current === actionData || actionData === undefined || "refused" in actionData) return;
    handledActionData.current = actionData;
    if (actionData.kind !== "done" && actionData.kind !== "imported") return;
    drafts.current.clear();
    pasted.current = "";
    setInPage(null);
    setOpened(actionData.kind === "done" && actionData.scope !== null ? panelAfterAction(actionData, view) : null);
    showShellToast(doneMessage(t, actionData));
  }, [actionData, t, view]);

  const show = (panel: OpenPanel | null) => panel && contentOf(panel);
  const contentOf = (panel: OpenPanel): PanelContent | null => {
    const rejectedCode = current !== undefined && "refused" in current ? current.refused : null;
    const formError = isErrorCode(rejectedCode) ? rejectedCode : null;
    switch (panel.kind) {
      case "add":
      case "edit": {
        const stored = panel.values ?? ("id" in panel ? storedTermValues(view, panel.id) : emptyTermValues(view));
        if (stored === null) return null;
        const key = formatPanel(panel);
        const termResult = current !== undefined && "kind" in current && current.kind === "term" ? current : null;
        const submittedValues =
          panel.values ?? (termResult && belongsToPanel(panel, termResult.values) ? termResult.values : null);
        const id = submittedValues?.id ?? stored.id;
        const errors = termResult?.values.id === id ? termResult.errors : NO_ERRORS;
        return {
          title: t(panel.kind === "add" ? "glossary.add" : "glossary.change"),
          body: (
            <TermForm
              key={key}
              actionPath={actionPath}
              values={{ ...(panel.values ?? drafts.current.get(key) ?? stored), id }}
              errors={formError === null ? errors : { ...errors, form: formError }}
              suggestedLanguages={view.suggestedLanguages}
              onValuesChange={(values) => drafts.current.set(key, values)}
            />
          ),
        };
      }
      case "delete": {
        const term = storedTerm(view, panel.id);
        if (term === null) return null;
        const failed = current !== undefined && "kind" in current && current.kind === "failed" ? current.code : null;
        const word = (
          <TermText key="term" language={term.language}>
            {term.term}
          </TermText>
        );
        return {
          title: t.rich("glossary.delete.title", { term: word }),
          isQuestion: true,
          body: <DeleteForm actionPath={actionPath} id={term.id} error={formError ?? failed} onClose={close} />,
        };
      }
      case "import": {
        const previewResult = current !== undefined && "kind" in current && current.kind === "preview" ? current : null;
        return {
          title: t("glossary.import.title"),
          body: (
            <ImportForm
              actionPath={actionPath}
              text={previewResult?.text ?? pasted.current}
              preview={previewResult?.preview ?? null}
              error={formError ?? previewResult?.error ?? null}
              onTextChange={(text) => {
                pasted.current = text;
              }}
            />
          ),
        };
      }
      case "retranslate":
        return {
          title: t("glossary.reach.title"),
          body: (
            <RetranslateForm
              actionPath={actionPath}
              scope={panel.scope}
              result={panel.result}
              env={env}
              onClose={close}
            />
          ),
        };
      default:
        return panel satisfies never;
    }
  };

  const close = () => {
    setOpened(null);
    setInPage(null);
    setDismissedActionData(actionData);
  };
  const shown = opened ?? inPage;
  return {
    dialog: show(opened),
    section: show(inPage),
    statusMessage:
      initialActionData !== undefined &&
      initialActionData === actionData &&
      "kind" in initialActionData &&
      isDone(initialActionData)
        ? doneMessage(t, initialActionData)
        : null,
    listError:
      shown === null && current !== undefined && "kind" in current && current.kind === "failed" ? current.code : null,
    showsRejection: shown !== null && shown.kind !== "retranslate",
    close,
    onOpen(event) {
      const button = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null;
      const panel = button instanceof HTMLButtonElement ? parsePanel(button.value) : null;
      if (panel === null) return;
      event.preventDefault();
      setInPage(null);
      setDismissedActionData(actionData);
      setOpened(panel);
    },
  };
}

type DoneResult = Extract<GlossaryActionResult, { kind: "done" | "imported" }>;
const isDone = (result: GlossaryActionResult): result is DoneResult =>
  result.kind === "done" || result.kind === "imported";

function doneMessage(t: TFunction, result: DoneResult): string {
  if (result.kind === "done") return t(`glossary.done.${result.what}`, { term: result.term });
  const { added, changed, unchanged } = result;
  const parts = [
    t("glossary.import.new", { count: added }),
    t("glossary.import.changed", { count: changed }),
    t("glossary.import.unchanged", { count: unchanged }),
  ];
  return t("glossary.done.imported", { summary: parts.join(" · ") });
}

/** A new term keeps its id until it is stored, so that a repeated submission adds it once. */
const belongsToPanel = (panel: GlossaryPanel, { id, changedAt }: TermValues): boolean =>
  "id" in panel ? panel.id === id : changedAt === "";

function rejectedFormData({ typed = [] }: Extract<GlossaryActionData, { refused: unknown }>): FormData {
  const form = new FormData();
  for (const [name, value] of typed) form.append(name, value);
  return form;
}

/** Returns the panel of a rejected form, with its values. */
function panelFromForm(form: FormData, view: GlossaryView): OpenPanel | null {
  switch (form.get("intent")) {
    case "save":
    case "more":
      return panelForTerm(termValuesOf(form));
    case "preview":
    case "import":
      return { kind: "import" };
    default:
      return view.panel;
  }
}

const panelForTerm = (values: TermValues): OpenPanel =>
  values.changedAt === "" ? { kind: "add", values } : { kind: "edit", id: values.id, values };

/** Returns the panel that stays open after an action. */
function panelAfterAction(result: Exclude<GlossaryActionData, undefined>, view: GlossaryView): OpenPanel | null {
  if ("refused" in result) return panelFromForm(rejectedFormData(result), view);
  switch (result.kind) {
    case "term":
      return panelForTerm(result.values);
    case "preview":
      return { kind: "import" };
    case "done":
      return result.scope === null ? null : { kind: "retranslate", scope: result.scope, result: null };
    case "retranslated":
      return { kind: "retranslate", scope: result.scope, result };
    case "failed":
    case "imported":
      return null;
    default:
      return result satisfies never;
  }
}

const emptyTermValues = ({ newId, suggestedLanguages }: GlossaryView): TermValues => ({
  id: newId,
  term: "",
  language: suggestedLanguages[0] ?? "en",
  never: false,
  translations: [{ language: suggestedLanguages[1] ?? (suggestedLanguages[0] === "en" ? "es" : "en"), word: "" }],
  note: "",
  changedAt: "",
});

const storedTerm = ({ terms, panelTerm }: GlossaryView, id: string): TermView | null =>
  terms.find((term) => term.id === id) ?? (panelTerm?.id === id ? panelTerm : null);

function storedTermValues(view: GlossaryView, id: string): TermValues | null {
  const term = storedTerm(view, id);
  if (term === null) return null;
  const { changedAt, language, never, note } = term;
  const translations = term.translations.map(([into, word]) => ({ language: into, word }));
  return { id, term: term.term, language, never, translations, note, changedAt };
}

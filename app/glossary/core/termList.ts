/** The terms of a long glossary, which the browser loads after the page. */
import type { ErrorCode, Result } from "#contracts/errors.ts";
import type { Term } from "#contracts/glossary.ts";
import { createStore, type Store } from "~/lib/store.ts";
import type { GlossaryActionResult, GlossaryView, TermView } from "./glossaryView.ts";
import { sortTerms, termsVersion, toTermView } from "./termViews.ts";

export interface TermListState {
  /** Null until they have loaded. */
  readonly terms: readonly TermView[] | null;
  readonly loading: boolean;
  /** Why the terms could not be loaded. */
  readonly error: ErrorCode | null;
}

export interface TermList extends Store<TermListState> {
  /** Loads the terms if they differ from those of the page's data. */
  follow(page: Pick<GlossaryView, "version" | "meetings">): void;
  /** Applies the result of a form, so that the terms need not be loaded again. */
  apply(result: GlossaryActionResult): void;
  /** Loads the terms after a failure. */
  retry(): void;
  /** Stops loading and forgets the terms. */
  clear(): void;
}

/** `read`: the terms in the database's order. */
export type ReadTerms = (signal: AbortSignal) => Promise<Result<readonly Term[]>>;

const EMPTY: TermListState = { terms: null, loading: false, error: null };

export function createTermList(read: ReadTerms): TermList {
  const store = createStore(EMPTY);
  let meetings: GlossaryView["meetings"] = [];
  let running: AbortController | null = null;

  async function load() {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    store.set({ ...store.getSnapshot(), loading: true, error: null });
    const found = await read(signal);
    if (signal.aborted) return;
    const { terms } = store.getSnapshot();
    store.set(
      found.ok
        ? { terms: reuseRows(terms ?? [], found.value, new Map(meetings)), loading: false, error: null }
        : { terms, loading: false, error: found.error.code },
    );
  }

  return {
    ...store,
    follow(page) {
      meetings = page.meetings;
      const { terms, loading } = store.getSnapshot();
      if (terms === null || loading || termsVersion(terms) !== page.version) void load();
    },
    apply(result) {
      const state = store.getSnapshot();
      if (state.terms !== null && result.kind === "done")
        store.set({ ...state, terms: placeTerm(state.terms, result.id, result.entry) });
    },
    retry: () => void load(),
    clear() {
      running?.abort();
      store.set(EMPTY);
    },
  };
}

/** Keeps the objects of unchanged terms, so that React does not render their rows again. */
function reuseRows(previous: readonly TermView[], terms: readonly Term[], titles: ReadonlyMap<string, string>) {
  const known = new Map(previous.map((term) => [term.id, term]));
  return sortTerms(terms).map((term) => {
    const next = toTermView(term, titles);
    const row = known.get(next.id);
    const same = row?.changedAt === next.changedAt && row.state === next.state && row.meeting === next.meeting;
    return row !== undefined && same ? row : next;
  });
}

const compareTerms = (a: TermView, b: TermView): number =>
  a.term.toLowerCase().localeCompare(b.term.toLowerCase(), "en") || (a.language < b.language ? -1 : 1);

/** Replaces the term of this id where it is, or puts a new or renamed one in order. Null: the term was removed. */
function placeTerm(terms: readonly TermView[], id: string, entry: TermView | null): readonly TermView[] {
  const previous = terms.find((term) => term.id === id);
  const others = terms.filter((term) => term !== previous);
  if (entry === null) return others;
  if (previous?.term === entry.term && previous.language === entry.language && previous.state === entry.state)
    return terms.map((term) => (term === previous ? entry : term));
  const next = others.findIndex((term) => term.state === "approved" && compareTerms(term, entry) > 0);
  const end = next === -1 ? others.length : next;
  return [...others.slice(0, end), entry, ...others.slice(end)];
}

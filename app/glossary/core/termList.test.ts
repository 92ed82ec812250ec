import { expect, test } from "vitest";
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { Term } from "#contracts/glossary.ts";
import { storedTerm, storedTerms, termId } from "../../../tests/fakes/glossary.ts";
import { createTermList } from "./termList.ts";
import { termsVersion, toTermView } from "./termViews.ts";

const LATER = "2026-11-02T10:00:00+00:00";
const view = (term: Term) => toTermView(term, new Map());
const pageOf = (terms: readonly Term[]) => ({ version: termsVersion(terms.map(view)), meetings: [] });

/** A list whose reads the test answers in any order. */
function openList() {
  const reads: { signal: AbortSignal; answer(result: Result<readonly Term[]>): Promise<void> }[] = [];
  const list = createTermList(
    (signal) =>
      new Promise((resolve) => {
        reads.push({
          signal,
          async answer(result) {
            resolve(result);
            await Promise.resolve();
            await Promise.resolve();
          },
        });
      }),
  );
  const names = () => list.getSnapshot().terms?.map(({ term }) => term);
  return { list, reads, names };
}

async function openLoadedList(terms: readonly Term[]) {
  const opened = openList();
  opened.list.follow(pageOf(terms));
  await opened.reads[0]?.answer(ok(terms));
  return opened;
}

const done = (id: string, entry: Term | null) => ({
  ...({ kind: "done", what: "saved", language: null, scope: null } as const),
  ...{ id, term: "", entry: entry && view(entry) },
});

test("loads once until the page's terms differ", async () => {
  const terms = storedTerms(3, 1);
  const { list, reads } = await openLoadedList(terms);
  expect(list.getSnapshot()).toEqual({ terms: terms.map(view), loading: false, error: null });
  list.follow(pageOf(terms));
  expect(reads).toHaveLength(1);
  const changed = terms.map((term, at) => (at === 2 ? { ...term, changed_at: LATER } : term));
  list.follow(pageOf(changed));
  expect(list.getSnapshot()).toMatchObject({ loading: true });
  const before = list.getSnapshot().terms;
  await reads[1]?.answer(ok(changed));
  expect(list.getSnapshot().terms?.map((term, at) => term === before?.[at])).toEqual([true, true, false]);
});

test("a form's result needs no request", async () => {
  const proposal = storedTerm(9, { term: "Beta", state: "proposed" });
  const terms = [storedTerm(1, { term: "alpha" }), storedTerm(2, { term: "gamma" }), proposal];
  const { list, reads, names } = await openLoadedList(terms);
  expect(names()).toEqual(["Beta", "alpha", "gamma"]);
  const approved = { ...proposal, state: "approved" as const, changed_at: LATER };
  list.apply(done(proposal.id, approved));
  expect(names()).toEqual(["alpha", "Beta", "gamma"]);
  list.follow(pageOf([...terms.slice(0, 2), approved]));
  list.apply(done(termId(1), null));
  expect(names()).toEqual(["Beta", "gamma"]);
  list.apply(done(termId(2), storedTerm(2, { term: "gamma", note: "new" })));
  expect(list.getSnapshot().terms?.at(-1)?.note).toBe("new");
  list.apply(done(termId(3), storedTerm(3, { term: "zeta" })));
  expect(names()).toEqual(["Beta", "gamma", "zeta"]);
  expect(reads).toHaveLength(1);
});

test("a failed load keeps the terms and can be repeated", async () => {
  const terms = storedTerms(2, 1);
  const { list, reads, names } = await openLoadedList(terms);
  list.follow(pageOf(terms.slice(1)));
  await reads[1]?.answer(fail("network/offline"));
  expect(list.getSnapshot()).toMatchObject({ loading: false, error: "network/offline" });
  expect(names()).toHaveLength(2);
  list.retry();
  await reads[2]?.answer(ok(terms.slice(1)));
  expect(list.getSnapshot()).toMatchObject({ loading: false, error: null });
  expect(names()).toHaveLength(1);
});

test("only the last load counts", async () => {
  const { list, reads, names } = openList();
  list.follow(pageOf(storedTerms(2, 1)));
  list.follow(pageOf(storedTerms(1, 1)));
  await reads[1]?.answer(ok(storedTerms(1, 1)));
  await reads[0]?.answer(ok(storedTerms(2, 1)));
  expect(names()).toHaveLength(1);
  expect(reads.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  list.clear();
  expect(list.getSnapshot()).toEqual({ terms: null, loading: false, error: null });
});

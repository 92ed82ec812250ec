import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AvatarStack } from "./Avatar.tsx";

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ number: index + 1, colour: 1, name: "Ana" }));
const shown = (count: number) => {
  const markup = renderToStaticMarkup(<AvatarStack people={people(count)} />);
  return { faces: markup.match(/data-person/gu)?.length ?? 0, more: /\+(\d+)/u.exec(markup)?.[1] ?? null };
};

test.each([
  [0, { faces: 0, more: null }],
  [5, { faces: 5, more: null }],
  // Never "+1": one more avatar fits in that place.
  [6, { faces: 4, more: "2" }],
  [40, { faces: 4, more: "36" }],
])("shows %i people", (count, seen) => {
  expect(shown(count)).toEqual(seen);
});

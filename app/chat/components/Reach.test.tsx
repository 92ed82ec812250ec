import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MESSAGES } from "~/i18n/all.server.ts";
import { MessagesProvider } from "~/i18n/index.tsx";
import { twoInCall } from "../../../tests/fakes/twoInCall.ts";
import type { Timeline } from "../core/index.ts";
import { Reached } from "./Reach.tsx";

const textOf = ({ getSnapshot }: Timeline) =>
  renderToStaticMarkup(
    <MessagesProvider locale="en" messages={MESSAGES.en}>
      <Reached {...getSnapshot()} readers={["es", "en", "en", "fr"]} />
    </MessagesProvider>,
  ).replace(/<[^>]*>/gu, " ");

test("says in which languages everything is read, by their own names, and what is missing and why", async () => {
  const { anaTab, benTab, clock, backend } = await twoInCall();
  expect(textOf(benTab.timeline)).toMatch(
    /Everything here reaches:\s+English\s+\(2\),\s+Español\s+\(1\),\s+Français\s+\(1\)/u,
  );
  backend.engine = () => ({ status: "unavailable", text: null, reason: "translate/unsupported-pair" });
  anaTab.timeline.post("hola", "es");
  await clock.advance(1_000);
  expect(textOf(benTab.timeline)).toMatch(
    /What is written here is read in:.*English\s+: not from Spanish, these two languages cannot be translated yet\./su,
  );
});

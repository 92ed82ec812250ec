import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { I18nProvider } from "~/i18n/I18nProvider.tsx";
import { BROWSER_MESSAGES } from "../../../tests/fakes/browserMessages.ts";
import { LeftScreen } from "./CallEndScreens.tsx";

const root = vi.hoisted(() => ({ viewer: null as { id: string; anonymous: boolean } | null }));
vi.mock("@remix-run/react", () => ({ useRouteLoaderData: () => root, Form: "form" }));

const CALL = "/meetings/m/calls/c";

/** Returns the links and buttons of the screen in order, each link with its path. */
function actions(viewer: typeof root.viewer, transcriptPath: string | null): string[] {
  root.viewer = viewer;
  const screen = { newMeetingId: "n", remainingCount: 0, onRejoin() {}, onEndMeeting() {} };
  const markup = renderToStaticMarkup(
    <I18nProvider locale="en" messages={BROWSER_MESSAGES}>
      <LeftScreen {...screen} transcriptPath={transcriptPath} />
    </I18nProvider>,
  );
  const main = markup.slice(markup.indexOf("<main"));
  return [...main.matchAll(/<(?:a|button)\b([^>]*)>(.*?)<\/(?:a|button)>/gu)].map(([, attributes = "", content = ""]) =>
    [content.replace(/<[^>]*>/gu, ""), /href="([^"]*)"/u.exec(attributes)?.[1] ?? ""].join(" ").trim(),
  );
}

test("readers get recap and transcript first", () => {
  expect(actions({ id: "ana", anonymous: false }, CALL)).toEqual([
    `See the recap ${CALL}/recap`,
    `Transcript ${CALL}`,
    "Rejoin",
    "Start a new meeting",
  ]);
});

test("guests are asked to sign in to keep the call", () => {
  expect(actions({ id: "guest", anonymous: true }, CALL)).toEqual([
    "Sign in to keep this /sign-in?next=%2Fmeetings%2Fm%2Fcalls%2Fc%2Frecap",
    "Rejoin",
    "Start a new meeting",
  ]);
});

test("a meeting that keeps nothing offers neither", () => {
  expect(actions({ id: "ana", anonymous: false }, null)).toEqual(["Rejoin", "Start a new meeting"]);
});

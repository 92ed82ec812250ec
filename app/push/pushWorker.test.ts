/** The service worker: what it shows, and which pages it opens. */
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";

const source = readFileSync("public/push-worker.js", "utf8");
const ORIGIN = "https://parley.example";

interface Shown {
  readonly title: string;
  readonly options: { readonly tag?: string; readonly renotify: boolean; readonly data: object };
}

/** Runs the service worker beside the given tabs. */
function worker(tabs: readonly string[] = []) {
  const shown: Shown[] = [];
  const opened: string[] = [];
  const handlers: Record<string, (event: object) => void> = {};
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (type: string, handler: (event: object) => void) => {
      handlers[type] = handler;
    },
    registration: {
      getNotifications: async ({ tag }: { tag: string }) =>
        shown.filter(({ options }) => options.tag === tag).map(({ options }) => ({ data: options.data })),
      showNotification: async (title: string, options: Shown["options"]) => void shown.push({ title, options }),
    },
    clients: {
      matchAll: async () => tabs.map((url) => ({ url, focus: async () => void opened.push(`focus ${url}`) })),
      openWindow: async (url: string) => void opened.push(url),
    },
  };
  runInNewContext(source, { self, URL });
  const dispatch = async (type: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve();
    const waitUntil = (promise: Promise<unknown>) => {
      work = promise;
    };
    handlers[type]?.({ ...event, waitUntil });
    await work;
  };
  return {
    ...{ shown, opened, handlers },
    push: (text: string) => dispatch("push", { data: { json: () => JSON.parse(text) } }),
    click: (data: unknown) => dispatch("notificationclick", { notification: { data, close: () => {} } }),
  };
}

const message = (kind: string) =>
  JSON.stringify({ title: "Reparto", body: "9:30", lang: "es", dir: "ltr", tag: "t", kind, path: "/m/abcd-2345-efgh" });

describe("a message", () => {
  test("is shown in its language", async () => {
    const { shown, push } = worker();
    await push(message("soon"));
    expect(shown).toMatchObject([{ title: "Reparto", options: { body: "9:30", lang: "es", dir: "ltr", tag: "t" } }]);
  });

  test("alerts once for each kind of reminder", async () => {
    const { shown, push } = worker();
    for (const kind of ["day", "day", "soon", "soon"]) await push(message(kind));
    expect(shown.map(({ options }) => options.renotify)).toEqual([true, false, true, false]);
  });

  test.each(["", "{}", "null", '{"title":5}'])("of another form (%s) shows the name", async (text) => {
    const { shown, push } = worker();
    await push(text);
    expect(shown).toMatchObject([{ title: "Parley", options: { renotify: false } }]);
  });
});

describe("a click", () => {
  test("opens the meeting, or the tab that shows it", async () => {
    const alone = worker([`${ORIGIN}/home`]);
    await alone.click({ path: "/m/abcd" });
    expect(alone.opened).toEqual([`${ORIGIN}/m/abcd`]);
    const beside = worker([`${ORIGIN}/m/abcd?x`]);
    await beside.click({ path: "/m/abcd" });
    expect(beside.opened).toEqual([`focus ${ORIGIN}/m/abcd?x`]);
  });

  test.each(["https://evil.example/x", "//evil.example/x", "javascript:alert(1)"])("does not open %s", async (path) => {
    const { opened, click } = worker();
    await click({ path });
    expect(opened).toEqual([]);
  });

  test("without a path opens the first page", async () => {
    const { opened, click } = worker();
    await click(undefined);
    expect(opened).toEqual([`${ORIGIN}/`]);
  });
});

test("handles no requests of pages", () => {
  expect(Object.keys(worker().handlers).sort()).toEqual(["notificationclick", "push"]);
});

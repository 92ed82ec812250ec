/** The time from a shared file's answer to its card on the board of somebody else, for ten files chosen at once. */
import type { Page } from "@playwright/test";
import { createMeeting, joinAsAccount, openAccount, signIn } from "../tests/support/accounts.ts";
import type { App } from "../tests/support/app.ts";
import { arrive } from "../tests/support/people.ts";
import { waitForHydration } from "../tests/support/screens.ts";
import { scaled } from "./scale.ts";
import { type Figure, percentileOf } from "./table.ts";

/** More files in ten seconds are above the limit of a person. */
const ROUNDS = scaled(2, 1);
const FILES_AT_ONCE = 10;

/** Resolves with the time at which each file first had a card, by its id, once there are `count`. */
const watchCards = (page: Page, count: number) =>
  page.evaluate(
    (wanted) =>
      new Promise<[string, number][]>((resolve) => {
        const seenAt = new Map<string, number>();
        const look = () => {
          for (const link of document.querySelectorAll<HTMLElement>("[data-file-link]")) {
            const id = link.dataset.fileLink ?? "";
            if (!seenAt.has(id)) seenAt.set(id, Date.now());
          }
          if (seenAt.size < wanted) return;
          observer.disconnect();
          resolve([...seenAt]);
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, subtree: true });
        look();
      }),
    count,
  );

export async function measureLiveBoard(app: App): Promise<Figure[]> {
  const [host, reader] = [await openAccount(app, "host"), await openAccount(app, "reader")];
  const code = await createMeeting(host, "Class 4B");
  await joinAsAccount(host, code, { name: "Inés", speaks: "es", reads: "es" });
  await joinAsAccount(reader, code, { name: "Tom", speaks: "en", reads: "en" });
  const { data } = await host.client.rpc("find_meeting", { p_code: code });
  const people = await Promise.all([host, reader].map(() => arrive({ url: app.url, locale: "en" })));
  const [mine, other] = people.map(({ page }) => page);
  if (mine === undefined || other === undefined) throw new Error("nobody came");
  for (const [page, account] of [
    [mine, host],
    [other, reader],
  ] as const) {
    await signIn(page, account);
    await page.goto(`/meetings/${data.meeting_id}`);
    await waitForHydration(page);
  }
  const sharedAt = new Map<string, number>();
  mine.on("response", async (response) => {
    if (!response.url().endsWith("/functions/v1/files") || !response.ok()) return;
    const at = Date.now();
    sharedAt.set((await response.json()).id, at);
  });
  const delays: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const shown = watchCards(other, round * FILES_AT_ONCE);
    const files = Array.from({ length: FILES_AT_ONCE }, (_, at) => ({
      ...{ name: `plan ${round}-${at}.txt`, mimeType: "text/plain" },
      buffer: Buffer.from(`one ${round} ${at}`),
    }));
    await mine.getByLabel("Choose files").setInputFiles(files);
    await mine.getByRole("button", { name: `Share ${FILES_AT_ONCE} files` }).click();
    for (const [id, at] of await shown) {
      const since = sharedAt.get(id);
      if (since !== undefined) delays.push(at - since);
    }
    sharedAt.clear();
  }
  await Promise.all(people.map((person) => person.leave()));
  return [
    {
      ...{ name: "file shared → card on the board of somebody else, p95", ...percentileOf(delays, 0.95), bar: 1_000 },
      ...{ unit: "ms", note: `p50 ${percentileOf(delays, 0.5).value.toFixed(0)} ms` },
    },
  ];
}

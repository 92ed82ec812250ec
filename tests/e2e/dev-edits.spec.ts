/** `npm run dev` while somebody edits: each change reaches the browser. Its builds use both cores for minutes. */
import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { test } from "@playwright/test";
import { ROOT } from "../../scripts/lib/paths.ts";
import { freePort } from "../../scripts/lib/ports.ts";
import { LONG, runningFrom, startDev, temporary } from "../support/devRun.ts";
import { expect } from "../support/expect.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { arrive } from "../support/people.ts";

test.setTimeout(900_000);

test("edits reach the browser without a reload", ONLY_IN_LONG_RUN, async () => {
  const folder = await temporary();
  const root = join(folder, "checkout");
  const beside = new Set(["node_modules", ".git", ".local", ".build", "build", ".wrangler", "test-results", ".cache"]);
  await mkdir(root);
  await cp(ROOT, root, { recursive: true, filter: (path) => path === ROOT || !beside.has(basename(path)) });
  await symlink(join(ROOT, "node_modules"), join(root, "node_modules"));
  const port = await freePort();
  const dev = startDev({ root, data: join(folder, "data"), port, supabasePort: await freePort() });
  await dev.says("Ready in");

  const reader = await arrive({ locale: "en", url: `http://localhost:${port}` });
  const { page } = reader;
  const missing: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 404) missing.push(new URL(response.url()).pathname);
  });
  await page.goto("/", { waitUntil: "networkidle" });
  const field = page.getByRole("textbox");
  await field.fill("k3f9-2m");
  await page.evaluate(() => Reflect.set(window, "sameDocument", true));

  const edit = async (path: string, what: string | RegExp, by: string) => {
    const text = await readFile(join(root, path), "utf8");
    const edited = text.replace(what, by);
    expect(edited).not.toBe(text);
    await writeFile(join(root, path), edited);
  };
  await test.step("a component edit", async () => {
    await edit("app/landing/Landing.tsx", /<JoinForm [^>]*>/u, '$&<p id="edited">Edited</p>');
    await expect(page.locator("#edited")).toHaveText("Edited", LONG);
    await expect(field).toHaveValue("k3f9-2m");
    expect(await page.evaluate(() => Reflect.get(window, "sameDocument"))).toBe(true);
  });

  expect(missing).toEqual([]);
  expect(reader.consoleErrors()).toEqual([]);
  // From here on only the server is checked, so no page is open that would miss its files.
  await reader.leave();

  // The server responds throughout and soon serves the edit. On failure, its output tells the reason.
  const read = (path: string) => fetch(`http://localhost:${port}${path}`).then((response) => response.text());
  const shows = async (path: string, what: string) => {
    try {
      await expect.poll(async () => (await read(path)).includes(what), LONG).toBe(true);
    } catch (error) {
      throw new Error(`${path} does not show "${what}": ${dev.output()}`, { cause: error });
    }
  };
  await test.step("a loader edit without client changes", async () => {
    await edit("app/routes/health.ts", "Response.json(report,", "Response.json({ ...report, edited: true },");
    await shows("/health", "edited");
  });

  await test.step("a message edit, at the latest after a reload", async () => {
    await edit("app/i18n/messages/en.json", /("landing\.title": )"[^"]*"/u, '$1"Parley, edited"');
    await shows("/", "Parley, edited");
  });

  await test.step("an edit during a build lets the build finish", async () => {
    const built = () => dev.output().match(/rebuilt/gu)?.length ?? 0;
    const begun = () => dev.output().match(/rebuilding/gu)?.length ?? 0;
    const before = { built: built(), begun: begun() };
    await edit("app/routes/health.ts", "edited: true", "edited: 'again'");
    await expect.poll(begun, LONG).toBeGreaterThan(before.begun);
    await edit("app/i18n/messages/en.json", "Parley, edited", "Parley, edited again");
    await shows("/", "Parley, edited again");
    expect(await read("/health")).toContain("again");
    // A build that had not read the second file yet includes it.
    await expect.poll(() => built() - before.built, LONG).toBe(begun() - before.begun);
  });

  await dev.stop();
  await expect.poll(() => runningFrom(folder), LONG).toEqual([]);
  await rm(folder, { recursive: true, force: true });
});

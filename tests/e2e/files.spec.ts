/** Files in a call: chosen, dropped or pasted, shown, downloaded, and listed afterwards. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import postgres from "postgres";
import { openAccount } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { callRpc, createCallFixture, endCall, readAs } from "../support/callFixture.ts";
import { composerField, joinInesAndTom, joinWithChat, TOM } from "../support/chat.ts";
import { giveFile } from "../support/giveFile.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import type { Person } from "../support/people.ts";
import { expect, test } from "../support/test.ts";
import { chooseLineAction, lineWithText, openChat, text } from "../support/userActions.ts";

/** An image of one red pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
const PDF = Buffer.from("%PDF-1.4\nmapa del museo\n%%EOF\n");
const MAP = { name: "mapa del museo.pdf", mimeType: "application/pdf", buffer: PDF };
const PICTURE = { name: "foto.png", mimeType: "image/png", buffer: PNG };

const tray = async ({ page }: Person) => page.getByRole("region", { name: await text(page, "files.title") });
const rows = async (person: Person) => (await tray(person)).getByRole("listitem");
const link = (person: Person, name: string) => lineWithText(person, name).getByRole("link");

async function choose(person: Person, files: readonly { name: string; mimeType: string; buffer: Buffer }[]) {
  const { page } = person;
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: await text(page, "chat.attach"), exact: true }).click();
  await (await chooser).setFiles([...files]);
}
async function share(person: Person): Promise<void> {
  await (await tray(person)).getByRole("button", { name: /^(?:Share|Compartir) \d/u }).click();
}
async function downloaded({ page }: Person, link: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test("files are validated, shared, downloaded and deleted", async ({ app, person }) => {
  const { ines, tom } = await joinInesAndTom(person);
  await choose(ines, [
    MAP,
    PICTURE,
    { name: "juego.exe", mimeType: "application/x-msdownload", buffer: PDF },
    { name: "vacío.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) },
  ]);
  await expect(await rows(ines)).toHaveText([
    /mapa del museo\.pdf.*PDF\u2069 · \u206830/su,
    /foto\.png.*PNG\u2069 · \u206870/su,
    /juego\.exe.*Los archivos de este tipo no se pueden compartir/su,
    /vacío\.txt.*Este archivo está vacío/su,
  ]);
  await expectAccessible(ines.page, "files to share");
  await share(ines);
  await expect(await rows(ines)).toHaveText([/juego\.exe/u, /vacío\.txt/u]);
  for (const name of ["juego.exe", "vacío.txt"])
    await ines.page.getByRole("button", { name: `Quitar ${name}` }).press("Enter");
  await expect(await tray(ines)).toHaveCount(0);
  await expect(composerField(ines)).toBeFocused();

  await expect(link(tom, MAP.name)).toBeVisible();
  const picture = tom.page.getByRole("img", { name: `Image: ${PICTURE.name}` });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await expectAccessible(tom.page, "files in the chat");
  const got = await downloaded(tom, link(tom, MAP.name));
  expect([got.name, got.bytes.equals(PDF)]).toEqual([MAP.name, true]);

  const address = (await link(tom, MAP.name).getAttribute("href")) ?? "";
  await chooseLineAction(ines, MAP.name, "lines.delete");
  await ines.page
    .getByRole("alertdialog")
    .getByRole("button", { name: await text(ines.page, "lines.delete"), exact: true })
    .click();
  await expect(link(tom, MAP.name)).toHaveCount(0);
  // The page that deleted the line had its bytes removed.
  const owner = postgres(app.stack.databaseUrl, { max: 1 });
  const bytes = () => owner`select from storage.objects where name like ${`%${address.split("/").at(-1)}`}`;
  await expect.poll(async () => (await bytes()).count).toBe(0);
  await owner.end();
  const response = await tom.page.request.get(address);
  expect([response.status(), await response.text()]).toEqual([
    404,
    expect.stringContaining("This file does not exist."),
  ]);
});

/** A minute of silence: larger than what a browser loads ahead. */
function silence(): Buffer {
  const [rate, seconds] = [44_100, 60];
  const header = Buffer.alloc(44);
  const bytes = rate * 4 * seconds;
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + bytes, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 4, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(bytes, 40);
  return Buffer.concat([header, Buffer.alloc(bytes)]);
}

test("a player goes on when its address expires", ONLY_IN_LONG_RUN, async ({ person }) => {
  const { ines, tom } = await joinInesAndTom(person);
  tom.allowConsoleError(/400/u);
  const name = "charla.wav";
  await choose(ines, [{ name, mimeType: "audio/wav", buffer: silence() }]);
  await share(ines);
  const player = tom.page.locator(`audio[aria-label="${name}"]`);
  await expect(player).toBeVisible();

  const seen = new Set<string>();
  const expired = new Set<string>();
  await tom.page.route("**/storage/v1/object/sign/**", (route) => {
    const url = route.request().url();
    seen.add(url);
    return expired.has(url) ? route.fulfill({ status: 400, body: "{}" }) : route.continue();
  });
  const playsFrom = (seconds: number) =>
    expect
      .poll(() => player.evaluate((audio: HTMLAudioElement) => (audio.paused ? null : audio.currentTime)))
      .toBeGreaterThan(seconds);
  await player.evaluate((audio: HTMLAudioElement) => audio.play());
  await playsFrom(0);
  for (const url of seen) expired.add(url);
  await player.evaluate((audio: HTMLAudioElement) => {
    audio.currentTime = 50;
  });
  await playsFrom(50.5);
  expect(seen.size).toBeGreaterThan(expired.size);
});

test("an interrupted upload is kept and shared once", async ({ person }) => {
  const { ines, tom } = await joinInesAndTom(person);
  ines.allowConsoleError(/ERR_FAILED/u);
  await giveFile(ines.page, "textarea", "paste", "pegado.csv");
  await expect(await rows(ines)).toHaveText([/pegado\.csv/u]);
  // A drop outside the chat does nothing, and the call continues.
  await giveFile(ines.page, "header.call-top", "drop", "fuera.csv");
  await ines.page.route("**/storage/v1/**", (route) => route.abort());
  await share(ines);
  await expect(await rows(ines)).toHaveText([/pegado\.csv.*(?:conexión|red)/su], { timeout: 30_000 });
  await ines.page.unroute("**/storage/v1/**");
  await giveFile(ines.page, "[role=log]", "dragenter", "soltado.csv");
  const over = "text=Suelta aquí los archivos";
  await expect(ines.page.locator(over)).toBeVisible();
  await giveFile(ines.page, over, "drop", "soltado.csv");
  await expect(ines.page.locator(over)).toHaveCount(0);
  await expect(await rows(ines)).toHaveText([/pegado\.csv/u, /soltado\.csv/u]);
  await share(ines);
  await expect(await tray(ines)).toHaveCount(0);
  for (const name of ["pegado.csv", "soltado.csv"]) await expect(link(tom, name)).toHaveCount(1);
});

test("an upload continues after a sign-in page responded", ONLY_IN_LONG_RUN, async ({ person }) => {
  const { ines, tom } = await joinInesAndTom(person);
  ines.allowConsoleError(/403|511/u);
  const statuses = [200, 403, 511];
  await ines.page.route("**/storage/v1/**", (route) => {
    const status = route.request().method() === "OPTIONS" ? undefined : statuses.shift();
    if (status === undefined) return route.continue();
    const headers = { "access-control-allow-origin": "*", "content-type": "text/html" };
    return route.fulfill({ status, headers, body: "<html>Welcome</html>" });
  });
  await giveFile(ines.page, "textarea", "paste", "pegado.csv");
  await share(ines);
  await expect(await tray(ines)).toHaveCount(0, { timeout: 30_000 });
  await expect(link(tom, "pegado.csv")).toHaveCount(1);
  expect(statuses).toEqual([]);
});

test("strangers get no file; meetings without storage share none", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const { client } = await openAccount(app, "nothing");
  const { code } = await callRpc<{ code: string }>(client, "create_meeting", {
    p_meeting_id: randomUUID(),
    p_keep: "nothing",
  });
  const tom = await person({ locale: "en" });
  await joinWithChat(tom, `${app.url}/m/${code}`, TOM);
  await openChat(tom);
  await tom.page.getByRole("button", { name: "Share a file" }).click();
  await expect(tom.page.getByText("This meeting stores nothing, so files cannot be shared.")).toBeVisible();
  await expectAccessible(tom.page, "no files here");
  await tom.page.getByRole("button", { name: "Close" }).last().click();
  await expect(tom.page.getByText("This meeting stores nothing, so files")).toHaveCount(0);
  await giveFile(tom.page, "textarea", "paste", "pasted.csv");
  await expect(tom.page.getByText("This meeting stores nothing, so files")).toBeVisible();
  const response = await tom.page.request.get(`/files/${randomUUID()}`);
  expect([response.status(), await response.text()]).toEqual([
    404,
    expect.stringContaining("This file does not exist."),
  ]);
});

test("recap and transcript list shared files", async ({ app, person }) => {
  const scene = await createCallFixture(app);
  const { ines, tom, callId, path } = scene;
  const id = randomUUID();
  const offer = {
    p_file_id: id,
    p_call_id: callId,
    p_name: MAP.name,
    p_type: MAP.mimeType,
    p_bytes: PDF.byteLength,
  };
  const { path: object } = await callRpc<{ path: string }>(ines.client, "offer_file", offer);
  const { error } = await ines.client.storage.from("files").upload(object, PDF, { contentType: MAP.mimeType });
  expect(error).toBeNull();
  const shared = await ines.client.functions.invoke("files", { body: { share: { file_id: id, language: "es" } } });
  expect(shared.error).toBeNull();
  await endCall(app, scene);

  const reader = await person({ locale: "en" });
  const { page } = reader;
  await readAs(page, tom, `${path}/recap`);
  const files = page.getByRole("region", { name: "Files", exact: true });
  await expect(files.getByRole("listitem")).toHaveText([/mapa del museo\.pdf.*PDF\u2069 · \u206830 byte.*Inés/su]);
  await expectAccessible(page, "recap with files");
  const got = await downloaded(reader, files.getByRole("link", { name: /mapa/u }));
  expect([got.name, got.bytes.equals(PDF)]).toEqual([MAP.name, true]);
  await files.getByRole("link", { name: /line/iu }).click();
  await expect(page.locator(`#line-${id}`).getByRole("link", { name: /mapa del museo\.pdf/u })).toBeVisible();

  const stranger = await person({ locale: "en" });
  const response = await stranger.page.request.get(`${app.url}/files/${id}`);
  expect(response.status()).toBe(401);
});

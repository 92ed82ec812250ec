/** The search over names, translated names and contents of files, and what files can be filtered by. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { BOARD } from "#contracts/board.ts";
import { foldText } from "../../app/lib/foldText.ts";
import { boardActions } from "./support/board.ts";
import { fileActions } from "./support/files.ts";
import { account, becomeAccount, join, person } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { moderation } from "./support/moderation.ts";
import { anon, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { scene, putOnBoard, offerOnBoard, list, choices, namesOf } = boardActions(db);
const { shareUploaded, upload, approve, withdraw } = fileActions(db);
const { remove, end } = moderation(db);
const { edit, wipe, forward } = lineActions(db);

const translate = (line: string, language: string, text: string) => db.admin`
  insert into public.translations (line_id, revision, language, status, text, engine, lease_until)
  select id, revision, ${language}, 'ready', ${text}, 'test', now() from public.lines where id = ${line}`;

const TEXT = { name: "notas.txt", type: "text/plain" };

describe("rights", () => {
  test("strangers and anonymous callers find nothing", async () => {
    const { place, ana } = await scene();
    await putOnBoard(ana, place.id, { name: "secreto.pdf" });
    expect(await namesOf(await account(db), { query: "secreto" })).toEqual([]);
    expect(await rejectionCode(namesOf(await person(db), { meeting_id: place.id, query: "secreto" }))).toBe(
      "meeting/not-found",
    );
    expect(await rejectionCode(namesOf(ana, { query: "secreto" }))).toBe("account/needed");
    await expect(namesOf(anon, { query: "secreto" })).rejects.toThrow("permission denied");
    expect(await namesOf(ana, { meeting_id: place.id, query: "secreto" })).toEqual(["secreto.pdf"]);
  });

  test("a removed person finds nothing any more", async () => {
    const { place, host, ana, bob } = await scene();
    await becomeAccount(db, bob);
    await putOnBoard(ana, place.id, { name: "secreto.pdf" });
    expect(await namesOf(bob, { query: "secreto" })).toEqual(["secreto.pdf"]);
    await remove(host, place, bob);
    expect(await namesOf(bob, { query: "secreto" })).toEqual([]);
    expect((await choices(bob)).people).toEqual([]);
    expect(await rejectionCode(namesOf(bob, { meeting_id: place.id, query: "secreto" }))).toBe("meeting/not-found");
  });

  test("a guest finds nothing after the meeting", async () => {
    const { place, host, ana, bob } = await scene();
    await putOnBoard(ana, place.id, { name: "secreto.pdf" });
    await end(host, place);
    expect(await rejectionCode(namesOf(bob, { meeting_id: place.id, query: "secreto" }))).toBe("meeting/not-found");
  });

  test("a latecomer finds no file of a call before", async () => {
    const { place, bob, member } = await scene();
    await shareUploaded(bob, { name: "antes.pdf" });
    await db.admin`update public.meetings set reading = 'present' where id = ${place.id}`;
    const late = await join(db, place, { name: "Late" });
    const found = await list(late, { meeting_id: place.id, query: "antes" });
    expect([found.files, found.next]).toEqual([[], null]);
    expect((await choices(late, { meeting_id: place.id })).people).toEqual([]);
    expect(await namesOf(member, { query: "antes" })).toEqual(["antes.pdf"]);
  });

  test("a page reveals no name that the caller cannot read", async () => {
    const { place, ana } = await manyOfCall("plan", BOARD.textsPerSearch);
    await db.admin`update public.meetings set reading = 'present' where id = ${place.id}`;
    const late = await join(db, place, { name: "Late" });
    await putOnBoard(ana, place.id, { name: "z plan.pdf" });
    const found = await list(late, { meeting_id: place.id, sort: "name" });
    expect([found.lines.map(({ text }) => text), found.next]).toEqual([["z plan.pdf"], null]);
    expect(await namesOf(late, { meeting_id: place.id, query: "z plan" })).toEqual(["z plan.pdf"]);
  });
});

/** A call with more files than fit on a page. */
async function manyOfCall(name: string, count: number = BOARD.filesPerPage + 9) {
  const given = await scene();
  const { place, ana } = given;
  await db.admin`
    with added as (
      insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
      select gen_random_uuid(), ${place.id}, ${ana.call}, 1000 + number, 1000 + number, ${ana.id}, 'es', ${name}
      from generate_series(1, ${count}::int) as number
      returning id, seq
    )
    insert into public.files (id, meeting_id, call_id, owner, path, name, type, bytes, shared_at)
    select id, ${place.id}, ${ana.call}, ${ana.id}, id::text, ${name} || seq, 'application/pdf', 9, now() from added`;
  await db.admin`update public.meetings set seq = 3000 where id = ${place.id}`;
  return given;
}

describe("results", () => {
  test("any part of a name, in any script, without accents", async () => {
    const { place, ana } = await scene();
    for (const name of ["Étiquettes 2026.pdf", "遠足のうた.pdf", "استمارة موافقة.pdf", "100%_a\\b.pdf"])
      await putOnBoard(ana, place.id, { name });
    const of = (query: string) => namesOf(ana, { meeting_id: place.id, query });
    for (const query of ["e", "et", "etiqu", "ÉTIQUETTES", "２０２６", " ettes  2 "])
      expect(await of(query)).toContain("Étiquettes 2026.pdf");
    for (const query of ["遠", "足の", "うた.pdf"]) expect(await of(query)).toEqual(["遠足のうた.pdf"]);
    for (const query of ["م", "موا", "مُوافقه"]) expect(await of(query)).toEqual(["استمارة موافقة.pdf"]);
    for (const query of ["%", "%_", "_a", "\\", "0%_a\\b"]) expect(await of(query)).toEqual(["100%_a\\b.pdf"]);
    for (const query of ["etiquettes2026", "xx", "quettes 2027", "%pdf"]) expect(await of(query)).toEqual([]);
  });

  test("a translated name, as it is now", async () => {
    const { place, ana, bob } = await scene();
    const line = await putOnBoard(ana, place.id, { name: "autobús.pdf" });
    const of = (query: string) => namesOf(bob, { meeting_id: place.id, query });
    await translate(line.id, "en", "coach.pdf");
    expect(await of("coach")).toEqual(["autobús.pdf"]);
    await db.admin`update public.translations set text = 'tram.pdf' where line_id = ${line.id}`;
    expect([await of("coach"), await of("tram")]).toEqual([[], ["autobús.pdf"]]);
    await edit(ana, line.id, "Horario");
    // The name of the download stays.
    expect([await of("horario"), await of("autobus"), await of("tram")]).toEqual([["Horario"], ["Horario"], []]);
  });

  test("the beginning of a text file", async () => {
    const { place, ana, bob } = await scene();
    const line = await putOnBoard(ana, place.id, { ...TEXT, contents: "Llevad agua\n\ty   crema. notas" });
    const of = (query: string) => namesOf(bob, { meeting_id: place.id, query });
    for (const query of ["agua y crema", "notas", "CREMA"]) expect(await of(query)).toEqual(["notas.txt"]);
    expect(await of("txt llevad")).toEqual([]);
    await translate(line.id, "en", "notes.txt");
    expect(await of("agua")).toEqual(["notas.txt"]);
  });

  test("contents only once the file is shared", async () => {
    const { place, ana } = await scene();
    const id = randomUUID();
    const path = await offerOnBoard(ana, place.id, { id, ...TEXT });
    await upload(ana, path, { ...TEXT, contents: "borrador" });
    const texts = () => db.admin`select from public.file_texts where file_id = ${id}`;
    expect([await namesOf(ana, { meeting_id: place.id, query: "borrador" }), (await texts()).count]).toEqual([[], 1]);
    await withdraw(ana, id);
    expect((await texts()).count).toBe(0);
    await approve(id, "later", "borrador");
    expect((await texts()).count).toBe(0);
  });

  test("cards show the beginning of a text file as written", async () => {
    const { place, ana, bob } = await scene();
    const line = await putOnBoard(ana, place.id, { ...TEXT, contents: `Llevad Agua\n${"é".repeat(400)}` });
    await forward(bob, line.id, place);
    await putOnBoard(ana, place.id, { name: "agua.pdf" });
    const { files } = await list(bob, { meeting_id: place.id });
    const excerpt = `Llevad Agua\n${"é".repeat(BOARD.excerptChars - 12)}`;
    expect(files.map((file) => file.excerpt)).toEqual([null, excerpt, excerpt]);
  });

  test("nothing of a deleted file", async () => {
    const { place, ana } = await scene();
    const line = await putOnBoard(ana, place.id, { ...TEXT, contents: "agua" });
    await wipe(ana, line.id);
    for (const query of ["agua", "notas"]) expect(await namesOf(ana, { meeting_id: place.id, query })).toEqual([]);
    expect((await db.admin`select from public.file_texts where file_id = ${line.id}`).count).toBe(0);
  });

  test("a forwarded file with its contents, among the other filters", async () => {
    const { place, host, ana, bob } = await scene();
    const line = await putOnBoard(ana, place.id, { ...TEXT, contents: "agua" });
    await putOnBoard(ana, place.id, { name: "agua.pdf" });
    await forward(bob, line.id, place);
    const of = (more: Record<string, string>) => namesOf(host, { query: "agua", ...more });
    expect(await of({})).toEqual(["notas.txt", "agua.pdf", "notas.txt"]);
    expect(await of({ owner: bob.id })).toEqual(["notas.txt"]);
    expect(await of({ file_kind: "document" })).toEqual(["agua.pdf"]);
    expect(await of({ language: "fr" })).toEqual([]);
    expect(await of({ meeting_id: place.id, sort: "name" })).toEqual(["agua.pdf", "notas.txt", "notas.txt"]);
  });

  test("each page continues where the last ended", async () => {
    const { place, ana } = await manyOfCall("plan");
    await putOnBoard(ana, place.id, { ...TEXT, name: "plan.txt", contents: "plan" });
    for (const sort of ["newest", "oldest", "name", "size"]) {
      const first = await list(ana, { meeting_id: place.id, query: "plan", sort });
      const second = await list(ana, { meeting_id: place.id, query: "plan", sort, after: { json: first.next } });
      expect([first.files.length, second.files.length, second.next]).toEqual([BOARD.filesPerPage, 10, null]);
      expect(new Set([...first.files, ...second.files].map(({ id }) => id)).size).toBe(BOARD.filesPerPage + 10);
    }
  });
});

test("a long query and long contents are rejected", async () => {
  const { place, ana } = await scene();
  const query = (length: number) => namesOf(ana, { meeting_id: place.id, query: "x".repeat(length) });
  expect(await query(BOARD.queryChars)).toEqual([]);
  for (const length of [BOARD.queryChars + 1, 10_000])
    expect(await rejectionCode(query(length))).toBe("request/invalid");
  // The form of a query may be longer than the query.
  expect(await namesOf(ana, { meeting_id: place.id, query: "ﷺ".repeat(BOARD.queryChars) })).toEqual([]);
  const id = randomUUID();
  await offerOnBoard(ana, place.id, { id, ...TEXT });
  expect(await rejectionCode(approve(id, "v", "x".repeat(BOARD.contentsBytes + 1)))).toBe("request/too-large");
});

test("choices are people, languages and meetings of readable files", async () => {
  const { place, host, ana, bob } = await scene();
  await putOnBoard(ana, place.id);
  await putOnBoard(bob, place.id);
  const other = await moderation(db).scene(await account(db));
  await putOnBoard(other.ana, other.place.id);
  const found = await choices(host);
  expect(found).toMatchObject({
    people: [
      { user_id: ana.id, display_name: "Ana" },
      { user_id: bob.id, display_name: "Bob" },
    ],
    languages: ["es"],
    meetings: [{ id: place.id }],
  });
  expect(await choices(ana, { meeting_id: place.id })).toEqual(found);
  expect(await rejectionCode(choices(ana))).toBe("account/needed");
});

test("folds texts as the app does", async () => {
  const texts = [
    "Étiquette ÇA",
    "ٱلرّحلة ٣",
    "ｆｕｌｌ",
    "İstanbul",
    "Straße Œuvre",
    "遠足のガ",
    "Łódź",
    "ΌΔΟΣ",
    "कुमार",
    "a\u200db",
  ];
  for (const text of texts) {
    const [row] = await db.admin`select private.fold_text(${text}) as folded`;
    expect(row?.folded).toBe(foldText(text));
  }
});

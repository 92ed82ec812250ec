import type { AppLoadContext } from "@remix-run/cloudflare";
import { expect, test, vi } from "vitest";
import type { Failure } from "#contracts/errors.ts";
import { loadContext, serverBuild } from "../tests/fakes/serverBuild.ts";
import { drainBody, MAX_DRAINED_BYTES, withRequestGuards } from "./requestGuards.ts";

const SITE = "https://parley.example";
const failure: Failure = { code: "request/rate-limited" };

/** A build with a screen and an address for scripts, and their recorded calls. */
function scene(refused: AppLoadContext["refused"], hasLostViewer = false) {
  const loader = vi.fn(async () => "loaded");
  const action = vi.fn(async () => "done");
  const route = (id: string, screen: boolean) => ({
    id,
    path: id,
    module: { loader, action, default: screen ? () => null : undefined },
  });
  const build = serverBuild({ screen: route("screen", true), script: route("script", false) });
  const context = loadContext({ refused });
  const session = { ...context.session, hasLostViewer: () => hasLostViewer };
  const args = { context: { ...context, session }, request: new Request(`${SITE}/files?person=1`), params: {} };
  const module = (id: string) => withRequestGuards(build).routes[id]?.module;
  return {
    loader,
    action,
    act: (id: string) => module(id)?.action?.(args),
    load: (id: string) => module(id)?.loader?.(args),
  };
}

test("runs accepted requests unchanged", async () => {
  const { act, load } = scene(null);
  expect(await act("screen")).toBe("done");
  expect(await load("screen")).toBe("loaded");
});

test("a rejected write re-renders its page with the reason", async () => {
  const { act, load, action } = scene({ failure, reads: false, typed: [["mail", "ana@x"]] });
  expect(await act("screen")).toMatchObject({
    data: { refused: "request/rate-limited", typed: [["mail", "ana@x"]] },
    init: { status: 429 },
  });
  const response = await act("script");
  expect(response).toBeInstanceOf(Response);
  expect(response).toMatchObject({ status: 429 });
  expect(action).not.toHaveBeenCalled();
  expect(await load("screen")).toBe("loaded");
});

test("a rejected read runs no loader", async () => {
  const { load, loader } = scene({ failure, reads: true, typed: [] });
  await expect(async () => load("screen")).rejects.toMatchObject({
    data: { code: "request/rate-limited" },
    init: { status: 429 },
  });
  expect(loader).not.toHaveBeenCalled();
});

test("reloads a page whose session has ended", async () => {
  const { act, load, loader } = scene(null, true);
  const again = { status: 302, headers: new Headers({ Location: "/files?person=1" }) };
  await expect(async () => load("screen")).rejects.toMatchObject(again);
  await expect(async () => act("screen")).rejects.toMatchObject(again);
  expect(await load("script")).toBe("loaded");
  loader.mockRejectedValueOnce(new Error("not found"));
  await expect(async () => load("screen")).rejects.toMatchObject(again);
});

const FORM = "application/x-www-form-urlencoded";

test("drops the unread body and keeps the rest", async () => {
  for (const type of ["text/plain", FORM]) {
    const headers = { "Content-Type": type, Cookie: "locale=es" };
    // More than that page accepts: it would be too large again.
    const sent = new Request(`${SITE}/sign-in`, { method: "POST", body: "x".repeat(100_000), headers });
    const { request, typed } = await drainBody(sent);
    expect(request.method).toBe("POST");
    expect(request.headers.get("Cookie")).toBe("locale=es");
    expect(await request.text()).toBe("");
    expect(typed).toEqual([]);
    // Read to the end: an earlier response would break the connection.
    expect(sent.bodyUsed).toBe(true);
  }
});

const parts = (...fields: [string, string][]) =>
  `${fields.map(([head, value]) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`).join("")}--b--\r\n`;
const MULTI = "multipart/form-data; boundary=b";

test.each([
  [
    "a form",
    FORM,
    "to=en&to=ar&word=%26+%3Cb%3E&to=",
    [
      ["to", "en"],
      ["to", "ar"],
      ["word", "& <b>"],
      ["to", ""],
    ],
  ],
  [
    "a form of parts, but for its file",
    MULTI,
    parts(['name="text"', "uno\r\ndos"], ['name="file"; filename="f.csv"', "secret"]),
    [["text", "uno\r\ndos"]],
  ],
  ["a form that breaks off", MULTI, parts(['name="text"', "a"]).slice(0, -8), []],
  ["no form", "application/json", '{"text":"a"}', []],
  ["nothing", FORM, "", []],
  ["no password", FORM, "mail=a%40x&password=secret&currentPassword=secret", [["mail", "a@x"]]],
  [
    "a form of parts, but for too large a file",
    MULTI,
    parts(['name="text"', "uno"], ['name="file"; filename="f.csv"', "x".repeat(3 * 1024 * 1024)]),
    [["text", "uno"]],
  ],
])("returns the submitted fields: %s", async (_name, type, body, typed) => {
  const sent = new Request(`${SITE}/glossary`, { method: "POST", body, headers: { "Content-Type": type } });
  expect((await drainBody(sent, MAX_DRAINED_BYTES)).typed).toEqual(typed);
});

test("keeps and parses at most 256 KB", async () => {
  const typedOf = async (bytes: number) => {
    const body = parts(['name="text"', "uno"], ['name="file"; filename="f.csv"', "x".repeat(bytes)]);
    const sent = new Request(`${SITE}/`, { method: "POST", body, headers: { "Content-Type": MULTI } });
    const { typed } = await drainBody(sent);
    return [typed.length, sent.bodyUsed];
  };
  expect(await typedOf(200 * 1024)).toEqual([1, true]);
  expect(await typedOf(300 * 1024)).toEqual([0, true]);
});

test("returns none of very many fields", async () => {
  const typedOf = async (type: string, body: string) =>
    (await drainBody(new Request(`${SITE}/glossary`, { method: "POST", body, headers: { "Content-Type": type } })))
      .typed;
  const fields = Array.from({ length: 203 }, (): [string, string] => ['name="a"', ""]);
  expect(await typedOf(FORM, fields.map(() => "a=").join("&"))).toEqual([]);
  expect(await typedOf(MULTI, parts(...fields))).toEqual([]);
  expect(await typedOf(FORM, "a=&".repeat(200))).toHaveLength(200);
  expect(await typedOf(MULTI, parts(...fields.slice(3)))).toHaveLength(200);
});

test.each([
  `${FORM}; boundary=zzz`,
  `${FORM};boundary="&"`,
  'multipart/form-data; a="; boundary=zzz"; boundary=b',
  "multipart/form-data; boundary=b; boundary=zzz",
  "multipart/form-data; boundary=zzz; boundary=b",
])("parses no type that hides its fields: %s", async (type) => {
  for (const body of [
    "a=&".repeat(100_000),
    parts(...Array.from({ length: 3_000 }, (): [string, string] => ['name="a"', ""])),
  ]) {
    const sent = new Request(`${SITE}/glossary`, { method: "POST", body, headers: { "Content-Type": type } });
    expect((await drainBody(sent, MAX_DRAINED_BYTES)).typed).toEqual([]);
  }
});

test.each([
  [FORM, "a=1"],
  [`${FORM};charset=UTF-8`, "a=1"],
  [
    "multipart/form-data; boundary=----WebKitFormBoundary0a",
    parts(['name="a"', "1"]).replaceAll("--b", "------WebKitFormBoundary0a"),
  ],
  [
    "multipart/form-data; boundary=----formdata-undici-012",
    parts(['name="a"', "1"]).replaceAll("--b", "------formdata-undici-012"),
  ],
])("parses what browsers and runtimes send: %s", async (type, body) => {
  const sent = new Request(`${SITE}/glossary`, { method: "POST", body, headers: { "Content-Type": type } });
  expect((await drainBody(sent)).typed).toEqual([["a", "1"]]);
});

test("returns no fields to scripts", async () => {
  const init = { method: "POST", body: "term=a", headers: { "Content-Type": FORM } };
  const { typed, request } = await drainBody(new Request(`${SITE}/glossary.data`, init));
  expect([typed, await request.text()]).toEqual([[], ""]);
});

test("rejects a read without a body", async () => {
  const { request, typed } = await drainBody(new Request(`${SITE}/m/x`));
  expect([request.method, typed]).toEqual(["GET", []]);
});

test("stops reading an endless body", async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(1024 * 1024));
    },
  });
  // Node requires `duplex`, which the Worker's types lack.
  const init = Object.assign({ method: "POST", body: endless }, { duplex: "half" });
  const request = new Request(`${SITE}/`, init);
  await drainBody(request);
  expect(sent).toBeLessThan(12);
});

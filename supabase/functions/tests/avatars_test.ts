/** The function `avatars`: order of its checks, responses of Storage, and the bytes after a failure. */
import assert from "node:assert/strict";
import { AVATARS_MAX_BODY_BYTES } from "../_shared/contracts/avatars.ts";
import type { Failure } from "../_shared/contracts/errors.ts";
import { createAvatarStore } from "../avatars/avatarStore.ts";
import { createAvatarsHandler } from "../avatars/handler.ts";
import { jpegAvatar, webpAvatar } from "./avatar_pictures.ts";
import { bearer } from "./callers.ts";
import { type ReceivedRequest, shortTimeout, withServer } from "./fakeServer.ts";

const ID = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c01";
const OLD = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c02";
const OFFER = "POST /rest/v1/rpc/offer_avatar";
const SHOW = "POST /rest/v1/rpc/store_avatar";
const HIDE = "POST /rest/v1/rpc/remove_avatar";
const LARGE = `POST /storage/v1/object/avatars/${ID}/256`;
const SMALL = `POST /storage/v1/object/avatars/${ID}/64`;
const REMOVE = "DELETE /storage/v1/object/avatars";

type Respond = () => Response;
const RESPONSES: Readonly<Record<string, Respond>> = {
  [OFFER]: () => Response.json({ id: ID }),
  [SHOW]: () => Response.json({ replaced: OLD }),
  [HIDE]: () => Response.json({ replaced: OLD }),
  [LARGE]: () => Response.json({}),
  [SMALL]: () => Response.json({}),
  [REMOVE]: () => Response.json([]),
};

const base64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
const SET = {
  workspace_id: null,
  set: { type: "image/webp", large: base64(webpAvatar(256)), small: base64(webpAvatar(64)) },
};

/** Calls the function with a scripted project. */
async function call(
  body: unknown,
  responses: Readonly<Record<string, Respond>> = {},
  headers = { authorization: bearer() },
) {
  const log: Failure[] = [];
  let seen: { requests: readonly ReceivedRequest[]; outcome: unknown[] } = { requests: [], outcome: [] };
  const respond = (request: ReceivedRequest) => {
    const way = `${request.method} ${request.path}`;
    return ({ ...RESPONSES, ...responses }[way] ?? (() => assert.fail(way)))();
  };
  await withServer(respond, async ({ url, requests }) => {
    const project = { url, publishableKey: "publishable", secretKey: "secret" };
    const store = createAvatarStore(project, shortTimeout);
    const handler = createAvatarsHandler({ store }, (failure) => log.push(failure));
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const response = await handler(new Request("http://functions/avatars", { method: "POST", headers, body: text }));
    const answer = await response.json();
    seen = { requests, outcome: [response.status, answer?.error?.code ?? answer] };
  });
  return { ...seen, ways: seen.requests.map(({ method, path }) => `${method} ${path}`), log };
}

const removedIds = (requests: readonly ReceivedRequest[]) =>
  requests.filter(({ method }) => method === "DELETE").map(({ body }) => JSON.parse(body).prefixes);

Deno.test("avatars: stores both sizes, then removes the former ones", async () => {
  const { outcome, ways, requests, log } = await call(SET);
  assert.deepEqual([outcome, log], [[200, null], []]);
  assert.deepEqual(ways, [OFFER, LARGE, SMALL, SHOW, REMOVE]);
  assert.deepEqual(
    requests.map(({ headers }) => headers.get("authorization") === bearer()),
    [true, false, false, false, false],
  );
  assert.deepEqual(requests[1]?.bytes, webpAvatar(256));
  assert.deepEqual(requests[2]?.bytes, webpAvatar(64));
  assert.deepEqual(
    [requests[1]?.headers.get("content-type"), requests[1]?.headers.get("cache-control")],
    ["image/webp", "max-age=3600"],
  );
  assert.equal(JSON.parse(requests[3]?.body ?? "").p_avatar_id, ID);
  assert.deepEqual(removedIds(requests), [[`${OLD}/256`, `${OLD}/64`]]);
});

Deno.test("avatars: removes nothing after the first one", async () => {
  const { outcome, ways } = await call(SET, { [SHOW]: () => Response.json({ replaced: null }) });
  assert.deepEqual(
    [outcome, ways],
    [
      [200, null],
      [OFFER, LARGE, SMALL, SHOW],
    ],
  );
});

Deno.test("avatars: removes an avatar with its bytes", async () => {
  const { outcome, requests, ways } = await call({ workspace_id: null, remove: true });
  assert.deepEqual(
    [outcome, ways],
    [
      [200, null],
      [HIDE, REMOVE],
    ],
  );
  assert.deepEqual(removedIds(requests), [[`${OLD}/256`, `${OLD}/64`]]);
});

Deno.test("avatars: shows the initials although Storage is down", async () => {
  const { outcome, log } = await call(
    { workspace_id: null, remove: true },
    { [REMOVE]: () => new Response("", { status: 503 }) },
  );
  assert.deepEqual(outcome, [200, null]);
  assert.deepEqual(log, [{ code: "network/timeout", cause: "storage answered 503" }]);
});

for (const [name, set] of [
  ["a page", { large: base64(new TextEncoder().encode("<!doctype html><script>")) }],
  ["an SVG", { large: base64(new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'/>")) }],
  ["the other type", { type: "image/jpeg" }],
  ["100 megapixels", { large: base64(webpAvatar(10_000)) }],
  ["text that is no base64", { large: "<<<<" }],
] as const) {
  Deno.test(`avatars: stores nothing of ${name}`, async () => {
    const { outcome, ways } = await call({ workspace_id: null, set: { ...SET.set, ...set } });
    assert.deepEqual([outcome, ways], [[415, "file/content"], [OFFER]]);
  });
}

Deno.test("avatars: removes the large picture if the small is bad", async () => {
  const { outcome, ways, requests } = await call({ workspace_id: null, set: { ...SET.set, small: SET.set.large } });
  assert.deepEqual(
    [outcome, ways],
    [
      [415, "file/content"],
      [OFFER, LARGE, REMOVE],
    ],
  );
  assert.deepEqual(removedIds(requests), [[`${ID}/256`, `${ID}/64`]]);
});

Deno.test("avatars: accepts JPEG", async () => {
  const set = { type: "image/jpeg", large: base64(jpegAvatar(256)), small: base64(jpegAvatar(64)) };
  const { outcome, requests } = await call({ workspace_id: null, set });
  assert.deepEqual([outcome, requests[1]?.headers.get("content-type")], [[200, null], "image/jpeg"]);
});

Deno.test("avatars: removes new bytes if the account is gone", async () => {
  const { outcome, requests } = await call(SET, {
    [SHOW]: () => Response.json({ message: "request/not-allowed" }, { status: 403 }),
  });
  assert.deepEqual(outcome, [403, "request/not-allowed"]);
  assert.deepEqual(removedIds(requests), [[`${ID}/256`, `${ID}/64`]]);
});

Deno.test("avatars: names the workspace to the database each time", async () => {
  const { requests, ways } = await call({ ...SET, workspace_id: OLD });
  assert.deepEqual(ways, [OFFER, LARGE, SMALL, SHOW, REMOVE]);
  const args = [requests[0], requests[3]].map((request) => JSON.parse(request?.body ?? "").p_workspace_id);
  const removal = await call({ workspace_id: OLD, remove: true });
  assert.deepEqual([...args, JSON.parse(removal.requests[0]?.body ?? "")], [OLD, OLD, { p_workspace_id: OLD }]);
});

for (const code of ["role/admin-needed", "account/needed", "file/quota", "request/rate-limited"] as const) {
  Deno.test(`avatars: stops at ${code}`, async () => {
    const { outcome, ways } = await call(SET, { [OFFER]: () => Response.json({ message: code }, { status: 403 }) });
    assert.deepEqual([outcome[1], ways], [code, [OFFER]]);
  });
}

Deno.test("avatars: sends no request without a token", async () => {
  const { outcome, ways } = await call(SET, {}, { authorization: "" });
  assert.deepEqual([outcome, ways], [[401, "request/sign-in-needed"], []]);
});

for (const [name, body, status] of [
  ["no JSON", "<html>", 400],
  ["another person's id", { ...SET, user_id: ID }, 400],
  ["both requests", { ...SET, remove: true }, 400],
  ["a type with scripts", { workspace_id: null, set: { ...SET.set, type: "image/svg+xml" } }, 400],
  ["a picture that is too long", { workspace_id: null, set: { ...SET.set, large: "A".repeat(90_000) } }, 400],
  ["a body that is too long", `"${"A".repeat(AVATARS_MAX_BODY_BYTES)}"`, 413],
] as const) {
  Deno.test(`avatars: sends no request about ${name}`, async () => {
    const { outcome, ways } = await call(body);
    assert.deepEqual([outcome[0], ways], [status, []]);
  });
}

/** The function `files`: order of its checks, responses of Storage, and limits. */
import assert from "node:assert/strict";
import { BOARD } from "../_shared/contracts/board.ts";
import { errorStatus } from "../_shared/contracts/errorStatuses.ts";
import { type Failure, ok } from "../_shared/contracts/errors.ts";
import { IMAGE_MAX_BYTES } from "../_shared/contracts/files.ts";
import { createFileStore } from "../files/fileStore.ts";
import { createFilesHandler } from "../files/handler.ts";
import { bearer } from "./callers.ts";
import { type ReceivedRequest, shortTimeout, withServer } from "./fakeServer.ts";
import { png } from "./pictureBytes.ts";

const ID = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c01";
const OTHER = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c02";
const PATH = `call/${ID}`;
const UPLOADED = { path: PATH, type: "text/plain", version: "v1", checked: false };
const SIGNED = { path: PATH, error: null, signedURL: `/object/sign/files/${PATH}?token=t` };
const LINE = { id: ID };

const RPC = "POST /rest/v1/rpc/";
const READ = `GET /storage/v1/object/authenticated/files/${PATH}`;
const SIGN = "POST /storage/v1/object/sign/files";
const REMOVE = "DELETE /storage/v1/object/files";

type Respond = (request: ReceivedRequest) => Response | Promise<Response>;
const RESPONSES: Readonly<Record<string, Respond>> = {
  [`${RPC}uploaded_file`]: () => Response.json(UPLOADED),
  [READ]: () => new Response("a plan", { status: 206, headers: { "content-range": "bytes 0-5/6" } }),
  [`${RPC}approve_file`]: () => new Response(null, { status: 204 }),
  [`${RPC}refuse_file`]: () => new Response(null, { status: 204 }),
  [`${RPC}share_file`]: () => Response.json(LINE),
  [`${RPC}readable_files`]: () => Response.json([{ id: ID, path: PATH, name: "plan.txt", type: "text/plain" }]),
  [SIGN]: () => Response.json([SIGNED]),
  [`${RPC}removable_files`]: () => Response.json([PATH]),
  [REMOVE]: () => Response.json([]),
};

/** Calls the function with a scripted project. */
async function call(body: object, responses: Readonly<Record<string, Respond>> = {}, mayCall = true) {
  const log: Failure[] = [];
  let seen: { requests: readonly ReceivedRequest[]; outcome: unknown[] } = { requests: [], outcome: [] };
  const respond = (request: ReceivedRequest) => {
    const way = `${request.method} ${request.path}`;
    return ({ ...RESPONSES, ...responses }[way] ?? (() => assert.fail(way)))(request);
  };
  await withServer(respond, async ({ url, requests }) => {
    const project = { url, publishableKey: "publishable", secretKey: "secret" };
    const handler = createFilesHandler(
      { store: createFileStore(project, shortTimeout), checkRateLimit: () => mayCall },
      (failure) => log.push(failure),
    );
    const headers = { authorization: bearer() };
    const response = await handler(
      new Request("http://functions/files", { method: "POST", headers, body: JSON.stringify(body) }),
    );
    const answer = await response.json();
    seen = { requests, outcome: [response.status, answer.error?.code ?? answer] };
  });
  return { ...seen, ways: seen.requests.map(({ method, path }) => `${method} ${path}`), log };
}

const SHARE = { share: { file_id: ID, language: "en" } };

Deno.test("files: shares a file after reading its first bytes", async () => {
  const { outcome, ways, requests } = await call(SHARE);
  assert.deepEqual(outcome, [200, LINE]);
  assert.deepEqual(ways, [`${RPC}uploaded_file`, READ, `${RPC}approve_file`, `${RPC}share_file`]);
  assert.equal(requests[1]?.headers.get("range"), `bytes=0-${BOARD.contentsBytes - 1}`);
  assert.deepEqual(
    requests.map(({ headers }) => headers.get("authorization") === bearer()),
    [true, false, false, true],
  );
  assert.deepEqual(JSON.parse(requests[2]?.body ?? ""), { p_file_id: ID, p_version: "v1", p_contents: "a plan" });
});

Deno.test("files: checks few versions at once, and each of them once", async () => {
  const reads: string[] = [];
  const gate = Promise.withResolvers<void>();
  const unused = () => assert.fail("not called");
  const handler = createFilesHandler(
    {
      checkRateLimit: () => true,
      store: {
        ...{ refuse: unused, readable: unused, sign: unused, removable: unused, remove: unused },
        uploaded: (_, fileId) => Promise.resolve(ok({ ...UPLOADED, path: fileId })),
        readHead: async (path) => {
          reads.push(path);
          await gate.promise;
          return ok({ bytes: new TextEncoder().encode("a plan"), isWhole: true });
        },
        approve: () => Promise.resolve(ok(null)),
        share: () => Promise.resolve(ok(LINE)),
      },
    },
    () => {},
  );
  const ids = Array.from({ length: 20 }, (_, number) => `${ID.slice(0, -2)}${number + 10}`);
  const responses = [...ids, ...ids, ...ids].map((file_id) =>
    handler(
      new Request("http://functions/files", {
        ...{ method: "POST", headers: { authorization: bearer() } },
        body: JSON.stringify({ share: { file_id, language: "en" } }),
      }),
    ),
  );
  const rejected = await Promise.race([gate.promise, ...responses.slice(8)]);
  assert.equal(rejected?.status, errorStatus("request/busy"));
  gate.resolve();
  const shared = (await Promise.all(responses)).filter(({ status }) => status === 200);
  assert.deepEqual([reads, shared.length], [ids.slice(0, 8), 24]);
});

Deno.test("files: reads the contents of text files only", async () => {
  const { requests, outcome } = await call(SHARE, {
    [`${RPC}uploaded_file`]: () => Response.json({ ...UPLOADED, type: "image/png" }),
    [READ]: () => new Response(png(9, 9)),
  });
  assert.deepEqual(outcome, [200, LINE]);
  assert.equal(requests[1]?.headers.get("range"), "bytes=0-4095");
  assert.deepEqual(JSON.parse(requests[2]?.body ?? "").p_contents, null);
});

Deno.test("files: cleans and bounds contents, and logs none", async () => {
  const contentsOf = async (text: string | Uint8Array<ArrayBuffer>) => {
    const { requests, outcome, log } = await call(SHARE, { [READ]: () => new Response(text) });
    assert.deepEqual([outcome, log], [[200, LINE], []]);
    return JSON.parse(requests[2]?.body ?? "").p_contents as string;
  };
  assert.equal(await contentsOf("\ufeffLlevad\r\n\u0007agua\t"), "Llevad \n agua");
  // A character that the limit cuts, and bytes that are not UTF-8 behind the checked ones.
  const long = new TextEncoder().encode(`a${"é".repeat(40_000)}`);
  assert.equal(await contentsOf(long), `a${"é".repeat(BOARD.contentsBytes / 2 - 1)}`);
  long.fill(0xff, 5_000);
  assert.equal(await contentsOf(long), `a${"é".repeat(2_499)}`);
  assert.equal(await contentsOf(`a${"\u0301".repeat(32_767)}`), `a${"\u0301".repeat(16)}`);
});

Deno.test("files: approves no content of another type", async () => {
  for (const content of ["<!DOCTYPE html><script>", "a\0b", "MZ"]) {
    const { outcome, ways } = await call(SHARE, { [READ]: () => new Response(content) });
    assert.deepEqual(outcome, [415, "file/content"]);
    assert.deepEqual(ways, [`${RPC}uploaded_file`, READ, `${RPC}refuse_file`]);
  }
});

Deno.test("files: approves no picture that stops pages", async () => {
  const uploaded = { [`${RPC}uploaded_file`]: () => Response.json({ ...UPLOADED, type: "image/png" }) };
  const hostile = png(22_000, 22_000, { isAnimated: true, metadata: 10_000 });
  const { outcome, ways, requests } = await call(SHARE, { ...uploaded, [READ]: () => new Response(hostile) });
  assert.deepEqual(outcome, [415, "file/content"]);
  assert.deepEqual(ways, [`${RPC}uploaded_file`, READ, READ, `${RPC}refuse_file`]);
  assert.equal(requests[2]?.headers.get("range"), `bytes=0-${IMAGE_MAX_BYTES - 1}`);
  const honest = png(2_560, 1_440, { isAnimated: true, metadata: 10_000 });
  assert.deepEqual((await call(SHARE, { ...uploaded, [READ]: () => new Response(honest) })).outcome, [200, LINE]);
});

Deno.test("files: looks once at a version", async () => {
  const { ways } = await call(SHARE, { [`${RPC}uploaded_file`]: () => Response.json({ ...UPLOADED, checked: true }) });
  assert.deepEqual(ways, [`${RPC}uploaded_file`, `${RPC}share_file`]);
});

Deno.test("files: reads only the beginning of a whole body", async () => {
  let sent = 0;
  const endless = () =>
    new Response(
      new ReadableStream({
        pull: (out) => {
          sent += 1;
          out.enqueue(new Uint8Array(65_536).fill(97));
        },
      }),
    );
  const { outcome } = await call(SHARE, { [READ]: endless });
  assert.deepEqual(outcome, [200, LINE]);
  assert.ok(sent < 100, "the rest of the body was cancelled");
});

Deno.test("files: signs what the caller may read", async () => {
  const { outcome, ways, requests } = await call({ sign: [ID, OTHER] });
  const file = { id: ID, name: "plan.txt", type: "text/plain", address: SIGNED.signedURL };
  assert.deepEqual(outcome, [200, [file]]);
  assert.deepEqual(ways, [`${RPC}readable_files`, SIGN]);
  assert.deepEqual(JSON.parse(requests[0]?.body ?? ""), { p_file_ids: [ID, OTHER] });
  assert.deepEqual(JSON.parse(requests[1]?.body ?? ""), { expiresIn: 60, paths: [PATH] });
});

Deno.test("files: leaves out what Storage does not have", async () => {
  const absent = { path: PATH, error: "Either the object does not exist…", signedURL: null };
  assert.deepEqual((await call({ sign: [ID] }, { [SIGN]: () => Response.json([absent]) })).outcome, [200, []]);
  const { outcome, ways } = await call({ sign: [ID] }, { [`${RPC}readable_files`]: () => Response.json([]) });
  assert.deepEqual([outcome, ways], [[200, []], [`${RPC}readable_files`]]);
});

Deno.test("files: removes what no line uses", async () => {
  const { outcome, ways, requests } = await call({ remove: [ID] });
  assert.deepEqual(outcome, [200, { removed: 1 }]);
  assert.deepEqual(ways, [`${RPC}removable_files`, REMOVE]);
  assert.deepEqual(JSON.parse(requests[1]?.body ?? ""), { prefixes: [PATH] });
  const none = await call({ remove: [ID] }, { [`${RPC}removable_files`]: () => Response.json([]) });
  assert.deepEqual([none.outcome, none.ways], [[200, { removed: 0 }], [`${RPC}removable_files`]]);
});

for (const [name, body, way] of [
  ["share", SHARE, READ],
  ["sign", { sign: [ID] }, SIGN],
  ["remove", { remove: [ID] }, REMOVE],
] as const) {
  Deno.test(`files: ${name} can be repeated while Storage is down`, async () => {
    for (const [status, outcome, cause] of [
      [502, [504, "network/timeout"], "storage answered 502"],
      [429, [504, "network/timeout"], "storage answered 429"],
      [400, [500, "bug/unexpected"], "storage answered 400"],
    ] as const) {
      const failed = await call(body, { [way]: () => new Response("<html>", { status }) });
      assert.deepEqual(failed.outcome, outcome);
      assert.deepEqual(
        failed.log.map((failure) => failure.cause),
        [cause],
      );
      assert.ok(!failed.ways.includes(`${RPC}share_file`));
    }
  });

  Deno.test(`files: ${name} stops at the rejection of the database`, async () => {
    for (const [status, message, outcome] of [
      [401, "JWT expired", [401, "request/sign-in-needed"]],
      [404, "file/not-found", [404, "file/not-found"]],
    ] as const) {
      const rejected = () => Response.json({ code: "PT404", message }, { status });
      const { outcome: given, ways } = await call(body, {
        [`${RPC}uploaded_file`]: rejected,
        [`${RPC}readable_files`]: rejected,
        [`${RPC}removable_files`]: rejected,
      });
      assert.deepEqual(given, outcome);
      assert.equal(ways.length, 1);
    }
  });

  Deno.test(`files: ${name} is limited by user`, async () => {
    const { outcome, ways } = await call(body, {}, false);
    assert.deepEqual(outcome, [429, "request/rate-limited"]);
    assert.equal(ways.length, 1);
  });
}

Deno.test("files: rejects other requests", async () => {
  const many = Array.from({ length: 101 }, () => ID);
  for (const body of [{}, { sign: [] }, { sign: many }, { sign: ["a/b"] }, { remove: [ID], sign: [ID] }, [ID]])
    assert.deepEqual((await call(body)).outcome, [400, "request/invalid"]);
});

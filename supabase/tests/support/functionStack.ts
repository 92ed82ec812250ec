/**
 * The edge functions with the real database, REST, Auth and Realtime of a stack, and a backend that the test
 * implements.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import postgres from "postgres";
import * as z from "zod/mini";
import { createdMeeting, enteredCall } from "#contracts/meetings.ts";
import { startStack } from "../../../local/index.ts";
import { createTestClient } from "../../../tests/support/client.ts";
import { copyDatabase } from "../../../tests/support/databaseTemplates.ts";

/** A signed-in user without an account. */
export interface Visitor {
  readonly client: SupabaseClient;
  readonly id: string;
  readonly token: string;
}

export interface FunctionStack {
  readonly url: string;
  /** The data folder. */
  readonly data: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** A superuser connection that bypasses every policy. */
  readonly admin: postgres.Sql;
  visitor(): Promise<Visitor>;
  /** Posts to a function, with a query in the path and a user's token. The API key defaults to the publishable key. */
  post(path: string, token: string, body: Blob | object, key?: string): Promise<Response>;
  close(): Promise<void>;
}

/** Starts the stack. `behind` handles the functions' backend requests; `env` returns their variables for its origin. */
export async function startFunctionStack(
  behind: RequestListener,
  env: (origin: string) => Record<string, string>,
): Promise<FunctionStack> {
  const server = createServer(behind).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const data = await mkdtemp(join(tmpdir(), "parley-functions-"));
  // Postgres runs as another user when the tests run as root, so the folder must be readable.
  await chmod(data, 0o755);
  await copyDatabase("migrated", data);
  const stack = await startStack({
    root: resolve(import.meta.dirname, "../../.."),
    data,
    port: 0,
    siteUrl: "http://127.0.0.1:8787",
    functionsEnv: env(`http://127.0.0.1:${address.port}`),
    migrations: false,
    temporary: true,
  });
  const { publishableKey, secretKey } = stack;
  const admin = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  return {
    url: stack.url,
    data,
    publishableKey,
    secretKey,
    admin,
    async visitor() {
      const client = createTestClient(stack);
      const { data: signed, error } = await client.auth.signInAnonymously();
      if (error !== null || signed.session === null) throw error ?? new Error("no session");
      return { client, id: signed.session.user.id, token: signed.session.access_token };
    },
    post: (path, token, body, key = publishableKey) =>
      fetch(`${stack.url}/functions/v1/${path}`, {
        method: "POST",
        headers: {
          ...{ authorization: `Bearer ${token}`, apikey: key },
          "content-type": body instanceof Blob ? body.type : "application/json",
        },
        body: body instanceof Blob ? body : JSON.stringify(body),
      }),
    async close() {
      await admin.end();
      await stack.close();
      // An engine without a response keeps its connection open.
      server.closeAllConnections();
      server.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}

export async function rpc<T>({ client }: Visitor, name: string, args: object, shape: z.ZodMiniType<T>): Promise<T> {
  const { data, error } = await client.rpc(name, args);
  if (error !== null) throw new Error(`${name}: ${error.message}`);
  return shape.parse(data);
}

/** Creates a meeting of the first person with everyone in its call, each with one language. */
export async function inCall(people: readonly (readonly [Visitor, language: string])[]) {
  const [[host] = []] = people;
  if (host === undefined) throw new Error("Nobody comes.");
  const { meeting_id, code } = await rpc(host, "create_meeting", { p_meeting_id: randomUUID() }, createdMeeting);
  const peer = randomUUID();
  let call = "";
  for (const [who, language] of people) {
    await rpc(who, "knock", { p_code: code, p_display_name: "A", p_speaks: language, p_reads: language }, z.unknown());
    const peer_id = who === host ? peer : randomUUID();
    call = (await rpc(who, "enter_call", { p_meeting_id: meeting_id, p_peer_id: peer_id }, enteredCall)).call.id;
  }
  /** `peer` is the host's. */
  return { meeting: meeting_id, call, peer };
}

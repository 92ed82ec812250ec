/**
 * `/functions/v1` with the unmodified client. The hosted behaviour is taken from the Supabase documentation:
 * - "Function configuration": `verify_jwt` is on unless config.toml disables it; "Understanding API keys": a key is not
 * a   JWT;
 * - "Environment variables": the variables of every function; its request path starts with its own name;
 * - "Error codes of edge functions": 503 BOOT_ERROR when a function does not start.
 */
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestStack, type TestStack } from "../../../tests/support/stack.ts";
import { isExternal } from "./target.ts";

const HELLO = `
import { greeting } from "../_shared/greeting.ts";
Deno.serve(async (request) => {
  const url = new URL(request.url);
  if (url.pathname.endsWith("/die")) Deno.exit(1);
  if (url.pathname.endsWith("/env")) return Response.json(JSON.parse(await request.text()).map((name: string) => {
    try { return Deno.env.get(name) ?? null; } catch (error) { return (error as Error).name; }
  }));
  if (url.pathname.endsWith("/environment")) {
    return Response.json({ names: Object.keys(Deno.env.toObject()), has: Deno.env.has("ENVIRONMENT") });
  }
  if (url.pathname.endsWith("/later")) {
    const part = url.searchParams.get("part");
    EdgeRuntime.waitUntil((async () => {
      await fetch(await request.text());
      if (part === "fails") throw new Error("background failure");
    })());
    return new Response("at once");
  }
  if (url.pathname.endsWith("/read")) {
    try { return new Response(await Deno.readTextFile("/etc/hostname")); } catch (error) { return new Response((error as Error).name); }
  }
  if (url.pathname.endsWith("/run")) {
    try { new Deno.Command("/bin/true").outputSync(); return new Response("ran"); } catch (error) { return new Response((error as Error).name); }
  }
  if (url.pathname.endsWith("/stream")) {
    return new Response(new ReadableStream({ async start(out) {
      for (const part of ["a", "b", "c"]) { out.enqueue(new TextEncoder().encode(part)); await new Promise((next) => setTimeout(next, 5)); }
      out.close();
    } }));
  }
  return Response.json({
    greeting, path: url.pathname + url.search, method: request.method, body: await request.text(),
    authorization: request.headers.get("authorization") !== null,
  }, { status: request.method === "DELETE" ? 418 : 200, headers: { "x-own": "1", "access-control-allow-origin": "https://own.example" } });
});`;

// These tests need their own functions as files. An external project has its own deployed ones.
if (isExternal)
  process.stdout.write("skipped against the external project: functions.test.ts: needs its own functions\n");

let stack: TestStack;
beforeAll(async () => {
  if (isExternal) return;
  stack = await startTestStack({
    files: {
      "config.toml": `[functions.hello]\nverify_jwt = true\n\n[functions.open] # public\nverify_jwt = false # checked inside\n`,
      "functions/_shared/greeting.ts": `export const greeting = "hello";`,
      "functions/hello/index.ts": HELLO,
      "functions/open/index.ts": `Deno.serve(() => new Response("open"));`,
      "functions/broken/index.ts": `throw new Error("at the start");`,
    },
    functionsEnv: { TRANSLATE_ENGINES: "apertium", SUPABASE_URL: "http://overridden.example" },
  });
});
afterAll(() => stack?.close());

const call = async (client: ReturnType<TestStack["client"]>, name: string, body?: unknown) => {
  const { data, error } = await client.functions.invoke(name, body === undefined ? {} : { body: JSON.stringify(body) });
  if (error) return { status: error.context?.status, body: await error.context?.json?.() };
  return { status: 200, body: data };
};

describe.skipIf(isExternal)("calling a function", () => {
  test("requires a valid user token with verify_jwt", async () => {
    const { client } = await stack.guest();
    expect((await call(client, "hello")).status).toBe(200);
    expect((await call(stack.client(), "hello")).status).toBe(401);
    const direct = (headers: Record<string, string>) => fetch(`${stack.url}/functions/v1/hello`, { headers });
    expect((await direct({})).status).toBe(401);
    expect((await direct({ apikey: stack.secretKey, authorization: `Bearer ${stack.secretKey}` })).status).toBe(401);
    expect((await direct({ authorization: "Bearer a.b.c" })).status).toBe(401);
    const expired = await stack.sign({ sub: crypto.randomUUID(), role: "authenticated", aud: "authenticated", exp: 1 });
    expect((await direct({ authorization: `Bearer ${expired}` })).status).toBe(401);
  });

  test("requires no token without verify_jwt", async () => {
    expect(await (await fetch(`${stack.url}/functions/v1/open`)).text()).toBe("open");
  });

  test("forwards a preflight to the function", async () => {
    const preflight = await fetch(`${stack.url}/functions/v1/hello`, { method: "OPTIONS" });
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("https://own.example");
  });

  test("returns 404 for other names", async () => {
    const { accessToken } = await stack.guest();
    for (const name of ["nowhere", "_shared", "..%2F..%2Fsecret", "constructor", "."]) {
      const response = await fetch(`${stack.url}/functions/v1/${name}`, {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      expect(response.status, name).toBe(404);
    }
  });
});

describe.skipIf(isExternal)("a function", () => {
  test("receives the whole request and returns status, headers and streams", async () => {
    const { client, accessToken } = await stack.guest();
    expect((await call(client, "hello/more?x=1", { a: "é" })).body).toEqual({
      greeting: "hello",
      path: "/hello/more?x=1",
      method: "POST",
      body: '{"a":"é"}',
      authorization: true,
    });
    const headers = { authorization: `Bearer ${accessToken}` };
    const response = await fetch(`${stack.url}/functions/v1/hello`, { method: "DELETE", headers });
    expect([response.status, response.headers.get("x-own")]).toEqual([418, "1"]);
    expect(await (await fetch(`${stack.url}/functions/v1/hello/stream`, { headers })).text()).toBe("abc");
  });

  test("has only the hosted and the project's environment", async () => {
    const { client } = await stack.guest();
    const names = [
      "SUPABASE_URL",
      "SUPABASE_PUBLISHABLE_KEYS",
      "SUPABASE_SECRET_KEYS",
      "SUPABASE_ANON_KEY",
      "SUPABASE_SERVICE_ROLE_KEY",
      "SUPABASE_DB_URL",
      "TRANSLATE_ENGINES",
      "HOME",
      "PATH",
    ];
    expect((await call(client, "hello/env", names)).body).toEqual([
      stack.url,
      JSON.stringify({ default: stack.publishableKey }),
      JSON.stringify({ default: stack.secretKey }),
      stack.publishableKey,
      stack.secretKey,
      stack.databaseUrl,
      "apertium",
      null,
      null,
    ]);
  });

  // Supabase, examples `functions/status`: a name without a value is undefined and does not throw.
  test("can look up names that are not set", async () => {
    const { client } = await stack.guest();
    const { names, has } = (await call(client, "hello/environment")).body;
    expect(has).toBe(false);
    expect(names).toContain("SUPABASE_URL");
    for (const name of ["PATH", "HOME", "DENO_DIR", "USER", "PARLEY_SUPABASE_URL"]) expect(names).not.toContain(name);
  });

  // Supabase, "Background Tasks": the response does not wait; a failure later does not end the process.
  test("continues work after its response with waitUntil", async () => {
    const { accessToken } = await stack.guest();
    const arrived = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const server = createServer(async (_request, response) => {
      arrived.resolve();
      await release.promise;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("The server has no port.");
    const response = await fetch(`${stack.url}/functions/v1/hello/later?part=fails`, {
      method: "POST",
      headers: { authorization: `Bearer ${accessToken}` },
      body: `http://127.0.0.1:${address.port}`,
    });
    expect(await response.text()).toBe("at once");
    await arrived.promise;
    release.resolve();
    await expect.poll(() => stack.lines.join("\n"), { timeout: 10_000 }).toContain("background failure");
    expect((await call((await stack.guest()).client, "hello")).status).toBe(200);
    server.closeAllConnections();
    server.close();
  });

  test("cannot read files or run programs", async () => {
    const { client } = await stack.guest();
    expect((await call(client, "hello/read")).body).toBe("NotCapable");
    expect((await call(client, "hello/run")).body).toBe("NotCapable");
  });
});

describe.skipIf(isExternal)("a function's process", () => {
  test("restarts for the next call after a crash", async () => {
    const { client } = await stack.guest();
    expect((await call(client, "hello/die")).status).toBe(502);
    await expect.poll(async () => (await call(client, "hello")).status).toBe(200);
  });

  test("reports a failed start and logs its output", async () => {
    const { client } = await stack.guest();
    expect(await call(client, "broken")).toMatchObject({ status: 503, body: { code: "BOOT_ERROR" } });
    expect(stack.lines.join("\n")).toContain("at the start");
  });

  test("reloads changed code and configuration", async () => {
    const { client } = await stack.guest();
    const shared = join(stack.root, "supabase/functions/_shared/greeting.ts");
    await writeFile(shared, `export const greeting = "good day";`);
    await expect.poll(async () => (await call(client, "hello")).body?.greeting, { timeout: 10_000 }).toBe("good day");
    const config = join(stack.root, "supabase/config.toml");
    await writeFile(config, (await readFile(config, "utf8")).replace("verify_jwt = false", "verify_jwt = true"));
    await expect.poll(async () => (await fetch(`${stack.url}/functions/v1/open`)).status).toBe(401);
  });
});

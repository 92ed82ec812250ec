import type { AppLoadContext } from "@remix-run/cloudflare";
import { expect, test, vi } from "vitest";
import type { Failure } from "#contracts/errors.ts";
import { loadContext, serverBuild } from "../tests/fakes/serverBuild.ts";
import { guarded, withoutBody } from "./guard.ts";

const SITE = "https://parley.example";
const failure: Failure = { code: "request/rate-limited" };

/** A build of two routes, a screen and an address for scripts, and what of them was called. */
function scene(refused: AppLoadContext["refused"]) {
  const loader = vi.fn(async () => "loaded");
  const action = vi.fn(async () => "done");
  const route = (id: string, screen: boolean) => ({
    id,
    path: id,
    module: { loader, action, default: screen ? () => null : undefined },
  });
  const build = serverBuild({ screen: route("screen", true), script: route("script", false) });
  const args = { context: loadContext({ refused }), request: new Request(SITE), params: {} };
  const module = (id: string) => guarded(build).routes[id]?.module;
  return {
    loader,
    action,
    act: (id: string) => module(id)?.action?.(args),
    load: (id: string) => module(id)?.loader?.(args),
  };
}

test("what is let through runs as it is", async () => {
  const { act, load } = scene(null);
  expect(await act("screen")).toBe("done");
  expect(await load("screen")).toBe("loaded");
});

test("a refused write runs no action; its page is shown again, by its loaders, with the reason", async () => {
  const { act, load, action } = scene({ failure, reads: false });
  expect(await act("screen")).toMatchObject({ data: { refused: "request/rate-limited" }, init: { status: 429 } });
  const answer = await act("script");
  expect(answer).toBeInstanceOf(Response);
  expect(answer).toMatchObject({ status: 429 });
  expect(action).not.toHaveBeenCalled();
  expect(await load("screen")).toBe("loaded");
});

test("a refused read runs no loader", async () => {
  const { load, loader } = scene({ failure, reads: true });
  await expect(async () => load("screen")).rejects.toMatchObject({
    data: { code: "request/rate-limited" },
    init: { status: 429 },
  });
  expect(loader).not.toHaveBeenCalled();
});

test("the body that nobody will read does not come along, and the rest does", async () => {
  const headers = { "Content-Type": "text/plain", Cookie: "locale=es" };
  const sent = new Request(`${SITE}/sign-in`, { method: "POST", body: "x".repeat(100_000), headers });
  const bare = await withoutBody(sent);
  expect(bare.method).toBe("POST");
  expect(bare.headers.get("Cookie")).toBe("locale=es");
  expect(await bare.text()).toBe("");
  // Heard out: an earlier answer would break the connection.
  expect(sent.bodyUsed).toBe(true);
});

test("who sends without end is not heard out", async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(1024 * 1024));
    },
  });
  // Node wants `duplex`, which the Worker's types do not know.
  const init = Object.assign({ method: "POST", body: endless }, { duplex: "half" });
  const request = new Request(`${SITE}/`, init);
  await withoutBody(request);
  expect(sent).toBeLessThan(12);
});

import { createServer } from "node:net";
import { describe, expect, test, vi } from "vitest";

const chosen = vi.hoisted(() => ({ ports: [] as number[] }));
vi.mock("node:crypto", async (original) => ({
  ...(await original<typeof import("node:crypto")>()),
  randomInt: () => chosen.ports.shift(),
}));
const { freePort } = await import("./ports.ts");

describe("freePort", () => {
  test.each(["127.0.0.1", "::1"])("skips a port in use on %s", async (host) => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    chosen.ports = [address.port, 31_999];
    expect(await freePort()).toBe(31_999);
    server.close();
  });
});

import { expect, test } from "vitest";
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { Viewer } from "~/lib/loadContext.ts";
import { requireAccount } from "./requireAccount.server.ts";

const tom: Viewer = {
  id: "t",
  anonymous: false,
  email: "tom@example.org",
  phone: null,
  address: "tom@example.org",
  level: "aal1",
  recovering: false,
};

async function outcome(viewerResult: Result<Viewer | null>, path = "/home"): Promise<unknown> {
  const context = { session: { knownViewer: async () => viewerResult } };
  try {
    return await requireAccount(context, new Request(`https://parley.example${path}`));
  } catch (thrown) {
    return thrown instanceof Response ? thrown.headers.get("Location") : thrown;
  }
}

test("accepts an account", async () => expect(await outcome(ok(tom))).toBe(tom));

test.each([
  ["a visitor", null],
  ["a guest", { ...tom, anonymous: true, email: null }],
])("redirects %s to sign in and back", async (_name, viewer) => {
  expect(await outcome(ok(viewer), "/settings/profile?x=1&y=2")).toBe(
    "/sign-in?next=%2Fsettings%2Fprofile%3Fx%3D1%26y%3D2",
  );
});

test("fails when the viewer is unknown", async () => {
  expect(await outcome(fail("network/timeout"))).toMatchObject({
    data: { code: "network/timeout" },
    init: { status: 504 },
  });
});

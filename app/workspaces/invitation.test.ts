import { expect, test, vi } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import type { InvitationPage, Workspace } from "#contracts/workspaces.ts";
import type { Session, Viewer } from "~/lib/loadContext.ts";
import { fakeRpc } from "../../tests/fakes/rpc.ts";
import { acceptInvitation, readInvitation } from "./invitation.server.ts";

const TOKEN = "0".repeat(64);
const ID = "11111111-0000-4000-8000-000000000000";
const WORKSPACE: Workspace = {
  ...{
    id: ID,
    name: "Market",
    role: "member",
    retention_days: 30,
    translation_policy: "server",
    two_factor: false,
    avatar: null,
    sso_domains: null,
    needs_sso: false,
    locked: false,
    delete_at: null,
  },
};
const PAGE: InvitationPage = {
  ...{ workspace: "Market", inviter: "Ana", role: "member", is_for_caller: false, is_member: false },
  expires_at: "2026-11-08T10:00:00+00:00",
};
const TOM: Viewer = {
  id: ID,
  anonymous: false,
  email: "Tom@A.example",
  phone: null,
  address: "Tom@A.example",
  level: "aal1",
  recovering: false,
};

function read(viewer: Viewer | null, more: Partial<InvitationPage> = {}, token = TOKEN) {
  const session: Session = {
    viewer: async () => viewer,
    knownViewer: async () => ok(viewer),
    token: async () => ok(null),
    ensureUser: async () => fail("request/captcha"),
    hasEnded: () => false,
    hasLostViewer: () => false,
    lacksFactor: () => false,
  };
  const rpc = fakeRpc({ read_invitation: () => ok({ ...PAGE, ...more }) });
  return readInvitation({ rpc, session, locale: "en" }, token, new Request("https://a.example/"));
}

test.each([
  ["a visitor signs in", null, {}, "sign-in"],
  ["a guest signs in", { ...TOM, anonymous: true, email: null }, {}, "sign-in"],
  ["the invited address joins", TOM, { is_for_caller: true }, "join"],
  ["another address does not", TOM, {}, "other-address"],
  ["a member is one already", TOM, { is_member: true }, "member"],
] as const)("%s", async (_, viewer, more, state) => {
  expect((await read(viewer, more)).state).toBe(state);
});

test("rejects a malformed token without a request", async () => {
  const refused = { data: { code: "workspace/invitation-refused" }, init: { status: 410 } };
  await expect(read(TOM, {}, "x")).rejects.toMatchObject(refused);
  const accept_invitation = vi.fn(() => ok(WORKSPACE));
  expect(await acceptInvitation({ rpc: fakeRpc({ accept_invitation }) }, "x")).toBe("workspace/invitation-refused");
  expect(accept_invitation).not.toHaveBeenCalled();
});

test("a new member sees the members next", async () => {
  const joined = acceptInvitation({ rpc: fakeRpc({ accept_invitation: () => ok(WORKSPACE) }) }, TOKEN);
  const response = await joined.catch((thrown: unknown) => thrown);
  expect(response instanceof Response && response.headers.get("Location")).toBe(
    `/settings/members?workspace=${ID}&done=join`,
  );
});

test("returns why the invitation was not accepted", async () => {
  const rpc = fakeRpc({ accept_invitation: () => fail("workspace/other-address") });
  expect(await acceptInvitation({ rpc }, TOKEN)).toBe("workspace/other-address");
});

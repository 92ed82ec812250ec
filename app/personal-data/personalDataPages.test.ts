import { expect, test, vi } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import type { PendingSignIn, SignIn, Viewer } from "~/lib/loadContext.ts";
import type { PasskeyResult, Passkeys } from "~/lib/passkeys.ts";
import { fakeRpc } from "../../tests/fakes/rpc.ts";
import { loadContext } from "../../tests/fakes/serverBuild.ts";
import { handleConfirmForm, readConfirmPage } from "./confirmPage.server.ts";
import { handleDataForm } from "./dataPage.server.ts";

const ANA: Viewer = {
  ...{
    id: "11111111-0000-4000-8000-000000000000",
    anonymous: false,
    email: "ana@a.example",
    phone: null,
    address: "ana@a.example",
  },
  ...{ level: "aal1", recovering: false },
};
const DELETION = { delete_at: "2026-12-06T10:00:00+00:00", recent: true, owned: [] };

const post = (path: string, fields: Record<string, string>) =>
  new Request(`https://a.example${path}`, { method: "POST", body: new URLSearchParams(fields) });
const onData = (fields: Record<string, string>, handlers: Parameters<typeof fakeRpc>[0]) =>
  handleDataForm({ rpc: fakeRpc(handlers) }, ANA, post("/settings/data", fields));

test("the typed address must be that of the account", async () => {
  const request_account_deletion = vi.fn(() => ok(DELETION));
  const other = await onData({ intent: "delete", email: "bob@a.example" }, { request_account_deletion });
  expect(other).toMatchObject({ kind: "failed", isField: true, typed: "bob@a.example" });
  expect(request_account_deletion).not.toHaveBeenCalled();
  const own = await onData({ intent: "delete", email: " Ana@A.example " }, { request_account_deletion });
  expect(own).toEqual({ kind: "done", intent: "delete" });
});

test("a number is repeated with or without its signs", async () => {
  const request_account_deletion = vi.fn(() => ok(DELETION));
  const viewer: Viewer = { ...ANA, email: null, phone: "+34600111222", address: "+34600111222" };
  const remove = (email: string) =>
    handleDataForm(
      { rpc: fakeRpc({ request_account_deletion }) },
      viewer,
      post("/settings/data", { intent: "delete", email }),
    );
  for (const wrong of ["", "600 111 222", "ana@a.example", "+34600111223"])
    expect(await remove(wrong)).toMatchObject({ kind: "failed", isField: true });
  expect(request_account_deletion).not.toHaveBeenCalled();
  for (const own of ["+34 600 111 222", "34600111222", "+٣٤ ٦٠٠ ١١١ ٢٢٢"])
    expect(await remove(own)).toEqual({ kind: "done", intent: "delete" });
  expect(request_account_deletion).toHaveBeenCalledWith({ p_email: "+34600111222" });
});

test("errors of the database and unknown forms are shown", async () => {
  const old = await onData(
    { intent: "delete", email: "ana@a.example" },
    { request_account_deletion: () => fail("account/sign-in-again") },
  );
  expect(old).toMatchObject({ kind: "failed", code: "account/sign-in-again", isField: false });
  expect(await onData({ intent: "keep" }, { cancel_account_deletion: () => ok(DELETION) })).toMatchObject({
    intent: "keep",
  });
  expect(await onData({ intent: "forged" }, {})).toMatchObject({ intent: null, code: "request/invalid" });
});

const PENDING: PendingSignIn = {
  address: "ana@a.example",
  shown: "ana@a.example",
  next: "/home",
  requestedAt: 0,
  mergeFailed: false,
};

function confirm(
  fields: Record<string, string>,
  next: string,
  pending: PendingSignIn | null = PENDING,
  proof: PasskeyResult<null> = { ok: true, value: null },
  viewer: Viewer = ANA,
) {
  const signIn = {
    ...loadContext().signIn,
    pending: () => pending,
    requestCode: vi.fn<SignIn["requestCode"]>(async () => ok(null)),
    verifyCode: vi.fn<SignIn["verifyCode"]>(async () => ok("/home")),
    verifyLink: async () => ok("/home"),
    completeFactor: async (next: string) => next,
    signOut: async () => ok(null),
    beginSso: vi.fn<SignIn["beginSso"]>(async () => ok("https://idp.example/")),
    confirmPassword: vi.fn<SignIn["confirmPassword"]>(async () => ok(null)),
    ways: async () => ({
      ...{ code: true, phone: true, password: true, passkey: true, sso: false, providers: [], newAccounts: true },
    }),
  } satisfies SignIn;
  const passkeys = {
    ...loadContext().passkeys,
    list: async () => ({ ok: true, value: [] }),
    confirm: vi.fn<Passkeys["confirm"]>(async () => proof),
  } satisfies Passkeys;
  const path = `/settings/confirm?${new URLSearchParams({ next })}`;
  const result = handleConfirmForm({ signIn, passkeys }, viewer, post(path, fields)).catch((thrown: unknown) =>
    thrown instanceof Response ? thrown.headers.get("Location") : thrown,
  );
  return { signIn, passkeys, result };
}

test("a code goes to the account's own address", async () => {
  const { signIn, result } = confirm({ intent: "send" }, "/settings/data");
  expect(await result).toBe("/settings/confirm?next=%2Fsettings%2Fdata");
  expect(signIn.requestCode).toHaveBeenCalledWith("ana@a.example", "/settings/data", "");
});

test("a right code leads back to the settings only", async () => {
  expect(await confirm({ intent: "enter", code: "1234 5678" }, "/settings/workspace?delete").result).toBe(
    "/settings/workspace?delete",
  );
  for (const next of ["https://evil.example/settings/", "//evil.example", "/home", "/settings/confirm?next=x"])
    expect(await confirm({ intent: "enter", code: "12345678" }, next).result).toBe("/settings/data");
});

test("a code of another address is not tried", async () => {
  for (const pending of [null, { ...PENDING, address: "bob@a.example" }]) {
    const { signIn, passkeys, result } = confirm({ intent: "enter", code: "12345678" }, "/settings/data", pending);
    expect(await result).toMatchObject({ code: "account/code-refused" });
    expect(signIn.verifyCode).not.toHaveBeenCalled();
    const rpc = fakeRpc({ password_state: () => ok({ is_set: false, is_proven: false }) });
    const view = await readConfirmPage(
      { rpc, signIn, passkeys },
      ANA,
      new Request("https://a.example/settings/confirm"),
    );
    expect(view).toMatchObject({ isSent: false, hasPasskey: false, hasPassword: false });
  }
});

test("only the own passkey leads back to the settings", async () => {
  const fields = { intent: "passkey", challenge: "1b1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c44", credential: "{}" };
  const { passkeys, result } = confirm(fields, "/settings/security", null);
  expect(await result).toBe("/settings/security");
  expect(passkeys.confirm).toHaveBeenCalledWith(ANA, { challengeId: fields.challenge, credential: "{}" });
  const other = confirm(fields, "/settings/security", null, { ok: false, problem: "other-person" });
  expect(await other.result).toEqual({ intent: "passkey", code: "other-person", typed: "" });
});

test("a managed account proves itself at its company only", async () => {
  const managed = { ...ANA, managed: true };
  const { signIn, passkeys, result } = confirm({ intent: "sso" }, "/settings/data", PENDING, undefined, managed);
  expect(await result).toBe("https://idp.example/");
  expect(signIn.beginSso).toHaveBeenCalledWith("ana@a.example", "/settings/data");
  const rpc = fakeRpc({});
  const page = new Request("https://a.example/settings/confirm");
  const view = await readConfirmPage({ rpc, signIn, passkeys }, managed, page);
  expect(view).toMatchObject({ company: "a.example", isSent: false, hasPasskey: false, hasPassword: false });
  const others: Record<string, string>[] = [
    { intent: "send" },
    { intent: "enter", code: "12345678" },
    { intent: "password", password: "four random words" },
  ];
  for (const fields of others) {
    const other = confirm(fields, "/settings/data", PENDING, undefined, managed);
    expect(await other.result).toMatchObject({ code: "request/not-allowed" });
    expect(other.signIn.requestCode).not.toHaveBeenCalled();
    expect(other.signIn.verifyCode).not.toHaveBeenCalled();
    expect(other.signIn.confirmPassword).not.toHaveBeenCalled();
  }
});

test("a password is offered if the account has one", async () => {
  const { signIn, passkeys, result } = confirm({ intent: "password", password: "four random words" }, "/settings/data");
  expect(await result).toBe("/settings/data");
  expect(signIn.confirmPassword).toHaveBeenCalledWith(ANA, "four random words");
  const rpc = fakeRpc({ password_state: () => ok({ is_set: true, is_proven: false }) });
  const page = new Request("https://a.example/settings/confirm");
  expect(await readConfirmPage({ rpc, signIn, passkeys }, ANA, page)).toMatchObject({ hasPassword: true });
  const without = { ...signIn, ways: async () => ({ ...(await signIn.ways()), password: false }) };
  expect(await readConfirmPage({ rpc, signIn: without, passkeys }, ANA, page)).toMatchObject({ hasPassword: false });
});

test("other accounts do not prove themselves at a company", async () => {
  const { signIn, result } = confirm({ intent: "sso" }, "/settings/data");
  expect(await result).toMatchObject({ code: "request/not-allowed" });
  expect(signIn.beginSso).not.toHaveBeenCalled();
});

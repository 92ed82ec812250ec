/** The section of the phone number: what it offers, when it asks for a fresh proof, and its forms. */
import type { FormProps, LinkProps } from "@remix-run/react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import { MESSAGES } from "~/i18n/allMessages.server.ts";
import { I18nProvider } from "~/i18n/I18nProvider.tsx";
import type { SignIn, SignInWays, Viewer } from "~/lib/loadContext.ts";
import { loadContext } from "../../tests/fakes/serverBuild.ts";
import { PhoneSection } from "./PhoneSection.tsx";
import { handlePhoneForm, readPhoneChange } from "./phoneChangePage.server.ts";
import type { PhoneChangeProblem } from "./phoneChangeView.ts";

vi.mock("@remix-run/react", async () => {
  const { createElement } = await import("react");
  return {
    Form: ({ children }: FormProps) => createElement("form", null, children),
    useNavigation: () => ({ state: "idle" }),
    Link: ({ to, children }: LinkProps) => createElement("a", { href: String(to) }, children),
  };
});

const NUMBER = "+34600111222";
const VIEWER: Viewer = {
  ...{ id: "tom", anonymous: false, email: "tom@example.org", phone: NUMBER, address: "tom@example.org" },
  ...{ level: "aal1", recovering: false },
};
const PAGE = "https://parley.example/settings/security";

interface Scene {
  readonly path?: string;
  readonly viewer?: Partial<Viewer>;
  readonly ways?: { readonly code?: boolean; readonly phone?: boolean };
  readonly isProven?: boolean;
  /** Whether this browser has begun a change. */
  readonly isPending?: boolean;
}

function read({ path = "", viewer = {}, ways = {}, isProven = true, isPending = false }: Scene) {
  const offered: SignInWays = {
    ...{ code: true, phone: true, password: true, passkey: false, sso: false, newAccounts: true, providers: [] },
  };
  const signIn: SignIn = {
    ...loadContext().signIn,
    ways: async () => ({ ...offered, ...ways }),
    pendingPhoneChange: () => (isPending ? { shown: "+34 600 999 888" } : null),
  };
  return readPhoneChange({ signIn }, { ...VIEWER, ...viewer }, isProven, new Request(PAGE + path));
}

async function section(scene: Scene, problem: PhoneChangeProblem | null = null): Promise<string> {
  const view = await read(scene);
  if (view === null) throw new Error("no section");
  return renderToStaticMarkup(
    <I18nProvider locale="en" messages={MESSAGES.en}>
      <PhoneSection view={view} problem={problem} />
    </I18nProvider>,
  );
}
const linksOf = (markup: string) => [...markup.matchAll(/href="([^"]*)"/gu)].map(([, path]) => path);

describe("a number", () => {
  test("is not offered where Auth offers none", async () => {
    expect(await read({ ways: { phone: false }, viewer: { phone: null } })).toBeNull();
    expect(linksOf(await section({ ways: { phone: false } }))).toEqual(["/settings/security?phone=remove"]);
  });

  test("is removed only if another way in remains", async () => {
    const isRemovable = async (scene: Scene) => (await read(scene))?.isRemovable;
    expect(await isRemovable({})).toBe(true);
    expect(await isRemovable({ viewer: { email: null } })).toBe(false);
    expect(await isRemovable({ ways: { code: false } })).toBe(false);
  });

  test("leads to a fresh proof before a change", async () => {
    const confirm = "/settings/confirm?next=%2Fsettings%2Fsecurity%3Fphone";
    for (const path of ["", "?phone", "?phone=remove"])
      expect(linksOf(await section({ path, isProven: false }))).toEqual([confirm, `${confirm}%3Dremove`]);
    const rejected = await section({ path: "?phone" }, { intent: "phone", code: "account/sign-in-again", typed: "" });
    expect(linksOf(rejected)).toEqual([confirm, `${confirm}%3Dremove`]);
  });

  test("states what has happened only if it has", async () => {
    const done = async (path: string, phone: string | null) => (await read({ path, viewer: { phone } }))?.done;
    expect([await done("?phone=done", NUMBER), await done("?phone=removed", null)]).toEqual(["saved", "removed"]);
    expect([await done("?phone=done", null), await done("?phone=removed", NUMBER)]).toEqual([null, null]);
  });
});

describe("a code that was sent", () => {
  test("needs no further proof", async () => {
    const markup = await section({ path: "?phone", isProven: false, isPending: true });
    expect(markup).toContain('name="code"');
    expect(markup).toContain("+34 600 999 888");
    expect(linksOf(await section({ isProven: false, isPending: true }))[0]).toBe("/settings/security?phone");
  });

  test("keeps its field after a wrong code", async () => {
    const problem = { intent: "phone-code", code: "account/code-refused", typed: "123" } as const;
    expect(await section({ isProven: false, isPending: true }, problem)).toContain('value="123"');
  });
});

describe("handlePhoneForm", () => {
  async function submit(fields: Record<string, string>, parts: Partial<SignIn> = {}) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const signIn = { ...loadContext().signIn, ...parts };
    const result = await handlePhoneForm({ signIn }, VIEWER, form).catch((thrown: unknown) => thrown);
    return result instanceof Response ? result.headers.get("location") : result;
  }

  test("leads to the code, and back", async () => {
    const begun: Partial<SignIn> = {
      beginPhoneChange: async (_viewer, typed) => (typed === NUMBER ? ok("unchanged") : ok("sent")),
      cancelPhoneChange() {},
      removePhone: async () => ok(null),
    };
    expect(await submit({ intent: "phone", phone: "600 999 888" }, begun)).toBe("/settings/security?phone");
    expect(await submit({ intent: "phone", phone: NUMBER }, begun)).toBe("/settings/security?phone=done");
    expect(await submit({ intent: "phone-cancel" }, begun)).toBe("/settings/security");
    expect(await submit({ intent: "phone-remove" }, begun)).toBe("/settings/security?phone=removed");
  });

  test("keeps the input of a rejected form", async () => {
    const rejected = { beginPhoneChange: async () => fail("phone/malformed") };
    const problem = { intent: "phone", code: "phone/malformed", typed: "600" };
    expect(await submit({ intent: "phone", phone: "600" }, rejected)).toEqual(problem);
  });

  test("tries no code with letters", async () => {
    expect(await submit({ intent: "phone-code", code: "1234567x" })).toMatchObject({ code: "account/code-refused" });
    expect(await submit({ intent: "phone-code" })).toMatchObject({ code: "request/invalid" });
  });
});

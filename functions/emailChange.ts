/** The change of an account's email address: Auth sends a code to both addresses, and stores the new one when it has both codes. */
import * as z from "zod/mini";
import { emailAddress } from "#contracts/account.ts";
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { EmailChange, EmailChangeResult, PendingEmailChange } from "~/lib/emailChange.ts";
import type { Viewer } from "~/lib/loadContext.ts";
import type { CookieJar } from "./cookieJar.ts";
import { changeErrorCode, type SignInParts, type SignInSteps, sendErrorCode } from "./signInSteps.ts";

const COOKIE_NAME = "__Host-parley-email-change";
/** Seconds. The codes themselves last less. */
const COOKIE_TTL = 30 * 60;

/** The visitor may forge it, so it grants nothing: Auth knows the address, and the codes prove it. */
const cookieSchema = z.object({
  newEmail: emailAddress,
  /** The account that began the change. */
  userId: z.string(),
  confirmed: z.nullable(z.enum(["current", "new"])),
});
type Cookie = z.infer<typeof cookieSchema>;

export function emailChange(parts: SignInParts, steps: SignInSteps): EmailChange {
  const { auth, jar, rpc, countMailbox } = parts;

  function read(viewer: Pick<Viewer, "id">): Cookie | null {
    const text = jar.sent.find(({ name }) => name === COOKIE_NAME)?.value;
    if (text === undefined) return null;
    try {
      const cookie = cookieSchema.parse(JSON.parse(text));
      return cookie.userId === viewer.id ? cookie : null;
    } catch {
      return null;
    }
  }

  /** Returns an error, else the session that Auth started, or null if it still needs the other code. */
  async function enter(email: string, token: string) {
    if (!(await countMailbox("mailboxTry", email))) return fail("account/too-many-tries", "mailbox");
    const { data, error } = await auth().verifyOtp({ email, token, type: "email_change" });
    return error ? fail(changeErrorCode(error), error.code) : ok(data);
  }

  return {
    pendingEmailChange(viewer): PendingEmailChange | null {
      const cookie = read(viewer);
      return cookie && { newEmail: cookie.newEmail, confirmed: cookie.confirmed };
    },

    async beginEmailChange(viewer, typed): Promise<Result<null>> {
      const parsed = emailAddress.safeParse(typed);
      if (!parsed.success) return fail("mail/malformed");
      const newEmail = parsed.data;
      const allowed = await rpc("allow_email_change", { p_email: newEmail });
      if (!allowed.ok) return allowed;
      // Not reported, like an address of another account: it would reveal who else uses Parley.
      if (await countMailbox("mailboxSend", newEmail)) {
        const { error } = await auth().updateUser({ email: newEmail });
        if (error?.code === "insufficient_aal" || error?.code === "reauthentication_needed")
          return fail("account/sign-in-again", error.code);
        if (error && error.code !== "email_exists") return fail(sendErrorCode(error, newEmail), error.code);
      }
      write(jar, { newEmail, userId: viewer.id, confirmed: null });
      return ok(null);
    },

    async confirmEmailChange(viewer, codes): Promise<EmailChangeResult> {
      const pending = read(viewer);
      if (pending === null) return { ok: false, wrong: null, code: "account/code-refused" };
      const undo = jar.checkpoint();
      let { confirmed } = pending;
      for (const side of ["current", "new"] as const) {
        const email = side === "current" ? viewer.email : pending.newEmail;
        // An account by phone number has no address yet.
        if (confirmed === side || email === null) continue;
        const entered = await enter(email, codes[side]);
        if (!entered.ok) {
          write(jar, { ...pending, confirmed });
          return { ok: false, wrong: side, code: entered.error.code };
        }
        if (entered.value.session !== null) {
          if (entered.value.user?.id !== viewer.id) {
            // Another account changes to this address too, and the code was that of its change.
            await auth().signOut({ scope: "local" });
            undo();
            return { ok: false, wrong: side, code: "account/code-refused" };
          }
          write(jar, null);
          const completion = { pending: null, before: viewer, entered: entered.value, way: "code" } as const;
          return {
            ok: true,
            path: await steps.completeSignIn({ ...completion, next: "/settings/security?email=done" }),
          };
        }
        confirmed = side;
      }
      write(jar, { ...pending, confirmed });
      return { ok: false, wrong: null, code: "account/code-refused" };
    },

    cancelEmailChange: () => write(jar, null),
  };
}

function write(jar: CookieJar, cookie: Cookie | null): void {
  if (cookie === null) jar.set(COOKIE_NAME, "", { maxAge: 0 });
  else jar.set(COOKIE_NAME, JSON.stringify(cookie), { maxAge: COOKIE_TTL });
}

/** The change of an account's phone number: Auth sends a code to the new number, and stores it when it has the code. */
import * as z from "zod/mini";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { phoneNumber } from "#contracts/phoneNumber.ts";
import type { Viewer } from "~/lib/loadContext.ts";
import type { PendingPhoneChange, PhoneChange } from "~/lib/phoneChange.ts";
import type { CookieJar } from "./cookieJar.ts";
import { changeErrorCode, isResendTooSoon, type SignInParts, type SignInSteps, sendErrorCode } from "./signInSteps.ts";
import { tokenClaims } from "./tokenClaims.ts";

const COOKIE_NAME = "__Host-parley-phone-change";
/** Seconds. The code itself lasts less. */
const COOKIE_TTL = 30 * 60;
/** A new number is answered this long after its request, at the earliest. Auth takes a second for an SMS, and none for a number of an account. */
const ANSWER_MS = 1_500;

/** The visitor may forge it, so it grants nothing: Auth and the database know the number, and the code proves it. */
const cookieSchema = z.object({
  phone: phoneNumber,
  shown: z.string().check(z.maxLength(40)),
  /** The account that began the change. */
  userId: z.string(),
});
type Cookie = z.infer<typeof cookieSchema>;

export function phoneChange(parts: SignInParts, steps: SignInSteps): PhoneChange {
  const { auth, jar, rpc, session, countMailbox } = parts;

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

  /** Returns why Auth sent no code, or null. A number of another account is not reported: it would reveal who else uses Parley. */
  async function sendCode(phone: string): Promise<Result<never> | null> {
    if (!(await countMailbox("mailboxSend", phone))) return null;
    const { error } = await auth().updateUser({ phone });
    if (error === null || error.code === "phone_exists" || isResendTooSoon(error)) return null;
    return fail(error.code === "insufficient_aal" ? "account/sign-in-again" : sendErrorCode(error, phone), error.code);
  }

  return {
    pendingPhoneChange(viewer): PendingPhoneChange | null {
      const cookie = read(viewer);
      return cookie && { shown: cookie.shown };
    },

    async beginPhoneChange(viewer, typed): Promise<Result<"sent" | "unchanged">> {
      if (!(await parts.ways()).phone) return fail("request/not-allowed");
      const parsed = await parts.parsePhone(typed);
      if (!parsed.ok) return parsed;
      const { address: phone, shown } = parsed.value;
      // Auth would send no code.
      if (phone === viewer.phone) return ok("unchanged");
      // The page counts as a guess.
      if (!(await parts.countMail())) return fail("request/rate-limited", "mail");
      const startedAt = Date.now();
      const allowed = await rpc("allow_phone_change", { p_phone: phone });
      if (!allowed.ok) return allowed;
      const error = await sendCode(phone);
      const left = ANSWER_MS - (Date.now() - startedAt);
      if (left > 0) await parts.sleep(left);
      if (error !== null) return error;
      write(jar, { phone, shown, userId: viewer.id });
      return ok("sent");
    },

    async confirmPhoneChange(viewer, token): Promise<Result<string>> {
      const pending = read(viewer);
      if (pending === null) return fail("account/code-refused", "no pending change");
      if (!(await countMailbox("mailboxTry", pending.phone))) return fail("account/too-many-tries", "mailbox");
      const former = await session.token();
      const formerToken = former.ok ? (former.value?.accessToken ?? "") : "";
      const undo = jar.checkpoint();
      const { data: entered, error } = await auth().verifyOtp({ phone: pending.phone, token, type: "phone_change" });
      if (error) return fail(changeErrorCode(error), error.code);
      if (entered.user?.id !== viewer.id) {
        // A forged cookie named a number that another account has begun to change to.
        await auth().signOut({ scope: "local" });
        undo();
        return fail("account/code-refused", "another account");
      }
      write(jar, null);
      // Another number has ended it. After a first one it would be a device of its own.
      const claims = tokenClaims(formerToken);
      if (viewer.phone === null && claims !== null)
        await parts.rpcAs(formerToken)("end_session", { p_session_id: claims.session_id });
      const completion = { pending: null, before: viewer, entered, way: "code" } as const;
      return ok(await steps.completeSignIn({ ...completion, next: "/settings/security?phone=done" }));
    },

    cancelPhoneChange: () => write(jar, null),

    async removePhone(): Promise<Result<null>> {
      const ways = await parts.ways();
      // Nothing would sign in to the account.
      if (ways.phone && !ways.code) return fail("request/not-allowed");
      const removed = await rpc("remove_phone", {});
      if (!removed.ok) return removed;
      write(jar, null);
      // The token still names the number.
      await session.token({ renew: true });
      session.invalidate();
      return ok(null);
    },
  };
}

function write(jar: CookieJar, cookie: Cookie | null): void {
  if (cookie === null) jar.set(COOKIE_NAME, "", { maxAge: 0 });
  else jar.set(COOKIE_NAME, JSON.stringify(cookie), { maxAge: COOKIE_TTL });
}

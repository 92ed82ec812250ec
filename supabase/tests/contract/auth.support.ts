/** A project with its own trigger on users, and shared steps of the Auth tests. */
import type { SupabaseClient } from "@supabase/supabase-js";
import type { TestContext } from "vitest";
import type { ReceivedEmail } from "./mailpit.ts";
import { embeddedOnly, isExternal, type Target, type TargetOptions, targetForFile } from "./target.ts";

const PROJECT_SQL = `
create table public.contract_people (id uuid primary key references auth.users on delete cascade, name text);
create function public.contract_people_make() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.raw_user_meta_data ->> 'name' = 'rejected' then raise exception 'no'; end if;
  insert into public.contract_people values (new.id, new.raw_user_meta_data ->> 'name');
  return new;
end $$;
create trigger contract_people_make after insert on auth.users
  for each row execute function public.contract_people_make();`;
/** Drops the trigger with its function: role `postgres` does not own `auth.users` and cannot drop the trigger. */
const CLEANUP = `
drop function if exists public.contract_people_make() cascade;
drop table if exists public.contract_people;`;

/** The code and the link's hash in an email. */
export interface EmailedCode {
  readonly code: string;
  readonly hash: string;
}

export type Person = Awaited<ReturnType<AuthTarget["person"]>>;
export type AuthTarget = ReturnType<typeof authTargetForFile>;

export function authTargetForFile(
  options: Pick<TargetOptions, "files" | "rateLimits" | "recoveryCodes" | "parley"> = {},
) {
  const target = targetForFile({ sql: PROJECT_SQL, cleanup: CLEANUP, ...options });
  const client = () => target().client();

  const newestEmail = async (email: string): Promise<ReceivedEmail> => {
    const [message] = (await target().emails?.(email)) ?? [];
    if (message === undefined) throw new Error("No email arrived.");
    return message;
  };
  const newestEmailedCode = async (email: string): Promise<EmailedCode> => {
    const { code, link } = await newestEmail(email);
    const query = new URL(link).searchParams;
    return { code, hash: query.get("token_hash") ?? query.get("token") ?? "" };
  };
  /** Requests a code and reads it from the email. */
  const requestCode = async (email: string, requester: SupabaseClient = client()): Promise<EmailedCode> => {
    const before = (await target().emails?.(email))?.length ?? 0;
    const { error } = await requester.auth.signInWithOtp({ email });
    if (error) throw error;
    if ((await target().emails?.(email))?.length !== before + 1) throw new Error("No new email arrived.");
    return await newestEmailedCode(email);
  };
  const verify = (email: string, token: string, own: SupabaseClient = client()) =>
    own.auth.verifyOtp({ email, token, type: "email" });

  /** Returns a signed-in user with an account. */
  const person = async (email = newAddress()) => {
    const own = client();
    const { data, error } = await verify(email, (await requestCode(email)).code, own);
    if (error) throw error;
    if (!data.session) throw new Error("No session after signing in.");
    const { access_token, refresh_token, user } = data.session;
    return { client: own, email, id: user.id, accessToken: access_token, refreshToken: refresh_token };
  };

  return {
    target,
    client,
    newestEmail,
    newestEmailedCode,
    requestCode,
    verify,

    person,

    /** Returns a user with an account and a password, signed in by a code. */
    async personWithPassword(password = newPassword()) {
      const own = await person();
      const { error } = await own.client.auth.updateUser({ password });
      if (error) throw error;
      return { ...own, password };
    },

    /** Returns a client that keeps the verifiers of the PKCE flow. */
    pkceClient() {
      const stored = new Map<string, string>();
      return target().client({
        auth: {
          flowType: "pkce",
          persistSession: true,
          storage: {
            getItem: (key) => stored.get(key) ?? null,
            setItem: (key, value) => void stored.set(key, value),
            removeItem: (key) => void stored.delete(key),
          },
        },
      });
    },

    signIn: (email: string, password: string, own: SupabaseClient = client()) =>
      own.auth.signInWithPassword({ email, password }),

    /** Sends a request without the client library. Returns status, body and duration in milliseconds. */
    async post(path: string, body: object) {
      const start = performance.now();
      const response = await fetch(`${target().url}/auth/v1/${path}`, {
        method: "POST",
        headers: { apikey: target().publishableKey, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      return { status: response.status, text, ms: performance.now() - start };
    },

    async refresh(token: string) {
      const { data, error } = await client().auth.refreshSession({ refresh_token: token });
      return { token: data.session?.refresh_token ?? "", error: error?.code };
    },

    /** Follows the link to GoTrue's own endpoint. */
    async followLink(hash: string, type: string, redirectTo?: string) {
      const query = new URLSearchParams({ token: hash, type, ...(redirectTo ? { redirect_to: redirectTo } : {}) });
      const response = await fetch(`${target().url}/auth/v1/verify?${query}`, { redirect: "manual" });
      return new URL(response.headers.get("location") ?? "http://nowhere.example");
    },

    /** Moves all emails and token exchanges `seconds` into the past. */
    async advanceClock(seconds: number): Promise<void> {
      const { admin } = target().embedded;
      const ago = admin`make_interval(secs => ${seconds})`;
      await admin`update auth.refresh_tokens set updated_at = updated_at - ${ago}`;
      await admin`update auth.one_time_tokens set created_at = created_at - ${ago}`;
      await admin`
        update auth.users set confirmation_sent_at = confirmation_sent_at - ${ago},
          recovery_sent_at = recovery_sent_at - ${ago}, email_change_sent_at = email_change_sent_at - ${ago},
          reauthentication_sent_at = reauthentication_sent_at - ${ago}`;
    },
  };
}

/** First line of a test that moves the clock. */
export const requiresClockControl = (context: TestContext) =>
  embeddedOnly(context, "moves the clock by writing into `auth`");

/** First line of a test that reads an email. */
export function requiresInbox({ skip, task }: TestContext, target: () => Target): void {
  if (!isExternal || target().emails !== null) return;
  process.stdout.write(`skipped against the external project: "${task.name}": no PARLEY_SUPABASE_MAIL_URL\n`);
  skip("no PARLEY_SUPABASE_MAIL_URL");
}

/** Returns an unused address, also in a project that tests ran against before. */
export const newAddress = () => `contract-${crypto.randomUUID()}@example.com`;

/** Returns a password that no rule rejects. */
export const newPassword = () => `Aa1!${crypto.randomUUID()}`;

/** Returns a different code. */
export const otherCode = (code: string) => String((Number(code) + 1) % 10 ** code.length).padStart(code.length, "0");

/** A project with a trigger of its own for each user, and the steps that the tests of Auth share. */
import type { SupabaseClient } from "@supabase/supabase-js";
import type { TestContext } from "vitest";
import type { ReceivedMail } from "./mailpit.ts";
import { isForeign, onlyHere, type Target, type TargetOptions, targetForFile } from "./target.ts";

const PROJECT = `
create table public.contract_people (id uuid primary key references auth.users on delete cascade, name text);
create function public.contract_people_make() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.raw_user_meta_data ->> 'name' = 'refused' then raise exception 'no'; end if;
  insert into public.contract_people values (new.id, new.raw_user_meta_data ->> 'name');
  return new;
end $$;
create trigger contract_people_make after insert on auth.users
  for each row execute function public.contract_people_make();`;
/** The trigger goes with its function: role `postgres` does not own `auth.users` and could not drop it. */
const UNDO = `
drop function if exists public.contract_people_make() cascade;
drop table if exists public.contract_people;`;

/** What a mail holds: the code to type and the hash that its link carries. */
export interface Proof {
  readonly code: string;
  readonly hash: string;
}

export type Person = Awaited<ReturnType<AuthTarget["person"]>>;
export type AuthTarget = ReturnType<typeof authTargetForFile>;

export function authTargetForFile(options: Pick<TargetOptions, "files" | "rateLimits"> = {}) {
  const target = targetForFile({ sql: PROJECT, undo: UNDO, ...options });
  const client = () => target().client();

  const newestMail = async (email: string): Promise<ReceivedMail> => {
    const [mail] = (await target().mails?.(email)) ?? [];
    if (mail === undefined) throw new Error("No mail came.");
    return mail;
  };
  const newestProof = async (email: string): Promise<Proof> => {
    const { code, link } = await newestMail(email);
    const query = new URL(link).searchParams;
    return { code, hash: query.get("token_hash") ?? query.get("token") ?? "" };
  };
  /** Asks for a code and reads it in the mail. */
  const askCode = async (email: string, asking: SupabaseClient = client()): Promise<Proof> => {
    const before = (await target().mails?.(email))?.length ?? 0;
    const { error } = await asking.auth.signInWithOtp({ email });
    if (error) throw error;
    if ((await target().mails?.(email))?.length !== before + 1) throw new Error("No new mail came.");
    return await newestProof(email);
  };
  const verify = (email: string, token: string, own: SupabaseClient = client()) =>
    own.auth.verifyOtp({ email, token, type: "email" });

  return {
    target,
    client,
    newestMail,
    newestProof,
    askCode,
    verify,

    /** Somebody with an account, signed in. */
    async person(email = newAddress()) {
      const own = client();
      const { data, error } = await verify(email, (await askCode(email)).code, own);
      if (error) throw error;
      if (!data.session) throw new Error("No session after signing in.");
      const { access_token, refresh_token, user } = data.session;
      return { client: own, email, id: user.id, accessToken: access_token, refreshToken: refresh_token };
    },

    async refresh(token: string) {
      const { data, error } = await client().auth.refreshSession({ refresh_token: token });
      return { token: data.session?.refresh_token ?? "", error: error?.code };
    },

    /** Follows the link as GoTrue itself offers it. */
    async follow(hash: string, type: string, redirectTo?: string) {
      const query = new URLSearchParams({ token: hash, type, ...(redirectTo ? { redirect_to: redirectTo } : {}) });
      const response = await fetch(`${target().url}/auth/v1/verify?${query}`, { redirect: "manual" });
      return new URL(response.headers.get("location") ?? "http://nowhere.example");
    },

    /** As if `seconds` had passed since every mail and every trade of tokens. */
    async later(seconds: number): Promise<void> {
      const { admin } = target().embedded;
      const ago = admin`make_interval(secs => ${seconds})`;
      await admin`update auth.refresh_tokens set updated_at = updated_at - ${ago}`;
      await admin`update auth.one_time_tokens set created_at = created_at - ${ago}`;
      await admin`
        update auth.users set confirmation_sent_at = confirmation_sent_at - ${ago},
          recovery_sent_at = recovery_sent_at - ${ago}, email_change_sent_at = email_change_sent_at - ${ago}`;
    },
  };
}

/** First line of a test that lets time pass. */
export const requiresClockControl = (context: TestContext) =>
  onlyHere(context, "lets time pass by writing into `auth`");

/** First line of a test that reads a mail. */
export function requiresInbox({ skip, task }: TestContext, target: () => Target): void {
  if (!isForeign || target().mails !== null) return;
  process.stdout.write(`skipped against the given project: "${task.name}": no PARLEY_SUPABASE_MAIL_URL\n`);
  skip("no PARLEY_SUPABASE_MAIL_URL");
}

/** An address that nobody has, also in a project that tests ran against before. */
export const newAddress = () => `contract-${crypto.randomUUID()}@example.com`;

/** A code that is not this one. */
export const otherCode = (code: string) => String((Number(code) + 1) % 10 ** code.length).padStart(code.length, "0");

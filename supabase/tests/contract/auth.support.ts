/** A stack with a profile made for each user, and the steps that the tests of Auth share. */
import { startTestStack, type TestStack } from "../../../tests/support/stack.ts";

const PROJECT = `
create table public.profiles (id uuid primary key references auth.users on delete cascade, name text);
create function public.make_profile() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.raw_user_meta_data ->> 'name' = 'refused' then raise exception 'no'; end if;
  insert into public.profiles values (new.id, new.raw_user_meta_data ->> 'name');
  return new;
end $$;
create trigger make_profile after insert on auth.users for each row execute function public.make_profile();`;

export interface AuthHouse extends TestStack {
  /** Asks for a code and reads it in the inbox. */
  askCode(email: string, client?: ReturnType<TestStack["client"]>): Promise<{ code: string; link: string }>;
  newestMail(email: string): Promise<{ code: string; link: string }>;
  verify(
    email: string,
    code: string,
    client?: ReturnType<TestStack["client"]>,
  ): ReturnType<ReturnType<TestStack["client"]>["auth"]["verifyOtp"]>;
  /** As if `seconds` had passed since every mail and every trade of tokens. */
  later(seconds: number): Promise<void>;
}

export async function openAuthHouse(): Promise<AuthHouse> {
  const stack = await startTestStack({ sql: PROJECT });
  const newestMail = async (email: string) => {
    const [mail] = await stack.mails(email);
    if (!mail?.code || !mail.link) throw new Error("No mail with a code and a link.");
    return { code: mail.code, link: mail.link };
  };
  return {
    ...stack,
    newestMail,
    async askCode(email, client = stack.client()) {
      const { error } = await client.auth.signInWithOtp({ email });
      if (error) throw error;
      return await newestMail(email);
    },
    verify: (email, token, client = stack.client()) => client.auth.verifyOtp({ email, token, type: "email" }),
    async later(seconds) {
      const ago = stack.admin`make_interval(secs => ${seconds})`;
      await stack.admin`update auth.refresh_tokens set updated_at = updated_at - ${ago}`;
      await stack.admin`update auth.one_time_tokens set created_at = created_at - ${ago}`;
      await stack.admin`
        update auth.users set confirmation_sent_at = confirmation_sent_at - ${ago},
          recovery_sent_at = recovery_sent_at - ${ago}, email_change_sent_at = email_change_sent_at - ${ago}`;
    },
  };
}

let people = 0;
export const newAddress = () => `person-${++people}@example.com`;

/** A code that is not this one. */
export const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

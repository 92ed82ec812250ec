-- PostgREST lets a caller shape the result of a function by the URL: columns, casts, filters and order. Parley needs none of that, and
-- a filter costs what its pattern costs. So a request calls a function of `public` as it is, and nothing else.

-- PostgREST keeps each text of a statement that a caller made until its connection ends.
alter role authenticator set pgrst.db_prepared_statements = 'false';
notify pgrst, 'reload config';

-- Operators that a request finds instead of those of Postgres, which compile a caller's pattern before a function could refuse it.
-- Postgres refuses a condition that is no boolean when it parses the statement.
create schema guard;
grant usage on schema guard to anon, authenticated, service_role;

create function guard.match(text, text) returns text
language sql immutable set search_path = '' as $$ select null $$;

create operator guard.~ (leftarg = text, rightarg = text, function = guard.match);
create operator guard.~* (leftarg = text, rightarg = text, function = guard.match);

-- PostgREST unpacks a body that is a list by this name, with all of its elements, before it calls a function. Pages send objects only.
create function guard.json_to_recordset(json) returns setof record
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.raise_error('request/invalid');
end
$$;
grant execute on function guard.json_to_recordset(json) to anon, authenticated, service_role;

-- Admits a request. It sets the search path of the request, so it has none of its own.
create or replace function private.admit_request() returns void
language plpgsql as $$
begin
  perform pg_catalog.set_config(
    'search_path', pg_catalog.concat_ws(', ', 'guard, pg_catalog', pg_catalog.current_setting('search_path')), true
  );
  perform private.admit_caller();
end
$$;

-- Refuses a call whose result the caller shaped. PostgREST quotes a table and a column for each part that a caller named. In a call as
-- it is only the function has two quoted names, and there is one star, for the result.
create function private.require_plain_call() returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  statement text := current_query();
begin
  if position('pgrst_source' in statement) > 0
    and (statement like '%"."%"."%' or statement like '%".*%".*%')
  then
    perform private.raise_error('request/invalid');
  end if;
end
$$;
grant execute on function private.require_plain_call() to anon, authenticated;

create or replace function private.require_user_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := auth.uid();
begin
  perform private.require_plain_call();
  if not exists (select from public.profiles where id = caller_id and closed_at is null) then
    perform private.raise_error('request/sign-in-needed');
  end if;
  return caller_id;
end
$$;

-- The functions that need no user.
create or replace function public.health() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.require_plain_call();
  select private.health()
$$;

create or replace function public.find_meeting(p_code text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.require_plain_call();
  select private.find_meeting(p_code)
$$;

create or replace function public.read_invitation(p_token text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.require_plain_call();
  select private.read_invitation(p_token)
$$;

create or replace function public.confirmation_by_link(p_token text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.require_plain_call();
  select private.confirmation_by_link(p_token)
$$;

create or replace function public.answer_by_link(
  p_token text,
  p_answer text,
  p_words_id uuid default null,
  p_language text default null,
  p_text text default null
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.require_plain_call();
  select private.answer_by_link(p_token, p_answer, p_words_id, p_language, p_text)
$$;

create or replace function public.stop_confirmation_emails(p_token text) returns void
language sql security invoker set search_path = '' as $$
  select private.require_plain_call();
  select private.stop_confirmation_emails(p_token)
$$;

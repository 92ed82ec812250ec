-- Edge functions reject a token from before the second step, as every other request does. Somebody else may hold it.

drop function public.claim_translations(uuid[], uuid, boolean, text, uuid, uuid);
drop function public.consume_speech_quota(uuid, uuid, int, uuid, uuid);
drop function private.require_session(uuid, uuid);

-- Rejects a session that was ended, and a session or token without the second factor of its user. Null: a token without a session, as
-- services have.
create function private.require_session(p_user_id uuid, p_session_id uuid, p_level text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  own_session auth.sessions;
begin
  if p_session_id is null then
    return;
  end if;
  select * into own_session from auth.sessions where id = p_session_id and user_id = p_user_id;
  if own_session.id is null then
    perform private.raise_error('request/sign-in-needed');
  elsif (coalesce(own_session.aal, 'aal1') >= 'aal2' and p_level in ('aal2', 'aal3')) is not true
    and private.has_second_factor(p_user_id)
  then
    perform private.raise_error('account/factor-needed');
  end if;
end
$$;
grant execute on function private.require_session(uuid, uuid, text) to service_role;

create function public.claim_translations(
  p_line_ids uuid[],
  p_user_id uuid,
  p_engine_up boolean default true,
  p_language text default null,
  p_address uuid default null,
  p_session_id uuid default null,
  p_level text default null
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.require_session(p_user_id, p_session_id, p_level);
  select private.claim_translations(p_line_ids, p_user_id, p_engine_up, p_language, p_address)
$$;
revoke all on function public.claim_translations(uuid[], uuid, boolean, text, uuid, uuid, text) from public, anon, authenticated;
grant execute on function public.claim_translations(uuid[], uuid, boolean, text, uuid, uuid, text) to service_role;

create function public.consume_speech_quota(
  p_call_id uuid,
  p_user_id uuid,
  p_milliseconds int,
  p_address uuid default null,
  p_session_id uuid default null,
  p_level text default null
) returns uuid
language sql security invoker set search_path = '' as $$
  select private.require_session(p_user_id, p_session_id, p_level);
  select private.consume_speech_quota(p_call_id, p_user_id, p_milliseconds, p_address)
$$;
revoke all on function public.consume_speech_quota(uuid, uuid, int, uuid, uuid, text) from public, anon, authenticated;
grant execute on function public.consume_speech_quota(uuid, uuid, int, uuid, uuid, text) to service_role;

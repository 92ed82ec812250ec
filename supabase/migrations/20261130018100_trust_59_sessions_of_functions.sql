-- Requests that edge functions make for a person end with the person's session. They verify the signature of an access token, which
-- is valid for an hour, and act with the secret key.

-- Refuses a user whose session was ended. Null: a token without a session, as services have.
create function private.require_session(p_user_id uuid, p_session_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_session_id is not null
    and not exists (select from auth.sessions where id = p_session_id and user_id = p_user_id)
  then
    perform private.raise_error('request/sign-in-needed');
  end if;
end
$$;
grant execute on function private.require_session(uuid, uuid) to service_role;

drop function public.claim_translations(uuid[], uuid, boolean, text, uuid);
create function public.claim_translations(
  p_line_ids uuid[],
  p_user_id uuid,
  p_engine_up boolean default true,
  p_language text default null,
  p_address uuid default null,
  p_session_id uuid default null
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.require_session(p_user_id, p_session_id);
  select private.claim_translations(p_line_ids, p_user_id, p_engine_up, p_language, p_address)
$$;
revoke all on function public.claim_translations(uuid[], uuid, boolean, text, uuid, uuid) from public, anon, authenticated;
grant execute on function public.claim_translations(uuid[], uuid, boolean, text, uuid, uuid) to service_role;

drop function public.consume_speech_quota(uuid, uuid, int, uuid);
create function public.consume_speech_quota(
  p_call_id uuid, p_user_id uuid, p_milliseconds int, p_address uuid default null, p_session_id uuid default null
) returns uuid
language sql security invoker set search_path = '' as $$
  select private.require_session(p_user_id, p_session_id);
  select private.consume_speech_quota(p_call_id, p_user_id, p_milliseconds, p_address)
$$;
revoke all on function public.consume_speech_quota(uuid, uuid, int, uuid, uuid) from public, anon, authenticated;
grant execute on function public.consume_speech_quota(uuid, uuid, int, uuid, uuid) to service_role;

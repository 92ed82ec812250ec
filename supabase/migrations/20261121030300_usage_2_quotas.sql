-- Functions that read the translation quota and consume the speech quota.

-- Returns today's translation quota of the caller and of one of their meetings. A guest's own quota is the tighter one
-- of the guest and of their share of the meeting. The quotas of other people are not disclosed.
create function private.translation_quota(p_meeting_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  today date := (now() at time zone 'utc')::date;
begin
  perform private.require_admitted(caller_id, p_meeting_id);
  return (
    select jsonb_object_agg(tightest.name, jsonb_build_object('used', tightest.used, 'limit', tightest.day_limit))
    from (
      select distinct on (name)
        case quota.scope when 'guest' then 'user' else quota.scope end as name,
        coalesce(used.amount, 0) as used,
        quota.day_limit
      from private.quota_scopes('translate', caller_id, p_meeting_id, null) as quota
      left join public.usage as used
        on used.day = today
        and used.kind = 'translate'
        and used.scope = quota.scope
        and used.subject = quota.subject
      where quota.scope in ('user', 'guest', 'meeting')
      order by name, quota.day_limit - coalesce(used.amount, 0)
    ) as tightest
  ) || jsonb_build_object('resets_at', (today + 1)::timestamp at time zone 'utc');
end
$$;
grant execute on function private.translation_quota(uuid) to authenticated;

create function public.translation_quota(p_meeting_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.translation_quota(p_meeting_id)
$$;
grant execute on function public.translation_quota(uuid) to authenticated;

-- Consumes the speech quota for a recording before any recogniser receives it. Returns the id of the call's meeting.
-- Only the edge function `transcribe` calls it, after it has verified the user. Transcribe makes no other database
-- request, so this function also checks that the user has a live peer in the call.
create function private.consume_speech_quota(
  p_call_id uuid, p_user_id uuid, p_milliseconds int, p_address uuid
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  meeting_id uuid := (
    select calls.meeting_id
    from public.calls
    join public.call_peers on call_peers.call_id = calls.id
    where calls.id = p_call_id
      and calls.ended_at is null
      and call_peers.user_id = p_user_id
      and call_peers.left_at is null
      and private.has_attended(p_user_id, calls.id)
  );
begin
  if (p_milliseconds > 0) is not true then
    perform private.raise_error('request/invalid');
  elsif meeting_id is null then
    perform private.raise_error('meeting/not-entered');
  elsif not private.consume_quota('speech', p_user_id, meeting_id, p_milliseconds, p_address) then
    perform private.raise_error('speech/quota');
  end if;
  return meeting_id;
end
$$;
grant execute on function private.consume_speech_quota(uuid, uuid, int, uuid) to service_role;

create function public.consume_speech_quota(
  p_call_id uuid, p_user_id uuid, p_milliseconds int, p_address uuid default null
) returns uuid
language sql security invoker set search_path = '' as $$
  select private.consume_speech_quota(p_call_id, p_user_id, p_milliseconds, p_address)
$$;
grant execute on function public.consume_speech_quota(uuid, uuid, int, uuid) to service_role;

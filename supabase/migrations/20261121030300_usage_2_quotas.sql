-- The quotas of a meeting as its people see and spend them.

-- How much of the day's translation is used: what the caller spent, and what was spent in a meeting that they take part in.
-- What all of Parley spent is told to nobody.
create function private.translation_quota(of_meeting uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  today date := (now() at time zone 'utc')::date;
begin
  perform private.require_admitted(me, of_meeting);
  return (
    select jsonb_object_agg(
      account.scope,
      jsonb_build_object(
        'used', coalesce(used.amount, 0), 'limit', private.bound('translateQuota.' || account.scope)
      )
    )
    from (values ('user', me), ('meeting', of_meeting)) as account(scope, subject)
    left join public.usage as used
      on used.day = today
      and used.kind = 'translate'
      and used.scope = account.scope
      and used.subject = account.subject
  ) || jsonb_build_object('resets_at', (today + 1)::timestamp at time zone 'utc');
end
$$;
grant execute on function private.translation_quota(uuid) to authenticated;

create function public.translation_quota(meeting_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.translation_quota(meeting_id)
$$;
grant execute on function public.translation_quota(uuid) to authenticated;

-- What is said is recognised for those who are in the call, as long as the day's quotas hold it.
--
-- Takes the milliseconds of a sound from the quotas, before anybody hears it; answers the call's meeting. For the edge
-- function `transcribe`, which proves who calls and asks nothing else of the database: whether they are in the call, by a
-- live peer, is asked here.
create function private.spend_speech(in_call uuid, person uuid, milliseconds int) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  meeting uuid := (
    select calls.meeting_id
    from public.calls
    join public.call_peers on call_peers.call_id = calls.id
    where calls.id = in_call
      and calls.ended_at is null
      and call_peers.user_id = person
      and call_peers.left_at is null
      and private.has_attended(person, calls.id)
  );
begin
  if (milliseconds > 0) is not true then
    perform private.fail('request/invalid');
  elsif meeting is null then
    perform private.fail('meeting/not-entered');
  elsif not private.spend('speech', person, meeting, milliseconds) then
    perform private.fail('speech/quota');
  end if;
  return meeting;
end
$$;
grant execute on function private.spend_speech(uuid, uuid, int) to service_role;

create function public.spend_speech(call_id uuid, user_id uuid, milliseconds int) returns uuid
language sql security invoker set search_path = '' as $$
  select private.spend_speech(call_id, user_id, milliseconds)
$$;
grant execute on function public.spend_speech(uuid, uuid, int) to service_role;

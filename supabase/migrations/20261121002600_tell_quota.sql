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

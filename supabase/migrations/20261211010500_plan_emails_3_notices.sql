-- An email becomes due by an invitation, a removal, a change or a cancellation.

-- Makes emails to the invitees of a series due, or to a single one. Further changes within the delay move it.
create function private.add_plan_notices(p_series_id uuid, p_invitee_id uuid, p_again boolean) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.plan_notices as notices (invitee_id, workspace_id, due_at, again)
  select id, workspace_id, now() + private.limit_interval('plans.emailDelayMs'), p_again
  from public.series_invitees
  where series_id = p_series_id and case when p_invitee_id is null then removed_at is null else id = p_invitee_id end
  order by id
  on conflict (invitee_id) do update set due_at = excluded.due_at, again = notices.again or excluded.again;
end
$$;

create function private.notice_invitee() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.add_plan_notices(new.series_id, new.id, false);
  return null;
end
$$;

create trigger notice_invitee
after insert or update of removed_at on public.series_invitees
for each row execute function private.notice_invitee();

create function private.notice_cancellation() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.add_plan_notices(new.id, null, false);
  return null;
end
$$;

create trigger notice_cancellation
after update of cancelled_at on public.meeting_series
for each row when (old.cancelled_at is null and new.cancelled_at is not null) execute function private.notice_cancellation();

-- Stores what a change was about, and makes its emails due. `p_overrides`: those before the change. A change of nothing sends nothing.
create function private.record_series_change(
  p_before public.meeting_series, p_overrides jsonb, p_after public.meeting_series, p_message text
) returns void
language plpgsql set search_path = '' as $$
declare
  overrides constant jsonb := private.series_overrides(p_after.id);
  same_series constant boolean := (
    p_before.title, p_before.language, p_before.agenda, p_before.starts_local, p_before.zone, p_before.length_minutes, p_before.rule
  ) is not distinct from (
    p_after.title, p_after.language, p_after.agenda, p_after.starts_local, p_after.zone, p_after.length_minutes, p_after.rule
  );
  keys text[];
begin
  select array_agg(distinct changes.item ->> 'key') into keys
  from (
    (select item from jsonb_array_elements(p_overrides) as item except select item from jsonb_array_elements(overrides) as item)
    union all
    (select item from jsonb_array_elements(overrides) as item except select item from jsonb_array_elements(p_overrides) as item)
  ) as changes;
  if same_series and keys is null then
    return;
  end if;
  insert into private.series_changes (series_id, sequence, key, message)
  values (
    p_after.id, p_after.sequence, case when same_series and cardinality(keys) = 1 then private.local_time(keys[1]) end, p_message
  );
  delete from private.series_changes
  where series_id = p_after.id and sequence <= p_after.sequence - private.limit_value('plans.changesKept');
  perform private.add_plan_notices(p_after.id, null, false);
end
$$;

-- Sends an invitation again, such as one that failed. Shares of a day limit it as every email.
create function private.send_invitation_again(p_series_id uuid, p_invitee_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
  series public.meeting_series;
begin
  perform private.check_rate_limit(caller_id, 'plans.changesPerMinute');
  series := private.lock_series(caller_id, p_series_id, null);
  if not exists (
    select from public.series_invitees where id = p_invitee_id and series_id = series.id and removed_at is null
  ) then
    perform private.raise_error('request/not-found');
  end if;
  perform private.add_plan_notices(series.id, p_invitee_id, true);
  return private.series_json(caller_id, series);
end
$$;
grant execute on function private.send_invitation_again(uuid, uuid) to authenticated;

create function public.send_invitation_again(p_series_id uuid, p_invitee_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.send_invitation_again(p_series_id, p_invitee_id)
$$;
grant execute on function public.send_invitation_again(uuid, uuid) to authenticated;

-- A trigger that purges the broadcasts of meetings that store nothing.

-- Deletes broadcast lines, because Realtime stores what the database sends for days. No scheduled job is needed: each
-- peer that joins, stays or leaves deletes what is older than a minute. Until then `changes_since` returns it to those who
-- missed it. The last peer to leave deletes everything; a takeover by another tab is not leaving.
create function private.purge_broadcasts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  meeting public.meetings;
  retention interval := interval '1 minute';
begin
  select meetings.* into meeting
  from public.calls
  join public.meetings on meetings.id = calls.meeting_id
  where calls.id = new.call_id;
  if meeting.keep = 'nothing' then
    if new.left_reason <> 'taken-over'
      and not exists (select from public.call_peers where call_id = new.call_id and left_at is null)
    then
      retention := interval '0';
    end if;
    delete from realtime.messages
    where topic like 'meeting:' || meeting.id || ':%'
      and event = 'line_posted'
      -- The column of Realtime has no time zone.
      and inserted_at <= localtimestamp - retention
      and inserted_at > localtimestamp - case
        when tg_op = 'INSERT' then interval '3 days' else interval '10 minutes'
      end;
  end if;
  return null;
end
$$;

create trigger purge_broadcasts
after insert or update on public.call_peers
for each row execute function private.purge_broadcasts();

-- Deletes broadcasts older than a minute: `changes_since` returns what somebody missed. A step of the job `sweep`.
create function private.sweep_broadcasts(p_limit int, p_after jsonb, p_now timestamptz, out deleted int, out next jsonb)
language plpgsql set search_path = '' as $$
begin
  delete from realtime.messages
  where (id, inserted_at) in (
    select id, inserted_at from realtime.messages
    -- The column of Realtime has no time zone.
    where inserted_at < (p_now at time zone 'utc') - interval '1 minute'
    order by inserted_at
    limit p_limit
    for update skip locked
  );
  get diagnostics deleted = row_count;
  next := case when deleted = p_limit then '{}'::jsonb end;
end
$$;

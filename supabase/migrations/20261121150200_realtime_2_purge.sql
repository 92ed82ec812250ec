-- The broadcasts of a meeting that keeps nothing.

-- A meeting that keeps nothing keeps no broadcast either: Realtime stores what the database sends, for days. Nothing runs
-- on a schedule for this: whoever comes, stays or goes clears away what is older than a minute. Until then `changes` has it
-- for those who did not hear it. The last to go clears away all of it; whose place another tab takes does not go.
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
      -- Its column has no zone, as Realtime made it.
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

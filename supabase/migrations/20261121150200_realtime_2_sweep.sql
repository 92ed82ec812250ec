-- Functions that delete stored broadcasts. Realtime keeps what the database sends for three days, and replays it to
-- everyone who may join the topic. Clients need none of it: `changes_since` fills gaps.
--
-- All conditions match the partial index of Realtime on (inserted_at desc, topic) for private broadcasts. The columns have
-- no time zone, and a caller may choose the time zone of the transaction: each function that uses them sets UTC.

-- Deletes up to `p_limit` broadcasts that are older than a minute, the oldest first, and returns their number. Each
-- broadcast deletes a few, and a scheduled job deletes the rest. Broadcasts that another transaction deletes are skipped.
create function private.delete_old_broadcasts(p_limit int, p_now timestamptz default now()) returns int
language plpgsql security definer set search_path = '' set timezone to 'UTC' as $$
declare
  old_id uuid;
  old_inserted_at timestamp;
  deleted_count int := 0;
begin
  for old_id, old_inserted_at in
    select id, inserted_at
    from realtime.messages
    where private is true and extension = 'broadcast' and inserted_at <= p_now::timestamp - private.limit_interval('broadcastTtlMs')
    order by inserted_at
    limit p_limit
    for update skip locked
  loop
    delete from realtime.messages where id = old_id and inserted_at = old_inserted_at;
    deleted_count := deleted_count + 1;
  end loop;
  return deleted_count;
end
$$;

-- Deletes broadcasts that are older than a minute. A step of the job `sweep`.
create function private.sweep_broadcasts(p_limit int, p_after jsonb, p_now timestamptz, out deleted int, out next jsonb)
language plpgsql set search_path = '' as $$
begin
  deleted := private.delete_old_broadcasts(p_limit, p_now);
  next := case when deleted = p_limit then '{}'::jsonb end;
end
$$;

-- Returns the topics that a call had at the last epochs. Nobody can join an older one, so none is replayed.
create function private.recent_call_topics(p_meeting_id uuid, p_call_id uuid) returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select private.call_topic(p_meeting_id, epochs, p_call_id)
    from public.meetings, generate_series(greatest(1, meetings.epoch - 60), meetings.epoch) as epochs
    where meetings.id = p_meeting_id
  );
end
$$;

-- Deletes the stored broadcasts that contain a line, its translations or its reactions.
create function private.delete_line_broadcasts(p_line public.lines) returns void
language plpgsql security definer set search_path = '' set timezone to 'UTC' as $$
begin
  delete from realtime.messages
  where topic = any (private.recent_call_topics(p_line.meeting_id, p_line.call_id))
    and private is true
    and extension = 'broadcast'
    and inserted_at >= greatest(p_line.created_at::timestamp, localtimestamp - interval '3 days')
    and p_line.id::text in (payload -> 'line' ->> 'id', payload ->> 'line_id');
end
$$;

-- Deletes the lines of a meeting that keeps nothing when the last peer leaves. A takeover by another tab is not leaving.
create function private.purge_ephemeral_lines() returns trigger
language plpgsql security definer set search_path = '' set timezone to 'UTC' as $$
begin
  delete from realtime.messages
  where topic = any (
      select unnest(private.recent_call_topics(calls.meeting_id, calls.id))
      from public.calls
      join public.meetings on meetings.id = calls.meeting_id
      where calls.id = new.call_id
        and meetings.keep = 'nothing'
        and not exists (select from public.call_peers where call_id = calls.id and left_at is null)
    )
    and private is true
    and extension = 'broadcast'
    and event = 'line_posted'
    and inserted_at > localtimestamp - interval '3 days';
  return null;
end
$$;

create trigger purge_ephemeral_lines
after update on public.call_peers
for each row when (old.left_at is null and new.left_at is not null and new.left_reason <> 'taken-over')
execute function private.purge_ephemeral_lines();

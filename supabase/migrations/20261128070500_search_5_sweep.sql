-- A step of the job `sweep` that moves the texts of files with their meeting.

-- Meetings of guests that came to a workspace, until the sweep has moved their texts there. A merge would hold the lock of a
-- meeting while its texts are indexed again.
create table public.moved_meetings (meeting_id uuid primary key references public.meetings on delete cascade);
revoke all on public.moved_meetings from public, anon, authenticated, service_role;
alter table public.moved_meetings enable row level security;

create function private.note_moved_meeting() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.moved_meetings (meeting_id) values (new.id) on conflict do nothing;
  return null;
end
$$;
create trigger note_moved_meeting after update of workspace_id on public.meetings
for each row when (old.workspace_id is distinct from new.workspace_id) execute function private.note_moved_meeting();

-- Moves the texts of one meeting at most, a few in a batch, because the index takes some milliseconds for each. Returns their
-- number as `deleted`.
create function private.sweep_texts(p_limit int, p_after jsonb, p_now timestamptz, out deleted int, out next jsonb)
language plpgsql set search_path = '' set enable_seqscan = off as $$
declare
  most constant int := least(p_limit, 20);
  moved record;
begin
  deleted := 0;
  select meetings.id, meetings.workspace_id into moved
  from public.moved_meetings
  join public.meetings on meetings.id = meeting_id
  order by meetings.id
  limit 1
  for update of moved_meetings skip locked;
  if moved.id is null then
    return;
  end if;
  with stale as (
    select file_id, field
    from public.file_texts
    where private.search_keys(places, text) && array(
        select private.place_key('meeting', moved.id, texts.field, salt)
        from private.search_salt, unnest(array['names', 'contents']) as texts (field)
      )
      and meeting_id = moved.id
      and workspace_id is distinct from moved.workspace_id
    limit most
    for update
  )
  update public.file_texts set workspace_id = moved.workspace_id
  from stale
  where file_texts.file_id = stale.file_id and file_texts.field = stale.field;
  get diagnostics deleted = row_count;
  if deleted = 0 then
    delete from public.moved_meetings where meeting_id = moved.id;
  end if;
  next := jsonb_build_object('meeting', moved.id);
end
$$;

create or replace function private.sweep(
  p_step text, p_limit int, p_after jsonb, p_now timestamptz default now()
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  started_at timestamptz := clock_timestamp();
  batch_size int := least(greatest(p_limit, 1), private.limit_value('retention.rowsPerBatch')::int);
  outcome record;
begin
  case p_step
    when 'ends' then outcome := private.sweep_ends(batch_size, p_after, p_now);
    when 'measures' then outcome := private.sweep_measures(batch_size, p_after, p_now);
    when 'calls' then outcome := private.sweep_calls(batch_size, p_after, p_now);
    when 'boards' then outcome := private.sweep_boards(batch_size, p_after, p_now);
    when 'meetings' then outcome := private.sweep_meetings(batch_size, p_after, p_now);
    when 'broadcasts' then outcome := private.sweep_broadcasts(batch_size, p_after, p_now);
    when 'texts' then outcome := private.sweep_texts(batch_size, p_after, p_now);
    when 'users' then outcome := private.sweep_users(batch_size, p_after, p_now);
    when 'turns' then outcome := private.sweep_turns(batch_size, p_after, p_now);
    when 'traces' then outcome := private.sweep_traces(batch_size, p_after, p_now);
    when 'emails' then outcome := private.sweep_emails(batch_size, p_after, p_now);
    else perform private.raise_error('request/invalid');
  end case;
  return jsonb_build_object(
    'deleted', outcome.deleted,
    'next', outcome.next,
    'ms', round(extract(epoch from clock_timestamp() - started_at) * 1000)
  );
end
$$;

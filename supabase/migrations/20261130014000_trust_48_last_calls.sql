-- Columns by which the newest meetings or calls of a workspace are read, whatever the workspace holds.

-- `last_call_at` is the start of the meeting's newest call. Triggers of `calls` maintain it. A meeting was used last then, or when
-- it was created: `coalesce(last_call_at, created_at)`.
alter table public.meetings add column last_call_at timestamptz;

-- `workspace_id` is that of the meeting, which triggers maintain. It references no workspace, because the meeting does.
alter table public.calls add column workspace_id uuid;

create function private.set_workspace_of_call() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.workspace_id := (select workspace_id from public.meetings where id = new.meeting_id);
  return new;
end
$$;
create trigger set_workspace_of_call before insert on public.calls
for each row execute function private.set_workspace_of_call();

create function private.move_calls() returns trigger
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
begin
  update public.calls set workspace_id = new.workspace_id where meeting_id = new.id;
  return null;
end
$$;
create trigger move_calls after update of workspace_id on public.meetings
for each row when (old.workspace_id is distinct from new.workspace_id) execute function private.move_calls();

create function private.note_new_call() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.meetings set last_call_at = new.started_at
  where id = new.meeting_id and (last_call_at is null or last_call_at < new.started_at);
  return null;
end
$$;
create trigger note_new_call after insert on public.calls
for each row execute function private.note_new_call();

-- Reads the newest call of the meeting again, if the newest was deleted or moved in time.
create function private.note_changed_call() returns trigger
language plpgsql security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  update public.meetings
  set last_call_at = (select max(calls.started_at) from public.calls where calls.meeting_id = old.meeting_id)
  where id = old.meeting_id and (last_call_at <= old.started_at or (tg_op = 'UPDATE' and last_call_at < new.started_at));
  return null;
end
$$;
create trigger note_deleted_call after delete on public.calls
for each row execute function private.note_changed_call();
create trigger note_moved_call after update of started_at on public.calls
for each row when (old.started_at <> new.started_at) execute function private.note_changed_call();

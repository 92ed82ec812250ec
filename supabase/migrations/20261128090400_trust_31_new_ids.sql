-- No transaction waits for another that stores the same id, because clients choose ids: each wait holds a connection, and two of
-- them in another order are a deadlock.

-- Makes the caller's transaction the only one that stores this id. The request is sent again if there is another.
create function private.lock_new_id(p_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('private.lock_new_id:' || p_id, 0)) then
    perform private.raise_error('request/busy');
  end if;
end
$$;

create or replace function private.insert_line(p_line public.lines, p_keep text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  line_json jsonb;
begin
  perform private.lock_new_id(p_line.id);
  perform private.consume_line_quota(coalesce(p_line.typed_by, p_line.author), p_line.meeting_id, p_line.text);
  p_line.seq := private.next_seq(p_line.meeting_id);
  p_line.changed := p_line.seq;
  p_line.revision := 1;
  p_line.created_at := now();
  if p_keep = 'days' then
    insert into public.lines select p_line.* on conflict (id) do nothing;
    if not found then
      perform private.raise_error('line/conflict');
    end if;
    if p_line.call_id is null then
      perform private.count_board_line(p_line);
    else
      perform private.count_call_line(p_line);
    end if;
  end if;
  line_json := private.line_json(p_line) || jsonb_build_object('fleeting', p_keep = 'nothing');
  if p_line.call_id is null then
    perform private.broadcast_board_changed(p_line);
  else
    perform private.broadcast_to_meeting(
      p_line.meeting_id, p_line.seq, 'line_posted', jsonb_build_object('line', line_json), p_line.call_id
    );
  end if;
  return line_json;
end
$$;

-- As before. An id that has a file of its own is a conflict.
create or replace function private.copy_file(p_source_line_id uuid, p_line public.lines, p_keep text) returns void
language plpgsql set search_path = '' as $$
declare
  file public.files;
  preview public.file_previews;
begin
  perform private.lock_new_id(p_line.id);
  if exists (select from public.files where id = p_line.id) then
    perform private.raise_error('line/conflict');
  end if;
  insert into public.files (id, meeting_id, call_id, owner, path, name, type, bytes, shared_at)
  select p_line.id, p_line.meeting_id, p_line.call_id, p_line.author, path, name, type, bytes, now()
  from public.files
  where id = p_source_line_id and shared_at is not null and deleted_at is null
  returning * into file;
  if file.id is null then
    return;
  elsif p_keep = 'nothing' then
    perform private.raise_error('file/not-kept');
  end if;
  select * into preview from public.file_previews where file_id = p_source_line_id;
  insert into public.file_previews (file_id, width, height, duration_ms, hash, picture)
  select file.id, preview.width, preview.height, preview.duration_ms, preview.hash, preview.picture
  where preview.file_id is not null;
end
$$;

create or replace function private.offer_file(
  p_file_id uuid, p_call_id uuid, p_meeting_id uuid, p_name text, p_type text, p_bytes bigint
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  clean_name text := private.clean_name(private.measured(p_name, 'fileName.max', 'request/invalid'));
  meeting public.meetings;
  file public.files;
begin
  if p_file_id is null
    or p_type is null
    or p_bytes is null
    or char_length(clean_name) not between private.limit_value('fileName.min') and private.limit_value('fileName.max')
  then
    perform private.raise_error('request/invalid');
  elsif p_type is distinct from private.file_type(clean_name) then
    perform private.raise_error('file/type');
  elsif p_bytes < private.limit_value('fileBytes.min') then
    perform private.raise_error('file/too-small');
  elsif p_bytes > private.limit_value('fileBytes.max') then
    perform private.raise_error('file/too-large');
  end if;
  meeting.id := private.meeting_of_place(caller_id, p_call_id, p_meeting_id);
  perform private.check_rate_limit(caller_id, 'filesPerMinute');
  perform private.lock_new_id(p_file_id);
  meeting := private.lock_meeting_row(meeting.id);
  perform private.require_open_place(meeting, p_call_id, caller_id);
  if meeting.keep = 'nothing' then
    perform private.raise_error('file/not-kept');
  end if;

  select * into file from public.files where id = p_file_id;
  if file.id is not null then
    if (file.owner, file.meeting_id, file.call_id, file.name, file.type, file.bytes, file.deleted_at)
      is distinct from (caller_id, meeting.id, p_call_id, clean_name, p_type, p_bytes, null)
    then
      perform private.raise_error('line/conflict');
    end if;
    return jsonb_build_object('path', file.path);
  end if;
  -- Bytes under the path of a deleted call would be shared as if the caller had uploaded them.
  if exists (select from public.lines where id = p_file_id)
    or exists (select from public.files where path = coalesce(p_call_id, meeting.id) || '/' || p_file_id)
    or exists (
      select from storage.objects
      where bucket_id = 'files' and name = coalesce(p_call_id, meeting.id) || '/' || p_file_id
    )
  then
    perform private.raise_error('line/conflict');
  end if;
  if private.offered_bytes(caller_id) + p_bytes > private.limit_value('fileBytesPerDay') then
    perform private.raise_error('file/quota');
  end if;
  -- Files that were offered and never shared are invisible, so their number is limited.
  if (
    select count(*) from public.files
    where owner = caller_id
      and shared_at is null
      and deleted_at is null
      and lapsed_at is null
      and offered_at > now() - interval '24 hours'
  ) >= private.limit_value('filesAtOnce') then
    perform private.raise_error('file/too-many');
  end if;
  if not private.reserve_bytes(caller_id, meeting.id, p_bytes) then
    perform private.raise_error('file/quota');
  end if;
  insert into public.files (id, meeting_id, call_id, owner, path, name, type, bytes, offered_from)
  values (
    p_file_id, meeting.id, p_call_id, caller_id, coalesce(p_call_id, meeting.id) || '/' || p_file_id,
    clean_name, p_type, p_bytes, private.request_address()
  )
  returning * into file;
  return jsonb_build_object('path', file.path);
end
$$;

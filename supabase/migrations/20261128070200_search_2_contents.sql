-- The edge function `files` also passes the beginning of a text file: the file is found by it, and cards show an excerpt.

drop function public.approve_file(uuid, text);
drop function private.approve_file(uuid, text);

-- Stores the beginning of a text file. Returns false, and stores nothing, without quota for it.
create function private.store_contents(p_file public.files, p_text text, p_excerpt text) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not private.has_quota('index', p_file.owner, p_file.meeting_id, octet_length(p_text), null, false) then
    return false;
  end if;
  insert into public.file_texts (file_id, field, meeting_id, workspace_id, call_id, text, excerpt)
  select p_file.id, 'contents', p_file.meeting_id, meetings.workspace_id, p_file.call_id, p_text, p_excerpt
  from public.meetings
  where meetings.id = p_file.meeting_id
  on conflict (file_id, field) do update
  set text = excluded.text, excerpt = excluded.excerpt;
  -- The lock of the quota is held until the end, so it comes last.
  if private.consume_quota('index', p_file.owner, p_file.meeting_id, private.indexed_bytes(p_text)) then
    return true;
  end if;
  delete from public.file_texts where file_id = p_file.id and field = 'contents';
  return false;
end
$$;

-- Records that the bytes of this version fit the file's type. Bytes of a version never change. `p_contents` is the
-- beginning of a text file. Without quota for them, the file is found by its names only.
create function private.approve_file(p_file_id uuid, p_version text, p_contents text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  contents text;
  beginning constant text := left(p_contents, private.limit_value('board.excerptChars')::int);
  file public.files;
begin
  perform private.require_size(octet_length(p_contents), private.limit_value('board.contentsBytes'), 'request/too-large');
  contents := private.indexable(private.searchable(p_contents, private.limit_value('board.contentsBytes')::int));
  update public.files set checked_version = p_version where id = p_file_id and shared_at is null and deleted_at is null
  returning * into file;
  if contents <> ''
    and exists (select from public.meetings where id = file.meeting_id and keep = 'days')
    and not exists (
      select from public.file_texts
      where file_id = file.id and field = 'contents' and text = contents and excerpt = beginning
    )
  then
    perform private.store_contents(file, contents, beginning);
  end if;
end
$$;
grant execute on function private.approve_file(uuid, text, text) to service_role;

create function public.approve_file(p_file_id uuid, p_version text, p_contents text default null) returns void
language sql security invoker set search_path = '' as $$
  select private.approve_file(p_file_id, p_version, p_contents)
$$;
grant execute on function public.approve_file(uuid, text, text) to service_role;

-- Gives a forwarded line its own row for the file of the source line, with its preview. `copy_contents` counts it.
create or replace function private.copy_file(p_source_line_id uuid, p_line public.lines, p_keep text) returns void
language plpgsql set search_path = '' as $$
declare
  file public.files;
  preview public.file_previews;
begin
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

-- Counts the picture of a forwarded file and copies its contents, both if there is quota for them. It comes after everything
-- that may refuse the forward: an error would undo the turn of the caller, and indexing takes time under the meeting's
-- lock. The lock of the quota comes after all others, in every transaction, or two of them would wait for each other.
create function private.copy_contents(p_source_file_id uuid, p_file_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  file public.files;
  picture bytea := (select picture from public.file_previews where file_id = p_file_id);
  contents public.file_texts;
begin
  select * into file from public.files where id = p_file_id;
  if picture is not null
    and not private.consume_quota('index', file.owner, file.meeting_id, private.picture_bytes(picture))
  then
    update public.file_previews set picture = null where file_id = p_file_id;
  end if;
  select * into contents from public.file_texts where file_id = p_source_file_id and field = 'contents';
  if file.id is not null and contents.file_id is not null then
    perform private.store_contents(file, contents.text, contents.excerpt);
  end if;
end
$$;

create or replace function private.forward_line(p_line_id uuid, p_source_line_id uuid, p_meeting_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  source_line public.lines;
  meeting public.meetings;
  line public.lines;
  existing public.lines;
  line_json jsonb;
begin
  if p_line_id is null then
    perform private.raise_error('request/invalid');
  end if;
  select * into source_line from public.lines where id = p_source_line_id;
  if source_line.text is null or not private.can_read_line(caller_id, source_line) then
    perform private.raise_error('line/not-found');
  end if;
  perform private.require_admitted(caller_id, p_meeting_id);
  line.id := p_line_id;
  line.meeting_id := p_meeting_id;
  line.kind := 'chat';
  line.author := caller_id;
  line.text := source_line.text;
  existing := private.find_duplicate_line(line);
  if existing.id is not null then
    return private.line_json(existing);
  end if;
  perform private.check_line_rate_limit(caller_id, line.text);
  meeting := private.lock_meeting_row(p_meeting_id);
  perform private.require_admitted(caller_id, p_meeting_id);
  if private.has_ended(meeting) then
    perform private.raise_error('meeting/ended');
  end if;
  perform private.require_inside_or_entry(meeting, caller_id);
  select calls.id into line.call_id
  from public.calls
  join public.attendance on attendance.call_id = calls.id
  where calls.meeting_id = p_meeting_id and attendance.user_id = caller_id
  order by calls.started_at desc
  limit 1;
  if not found then
    perform private.raise_error('meeting/not-entered');
  end if;

  line.language := source_line.language;
  line.mentions := '{}';
  line.forwarded := true;
  perform private.copy_file(p_source_line_id, line, meeting.keep);
  line_json := private.insert_line(line, meeting.keep);
  perform private.copy_contents(p_source_line_id, line.id);
  if not exists (select from public.call_peers where call_id = line.call_id and left_at is null) then
    line.seq := (line_json ->> 'seq')::bigint;
    update public.attendance
    set stays = stays + int8multirange(int8range(line.seq, line.seq, '[]'))
    where call_id = line.call_id;
  end if;
  return line_json;
end
$$;

-- Returns the files as contracts/board.ts describes them, without their lines.
create or replace function private.board_cards_json(p_user_id uuid, p_files public.files[]) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(
      json_agg(
        json_build_object(
          'id', files.id,
          'meeting', json_build_object(
            'id', meetings.id, 'title', meetings.title, 'host_name', private.host_name(meetings)
          ),
          'author', private.authors_json(meetings.id, array[files.owner]) -> 0,
          'kind', private.file_kind(files.type),
          'preview', private.preview_json(files.id),
          'excerpt', (select excerpt from public.file_texts where file_id = files.id and field = 'contents'),
          'shared_at', files.shared_at,
          'comments', (
            select count(*) from public.lines as comment where comment.about = files.id and comment.deleted_at is null
          ),
          'unseen_comments', case when files.owner = p_user_id then private.unseen_comments(files) else 0 end
        )
        order by listed.place
      ),
      '[]'
    )
    from unnest(array(select id from unnest(p_files))) with ordinality as listed (id, place)
    join public.files on files.id = listed.id
    join public.meetings on meetings.id = files.meeting_id
  );
end
$$;

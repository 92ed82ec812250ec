-- Functions that offer, check, share, withdraw, forward and find files.

-- Returns the bytes that a user offered within a day: the larger of offered and uploaded size, deleted files
-- included. Forwarded files are not counted again.
create function private.offered_bytes(p_user_id uuid) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(sum(greatest(files.bytes, (objects.metadata ->> 'size')::bigint)), 0)::bigint
    from public.files
    left join storage.objects on objects.bucket_id = 'files' and objects.name = files.path
    where files.owner = p_user_id
      and files.offered_at > now() - interval '24 hours'
      and files.path = files.call_id || '/' || files.id
  );
end
$$;

-- Reserves a file in a call that the caller has entered. A repeat with the same values returns the same path, so that
-- a page can resume an upload.
create function private.offer_file(
  p_file_id uuid, p_call_id uuid, p_name text, p_type text, p_bytes bigint
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
  meeting.id := private.require_meeting_of_call(caller_id, p_call_id);
  perform private.check_rate_limit(caller_id, 'filesPerMinute');
  meeting := private.lock_meeting_row(meeting.id);
  perform private.require_admitted(caller_id, meeting.id);
  perform private.require_open_call(meeting, p_call_id, caller_id);
  if meeting.keep = 'nothing' then
    perform private.raise_error('file/not-kept');
  end if;

  select * into file from public.files where id = p_file_id;
  if file.id is not null then
    if (file.owner, file.call_id, file.name, file.type, file.bytes, file.deleted_at)
      is distinct from (caller_id, p_call_id, clean_name, p_type, p_bytes, null)
    then
      perform private.raise_error('line/conflict');
    end if;
    return jsonb_build_object('path', file.path);
  end if;
  if exists (select from public.lines where id = p_file_id) then
    perform private.raise_error('line/conflict');
  end if;
  if private.offered_bytes(caller_id) + p_bytes > private.limit_value('fileBytesPerDay') then
    perform private.raise_error('file/quota');
  end if;
  -- Files that were offered and never shared are invisible, so their number is limited.
  if (
    select count(*) from public.files
    where owner = caller_id and shared_at is null and deleted_at is null and offered_at > now() - interval '24 hours'
  ) >= private.limit_value('filesAtOnce') then
    perform private.raise_error('file/too-many');
  end if;
  if not private.consume_quota('file', caller_id, meeting.id, p_bytes) then
    perform private.raise_error('file/quota');
  end if;
  insert into public.files (id, call_id, owner, path, name, type, bytes)
  values (p_file_id, p_call_id, caller_id, p_call_id || '/' || p_file_id, clean_name, p_type, p_bytes)
  returning * into file;
  return jsonb_build_object('path', file.path);
end
$$;
grant execute on function private.offer_file(uuid, uuid, text, text, bigint) to authenticated;

create function public.offer_file(
  p_file_id uuid, p_call_id uuid, p_name text, p_type text, p_bytes bigint
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.offer_file(p_file_id, p_call_id, p_name, p_type, p_bytes)
$$;
grant execute on function public.offer_file(uuid, uuid, text, text, bigint) to authenticated;

-- Withdraws an offer. Uploaded bytes still count, even after they are removed. An offer of today without an object is
-- refunded, so that nobody can use up a shared quota without a byte. The bytes of the caller's own day are not.
create function private.withdraw_file(p_file_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  file public.files;
  uploaded_bytes bigint;
begin
  -- The end of an upload locks the same row. So the next statement sees its object.
  select * into file from public.files
  where id = p_file_id and owner = caller_id and shared_at is null and deleted_at is null
  for update;
  if file.id is null then
    return;
  end if;
  select (metadata ->> 'size')::bigint into uploaded_bytes from storage.objects
  where bucket_id = 'files' and name = file.path;
  if not found and (file.offered_at at time zone 'utc')::date = (clock_timestamp() at time zone 'utc')::date then
    perform private.refund_quota(
      'file', caller_id, (select meeting_id from public.calls where id = file.call_id), file.bytes
    );
  end if;
  update public.files set name = null, deleted_at = now(), bytes = greatest(bytes, uploaded_bytes)
  where id = p_file_id;
end
$$;
grant execute on function private.withdraw_file(uuid) to authenticated;

create function public.withdraw_file(p_file_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.withdraw_file(p_file_id)
$$;
grant execute on function public.withdraw_file(uuid) to authenticated;

-- Returns what the edge function `files` looks at: the path and version of an uploaded file of the caller's that has the
-- offered size and type. `checked` if it looked at this version before, or if the file needs no look any more.
create function private.uploaded_file(p_file_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  uploaded jsonb;
begin
  select jsonb_build_object(
    'path', files.path,
    'type', files.type,
    'version', objects.version,
    'checked', files.shared_at is not null or files.checked_version is not distinct from objects.version
  ) into uploaded
  from public.files
  join storage.objects on objects.bucket_id = 'files' and objects.name = files.path
  where files.id = p_file_id
    and files.owner = caller_id
    and files.deleted_at is null
    and (objects.metadata ->> 'size')::bigint = files.bytes
    and objects.metadata ->> 'mimetype' = files.type
    and objects.version is not null;
  if uploaded is null then
    perform private.raise_error('file/not-found');
  end if;
  return uploaded;
end
$$;
grant execute on function private.uploaded_file(uuid) to authenticated;

create function public.uploaded_file(p_file_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.uploaded_file(p_file_id)
$$;
grant execute on function public.uploaded_file(uuid) to authenticated;

-- Records that the bytes of this version fit the file's type. Bytes of a version never change.
create function private.approve_file(p_file_id uuid, p_version text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.files set checked_version = p_version where id = p_file_id and shared_at is null;
end
$$;
grant execute on function private.approve_file(uuid, text) to service_role;

create function public.approve_file(p_file_id uuid, p_version text) returns void
language sql security invoker set search_path = '' as $$
  select private.approve_file(p_file_id, p_version)
$$;
grant execute on function public.approve_file(uuid, text) to service_role;

-- Posts the line of a file whose object has the offered size and type and was checked. `p_language` is the language of its name, as
-- far as its owner knows. A repeat returns the stored line.
create function private.share_file(p_file_id uuid, p_language text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  file public.files;
  meeting public.meetings;
  line public.lines;
begin
  select * into file from public.files where id = p_file_id and owner = caller_id;
  if file.id is null then
    perform private.raise_error('file/not-found');
  end if;
  meeting.id := private.require_meeting_of_call(caller_id, file.call_id);
  if not private.is_language(coalesce(p_language, '')) then
    perform private.raise_error('language/unknown');
  end if;
  perform private.check_rate_limit(caller_id, 'linesPerTenSeconds');
  meeting := private.lock_meeting_row(meeting.id);
  perform private.require_admitted(caller_id, meeting.id);
  select * into line from public.lines where id = p_file_id;
  if line.id is not null then
    return private.line_json(line);
  end if;
  perform private.require_open_call(meeting, file.call_id, caller_id);
  if meeting.keep = 'nothing' then
    perform private.raise_error('file/not-kept');
  end if;
  update public.files
  set shared_at = now()
  where id = p_file_id
    and deleted_at is null
    and exists (
      select from storage.objects
      where bucket_id = 'files'
        and objects.name = files.path
        and objects.version = files.checked_version
        and (metadata ->> 'size')::bigint = files.bytes
        and metadata ->> 'mimetype' = files.type
    )
  returning * into file;
  if not found then
    perform private.raise_error('file/not-found');
  end if;

  line.id := file.id;
  line.meeting_id := meeting.id;
  line.call_id := file.call_id;
  line.kind := 'chat';
  line.author := caller_id;
  line.language := p_language;
  line.text := file.name;
  line.mentions := '{}';
  line.forwarded := false;
  return private.insert_line(line, meeting.keep);
end
$$;
grant execute on function private.share_file(uuid, text) to authenticated;

create function public.share_file(p_file_id uuid, p_language text) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.share_file(p_file_id, p_language)
$$;
grant execute on function public.share_file(uuid, text) to authenticated;

-- Returns the paths of those files whose lines the caller may read.
create function private.readable_files(p_file_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  if cardinality(p_file_ids) not between 1 and private.limit_value('filesPerRequest') then
    perform private.raise_error('request/invalid');
  end if;
  return (
    select coalesce(
      jsonb_agg(jsonb_build_object('id', id, 'path', path, 'name', name, 'type', type)),
      '[]'
    )
    from public.files
    where id = any (p_file_ids)
      and shared_at is not null
      and deleted_at is null
      and private.can_read_file(caller_id, files)
  );
end
$$;
grant execute on function private.readable_files(uuid[]) to authenticated;

create function public.readable_files(p_file_ids uuid[]) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.readable_files(p_file_ids)
$$;
grant execute on function public.readable_files(uuid[]) to authenticated;

-- Gives a forwarded line its own row for the file of the source line.
create function private.copy_file(p_source_line_id uuid, p_line public.lines, p_keep text) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.files (id, call_id, owner, path, name, type, bytes, shared_at)
  select p_line.id, p_line.call_id, p_line.author, path, name, type, bytes, now()
  from public.files
  where id = p_source_line_id and shared_at is not null and deleted_at is null;
  if found and p_keep = 'nothing' then
    perform private.raise_error('file/not-kept');
  end if;
end
$$;

-- Returns the first lines with files.
create function private.lines_with_files(p_call_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size int := private.limit_value('transcriptLinesPerPage');
  readable int8multirange := private.require_readable_ranges(private.require_user_id(), p_call_id);
  found_lines public.lines[];
begin
  found_lines := array(
    select lines
    from public.lines
    join public.files on files.id = lines.id
    where files.call_id = p_call_id and lines.call_id = p_call_id and lines.seq <@ readable
      and files.shared_at is not null and files.deleted_at is null
    order by seq
    limit page_size + 1
  );
  return private.lines_page_json(found_lines, page_size);
end
$$;
grant execute on function private.lines_with_files(uuid) to authenticated;

create function public.lines_with_files(p_call_id uuid) returns json
language sql stable security invoker set search_path = '' as $$
  select private.lines_with_files(p_call_id)
$$;
grant execute on function public.lines_with_files(uuid) to authenticated;

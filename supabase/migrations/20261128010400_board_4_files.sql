-- Functions of files, which can now be shared on the board of a meeting, too.

-- Returns the meeting of a call that the user has entered, or the given meeting. Exactly one of them is given.
create function private.meeting_of_place(p_user_id uuid, p_call_id uuid, p_meeting_id uuid) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  if (p_call_id is null) = (p_meeting_id is null) then
    perform private.raise_error('request/invalid');
  elsif p_call_id is not null then
    return private.require_meeting_of_call(p_user_id, p_call_id);
  elsif not private.can_write_board(p_user_id, p_meeting_id) then
    perform private.require_admitted(p_user_id, p_meeting_id);
    perform private.raise_error(
      case when (select private.has_ended(meetings) from public.meetings where id = p_meeting_id) then 'meeting/ended'
      else 'meeting/not-entered' end
    );
  end if;
  return p_meeting_id;
end
$$;

-- Rejects lines for a call that has ended or that the user has not entered, and without a call lines of people who may not
-- write on the board. Requires the meeting's row lock.
create function private.require_open_place(p_meeting public.meetings, p_call_id uuid, p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_call_id is not null then
    perform private.require_admitted(p_user_id, p_meeting.id);
    perform private.require_open_call(p_meeting, p_call_id, p_user_id);
  else
    perform private.meeting_of_place(p_user_id, null, p_meeting.id);
  end if;
end
$$;

-- Returns the bytes that a user offered within a day: the larger of offered and uploaded size, deleted files
-- included. Forwarded files are not counted again.
create or replace function private.offered_bytes(p_user_id uuid) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(sum(greatest(files.bytes, (objects.metadata ->> 'size')::bigint)), 0)::bigint
    from public.files
    left join storage.objects on objects.bucket_id = 'files' and objects.name = files.path
    where files.owner = p_user_id
      and files.offered_at > now() - interval '24 hours'
      and files.path = coalesce(files.call_id, files.meeting_id) || '/' || files.id
  );
end
$$;

drop function public.offer_file(uuid, uuid, text, text, bigint);
drop function private.offer_file(uuid, uuid, text, text, bigint);

-- Reserves a file in a call that the caller has entered, or on the board of a meeting. A repeat with the same values
-- returns the same path, so that a page can resume an upload.
create function private.offer_file(
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
  insert into public.files (id, meeting_id, call_id, owner, path, name, type, bytes)
  values (
    p_file_id, meeting.id, p_call_id, caller_id, coalesce(p_call_id, meeting.id) || '/' || p_file_id,
    clean_name, p_type, p_bytes
  )
  returning * into file;
  return jsonb_build_object('path', file.path);
end
$$;
grant execute on function private.offer_file(uuid, uuid, uuid, text, text, bigint) to authenticated;

create function public.offer_file(
  p_file_id uuid,
  p_name text,
  p_type text,
  p_bytes bigint,
  p_call_id uuid default null,
  p_meeting_id uuid default null
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.offer_file(p_file_id, p_call_id, p_meeting_id, p_name, p_type, p_bytes)
$$;
grant execute on function public.offer_file(uuid, text, text, bigint, uuid, uuid) to authenticated;

-- Withdraws an offer. Uploaded bytes still count, even after they are removed. An offer of today without an object is
-- refunded, so that nobody can use up a shared quota without a byte. The bytes of the caller's own day are not.
create or replace function private.withdraw_file(p_file_id uuid) returns void
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
    perform private.refund_quota('file', caller_id, file.meeting_id, file.bytes);
  end if;
  update public.files set name = null, deleted_at = now(), bytes = greatest(bytes, uploaded_bytes)
  where id = p_file_id;
end
$$;

-- Posts the line of a file whose object has the offered size and type and was checked. `p_language` is the language of its name, as
-- far as its owner knows. A repeat returns the stored line.
create or replace function private.share_file(p_file_id uuid, p_language text) returns jsonb
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
  if not private.is_language(coalesce(p_language, '')) then
    perform private.raise_error('language/unknown');
  end if;
  perform private.check_rate_limit(caller_id, 'linesPerTenSeconds');
  meeting := private.lock_meeting_row(file.meeting_id);
  perform private.require_admitted(caller_id, meeting.id);
  select * into line from public.lines where id = p_file_id;
  if line.id is not null then
    return private.line_json(line);
  end if;
  perform private.require_open_place(meeting, file.call_id, caller_id);
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

-- Gives a forwarded line its own row for the file of the source line.
create or replace function private.copy_file(p_source_line_id uuid, p_line public.lines, p_keep text) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.files (id, meeting_id, call_id, owner, path, name, type, bytes, shared_at)
  select p_line.id, p_line.meeting_id, p_line.call_id, p_line.author, path, name, type, bytes, now()
  from public.files
  where id = p_source_line_id and shared_at is not null and deleted_at is null;
  if found and p_keep = 'nothing' then
    perform private.raise_error('file/not-kept');
  end if;
end
$$;

-- Moves earlier and proposed texts of lines, and files.
create or replace function private.transfer_guest_texts(p_meeting_id uuid, p_guest_id uuid, p_account_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  update public.line_corrections set author = p_account_id
  from public.lines
  where line_corrections.author = p_guest_id and lines.id = line_id and lines.meeting_id = p_meeting_id;
  insert into public.line_proposals (line_id, proposer, text, made_at)
  select line_id, p_account_id, proposal.text, proposal.made_at
  from public.line_proposals as proposal
  join public.lines on lines.id = line_id
  where proposer = p_guest_id and meeting_id = p_meeting_id and author <> p_account_id
  on conflict do nothing;
  delete from public.line_proposals using public.lines
  where proposer in (p_guest_id, p_account_id) and lines.id = line_id and meeting_id = p_meeting_id
    and (proposer = p_guest_id or (proposer = p_account_id and author = p_account_id));
  update public.files set owner = p_account_id where owner = p_guest_id and meeting_id = p_meeting_id;
end
$$;

-- How a file becomes a line: offered, uploaded, shared; and how it is taken back, sent on and found again.

-- Bytes that somebody offered within a day, as many as came, deleted or not; what they forwarded was counted before.
create function private.offered_bytes(person uuid) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(sum(greatest(files.bytes, (objects.metadata ->> 'size')::bigint)), 0)::bigint
    from public.files
    left join storage.objects on objects.bucket_id = 'files' and objects.name = files.path
    where files.owner = person
      and files.offered_at > now() - interval '24 hours'
      and files.path = files.call_id || '/' || files.id
  );
end
$$;

-- Room for a file in a call that the caller has entered. The same id with the same file is a repeat: so a page goes on
-- with what was cut off.
create function private.offer_file(file_id uuid, to_call uuid, raw_name text, of_type text, size bigint) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  clean_name text := private.clean_name(raw_name);
  meeting public.meetings;
  file public.files;
begin
  if file_id is null
    or of_type is null
    or size is null
    or char_length(clean_name) not between private.bound('fileName.min') and private.bound('fileName.max')
  then
    perform private.fail('request/invalid');
  elsif of_type <> all (private.file_types()) then
    perform private.fail('file/type');
  elsif size < private.bound('file.min') then
    perform private.fail('file/too-small');
  elsif size > private.bound('file.max') then
    perform private.fail('file/too-large');
  end if;
  meeting.id := private.meeting_of_call(me, to_call);
  perform private.take_turn(me, 'filesPerMinute');
  meeting := private.lock_meeting(meeting.id);
  perform private.require_admitted(me, meeting.id);
  perform private.require_live(meeting, to_call, me);
  if meeting.keep = 'nothing' then
    perform private.fail('file/not-kept');
  end if;

  select * into file from public.files where id = file_id;
  if file.id is not null then
    if (file.owner, file.call_id, file.name, file.type, file.bytes, file.deleted_at)
      is distinct from (me, to_call, clean_name, of_type, size, null)
    then
      perform private.fail('line/conflict');
    end if;
    return jsonb_build_object('path', file.path);
  end if;
  if exists (select from public.lines where id = file_id) then
    perform private.fail('line/conflict');
  end if;
  if private.offered_bytes(me) + size > private.bound('fileBytesPerDay') then
    perform private.fail('file/quota');
  end if;
  -- What was offered and never came: bytes of a file that nobody sees could be any number.
  if (
    select count(*) from public.files
    where owner = me and shared_at is null and deleted_at is null and offered_at > now() - interval '24 hours'
  ) >= private.bound('filesAtOnce') then
    perform private.fail('file/too-many');
  end if;
  insert into public.files (id, call_id, owner, path, name, type, bytes)
  values (file_id, to_call, me, to_call || '/' || file_id, clean_name, of_type, size)
  returning * into file;
  return jsonb_build_object('path', file.path);
end
$$;
grant execute on function private.offer_file(uuid, uuid, text, text, bigint) to authenticated;

create function public.offer_file(id uuid, call_id uuid, name text, type text, bytes bigint) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.offer_file(id, call_id, name, type, bytes)
$$;
grant execute on function public.offer_file(uuid, uuid, text, text, bigint) to authenticated;

-- Takes an offer back. As many bytes as came are still counted, also when they are gone.
create function private.withdraw_file(file_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
begin
  update public.files
  set
    name = null,
    deleted_at = now(),
    bytes = greatest(
      bytes,
      (
        select (metadata ->> 'size')::bigint from storage.objects
        where bucket_id = 'files' and objects.name = files.path
      )
    )
  where id = file_id and owner = me and shared_at is null and deleted_at is null;
end
$$;
grant execute on function private.withdraw_file(uuid) to authenticated;

create function public.withdraw_file(id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.withdraw_file(id)
$$;
grant execute on function public.withdraw_file(uuid) to authenticated;

-- Posts the line of a file whose bytes are there, just those that were offered. `in_language` is what its name is in, as
-- far as its owner knows. A repeat answers the line that is there.
create function private.share_file(file_id uuid, in_language text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  file public.files;
  meeting public.meetings;
  line public.lines;
begin
  select * into file from public.files where id = file_id and owner = me;
  if file.id is null then
    perform private.fail('file/not-found');
  end if;
  meeting.id := private.meeting_of_call(me, file.call_id);
  if not private.is_language(coalesce(in_language, '')) then
    perform private.fail('language/unknown');
  end if;
  perform private.take_turn(me, 'linesPerTenSeconds');
  meeting := private.lock_meeting(meeting.id);
  perform private.require_admitted(me, meeting.id);
  select * into line from public.lines where id = file_id;
  if line.id is not null then
    return private.line_shape(line);
  end if;
  perform private.require_live(meeting, file.call_id, me);
  if meeting.keep = 'nothing' then
    perform private.fail('file/not-kept');
  end if;
  update public.files
  set shared_at = now()
  where id = file_id
    and deleted_at is null
    and exists (
      select from storage.objects
      where bucket_id = 'files'
        and objects.name = files.path
        and (metadata ->> 'size')::bigint = files.bytes
        and metadata ->> 'mimetype' = files.type
    )
  returning * into file;
  if not found then
    perform private.fail('file/not-found');
  end if;

  line.id := file.id;
  line.meeting_id := meeting.id;
  line.call_id := file.call_id;
  line.kind := 'chat';
  line.author := me;
  line.language := in_language;
  line.text := file.name;
  line.mentions := '{}';
  line.forwarded := false;
  return private.put_line(line, meeting.keep);
end
$$;
grant execute on function private.share_file(uuid, text) to authenticated;

create function public.share_file(id uuid, language text) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.share_file(id, language)
$$;
grant execute on function public.share_file(uuid, text) to authenticated;

-- Where a file's bytes are, to who may read its line.
create function private.read_file(file_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  file public.files;
begin
  select * into file from public.files where id = file_id and shared_at is not null and deleted_at is null;
  if file.id is null or not private.may_read_call(private.caller(), file.call_id) then
    perform private.fail('file/not-found');
  end if;
  return jsonb_build_object('path', file.path, 'name', file.name, 'type', file.type);
end
$$;
grant execute on function private.read_file(uuid) to authenticated;

create function public.read_file(id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.read_file(id)
$$;
grant execute on function public.read_file(uuid) to authenticated;

-- The file of a line that is sent on belongs to the new line too.
create function private.forward_file(source uuid, line public.lines, keep text) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.files (id, call_id, owner, path, name, type, bytes, shared_at)
  select line.id, line.call_id, line.author, path, name, type, bytes, now()
  from public.files
  where id = source and shared_at is not null and deleted_at is null;
  if found and keep = 'nothing' then
    perform private.fail('file/not-kept');
  end if;
end
$$;

-- Lines that came with a file, the first of them.
create function private.filed_lines(of_call uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  page int := private.bound('transcriptPage');
  found_lines public.lines[];
begin
  perform private.require_reader(private.caller(), of_call);
  found_lines := array(
    select lines
    from public.lines
    join public.files on files.id = lines.id
    where files.call_id = of_call and lines.call_id = of_call
      and files.shared_at is not null and files.deleted_at is null
    order by seq
    limit page + 1
  );
  return private.page_of(found_lines, page);
end
$$;
grant execute on function private.filed_lines(uuid) to authenticated;

create function public.filed_lines(call_id uuid) returns json
language sql stable security invoker set search_path = '' as $$
  select private.filed_lines(call_id)
$$;
grant execute on function public.filed_lines(uuid) to authenticated;

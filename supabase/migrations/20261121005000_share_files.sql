-- A file that somebody shares in a call. It is offered first, so that its bytes may come: an object of the bucket `files`,
-- in Storage, under `path`. Then it is shared: a chat line with the file's id, whose words are its name until its author
-- writes others, so that it is read, answered, marked, searched and forwarded as every line.
--
-- `owner` offered or forwarded it; of one that was forwarded the bytes stay where they are, under the path of the first.
-- `name` is null once its line is deleted: nobody is given the bytes from then on but who uploaded them, to remove them.

-- The types of contracts/fileTypes.ts.
create function private.file_types() returns text[]
language sql immutable set search_path = '' as $$
  select array[
    'application/msword',
    'application/pdf',
    'application/vnd.ms-excel',
    'application/vnd.ms-powerpoint',
    'application/vnd.oasis.opendocument.presentation',
    'application/vnd.oasis.opendocument.spreadsheet',
    'application/vnd.oasis.opendocument.text',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'audio/aac',
    'audio/flac',
    'audio/mp4',
    'audio/mpeg',
    'audio/ogg',
    'audio/wav',
    'audio/webm',
    'image/avif',
    'image/bmp',
    'image/gif',
    'image/heic',
    'image/jpeg',
    'image/png',
    'image/svg+xml',
    'image/tiff',
    'image/webp',
    'text/csv',
    'text/markdown',
    'text/plain',
    'video/mp4',
    'video/webm'
  ]
$$;

create table public.files (
  id uuid primary key,
  call_id uuid not null references public.calls on delete cascade,
  owner uuid not null references public.profiles on delete cascade,
  path text not null,
  name text check (char_length(name) between 1 and 255),
  type text not null check (type = any (private.file_types())),
  bytes bigint not null check (bytes between 1 and 52428800),
  offered_at timestamptz not null default now(),
  shared_at timestamptz,
  deleted_at timestamptz,
  check ((deleted_at is null) = (name is not null))
);
revoke all on public.files from public, anon, authenticated, service_role;
alter table public.files enable row level security;
grant select on public.files to authenticated;

create index files_call_id_idx on public.files (call_id);
create index files_owner_offered_at_idx on public.files (owner, offered_at);
create index files_path_idx on public.files (path);

create policy "who may read the call reads what is shared in it" on public.files
for select to authenticated
using (shared_at is not null and deleted_at is null and private.can_read_call(call_id));

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('files', 'files', false, 52428800, private.file_types());

-- Offered by the caller, and neither shared nor withdrawn: its bytes may come, once.
create function private.may_upload(to_path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.files
    where path = to_path and owner = (select auth.uid()) and shared_at is null and deleted_at is null
  )
$$;
grant execute on function private.may_upload(text) to authenticated;

-- No line has it, not even one that it was forwarded with.
create function private.is_unshared(at_path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.files where path = at_path and shared_at is not null and deleted_at is null)
$$;
grant execute on function private.is_unshared(text) to authenticated;

create policy "who offered a file uploads it" on storage.objects
for insert to authenticated
with check (bucket_id = 'files' and private.may_upload(name));

-- The inner select is under the policy of files.
create policy "who reads a file's line reads its bytes, and who uploaded them" on storage.objects
for select to authenticated
using (
  bucket_id = 'files'
  and (owner_id = (select auth.uid())::text or exists (select from public.files where files.path = objects.name))
);

create policy "who uploaded a file removes it once no line has it" on storage.objects
for delete to authenticated
using (bucket_id = 'files' and owner_id = (select auth.uid())::text and private.is_unshared(name));

-- Bytes that somebody offered within a day, as many as came, deleted or not; what they forwarded was counted before.
create function private.offered_bytes(person uuid) returns bigint
language sql stable set search_path = '' as $$
  select coalesce(sum(greatest(files.bytes, (objects.metadata ->> 'size')::bigint)), 0)::bigint
  from public.files
  left join storage.objects on objects.bucket_id = 'files' and objects.name = files.path
  where files.owner = person
    and files.offered_at > now() - interval '24 hours'
    and files.path = files.call_id || '/' || files.id
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
language sql security definer set search_path = '' as $$
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
  where id = file_id and owner = private.caller() and shared_at is null and deleted_at is null
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
  return json_build_object(
    'lines', private.line_shapes(found_lines[:page]), 'more', cardinality(found_lines) > page
  );
end
$$;
grant execute on function private.filed_lines(uuid) to authenticated;

create function public.filed_lines(call_id uuid) returns json
language sql stable security invoker set search_path = '' as $$
  select private.filed_lines(call_id)
$$;
grant execute on function public.filed_lines(uuid) to authenticated;

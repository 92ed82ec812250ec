-- Files shared in a call, with their bucket and its policies.
--
-- A user first offers a file, which allows one upload to `path` in the bucket `files`. Then they share it: a chat
-- line with the file's id, whose text is the file's name until its author edits it. So files are read, translated,
-- marked, searched and forwarded like other lines.
--
-- Clients only upload. The edge function `files` looks at the uploaded bytes before the file is shared, signs addresses for
-- those who may read it, and removes bytes. `checked_version` is the version of the object that it looked at.
--
-- `owner` offered or forwarded the file. A forwarded file keeps the object at the path of the original. `name` is
-- null after the line's deletion.

-- Returns ending → type: the list of contracts/fileTypes.ts.
create function private.file_types() returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return '{
    "avif": "image/avif",
    "bmp": "image/bmp",
    "gif": "image/gif",
    "heic": "image/heic",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "png": "image/png",
    "svg": "application/octet-stream",
    "tif": "image/tiff",
    "tiff": "image/tiff",
    "webp": "image/webp",
    "pdf": "application/pdf",
    "txt": "text/plain",
    "md": "text/markdown",
    "csv": "text/csv",
    "ics": "text/calendar",
    "json": "application/json",
    "rtf": "application/rtf",
    "srt": "application/x-subrip",
    "vtt": "text/vtt",
    "zip": "application/zip",
    "doc": "application/msword",
    "xls": "application/vnd.ms-excel",
    "ppt": "application/vnd.ms-powerpoint",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "odt": "application/vnd.oasis.opendocument.text",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "odp": "application/vnd.oasis.opendocument.presentation",
    "aac": "audio/aac",
    "flac": "audio/flac",
    "m4a": "audio/mp4",
    "mp3": "audio/mpeg",
    "oga": "audio/ogg",
    "ogg": "audio/ogg",
    "opus": "audio/ogg",
    "wav": "audio/wav",
    "weba": "audio/webm",
    "m4v": "video/mp4",
    "mov": "video/quicktime",
    "mp4": "video/mp4",
    "webm": "video/webm"
  }';
end
$$;

create function private.is_file_type(p_type text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return exists (select from jsonb_each_text(private.file_types()) where value = p_type);
end
$$;

-- Returns the type of a file by the last ending of its cleaned name, because that ending decides what opens the file.
-- Returns null if files with such a name may not be shared.
create function private.file_type(p_name text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return private.file_types() ->> lower(substring(p_name from '\.([^.]+)$'));
end
$$;

create table public.files (
  id uuid primary key,
  call_id uuid not null references public.calls on delete cascade,
  owner uuid not null references public.profiles on delete cascade,
  path text not null,
  name text check (char_length(name) between 1 and 255),
  type text not null check (private.is_file_type(type)),
  bytes bigint not null check (bytes between 1 and 52428800),
  offered_at timestamptz not null default now(),
  checked_version text,
  shared_at timestamptz,
  deleted_at timestamptz,
  check ((deleted_at is null) = (name is not null))
);
revoke all on public.files from public, anon, authenticated, service_role;
alter table public.files enable row level security;

create index files_call_id_idx on public.files (call_id);
create index files_owner_offered_at_idx on public.files (owner, offered_at);
create index files_path_idx on public.files (path);
create index files_unfinished_idx on public.files (offered_at) where shared_at is null or deleted_at is not null;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'files', 'files', false, 52428800,
  array(select distinct value collate "C" as type from jsonb_each_text(private.file_types()) order by type)
);

-- Returns whether the caller offered this path and has neither shared nor withdrawn it. It can be uploaded once.
-- `p_length` is the declared length of the request. Storage gives a body without a length no limit, so the offered bytes
-- are the limit here; a form adds its envelope.
create function private.can_upload_file(p_path text, p_length bigint) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.files
    where path = p_path and owner = auth.uid() and shared_at is null and deleted_at is null
      and p_length between bytes and bytes + 65536
  );
end
$$;
grant execute on function private.can_upload_file(text, bigint) to authenticated;

create policy "Users upload the files that they offered" on storage.objects
for insert to authenticated
with check (bucket_id = 'files' and private.can_upload_file(name, (metadata ->> 'contentLength')::bigint));

-- Rejects a new version of a stored object. Storage evaluates the policies when an upload begins, and stores the row
-- without them when it ends. So an upload that is held open would replace the bytes of a file that was shared in between.
create function private.keep_bytes() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise insufficient_privilege using message = 'new row violates row-level security policy';
end
$$;
create trigger keep_bytes before update on storage.objects
for each row when (old.bucket_id = 'files' and new.version is distinct from old.version)
execute function private.keep_bytes();

-- Rejects the object of a withdrawn offer, whose quota was refunded: an upload that is held open ends without the
-- policies. The lock makes a withdrawal wait until the object is visible.
create function private.reject_withdrawn_upload() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_withdrawn boolean;
begin
  select deleted_at is not null into is_withdrawn from public.files
  where path = new.name and shared_at is null
  for share;
  if is_withdrawn then
    raise insufficient_privilege using message = 'new row violates row-level security policy';
  end if;
  return new;
end
$$;
create trigger reject_withdrawn_upload before insert on storage.objects
for each row when (new.bucket_id = 'files')
execute function private.reject_withdrawn_upload();

-- Returns whether the user may read the line of a file. A shared file without a line is readable with its call.
create function private.can_read_file(p_user_id uuid, p_file public.files) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  line public.lines;
begin
  select * into line from public.lines where id = p_file.id;
  return case
    when line.id is null then private.can_read_call(p_user_id, p_file.call_id)
    else private.can_read_line(p_user_id, line.call_id, line.seq)
  end;
end
$$;

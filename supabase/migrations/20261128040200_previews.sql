-- Previews of files, which the sharer's browser makes before the upload: size in pixels, duration, a hash that gives the
-- colours while the picture loads, and a small picture. The browser may lie about them, so nothing but pages uses them.
--
-- The picture is stored here and not in the bucket: it has at most 32 KB, is read and deleted with its file in one
-- transaction, and needs neither policies for a second object nor signed addresses.

create table public.file_previews (
  file_id uuid primary key references public.files on delete cascade,
  width int check (width between 1 and 100000),
  height int check (height between 1 and 100000),
  duration_ms int check (duration_ms >= 0),
  -- A thumbhash in base64.
  hash text check (hash ~ '^[A-Za-z0-9+/]{6,40}={0,2}$' and octet_length(hash) % 4 = 0),
  -- JPEG.
  picture bytea check (octet_length(picture) between 100 and 32768 and substring(picture from 1 for 3) = '\xffd8ff'),
  check ((width is null) = (height is null))
);
revoke all on public.file_previews from public, anon, authenticated, service_role;
alter table public.file_previews enable row level security;

-- Deletes the preview with its file. The row of a deleted file stays until its bytes are removed.
create function private.delete_preview() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.file_previews where file_id = new.id;
  return null;
end
$$;
create trigger delete_preview after update of deleted_at on public.files
for each row when (new.deleted_at is not null)
execute function private.delete_preview();

-- Returns the bytes of a picture, which count against the quota `index`: it is in the database.
create function private.picture_bytes(p_picture bytea) returns bigint
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(octet_length(p_picture), 0)::bigint;
end
$$;

-- Stores the preview of an own file that is offered and not yet shared. A repeat changes nothing.
create function private.set_preview(
  p_file_id uuid, p_width int, p_height int, p_duration_ms int, p_hash text, p_picture text
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  max_bytes constant int := 32768;
  file public.files;
  picture bytea;
begin
  perform private.require_size(octet_length(p_hash), 42, 'request/invalid');
  perform private.require_size(octet_length(p_picture), max_bytes * 4 / 3 + 4, 'request/invalid');
  if p_picture !~ '^[A-Za-z0-9+/]+={0,2}$' or octet_length(p_picture) % 4 <> 0 then
    perform private.raise_error('request/invalid');
  end if;
  picture := decode(p_picture, 'base64');
  perform private.check_rate_limit(caller_id, 'previewsPerMinute');
  perform private.lock_meeting_row(meeting_id) from public.files where id = p_file_id and owner = caller_id;
  select * into file from public.files
  where id = p_file_id and owner = caller_id and shared_at is null and deleted_at is null
  for update;
  if file.id is null then
    perform private.raise_error('file/not-found');
  elsif exists (select from public.file_previews where file_id = file.id) then
    return;
  elsif not private.consume_quota('index', caller_id, file.meeting_id, private.picture_bytes(picture)) then
    perform private.raise_error('file/quota');
  end if;
  insert into public.file_previews (file_id, width, height, duration_ms, hash, picture)
  values (file.id, p_width, p_height, p_duration_ms, p_hash, picture);
exception
  when check_violation then
    perform private.raise_error('request/invalid');
end
$$;
grant execute on function private.set_preview(uuid, int, int, int, text, text) to authenticated;

create function public.set_preview(
  p_file_id uuid,
  p_width int default null,
  p_height int default null,
  p_duration_ms int default null,
  p_hash text default null,
  p_picture text default null
) returns void
language sql security invoker set search_path = '' as $$
  select private.set_preview(p_file_id, p_width, p_height, p_duration_ms, p_hash, p_picture)
$$;
grant execute on function public.set_preview(uuid, int, int, int, text, text) to authenticated;

-- Returns the preview of a file as contracts/board.ts describes it, without the picture, or null.
create function private.preview_json(p_file_id uuid) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select json_build_object(
      'width', width, 'height', height, 'duration_ms', duration_ms, 'hash', hash, 'picture', picture is not null
    )
    from public.file_previews
    where file_id = p_file_id
  );
end
$$;

-- Returns the picture of a file that the caller may read: a JPEG in base64.
create function private.file_picture(p_file_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  line public.lines := private.require_file_line(private.require_user_id(), p_file_id);
  stored_picture bytea := (select picture from public.file_previews where file_id = line.id);
begin
  if stored_picture is null then
    perform private.raise_error('file/not-found');
  end if;
  return json_build_object('jpeg', translate(encode(stored_picture, 'base64'), E'\n', ''));
end
$$;
grant execute on function private.file_picture(uuid) to authenticated;

create function public.file_picture(p_file_id uuid) returns json
language sql stable security invoker set search_path = '' as $$
  select private.file_picture(p_file_id)
$$;
grant execute on function public.file_picture(uuid) to authenticated;

-- The edge function `files` also passes the beginning of a text file, by which the file is found.

drop function public.approve_file(uuid, text);
drop function private.approve_file(uuid, text);

-- Returns the bytes that count for an indexed text against the quota of files: about those of its keys in the index.
create function private.index_bytes(p_text text) returns bigint
language plpgsql immutable set search_path = '' as $$
declare
  bytes_per_key constant int := 56;
begin
  return cardinality(private.grams(p_text)) * bytes_per_key;
end
$$;

-- Records that the bytes of this version fit the file's type. Bytes of a version never change. `p_contents` is the
-- beginning of a text file. Without quota for them, the file is found by its names only.
create function private.approve_file(p_file_id uuid, p_version text, p_contents text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  contents text;
  file public.files;
begin
  perform private.require_size(octet_length(p_contents), private.limit_value('board.contentsBytes'), 'request/too-large');
  contents := private.indexable(private.searchable(p_contents, private.limit_value('board.contentsBytes')::int));
  update public.files set checked_version = p_version where id = p_file_id and shared_at is null and deleted_at is null
  returning * into file;
  if contents <> ''
    and exists (select from public.meetings where id = file.meeting_id and keep = 'days')
    and not exists (select from public.file_texts where file_id = file.id and field = 'contents' and text = contents)
  then
    perform private.store_file_text(file, 'contents', contents);
    -- The lock of the quota is held until the end, so it comes last.
    if not private.consume_quota('file', file.owner, file.meeting_id, private.index_bytes(contents)) then
      delete from public.file_texts where file_id = file.id and field = 'contents';
    end if;
  end if;
end
$$;
grant execute on function private.approve_file(uuid, text, text) to service_role;

create function public.approve_file(p_file_id uuid, p_version text, p_contents text default null) returns void
language sql security invoker set search_path = '' as $$
  select private.approve_file(p_file_id, p_version, p_contents)
$$;
grant execute on function public.approve_file(uuid, text, text) to service_role;

-- Gives a forwarded line its own row for the file of the source line, with its preview and contents. Those count again.
create or replace function private.copy_file(p_source_line_id uuid, p_line public.lines, p_keep text) returns void
language plpgsql set search_path = '' as $$
declare
  file public.files;
  preview public.file_previews;
  contents text := (select text from public.file_texts where file_id = p_source_line_id and field = 'contents');
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
  if contents is not null then
    perform private.store_file_text(file, 'contents', contents);
  end if;
  if not private.consume_quota(
    'file', file.owner, file.meeting_id,
    private.picture_bytes(preview.picture) + coalesce(private.index_bytes(contents), 0)
  ) then
    perform private.raise_error('file/quota');
  end if;
end
$$;

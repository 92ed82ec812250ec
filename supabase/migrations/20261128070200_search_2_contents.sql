-- The edge function `files` also passes the beginning of a text file: the file is found by it, and cards show an excerpt.

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
    perform private.store_file_text(file, 'contents', contents, beginning);
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
  contents public.file_texts;
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
  select * into contents from public.file_texts where file_id = p_source_line_id and field = 'contents';
  select * into preview from public.file_previews where file_id = p_source_line_id;
  insert into public.file_previews (file_id, width, height, duration_ms, hash, picture)
  select file.id, preview.width, preview.height, preview.duration_ms, preview.hash, preview.picture
  where preview.file_id is not null;
  if contents.file_id is not null then
    perform private.store_file_text(file, 'contents', contents.text, contents.excerpt);
  end if;
  if not private.consume_quota(
    'file', file.owner, file.meeting_id,
    private.picture_bytes(preview.picture) + coalesce(private.index_bytes(contents.text), 0)
  ) then
    perform private.raise_error('file/quota');
  end if;
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

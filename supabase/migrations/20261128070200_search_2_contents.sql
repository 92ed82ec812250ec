-- The edge function `files` also passes the beginning of a text file: the file is found by it, and cards show an excerpt.

drop function public.approve_file(uuid, text);
drop function private.approve_file(uuid, text);

-- Stores the beginning of a text file. Returns false, and stores nothing, without quota for it and for other `p_bytes`.
create function private.store_contents(
  p_file public.files, p_text text, p_excerpt text, p_bytes bigint default 0
) returns boolean
language plpgsql set search_path = '' as $$
begin
  insert into public.file_texts (file_id, field, meeting_id, workspace_id, call_id, text, excerpt)
  select p_file.id, 'contents', p_file.meeting_id, meetings.workspace_id, p_file.call_id, p_text, p_excerpt
  from public.meetings
  where meetings.id = p_file.meeting_id
  on conflict (file_id, field) do update
  set text = excluded.text, excerpt = excluded.excerpt;
  -- The lock of the quota is held until the end, so it comes last.
  if private.consume_quota('file', p_file.owner, p_file.meeting_id, private.indexed_bytes(p_text) + p_bytes) then
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

-- Gives a forwarded line its own row for the file of the source line, with its preview and contents. Those count again.
create or replace function private.copy_file(p_source_line_id uuid, p_line public.lines, p_keep text) returns void
language plpgsql set search_path = '' as $$
declare
  file public.files;
  preview public.file_previews;
  contents public.file_texts;
  has_quota boolean;
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
  if contents.file_id is null then
    has_quota := private.consume_quota('file', file.owner, file.meeting_id, private.picture_bytes(preview.picture));
  else
    has_quota := private.store_contents(file, contents.text, contents.excerpt, private.picture_bytes(preview.picture));
  end if;
  if not has_quota then
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

-- The list of files that the pages `/files` and `/meetings/:id` show.

-- Returns what a file is, by its type.
create function private.file_kind(p_type text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when p_type like 'image/%' then 'image'
    when p_type like 'audio/%' then 'audio'
    when p_type like 'video/%' then 'video'
    when p_type like 'text/%' or p_type like '%/json' or p_type like '%/x-subrip' then 'text'
    else 'document'
  end;
end
$$;

-- Returns the meetings whose files the user may find: those of their workspaces, and those that they hosted or were in.
-- Guests find the files of one meeting only, by its id.
create function private.board_meetings(p_user_id uuid) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  if not private.has_account(p_user_id) then
    return '{}';
  end if;
  return array(
    select meeting_id from public.participants where user_id = p_user_id and admission = 'admitted'
    union
    select id from public.meetings where host = p_user_id
    union
    select meetings.id
    from public.workspace_members
    join public.meetings using (workspace_id)
    where workspace_members.user_id = p_user_id
  );
end
$$;

-- Returns the column that a list of files is sorted by, its type and direction.
create function private.board_order(p_sort text, out sort_key text, out key_type text, out direction text)
language plpgsql immutable set search_path = '' as $$
begin
  case p_sort
    when 'newest' then sort_key := 'shared_at'; key_type := 'timestamptz'; direction := 'desc';
    when 'oldest' then sort_key := 'shared_at'; key_type := 'timestamptz'; direction := 'asc';
    when 'name' then sort_key := 'name'; key_type := 'text'; direction := 'asc';
    when 'size' then sort_key := 'bytes'; key_type := 'bigint'; direction := 'desc';
    else perform private.raise_error('request/invalid');
  end case;
end
$$;

-- Returns files of the meetings that match the filters, in the order of `p_sort`, after the place `p_after`. Each meeting
-- contributes one page at most. The statement is dynamic, because each order reads the files in its own way; its parts are
-- constants.
create function private.board_page(
  p_meeting_ids uuid[], p_owner uuid, p_file_kind text, p_language text, p_sort text, p_after jsonb, p_limit int
) returns setof public.files
language plpgsql stable set search_path = '' as $$
declare
  ordered record := private.board_order(p_sort);
begin
  return query execute format(
    $query$
      select page.*
      from unnest($1) as listed (meeting_id)
      cross join lateral (
        select files.*
        from public.files
        join public.lines on lines.id = files.id
        where files.meeting_id = listed.meeting_id
          and files.shared_at is not null
          and files.deleted_at is null
          and ($2 is null or files.owner = $2)
          and ($3 is null or private.file_kind(files.type) = $3)
          and ($4 is null or lines.language = $4)
          and ($5 is null or (files.%1$I, files.id) %4$s (($5 ->> 'key')::%2$s, ($5 ->> 'id')::uuid))
        order by files.%1$I %3$s, files.id %3$s
        limit $6
      ) as page
      order by page.%1$I %3$s, page.id %3$s
      limit $6
    $query$,
    ordered.sort_key, ordered.key_type, ordered.direction, case ordered.direction when 'desc' then '<' else '>' end
  ) using p_meeting_ids, p_owner, p_file_kind, p_language, p_after, p_limit;
end
$$;

-- Returns the place of a file in the order of `p_sort`, from which the next page continues.
create function private.board_place(p_file public.files, p_sort text) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object(
    'key', case p_sort when 'name' then to_jsonb(p_file.name) when 'size' then to_jsonb(p_file.bytes)
      else to_jsonb(p_file.shared_at) end,
    'id', p_file.id
  );
end
$$;

-- Returns the files as contracts/board.ts describes them, without their lines.
create function private.board_cards_json(p_user_id uuid, p_files public.files[]) returns json
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

-- Returns a page of files that the caller may read, of one meeting or of all. `p_after` is the `next` of the page before. A
-- page may have fewer files than fit, because the caller may not read each file; `next` is null after the last page.
create function private.board_files(
  p_meeting_id uuid, p_owner uuid, p_file_kind text, p_language text, p_sort text, p_after jsonb
) returns json
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  page_size int := private.limit_value('board.filesPerPage');
  found_files public.files[];
  readable_files public.files[];
begin
  perform private.require_json_size(p_after, 1000, 'request/invalid');
  if p_file_kind not in ('image', 'audio', 'video', 'text', 'document')
    or (p_language is not null and not private.is_language(p_language))
  then
    perform private.raise_error('request/invalid');
  end if;
  perform private.check_rate_limit(caller_id, 'board.readsPerMinute');
  if p_meeting_id is not null and not private.can_read_board(caller_id, p_meeting_id) then
    perform private.raise_error('meeting/not-found');
  elsif p_meeting_id is null and not private.has_account(caller_id) then
    perform private.raise_error('account/needed');
  end if;
  found_files := array(
    select private.board_page(
      case when p_meeting_id is null then private.board_meetings(caller_id) else array[p_meeting_id] end,
      p_owner, p_file_kind, p_language, p_sort, p_after, page_size + 1
    )
  );
  readable_files := array(
    select file
    from unnest(found_files[:page_size]) with ordinality as listed
    join public.files as file on file.id = listed.id
    join public.lines on lines.id = file.id
    where private.can_read_line(caller_id, lines)
    order by listed.ordinality
  );
  return json_build_object(
    'files', private.board_cards_json(caller_id, readable_files),
    'lines', private.lines_json(
      array(
        select lines
        from unnest(readable_files) with ordinality as listed
        join public.lines on lines.id = listed.id
        order by listed.ordinality
      )
    ),
    'may_add', coalesce(
      (
        select keep = 'days' and private.can_write_board(caller_id, id) from public.meetings where id = p_meeting_id
      ),
      false
    ),
    'next', case when cardinality(found_files) > page_size then private.board_place(found_files[page_size], p_sort) end
  );
end
$$;
grant execute on function private.board_files(uuid, uuid, text, text, text, jsonb) to authenticated;

create function public.board_files(
  p_meeting_id uuid default null,
  p_owner uuid default null,
  p_file_kind text default null,
  p_language text default null,
  p_sort text default 'newest',
  p_after jsonb default null
) returns json
language sql security invoker set search_path = '' as $$
  select private.board_files(p_meeting_id, p_owner, p_file_kind, p_language, p_sort, p_after)
$$;
grant execute on function public.board_files(uuid, uuid, text, text, text, jsonb) to authenticated;

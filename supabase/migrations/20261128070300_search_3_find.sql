-- Lists of files that a query filters, and what they can be filtered by.

-- Returns those of the files that the user may read, in the given order: `can_read_line` of each, with the rights in each
-- call and on each board read once. The line of a file is about no other.
create function private.readable_file_ids(p_user_id uuid, p_file_ids uuid[]) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    with listed as materialized (
      select given.place, lines.id, lines.meeting_id, lines.call_id, lines.seq
      from unnest(p_file_ids) with ordinality as given (id, place)
      join public.lines on lines.id = given.id
      join public.files on files.id = given.id
      where files.shared_at is not null and files.deleted_at is null and lines.deleted_at is null
    ),
    rights as materialized (
      select meeting_id, call_id, case
          when call_id is not null then private.readable_ranges(p_user_id, call_id)
          when private.can_read_board(p_user_id, meeting_id) then private.whole_range()
          else '{}'
        end as ranges
      from (select distinct meeting_id, call_id from listed) as places
    )
    select listed.id
    from listed
    join rights on rights.meeting_id = listed.meeting_id and rights.call_id is not distinct from listed.call_id
    where listed.seq <@ rights.ranges
    order by listed.place
  );
end
$$;

-- Returns where files are searched, as keys of the index: the meeting, or without one the user's workspaces, and the other
-- meetings that they hosted or were in.
create function private.search_places(p_user_id uuid, p_meeting_id uuid) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  workspaces uuid[] := array(select workspace_id from public.workspace_members where user_id = p_user_id);
begin
  if p_meeting_id is not null then
    return array['meeting ' || p_meeting_id];
  end if;
  return array(
    select 'workspace ' || workspace_id from unnest(workspaces) as workspace_id
    union all
    select 'meeting ' || meetings.id
    from public.meetings
    where id in (
        select meeting_id from public.participants where user_id = p_user_id and admission = 'admitted'
        union
        select id from public.meetings where host = p_user_id
      )
      and (workspace_id is null or workspace_id <> all (workspaces))
  );
end
$$;

-- Returns texts of files that may contain the query, with filters, in the order of `p_sort`. Two texts of a file follow each
-- other. An empty query returns the names of all files. The statement is dynamic, because each order sorts by another column;
-- its parts are constants.
create function private.texts_found(
  p_places text[], p_query text, p_owner uuid, p_file_kind text, p_language text, p_sort text, p_after jsonb, p_limit int
) returns table (file_id uuid, field text)
language plpgsql stable set search_path = '' as $$
declare
  ordered record := private.board_order(p_sort);
begin
  return query execute format(
    $query$
      select page.file_id, page.field
      from unnest($1) as place
      cross join lateral (
        select file_id, field, %1$I
        from public.file_texts
        where private.search_keys(workspace_id, meeting_id, text) @> ($2 || place)
          and shared_at is not null
          and ($2 <> '{}' or field = 'names')
          and ($3 is null or owner = $3)
          and ($4 is null or kind = $4)
          and ($5 is null or language = $5)
          and ($6 is null or (%1$I, file_id) %4$s (($6 ->> 'key')::%2$s, ($6 ->> 'id')::uuid))
        order by %1$I %3$s, file_id %3$s
        limit $7
      ) as page
      order by page.%1$I %3$s, page.file_id %3$s
      limit $7
    $query$,
    ordered.sort_key, ordered.key_type, ordered.direction, case ordered.direction when 'desc' then '<' else '>' end
  ) using p_places, private.query_grams(p_query), p_owner, p_file_kind, p_language, p_after, p_limit;
end
$$;

-- Returns the files of a page that contain the query and that the user may read, and the file from which the next page
-- continues, null after the last. At most `board.filesPerSearch` texts are compared for a page.
create function private.search_page(
  p_user_id uuid, p_places text[], p_query text, p_owner uuid, p_file_kind text, p_language text, p_sort text,
  p_after jsonb, p_limit int, out file_ids uuid[], out last_id uuid
)
language plpgsql stable set search_path = '' as $$
declare
  step constant int := 100;
  compared constant int := private.limit_value('board.filesPerSearch');
  listed record;
  matching uuid[];
begin
  file_ids := '{}';
  select array_agg(file_id) as ids, array_agg(field) as fields into listed
  from private.texts_found(p_places, p_query, p_owner, p_file_kind, p_language, p_sort, p_after, compared);
  for start in 0 .. coalesce(cardinality(listed.ids), 0) / step loop
    -- A short query is in each text that has it as a key.
    matching := array(
      select text_of.id
      from unnest(listed.ids[start * step + 1:start * step + step], listed.fields[start * step + 1:start * step + step])
        with ordinality as text_of (id, field, place)
      join public.file_texts on file_texts.file_id = text_of.id and file_texts.field = text_of.field
      where char_length(p_query) <= 3 or position(p_query in file_texts.text) > 0
      group by text_of.id
      order by min(text_of.place)
    );
    file_ids := file_ids || array(
      select id
      from unnest(private.readable_file_ids(p_user_id, matching)) with ordinality as readable (id, place)
      where id <> all (file_ids)
      order by place
    );
    if cardinality(file_ids) > p_limit then
      file_ids := file_ids[:p_limit];
      last_id := file_ids[p_limit];
      return;
    end if;
  end loop;
  if cardinality(listed.ids) = compared then
    last_id := listed.ids[compared];
  end if;
end
$$;

-- Returns a place with its key, which `place_for` hides if the user may not read the file there.
create function private.known_place(p_after jsonb, p_sort text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if p_after ->> 'key' is null and private.is_uuid(p_after ->> 'id') then
    return (select private.board_place(files, p_sort) from public.files where id = (p_after ->> 'id')::uuid);
  end if;
  return p_after;
end
$$;

-- Returns the place of a file in the order of `p_sort`, from which the next page continues. The key is null if the user may
-- not read the file, because it would reveal a name.
create function private.place_for(p_user_id uuid, p_file_id uuid, p_sort text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select case
      when private.readable_file_ids(p_user_id, array[id]) = '{}' then jsonb_build_object('key', null, 'id', id)
      else private.board_place(files, p_sort)
    end
    from public.files
    where id = p_file_id
  );
end
$$;

-- Rejects users who may not read the board of the meeting, and guests who name none.
create function private.require_board(p_user_id uuid, p_meeting_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_meeting_id is not null and not private.can_read_board(p_user_id, p_meeting_id) then
    perform private.raise_error('meeting/not-found');
  elsif p_meeting_id is null and not private.has_account(p_user_id) then
    perform private.raise_error('account/needed');
  end if;
end
$$;

drop function public.board_files(uuid, uuid, text, text, text, jsonb);
drop function private.board_files(uuid, uuid, text, text, text, jsonb);
drop function private.board_page(uuid[], uuid, text, text, text, jsonb, int);

-- Returns a page of files that the caller may read, of one meeting or of all. `p_after` is the `next` of the page before. A
-- page may have fewer files than fit, because the caller may not read each file; `next` is null after the last page. The files
-- of a page are read by index, also where the planner would rather read a small table as a whole.
create function private.board_files(
  p_meeting_id uuid, p_owner uuid, p_file_kind text, p_language text, p_sort text, p_after jsonb, p_query text
) returns json
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  caller_id uuid := private.require_user_id();
  page_size int := private.limit_value('board.filesPerPage');
  found_ids uuid[];
  last_id uuid;
begin
  perform private.require_json_size(p_after, 1000, 'request/invalid');
  perform private.require_size(char_length(p_query), private.limit_value('board.queryChars'), 'request/invalid');
  if p_file_kind not in ('image', 'audio', 'video', 'text', 'document')
    or (p_language is not null and not private.is_language(p_language))
  then
    perform private.raise_error('request/invalid');
  end if;
  perform private.check_rate_limit(caller_id, 'board.readsPerMinute');
  perform private.require_board(caller_id, p_meeting_id);
  p_after := private.known_place(p_after, p_sort);
  select page.file_ids, page.last_id into found_ids, last_id
  from private.search_page(
    caller_id, private.search_places(caller_id, p_meeting_id),
    coalesce(private.searchable(p_query, private.limit_value('board.queryChars')::int), ''),
    p_owner, p_file_kind, p_language, p_sort, p_after, page_size
  ) as page;
  return json_build_object(
    'files', private.board_cards_json(
      caller_id,
      array(
        select files
        from unnest(found_ids) with ordinality as listed (id, place)
        join public.files using (id)
        order by listed.place
      )
    ),
    'lines', private.lines_json(
      array(
        select lines
        from unnest(found_ids) with ordinality as listed (id, place)
        join public.lines using (id)
        order by listed.place
      )
    ),
    'may_add', coalesce(
      (
        select keep = 'days' and private.can_write_board(caller_id, id) from public.meetings where id = p_meeting_id
      ),
      false
    ),
    'next', private.place_for(caller_id, last_id, p_sort)
  );
end
$$;
grant execute on function private.board_files(uuid, uuid, text, text, text, jsonb, text) to authenticated;

create function public.board_files(
  p_meeting_id uuid default null,
  p_owner uuid default null,
  p_file_kind text default null,
  p_language text default null,
  p_sort text default 'newest',
  p_after jsonb default null,
  p_query text default null
) returns json
language sql security invoker set search_path = '' as $$
  select private.board_files(p_meeting_id, p_owner, p_file_kind, p_language, p_sort, p_after, p_query)
$$;
grant execute on function public.board_files(uuid, uuid, text, text, text, jsonb, text) to authenticated;

-- Returns the people, languages and meetings of the newest files that the caller may read, for filters. Each file is read by
-- its id, because other plans read all files.
create function private.board_choices(p_meeting_id uuid) returns json
language plpgsql security definer set search_path = '' set enable_seqscan = off
set enable_mergejoin = off set enable_hashjoin = off as $$
declare
  caller_id uuid := private.require_user_id();
  listed int := private.limit_value('board.filesForChoices');
  most int := private.limit_value('board.choices');
  newest uuid[];
begin
  perform private.check_rate_limit(caller_id, 'board.readsPerMinute');
  perform private.require_board(caller_id, p_meeting_id);
  newest := array(
    select file_id
    from private.texts_found(
      private.search_places(caller_id, p_meeting_id), '', null, null, null, 'newest', null, listed
    )
  );
  newest := private.readable_file_ids(caller_id, newest);
  return json_build_object(
    'people', (
      select coalesce(json_agg(json_build_object('user_id', owner, 'display_name', display_name) order by display_name), '[]')
      from (
        select latest.owner, participants.display_name
        from (
          select distinct on (owner) owner, meeting_id
          from unnest(newest) as listed (id)
          join public.files using (id)
          order by owner, shared_at desc
          limit most
        ) as latest
        join public.participants on participants.meeting_id = latest.meeting_id and participants.user_id = latest.owner
      ) as people
    ),
    'languages', (
      select coalesce(json_agg(distinct language order by language), '[]')
      from unnest(newest) as listed (id)
      join public.lines using (id)
    ),
    'meetings', (
      select coalesce(
        json_agg(
          json_build_object('id', meetings.id, 'title', title, 'host_name', private.host_name(meetings)) order by last_at desc
        ),
        '[]'
      )
      from (
        select meeting_id, max(shared_at) as last_at
        from unnest(newest) as listed (id)
        join public.files using (id)
        group by meeting_id
        order by last_at desc
        limit most
      ) as latest
      join public.meetings on meetings.id = latest.meeting_id
    )
  );
end
$$;
grant execute on function private.board_choices(uuid) to authenticated;

create function public.board_choices(p_meeting_id uuid default null) returns json
language sql security invoker set search_path = '' as $$
  select private.board_choices(p_meeting_id)
$$;
grant execute on function public.board_choices(uuid) to authenticated;

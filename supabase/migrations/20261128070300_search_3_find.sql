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

-- Returns where the user may read files: keys of the index, with the readable ranges of `seq` in a call, else null.
-- Unreadable texts must not count anywhere, because by the end of a page a reader could find out what is written in them. Members read all meetings of their workspaces. Meetings that came there from a guest
-- lately are not under its key yet.
create function private.search_places(
  p_user_id uuid, p_meeting_id uuid, out key text, out ranges int8multirange
) returns setof record
language plpgsql stable set search_path = '' as $$
declare
  workspaces uuid[] := array(select workspace_id from public.workspace_members where user_id = p_user_id);
  meeting_ids uuid[] := array[p_meeting_id];
begin
  if p_meeting_id is null then
    meeting_ids := array(
      select meeting_id from public.participants where user_id = p_user_id and admission = 'admitted'
      union
      select id from public.meetings where host = p_user_id
      union
      select id from public.moved_meetings join public.meetings on id = meeting_id where workspace_id = any (workspaces)
    );
  end if;
  return query
  with given as materialized (
    select id, coalesce(workspace_id = any (workspaces), false) as is_member
    from public.meetings
    where id = any (meeting_ids)
  )
  select 'workspace ' || workspace_id, null::int8multirange
  from unnest(workspaces) as workspace_id
  where p_meeting_id is null
  union all
  select 'meeting ' || id, null
  from given
  where is_member and (p_meeting_id is not null or exists (select from public.moved_meetings where meeting_id = id))
  union all
  select 'board ' || id, null
  from given
  where not is_member and private.can_read_board(p_user_id, id)
  union all
  select 'call ' || attendance.call_id, private.readable_ranges(p_user_id, attendance.call_id)
  from given
  join public.calls on calls.meeting_id = given.id
  join public.attendance on attendance.call_id = calls.id and attendance.user_id = p_user_id
  where not is_member;
end
$$;

-- Returns texts of files that the user may read and that may contain the query, with filters, in the order of `p_sort`, after
-- the place `p_after`. Two texts of a file follow each other. An empty query returns the names of all files. The statement is
-- dynamic, because each order sorts by another column; its parts are constants.
create function private.texts_found(
  p_user_id uuid, p_meeting_id uuid, p_query text, p_owner uuid, p_file_kind text, p_language text, p_sort text,
  p_after jsonb, p_limit int
) returns table (file_id uuid, field text)
language plpgsql stable set search_path = '' as $$
declare
  ordered record := private.board_order(p_sort);
begin
  return query execute format(
    $query$
      select page.file_id, page.field
      from private.search_places($8, $9) as place
      cross join lateral (
        select file_id, field, %1$I
        from public.file_texts
        where private.search_keys(workspace_id, meeting_id, call_id, text) @> ($1 || place.key)
          and shared_at is not null
          and (place.ranges is null or seq <@ place.ranges)
          and ($1 <> '{}' or field = 'names')
          and ($2 is null or owner = $2)
          and ($3 is null or kind = $3)
          and ($4 is null or language = $4)
          and ($5 is null or (%1$I, file_id) %4$s (($5 ->> 'key')::%2$s, ($5 ->> 'id')::uuid))
        order by %1$I %3$s, file_id %3$s
        limit $6
      ) as page
      order by page.%1$I %3$s, page.file_id %3$s, page.field
      limit $7
    $query$,
    ordered.sort_key, ordered.key_type, ordered.direction, case ordered.direction when 'desc' then '<' else '>' end
  ) using private.query_grams(p_query), p_owner, p_file_kind, p_language, p_after, p_limit, p_limit, p_user_id, p_meeting_id;
end
$$;

-- Returns the readable files of a page that contain the query, and the place of the file behind which the next page
-- continues, null after the last. A page compares at most `textsPerSearch` texts, and about `charsPerSearch` characters:
-- comparing a hostile query needs as many steps as the product of both lengths.
create function private.search_page(
  p_user_id uuid, p_meeting_id uuid, p_query text, p_owner uuid, p_file_kind text, p_language text, p_sort text,
  p_after jsonb, p_limit int, out file_ids uuid[], out next jsonb
)
language plpgsql stable set search_path = '' as $$
declare
  step constant int := 50;
  most_texts constant int := private.limit_value('board.textsPerSearch');
  most_chars constant int := private.limit_value('board.charsPerSearch');
  listed record;
  compared int := 0;
  until int;
  chars bigint := 0;
  of_step record;
begin
  file_ids := '{}';
  -- One text more, to see whether there is one.
  select coalesce(array_agg(file_id), '{}') as ids, coalesce(array_agg(field), '{}') as fields into listed
  from private.texts_found(
    p_user_id, p_meeting_id, p_query, p_owner, p_file_kind, p_language, p_sort, p_after, most_texts + 1
  );
  while compared < least(cardinality(listed.ids), most_texts) and chars < most_chars loop
    until := least(compared + step, cardinality(listed.ids), most_texts);
    if listed.ids[until + 1] = listed.ids[until] then
      until := until + 1;
    end if;
    -- A short query is in each text that has it as a key.
    select
      sum(char_length(file_texts.text)) as chars,
      array_agg(text_of.id order by text_of.place)
        filter (where char_length(p_query) <= 3 or position(p_query in file_texts.text) > 0) as matching
    into of_step
    from unnest(listed.ids[compared + 1:until], listed.fields[compared + 1:until]) with ordinality as text_of (id, field, place)
    join public.file_texts on file_texts.file_id = text_of.id and file_texts.field = text_of.field;
    file_ids := file_ids || array(
      select id
      from unnest(private.readable_file_ids(p_user_id, of_step.matching)) with ordinality as readable (id, place)
      where id <> all (file_ids)
      group by id
      order by min(place)
    );
    compared := until;
    if p_query <> '' then
      chars := chars + coalesce(of_step.chars, 0);
    end if;
    if cardinality(file_ids) > p_limit then
      file_ids := file_ids[:p_limit];
      next := (select private.board_place(files, p_sort) from public.files where id = file_ids[p_limit]);
      return;
    end if;
  end loop;
  if compared < cardinality(listed.ids) then
    next := (select private.board_place(files, p_sort) from public.files where id = listed.ids[compared]);
  end if;
end
$$;

-- Rejects what is no place in the order of `p_sort`.
create function private.require_place(p_place jsonb, p_sort text) returns void
language plpgsql stable set search_path = '' as $$
declare
  key_type text := (private.board_order(p_sort)).key_type;
begin
  perform private.require_json_size(p_place, 1000, 'request/invalid');
  if p_place is not null
    and (
      pg_input_is_valid(p_place ->> 'id', 'uuid') is not true
      or pg_input_is_valid(p_place ->> 'key', key_type) is not true
    )
  then
    perform private.raise_error('request/invalid');
  end if;
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
  next_place jsonb;
begin
  perform private.require_place(p_after, p_sort);
  perform private.require_size(char_length(p_query), private.limit_value('board.queryChars'), 'request/invalid');
  if p_file_kind not in ('image', 'audio', 'video', 'text', 'document')
    or (p_language is not null and not private.is_language(p_language))
  then
    perform private.raise_error('request/invalid');
  end if;
  perform private.check_rate_limit(caller_id, 'board.readsPerMinute');
  perform private.require_board(caller_id, p_meeting_id);
  select page.file_ids, page.next into found_ids, next_place
  from private.search_page(
    caller_id, p_meeting_id, coalesce(private.searchable(p_query, private.limit_value('board.queryChars')::int), ''),
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
    'next', next_place
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
    from private.texts_found(caller_id, p_meeting_id, '', null, null, null, 'newest', null, listed)
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

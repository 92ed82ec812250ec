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

-- Returns where files are searched, as keys of the index: the meeting, or without one the user's workspaces, the other
-- meetings that they hosted or were in, and those that came to their workspaces from a guest lately.
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
    union all
    select 'meeting ' || meeting_id
    from public.moved_meetings
    join public.meetings on meetings.id = meeting_id
    where workspace_id = any (workspaces)
  );
end
$$;

-- Returns texts of files that may contain the query, with filters, in the order of `p_sort`, from the place `p_after`. Two
-- texts of a file follow each other. An empty query returns the names of all files. The statement is dynamic, because each
-- order sorts by another column; its parts are constants.
create function private.texts_found(
  p_places text[], p_query text, p_owner uuid, p_file_kind text, p_language text, p_sort text, p_after jsonb, p_limit int
) returns table (file_id uuid, field text)
language plpgsql stable set search_path = '' as $$
declare
  ordered record := private.board_order(p_sort);
  passed int := coalesce((p_after ->> 'passed')::int, 0);
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
          and ($6 ->> 'id' is null or (%1$I, file_id) %4$s (($6 ->> 'key')::%2$s, ($6 ->> 'id')::uuid))
        order by %1$I %3$s, file_id %3$s
        limit $7 + $8
      ) as page
      order by page.%1$I %3$s, page.file_id %3$s
      offset $8
      limit $7
    $query$,
    ordered.sort_key, ordered.key_type, ordered.direction, case ordered.direction when 'desc' then '<' else '>' end
  ) using p_places, private.query_grams(p_query), p_owner, p_file_kind, p_language, p_after, p_limit, passed;
end
$$;

-- Returns the files of a page that contain the query and that the user may read, and the place from which the next page
-- continues, null after the last: the last file of the page, and how many texts were passed behind it. A page compares at most `filesPerSearch`
-- texts, and about `charsPerSearch` characters: comparing a hostile query needs as many steps as the product of both lengths.
create function private.search_page(
  p_user_id uuid, p_places text[], p_query text, p_owner uuid, p_file_kind text, p_language text, p_sort text,
  p_after jsonb, p_limit int, out file_ids uuid[], out next jsonb
)
language plpgsql stable set search_path = '' as $$
declare
  step constant int := 50;
  most_texts constant int := private.limit_value('board.filesPerSearch');
  most_chars constant int := private.limit_value('board.charsPerSearch');
  listed record;
  listed_texts int;
  compared int := 0;
  chars bigint := 0;
  of_step record;
  last_place int;
begin
  file_ids := '{}';
  select array_agg(file_id) as ids, array_agg(field) as fields into listed
  from private.texts_found(p_places, p_query, p_owner, p_file_kind, p_language, p_sort, p_after, most_texts);
  listed_texts := coalesce(cardinality(listed.ids), 0);
  while compared < listed_texts and chars < most_chars loop
    -- A short query is in each text that has it as a key.
    select coalesce(sum(char_length(file_texts.text)), 0) as chars,
      array_agg(text_of.id order by text_of.place)
        filter (where char_length(p_query) <= 3 or position(p_query in file_texts.text) > 0) as matching
    into of_step
    from unnest(listed.ids[compared + 1:compared + step], listed.fields[compared + 1:compared + step])
      with ordinality as text_of (id, field, place)
    join public.file_texts on file_texts.file_id = text_of.id and file_texts.field = text_of.field;
    file_ids := file_ids || array(
      select id
      from unnest(private.readable_file_ids(p_user_id, of_step.matching)) with ordinality as readable (id, place)
      where id <> all (file_ids)
      group by id
      order by min(place)
    );
    compared := least(compared + step, listed_texts);
    if p_query <> '' then
      chars := chars + of_step.chars;
    end if;
    if cardinality(file_ids) > p_limit then
      file_ids := file_ids[:p_limit];
      next := private.place_after(file_ids[p_limit], 0, p_sort);
      return;
    end if;
  end loop;
  if compared < listed_texts or listed_texts = most_texts then
    last_place := (
      select max(place) from unnest(listed.ids[:compared]) with ordinality as text_of (id, place)
      where id = file_ids[cardinality(file_ids)]
    );
    next := case
      when last_place is null then coalesce(p_after, '{"key": null, "id": null}')
        || jsonb_build_object('passed', coalesce((p_after ->> 'passed')::int, 0) + compared)
      else private.place_after(file_ids[cardinality(file_ids)], compared - last_place, p_sort)
    end;
  end if;
end
$$;

-- Returns the place behind a file and `p_passed` texts after it, in the order of `p_sort`.
create function private.place_after(p_file_id uuid, p_passed int, p_sort text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select private.board_place(files, p_sort) || jsonb_build_object('passed', p_passed)
    from public.files
    where id = p_file_id
  );
end
$$;

-- The key of the seals of places. A caller who could choose how many texts to pass would learn from their own files how many
-- files that they may not read have a smaller name.
create table private.place_key (secret bytea not null);
alter table private.place_key enable row level security;
insert into private.place_key (secret) values (extensions.gen_random_bytes(32));

-- Returns the place with a seal for this user and order, null for no place.
create function private.sealed_place(p_user_id uuid, p_place jsonb, p_sort text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return p_place || jsonb_build_object(
    'seal', (
      select encode(extensions.hmac(convert_to(concat_ws(' ', p_user_id, p_sort, p_place), 'UTF8'), secret, 'sha256'), 'hex')
      from private.place_key
    )
  );
end
$$;

-- Rejects a place that no page returned to this user as its next.
create function private.require_place(p_user_id uuid, p_place jsonb, p_sort text) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_json_size(p_place, 1000, 'request/invalid');
  if p_place is not null and jsonb_typeof(p_place) <> 'object'
    or p_place is distinct from private.sealed_place(p_user_id, p_place - 'seal', p_sort)
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
  perform private.require_place(caller_id, p_after, p_sort);
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
    'next', private.sealed_place(caller_id, next_place, p_sort)
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

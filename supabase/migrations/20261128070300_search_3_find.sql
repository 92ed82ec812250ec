-- The search for files that a person may read.

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

-- Returns where the user may read files: places with their keys in the index, and the readable ranges of `seq` in a call, else
-- null. Unreadable texts must not count anywhere, because by the end of a page a reader could find out what is written in
-- them. Members read all meetings of their workspaces; among other meetings, the latest are searched. Meetings that came to a
-- workspace from a guest lately are not under its key yet.
create function private.search_places(
  p_user_id uuid, p_meeting_id uuid, out kind text, out id uuid, out ranges int8multirange, out key_of_names int, out key_of_contents int
) returns setof record
language plpgsql stable set search_path = '' as $$
declare
  workspaces uuid[] := array(select workspace_id from public.workspace_members where user_id = p_user_id);
  meeting_ids uuid[] := array[p_meeting_id];
  most constant int := private.limit_value('board.placesPerSearch');
  salt bigint := (select search_salt.salt from private.search_salt);
begin
  if p_meeting_id is null then
    meeting_ids := array(
      (
        select meeting_id from public.participants
        where user_id = p_user_id and admission = 'admitted'
        order by admitted_at desc
        limit most
      )
      union
      (select meetings.id from public.meetings where host = p_user_id order by created_at desc limit most)
      union
      select meetings.id
      from public.moved_meetings
      join public.meetings on meetings.id = meeting_id
      where workspace_id = any (workspaces)
    );
  end if;
  return query
  with given as materialized (
    select meetings.id, coalesce(workspace_id = any (workspaces), false) as is_member
    from public.meetings
    where meetings.id = any (meeting_ids)
  ),
  places as (
    select 'workspace' as kind, workspace_id as id, null::int8multirange as ranges
    from unnest(workspaces) as workspace_id
    where p_meeting_id is null
    union all
    select 'meeting', given.id, null
    from given
    where is_member
      and (p_meeting_id is not null or exists (select from public.moved_meetings where meeting_id = given.id))
    union all
    select 'board', given.id, null
    from given
    where not is_member and private.can_read_board(p_user_id, given.id)
    union all
    select 'call', latest.call_id, private.readable_ranges(p_user_id, latest.call_id)
    from (
      select attendance.call_id
      from given
      join public.calls on calls.meeting_id = given.id
      join public.attendance on attendance.call_id = calls.id and attendance.user_id = p_user_id
      where not is_member
      order by attendance.joined_at desc
      limit most
    ) as latest
  )
  select places.kind, places.id, places.ranges,
    private.place_key(places.kind, places.id, 'names', salt), private.place_key(places.kind, places.id, 'contents', salt)
  from places;
end
$$;

-- Returns texts of files that the user may read and that may contain the query, with filters, in the order of `p_sort`, after
-- the place `p_after`. Two texts of a file follow each other. An empty query returns the names of all files. The statement is
-- dynamic, because each order sorts by another column; its parts are constants. Other places may have the key of a place, so
-- the place is compared, too.
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
        select found.file_id, found.field, found.%1$I
        from (
          select file_id, field, meeting_id, workspace_id, call_id, seq, kind, language, name, bytes, shared_at
          from public.file_texts
          where private.search_keys(places, text) @> ($1 || place.key_of_names) and field = 'names'
          union all
          select contents.file_id, contents.field, contents.meeting_id, contents.workspace_id, contents.call_id,
            names.seq, names.kind, names.language, names.name, names.bytes, names.shared_at
          from public.file_texts as contents
          -- Each is read by its id, because other plans read all names.
          cross join lateral (
            select * from public.file_texts as stored
            where stored.file_id = contents.file_id and stored.field = 'names'
            offset 0
          ) as names
          where private.search_keys(contents.places, contents.text) @> ($1 || place.key_of_contents)
            and contents.field = 'contents' and $1 <> '{}'
        ) as found
        where case place.kind
            when 'workspace' then found.workspace_id = place.id
            when 'meeting' then found.meeting_id = place.id
            when 'board' then found.meeting_id = place.id and found.call_id is null
            when 'call' then found.call_id = place.id
          end
          and (place.ranges is null or found.seq <@ place.ranges)
          and ($2 is null or found.file_id = any (array(select files.id from public.files where files.owner = $2)))
          and ($3 is null or found.kind = $3)
          and ($4 is null or found.language = $4)
          and ($5 is null or (found.%1$I, found.file_id) %4$s (($5 ->> 'key')::%2$s, ($5 ->> 'id')::uuid))
        order by found.%1$I %3$s, found.file_id %3$s
        limit $6
      ) as page
      order by page.%1$I %3$s, page.file_id %3$s, page.field
      limit $7
    $query$,
    ordered.sort_key, ordered.key_type, ordered.direction, case ordered.direction when 'desc' then '<' else '>' end
  ) using private.query_keys(p_query), p_owner, p_file_kind, p_language, p_after, p_limit, p_limit, p_user_id, p_meeting_id;
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
    -- Different parts may have the same key, so a short query is compared, too.
    select
      sum(char_length(file_texts.text)) as chars,
      array_agg(text_of.id order by text_of.place)
        filter (where p_query = '' or position(p_query in file_texts.text) > 0) as matching
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

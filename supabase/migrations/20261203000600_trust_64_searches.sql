-- A search of a person with many calls compares each with every key, which takes a while. Five accounts of one address kept all
-- connections busy with them.

-- As before, and looks up the owner of each file that was found, instead of all files of the owner.
create or replace function private.texts_found(
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
        -- Each is read by its id, because other plans read all files of the owner.
        left join lateral (
          select stored.owner from public.files as stored where stored.id = found.file_id and $2 is not null offset 0
        ) as file on true
        where case place.kind
            when 'workspace' then found.workspace_id = place.id
            when 'meeting' then found.meeting_id = place.id
            when 'board' then found.meeting_id = place.id and found.call_id is null
            when 'call' then found.call_id = place.id
          end
          and (place.ranges is null or found.seq <@ place.ranges)
          and ($2 is null or file.owner = $2)
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

-- Returns how many calls a search compares, `p_most` at most.
create function private.calls_to_search(p_user_id uuid, p_meeting_id uuid, p_most int) returns int
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  return case
    when p_meeting_id is null then
      (select count(*) from (select from public.attendance where user_id = p_user_id limit p_most) as calls)
    else (select count(*) from (select from public.calls where meeting_id = p_meeting_id limit p_most) as calls)
  end;
end
$$;

-- Lets one search with many calls run at a time for an address, or for a person whose address is not known. Clients try again.
create function private.take_search_slot(p_user_id uuid, p_meeting_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if private.calls_to_search(p_user_id, p_meeting_id, 21) > 20
    and not pg_try_advisory_xact_lock(
      hashtextextended('private.take_search_slot', hashtext(coalesce(private.request_address(), p_user_id)::text))
    )
  then
    perform private.raise_error('request/busy');
  end if;
end
$$;

-- As before, and a search with many calls takes more turns.
create or replace function private.count_board_read(p_meeting_id uuid, p_count int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  meeting_count int := (
    select count(*)
    from (select from public.participants where user_id = caller_id and p_meeting_id is null limit 500) as meetings
  );
  turns int := p_count + meeting_count / 50 + private.calls_to_search(caller_id, p_meeting_id, 200) / 25;
begin
  if turns > 0 then
    perform private.check_rate_limit(caller_id, 'board.readsPerMinute', turns);
  end if;
end
$$;

-- As before, with other such searches of the address one after the other.
create or replace function private.board_files(
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
  perform private.take_search_slot(caller_id, p_meeting_id);
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

-- Lists of files that a query filters, and what they can be filtered by.

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

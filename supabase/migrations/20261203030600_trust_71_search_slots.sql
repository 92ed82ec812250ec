-- A lock by address let a person keep all colleagues of an office from searching, because a refused try costs nothing (decision 045). Turns
-- bound what the people of an address cost together.

-- As before, and none of a meeting that the person may not read: its number of calls is no secret otherwise.
create or replace function private.calls_to_search(p_user_id uuid, p_meeting_id uuid, p_most int) returns int
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  return case
    when p_meeting_id is null then
      (select count(*) from (select from public.attendance where user_id = p_user_id limit p_most) as calls)
    when private.can_read_board(p_user_id, p_meeting_id) then
      (select count(*) from (select from public.calls where meeting_id = p_meeting_id limit p_most) as calls)
    else 0
  end;
end
$$;

-- Lets one search with many calls of a person run at a time. Clients try again.
create or replace function private.take_search_slot(p_user_id uuid, p_meeting_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if private.calls_to_search(p_user_id, p_meeting_id, 21) > 20
    and not pg_try_advisory_xact_lock(hashtextextended('private.take_search_slot', hashtext(p_user_id::text)))
  then
    perform private.raise_error('request/busy');
  end if;
end
$$;

-- Returns the turns of a read of a board for a person with many meetings or calls: one for each 50 meetings, and one for each 20 calls.
create function private.board_turns(p_user_id uuid, p_meeting_id uuid) returns int
language plpgsql stable set search_path = '' as $$
declare
  meeting_count int := (
    select count(*)
    from (select from public.participants where user_id = p_user_id and p_meeting_id is null limit 500) as meetings
  );
begin
  return meeting_count / 50 + private.calls_to_search(p_user_id, p_meeting_id, 200) / 20;
end
$$;

-- As before, with these turns. A person with many calls reads one page at a time, and waits for no turn meanwhile.
create or replace function private.count_board_read(p_meeting_id uuid, p_count int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  turns int := p_count + private.board_turns(caller_id, p_meeting_id);
begin
  perform private.take_search_slot(caller_id, p_meeting_id);
  if turns > 0 then
    perform private.check_rate_limit(caller_id, 'board.readsPerMinute', turns);
  end if;
end
$$;

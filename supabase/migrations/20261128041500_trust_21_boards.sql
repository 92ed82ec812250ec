-- Guests leave a quarter of a board to those to whom the meeting belongs, as in a call (`count_call_line`).
create or replace function private.count_board_line(p_line public.lines) returns void
language plpgsql set search_path = '' as $$
declare
  board_limit bigint := private.limit_value('board.lines');
begin
  if not private.belongs_to_meeting(p_line.author, p_line.meeting_id) then
    board_limit := board_limit * 3 / 4;
  end if;
  update public.meetings set board_line_count = board_line_count + 1
  where id = p_line.meeting_id and board_line_count < board_limit;
  if not found then
    perform private.raise_error('line/board-full');
  end if;
  update public.participants set board_line_count = board_line_count + 1
  where meeting_id = p_line.meeting_id
    and user_id = p_line.author
    and board_line_count < private.limit_value('board.linesPerPerson');
  if not found then
    perform private.raise_error('line/quota');
  end if;
end
$$;

-- Clients choose ids of meetings, also the lowest, which no id of a cursor precedes.
create or replace function private.sweep_ends(p_limit int, p_after jsonb, p_now timestamptz, out deleted int, out next jsonb)
language plpgsql set search_path = '' as $$
declare
  call public.calls;
  ends_at timestamptz;
  seen int := 0;
begin
  deleted := 0;
  for call in
    select * from public.calls
    where ended_at is null and (p_after is null or meeting_id > (p_after ->> 'id')::uuid)
    order by meeting_id
    limit p_limit
  loop
    seen := seen + 1;
    next := jsonb_build_object('id', call.meeting_id);
    ends_at := private.call_ended_at(call);
    -- Everyone who enters locks the meeting, so a call with its lock has no newcomer.
    if ends_at < p_now - interval '1 hour'
      and exists (select from public.meetings where id = call.meeting_id for no key update skip locked)
    then
      perform private.end_stale_peers(call.id, null);
      update public.calls set ended_at = ends_at
      where id = call.id and ended_at is null and private.call_ended_at(calls) = ends_at;
      deleted := deleted + 1;
    end if;
  end loop;
  if seen < p_limit then
    next := null;
  end if;
end
$$;

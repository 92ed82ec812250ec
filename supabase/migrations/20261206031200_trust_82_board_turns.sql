-- A board that reads its first page after each change of others must leave half of the reads to its reader. So it gets the turns that a page of
-- a person with many meetings or calls takes.

-- Adds the caller's turns to the choices of a board.
create function private.with_board_turns(p_choices json, p_meeting_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return p_choices::jsonb || jsonb_build_object('turns', private.board_turns(private.require_user_id(), p_meeting_id));
end
$$;
grant execute on function private.with_board_turns(json, uuid) to authenticated;

create or replace function public.board_choices(p_meeting_id uuid default null) returns json
language sql security invoker set search_path = '' as $$
  select private.count_board_read(p_meeting_id, 2);
  select private.with_board_turns(private.board_choices(p_meeting_id), p_meeting_id)
$$;

-- One file for its dialog, the meetings whose boards a page follows, and events of files that are shared in calls.

-- Returns a file that the caller may read, with its line, as contracts/board.ts describes it. Null for others and for deleted
-- files: a file that is gone is no error, because a page reads it after each event.
create function private.board_file(p_file_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  line public.lines;
begin
  select lines.* into line
  from public.lines
  join public.files on files.id = lines.id
  where lines.id = p_file_id and files.shared_at is not null and files.deleted_at is null;
  if line.id is null or not private.can_read_line(caller_id, line) then
    return null;
  end if;
  return json_build_object(
    'file', private.board_cards_json(caller_id, array(select files from public.files where id = p_file_id)) -> 0,
    'line', private.line_json(line),
    'may_comment', private.can_write_board(caller_id, line.meeting_id),
    'may_delete', private.may_delete_file(caller_id, line)
  );
end
$$;
grant execute on function private.board_file(uuid) to authenticated;

create function public.board_file(p_file_id uuid) returns json
language sql stable security invoker set search_path = '' as $$
  select private.board_file(p_file_id)
$$;
grant execute on function public.board_file(uuid) to authenticated;

-- Returns whether the user may delete a file: its author, and the host of its meeting.
create function private.may_delete_file(p_user_id uuid, p_line public.lines) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_line.author = p_user_id
    or exists (select from public.meetings where id = p_line.meeting_id and host = p_user_id);
end
$$;

-- Returns the meetings whose boards the page `/files` follows: those of the caller that were used last.
create function private.board_topics() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  max_topics constant int := 20;
begin
  return array(
    select newest.id
    from (
      select meetings.id, coalesce(last_call.started_at, meetings.created_at) as used_at
      from unnest(private.board_meetings(caller_id)) as listed (id)
      join public.meetings using (id)
      left join lateral (
        select max(started_at) as started_at from public.calls where meeting_id = meetings.id
      ) as last_call on true
      order by used_at desc, meetings.id
      limit 2 * max_topics
    ) as newest
    where private.can_read_board(caller_id, newest.id)
    order by newest.used_at desc, newest.id
    limit max_topics
  );
end
$$;
grant execute on function private.board_topics() to authenticated;

create function public.board_topics() returns uuid[]
language sql stable security invoker set search_path = '' as $$
  select private.board_topics()
$$;
grant execute on function public.board_topics() to authenticated;

-- Broadcasts to the board of a meeting that a file of one of its calls was shared or deleted. The call has its own event.
create function private.broadcast_call_file(p_file public.files) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.broadcast(
    private.board_topic(p_file.meeting_id),
    'board_changed',
    jsonb_build_object(
      'seq', (select seq from public.meetings where id = p_file.meeting_id), 'line_id', p_file.id, 'about', null
    )
  );
end
$$;

create function private.announce_shared_call_file() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.broadcast_call_file(new);
  return null;
end
$$;

create trigger files_forwarded_into_call after insert on public.files
for each row when (new.call_id is not null and new.shared_at is not null)
execute function private.announce_shared_call_file();

create trigger files_shared_in_call after update of shared_at on public.files
for each row when (new.call_id is not null and old.shared_at is null and new.shared_at is not null)
execute function private.announce_shared_call_file();

-- Lines that belong to a meeting without a call: files on its board, comments and answers. They form the meeting's board.

-- A line without a call belongs to the board of its meeting. `about` is the line that a comment is about; it may be a line
-- of a call. Whoever may read that line reads the comment. Others are read by everybody who may read the board.
alter table public.lines
  alter column call_id drop not null,
  add column about uuid references public.lines on delete cascade,
  add constraint lines_about_check check (about is null or call_id is null),
  add constraint lines_speech_call_check check (kind = 'chat' or call_id is not null);

create index lines_about_seq_idx on public.lines (about, seq) where about is not null;
create index lines_board_idx on public.lines (meeting_id, seq) where call_id is null;
-- For the job `sweep`.
create index lines_board_created_at_idx on public.lines (created_at, id) where call_id is null;

-- `board_line_count` counts the lines of the board that were stored, also those deleted since; `insert_line` limits it.
alter table public.meetings add column board_line_count int not null default 0;
alter table public.participants add column board_line_count int not null default 0;

-- A file belongs to a meeting, and to a call if it was shared in it.
alter table public.files
  alter column call_id drop not null,
  add column meeting_id uuid references public.meetings on delete cascade;
update public.files set meeting_id = (select meeting_id from public.calls where calls.id = files.call_id);
alter table public.files alter column meeting_id set not null;

create index files_meeting_id_shared_at_idx on public.files (meeting_id, shared_at desc, id);

-- Returns whether the user may write on the meeting's board: its host, and participants who attended a call. Guests may
-- until the meeting ends, accounts also afterwards.
create function private.can_write_board(p_user_id uuid, p_meeting_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_participant(p_user_id, p_meeting_id) and (
    exists (select from public.meetings where id = p_meeting_id and host = p_user_id)
    or exists (
      select
      from public.attendance
      join public.calls on calls.id = attendance.call_id
      where attendance.user_id = p_user_id and calls.meeting_id = p_meeting_id
    )
  );
end
$$;

-- Returns whether the user may read the meeting's board: those who may write on it, and the members of its workspace.
create function private.can_read_board(p_user_id uuid, p_meeting_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.can_write_board(p_user_id, p_meeting_id) or exists (
    select from public.meetings
    where id = p_meeting_id and private.has_workspace_role(p_user_id, workspace_id, 'member')
  );
end
$$;

-- Returns whether the user may read a line. Comments have no comments, so there is one step at most.
create function private.can_read_line(p_user_id uuid, p_line public.lines) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  line public.lines := p_line;
begin
  if line.about is not null then
    select * into line from public.lines where id = p_line.about;
  end if;
  return case
    when line.call_id is null then private.can_read_board(p_user_id, line.meeting_id)
    else line.seq <@ private.readable_ranges(p_user_id, line.call_id)
  end;
end
$$;

-- Returns whether the user is one of those who use the line with others: for a line of a call those who attended it, for a
-- line of the board those who may write on it.
create function private.shares_line(p_user_id uuid, p_line public.lines) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    when p_line.call_id is null then private.can_write_board(p_user_id, p_line.meeting_id)
    else private.has_attended(p_user_id, p_line.call_id)
  end;
end
$$;

-- Returns the topic of the events of a meeting's board.
create function private.board_topic(p_meeting_id uuid) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return 'board:' || p_meeting_id;
end
$$;

-- Broadcasts that the board changed, to its readers and to the open call, which counts every `seq`. The event has no words:
-- somebody who may no longer read the board may still receive it until the token is renewed. Readers request the changes.
create function private.broadcast_board_changed(p_line public.lines) returns void
language plpgsql set search_path = '' as $$
declare
  payload jsonb := jsonb_build_object('line_id', p_line.id, 'about', p_line.about);
begin
  perform private.broadcast(
    private.board_topic(p_line.meeting_id), 'board_changed', jsonb_build_object('seq', p_line.changed) || payload
  );
  perform private.broadcast_to_meeting(p_line.meeting_id, p_line.changed, 'board_changed', payload);
end
$$;

-- Allows `board:<meeting>` to those who may read the board.
create function private.can_receive_board(p_topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  parts text[] := string_to_array(p_topic, ':');
begin
  return parts[1] = 'board' and cardinality(parts) = 2 and private.is_uuid(parts[2])
    and private.can_read_board((select auth.uid()), parts[2]::uuid);
end
$$;
grant execute on function private.can_receive_board(text) to authenticated;

alter policy "Users receive the topics that they may join" on realtime.messages
using (
  extension = 'broadcast'
  and (
    (select private.can_receive_meeting((select realtime.topic())))
    or (select private.can_receive_board((select realtime.topic())))
    or (select private.can_receive_signals((select realtime.topic())))
    or (select private.can_receive_waiting_room((select realtime.topic())))
  )
);

-- Confirmations: a decision or task of a call that was put to everybody who attended it, and their answers.

-- A confirmation belongs to a line of a call. `asked_at` is when its current wording was put to everybody: a changed text asks
-- again. Removing the mark hides the confirmation, deleting the line deletes it.
create table public.confirmations (
  line_id uuid primary key references public.lines on delete cascade,
  call_id uuid not null references public.calls on delete cascade,
  asked_by uuid references public.profiles on delete set null,
  asked_at timestamptz not null default now()
);
revoke all on public.confirmations from public, anon, authenticated, service_role;
alter table public.confirmations enable row level security;

create index confirmations_call_id_line_id_idx on public.confirmations (call_id, line_id);
create index confirmations_asked_at_idx on public.confirmations (asked_at);
create index confirmations_asked_by_idx on public.confirmations (asked_by) where asked_by is not null;

-- The answers, one of each person for each revision of the line. `words_id` is the question of an unclear answer, or the own
-- wording of a different one: a line of the board about the decision. `read_language` and `read_text` are what the person read.
-- Only answers to the current revision have the text, because an author's edit keeps no earlier text either.
create table public.confirmation_answers (
  line_id uuid not null references public.confirmations on delete cascade,
  user_id uuid not null references public.profiles on delete cascade,
  revision int not null check (revision > 0),
  answer text not null check (answer in ('understood', 'unclear', 'different')),
  words_id uuid references public.lines on delete set null,
  read_language text check (read_language is null or private.is_language(read_language)),
  read_text text,
  answered_at timestamptz not null default now(),
  primary key (line_id, user_id, revision)
);
revoke all on public.confirmation_answers from public, anon, authenticated, service_role;
alter table public.confirmation_answers enable row level security;

create index confirmation_answers_user_id_idx on public.confirmation_answers (user_id);
create index confirmation_answers_words_id_idx on public.confirmation_answers (words_id) where words_id is not null;

-- The day by which a task is to be done.
alter table public.line_marks add column due_on date;

-- Whether the person gets emails about what waits for their answer.
alter table public.profiles add column confirmation_emails boolean not null default true;

-- Returns whether the line is a decision or task that was put to everybody.
create function private.is_put_to_everybody(p_line_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select
    from public.confirmations
    join public.line_marks using (line_id)
    where line_id = p_line_id and kind in ('decision', 'task')
  );
end
$$;

-- Returns whether a user may read a line. Comments have no comments, so there is one step at most. Everybody who attended a
-- call reads what was put to them, also if they were not in the call at that moment.
create or replace function private.can_read_line(p_user_id uuid, p_line public.lines) returns boolean
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
      or (private.is_put_to_everybody(line.id) and private.has_attended(p_user_id, line.call_id))
  end;
end
$$;

-- Asks again when the text changes, and forgets everything when the line is deleted. The author of a new text needs no
-- question about it.
create function private.restart_confirmation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  editor_id uuid := case new.kind when 'chat' then new.author else new.corrected_by end;
begin
  if new.text is null then
    delete from public.confirmations where line_id = new.id;
    return null;
  end if;
  update public.confirmations set asked_at = now() where line_id = new.id;
  if found then
    delete from private.outbox_emails
    where state = 'waiting' and link in (select token_hash from private.confirmation_links where line_id = new.id);
    update public.confirmation_answers set read_text = null where line_id = new.id and read_text is not null;
    if editor_id is not null then
      perform private.store_own_wording(new, editor_id);
    end if;
  end if;
  return null;
end
$$;

create trigger restart_confirmation
after update of revision on public.lines
for each row when (old.revision <> new.revision) execute function private.restart_confirmation();

-- Records that the person whose wording it is, or who puts it to everybody, understands the current text.
create function private.store_own_wording(p_line public.lines, p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if private.has_attended(p_user_id, p_line.call_id) then
    insert into public.confirmation_answers (line_id, user_id, revision, answer)
    values (p_line.id, p_user_id, p_line.revision, 'understood')
    on conflict do nothing;
  end if;
end
$$;

-- Returns whether the user answers later: the owner of a task confirms it first. An owner who was not in the call, or may no
-- longer read it, keeps nobody waiting.
create function private.waits_for_owner(p_user_id uuid, p_line public.lines) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select
    from public.line_marks
    where line_id = p_line.id
      and kind = 'task'
      and who <> p_user_id
      and private.has_attended(who, p_line.call_id)
      and not exists (
        select from public.confirmation_answers
        where line_id = p_line.id and user_id = who and revision = p_line.revision and answer = 'understood'
      )
  );
end
$$;

-- Announces that a confirmation changed. The event has ids only; its receivers request the confirmations. Requires the
-- meeting's row lock.
create function private.broadcast_confirmation(p_line_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  line public.lines;
begin
  update public.lines set changed = private.next_seq(meeting_id) where id = p_line_id returning * into line;
  perform private.broadcast_board_changed(line);
end
$$;

-- Broadcasts on the board's topic that a mark of the call changed. Recaps receive it, which are not in the call.
create function private.broadcast_marks_changed(p_line public.lines) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.broadcast(
    private.board_topic(p_line.meeting_id), 'marks_changed', jsonb_build_object('call_id', p_line.call_id)
  );
end
$$;

-- Returns whether the user may change what everybody is asked about: the kind of the mark and the owner of the task. The author
-- may, moderators may, and the asker may unless a moderator set the mark. For other lines: whoever may mark them.
create function private.may_change_mark(p_user_id uuid, p_line public.lines) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  confirmation public.confirmations;
  marked_by uuid;
begin
  select * into confirmation from public.confirmations where line_id = p_line.id;
  if confirmation.line_id is null
    or p_line.author = p_user_id
    or coalesce(private.moderation_rank(p_user_id, p_line.meeting_id), 0) > 0
  then
    return true;
  end if;
  select by into marked_by from public.line_marks where line_id = p_line.id;
  return confirmation.asked_by is not distinct from p_user_id
    and (marked_by is null or coalesce(private.moderation_rank(marked_by, p_line.meeting_id), 0) = 0);
end
$$;

-- Rejects a line beyond those of its call that a person may put to everybody. Marked lines count. Guests
-- take no room from those to whom the meeting belongs. Requires the meeting's row lock.
create function private.require_confirmation_room(p_user_id uuid, p_line public.lines) returns void
language plpgsql stable set search_path = '' as $$
declare
  belongs boolean := coalesce(private.belongs_to_meeting(p_user_id, p_line.meeting_id), false);
  of_person int;
  of_group int;
begin
  select
    count(*) filter (where asked_by = p_user_id),
    count(*) filter (where coalesce(private.belongs_to_meeting(asked_by, p_line.meeting_id), false) = belongs)
  into of_person, of_group
  from public.confirmations
  join public.line_marks using (line_id, call_id)
  where call_id = p_line.call_id and kind in ('decision', 'task') and line_id <> p_line.id;
  if of_group >= private.limit_value(case when belongs then 'confirmations.perCall' else 'confirmations.perCallOfGuests' end)
    or (not belongs and of_person >= private.limit_value('confirmations.perGuest'))
  then
    perform private.raise_error('confirmation/too-many');
  end if;
end
$$;

-- Sets or removes the mark of a line, with the rules of `lock_readable_line`. A line that was put to everybody keeps its mark,
-- except for those of `may_change_mark`; "done" changes for all. Then the mark keeps its setter, too.
create or replace function private.mark_line(p_line_id uuid, p_kind text, p_assignee_id uuid, p_done boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  setter_id uuid := caller_id;
  line public.lines;
  mark public.line_marks;
  confirmation public.confirmations;
begin
  if p_kind not in ('decision', 'task', 'question')
    or p_done is null
    or (p_assignee_id is not null and p_kind is distinct from 'task')
    or (p_done and coalesce(p_kind, 'decision') = 'decision')
  then
    perform private.raise_error('request/invalid');
  end if;
  perform private.check_rate_limit(caller_id, 'marksPerTenSeconds');
  line := private.lock_readable_line(caller_id, p_line_id);
  if line.call_id is null then
    perform private.raise_error('request/not-allowed');
  end if;
  if p_assignee_id is not null and not exists (
    select from public.participants
    where meeting_id = line.meeting_id and user_id = p_assignee_id and admission = 'admitted'
  ) then
    perform private.raise_error('request/not-found');
  end if;

  select * into confirmation from public.confirmations where line_id = p_line_id;
  if confirmation.line_id is not null then
    select * into mark from public.line_marks where line_id = p_line_id;
    if (mark.kind, mark.who) is not distinct from (p_kind, p_assignee_id) then
      setter_id := mark."by";
    elsif not private.may_change_mark(caller_id, line) then
      perform private.raise_error('confirmation/mark-kept');
    elsif p_kind in ('decision', 'task') and coalesce(mark.kind, 'question') = 'question' then
      perform private.require_confirmation_room(coalesce(confirmation.asked_by, caller_id), line);
    end if;
  end if;

  if p_kind is null then
    delete from public.line_marks where line_id = p_line_id;
  else
    insert into public.line_marks as existing (line_id, kind, who, done, by)
    values (p_line_id, p_kind, p_assignee_id, p_done, setter_id)
    on conflict (line_id) do update
    set kind = excluded.kind, who = excluded.who, done = excluded.done, by = excluded.by, at = excluded.at
    where (existing.kind, existing.who, existing.done) is distinct from (excluded.kind, excluded.who, excluded.done);
  end if;
  if not found then
    return private.line_json(line);
  end if;
  update public.lines set changed = private.next_seq(line.meeting_id) where id = p_line_id returning * into line;
  perform private.broadcast_marks_changed(line);
  return private.broadcast_line_changed(line, true);
end
$$;

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

create index confirmations_call_id_idx on public.confirmations (call_id);
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

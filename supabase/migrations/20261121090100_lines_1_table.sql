-- Lines of a meeting, with their corrections, proposals, marks and reactions.

-- A line is a chat message or a caption: chat, captions and transcript are one timeline. The author's page creates
-- `id`, which only detects repeats. `seq` is the line's place in the meeting. `changed` is the `seq` of the last
-- change to the line, its translations or its reactions; `changes_since` reads by it.
--
-- `text` is null after deletion; the row remains. `mentions` are users of the meeting. `revision` increases with
-- every edit, correction and deletion, so that a late translation of an earlier text finds no line.
--
-- Captions (`kind = 'speech'`): `author` is the speaker, `spoken_at` the server time when the speech began,
-- `spoken_ms` its duration. `typed_by` typed the caption; null means a recogniser. `corrected_by` is the author of
-- the current text since `edited_at`.
--
-- `lines_json` lists these columns by position.
create table public.lines (
  id uuid primary key,
  meeting_id uuid not null references public.meetings on delete cascade,
  call_id uuid not null references public.calls on delete cascade,
  seq bigint not null,
  changed bigint not null check (changed >= seq),
  kind text not null default 'chat' check (kind in ('chat', 'speech')),
  author uuid not null references public.profiles on delete cascade,
  language text not null check (private.is_language(language)),
  text text check (char_length(text) between 1 and 4000),
  revision int not null default 1 check (revision > 0),
  created_at timestamptz not null default now(),
  reply_to uuid references public.lines on delete set null,
  mentions uuid[] not null default '{}',
  forwarded boolean not null default false,
  edited_at timestamptz,
  deleted_at timestamptz,
  spoken_at timestamptz,
  spoken_ms int check (spoken_ms >= 0),
  typed_by uuid references public.profiles on delete set null,
  corrected_by uuid references public.profiles on delete set null,
  unique (meeting_id, seq),
  check ((deleted_at is null) = (text is not null)),
  check (kind = 'chat' or char_length(text) between 1 and 500),
  check ((kind = 'speech') = (spoken_at is not null) and (kind = 'speech') = (spoken_ms is not null)),
  check (kind = 'speech' or typed_by is null)
);
revoke all on public.lines from public, anon, authenticated, service_role;
alter table public.lines enable row level security;

create index lines_call_id_seq_idx on public.lines (call_id, seq);
create index lines_call_id_changed_idx on public.lines (call_id, changed);
create index lines_author_created_at_idx on public.lines (author, created_at);
create index lines_mentions_idx on public.lines using gin (mentions) where mentions <> '{}';
create index lines_reply_to_idx on public.lines (reply_to) where reply_to is not null;
create index lines_typed_by_idx on public.lines (typed_by) where typed_by is not null;
create index lines_corrected_by_idx on public.lines (corrected_by) where corrected_by is not null;

-- Earlier texts of corrected lines, by their revision. `author` is the author of that text; null means a recogniser
-- or a deleted account.
create table public.line_corrections (
  line_id uuid not null references public.lines on delete cascade,
  revision int not null check (revision > 0),
  text text not null check (char_length(text) between 1 and 4000),
  language text not null check (private.is_language(language)),
  author uuid references public.profiles on delete set null,
  made_at timestamptz not null,
  primary key (line_id, revision)
);
revoke all on public.line_corrections from public, anon, authenticated, service_role;
alter table public.line_corrections enable row level security;

create index line_corrections_author_idx on public.line_corrections (author) where author is not null;

-- Open proposals for the text of a chat message, one for each proposer. Their author answers them. `proposals` returns
-- them.
create table public.line_proposals (
  line_id uuid not null references public.lines on delete cascade,
  proposer uuid not null references public.profiles on delete cascade,
  text text not null check (char_length(text) between 1 and 4000),
  made_at timestamptz not null default now(),
  primary key (line_id, proposer)
);
revoke all on public.line_proposals from public, anon, authenticated, service_role;
alter table public.line_proposals enable row level security;

create index line_proposals_proposer_idx on public.line_proposals (proposer);

-- The single mark of a line, with the call and the `seq` of the line, so that an index finds the marks of a call. `who` is
-- assigned the task. `done` completes a task or marks a question as answered.
-- `by` set the mark last.
create table public.line_marks (
  line_id uuid primary key references public.lines on delete cascade,
  call_id uuid not null,
  seq bigint not null,
  kind text not null check (kind in ('decision', 'task', 'question')),
  who uuid references public.profiles on delete set null,
  done boolean not null default false,
  by uuid references public.profiles on delete set null,
  at timestamptz not null default now(),
  check (kind = 'task' or who is null),
  check (kind <> 'decision' or not done)
);
revoke all on public.line_marks from public, anon, authenticated, service_role;
alter table public.line_marks enable row level security;

create index line_marks_call_id_seq_idx on public.line_marks (call_id, seq);
create index line_marks_call_id_outcome_idx on public.line_marks (call_id, seq)
  where kind = 'decision' or (kind = 'task' and not done);
create index line_marks_who_idx on public.line_marks (who) where who is not null;
create index line_marks_by_idx on public.line_marks (by) where by is not null;

-- Copies the call and the `seq` of the line into its mark.
create function private.place_line_mark() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select call_id, seq into new.call_id, new.seq from public.lines where id = new.line_id;
  return new;
end
$$;

create trigger place_line_mark
before insert on public.line_marks
for each row execute function private.place_line_mark();

-- Adds the mark to the counts of its call, `p_count` times.
create function private.count_line_mark(p_mark public.line_marks, p_count int) returns void
language plpgsql set search_path = '' as $$
begin
  update public.calls
  set
    decision_count = decision_count + p_count * (p_mark.kind = 'decision')::int,
    task_count = task_count + p_count * (p_mark.kind = 'task')::int,
    open_task_count = open_task_count + p_count * (p_mark.kind = 'task' and not p_mark.done)::int
  where id = p_mark.call_id;
end
$$;

create function private.count_line_marks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.count_line_mark(old, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform private.count_line_mark(new, 1);
  end if;
  return null;
end
$$;

create trigger count_line_marks
after insert or update of kind, done or delete on public.line_marks
for each row execute function private.count_line_marks();

-- Returns the reactions that may be given: the same list as REACTIONS in contracts/lines.ts.
create function private.allowed_reactions() returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return array['👍', '❤️', '😂', '😮', '😢', '🎉', '🙏', '👏'];
end
$$;

-- Reactions to lines; each user gives each reaction once.
create table public.reactions (
  line_id uuid not null references public.lines on delete cascade,
  user_id uuid not null references public.profiles on delete cascade,
  emoji text not null check (emoji = any (private.allowed_reactions())),
  created_at timestamptz not null default now(),
  primary key (line_id, user_id, emoji)
);
revoke all on public.reactions from public, anon, authenticated, service_role;
alter table public.reactions enable row level security;

create index reactions_user_id_idx on public.reactions (user_id);

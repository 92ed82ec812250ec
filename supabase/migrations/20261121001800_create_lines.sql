-- A line is something written or said in a call: chat, captions and transcript are one timeline. `id` is made by the
-- author's page and only recognises a repeat. `seq` is its place in the meeting's order, `changed` the seq of the last
-- change to it, to its translations or to its reactions: what `changes` goes by.
--
-- `text` is null once deleted: a mark stays. `mentions` are people of the meeting. `revision` rises with every edit and
-- with the deletion, so that a late translation of what stood there before finds no line.
--
-- `line_shapes` names these columns by their place.
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
  unique (meeting_id, seq),
  check ((deleted_at is null) = (text is not null))
);
revoke all on public.lines from public, anon, authenticated, service_role;
alter table public.lines enable row level security;
grant select on public.lines to authenticated;

create index lines_call_id_seq_idx on public.lines (call_id, seq);
create index lines_meeting_id_changed_idx on public.lines (meeting_id, changed);
create index lines_author_created_at_idx on public.lines (author, created_at);
create index lines_reply_to_idx on public.lines (reply_to) where reply_to is not null;

create policy "who may read the call reads its lines" on public.lines
for select to authenticated
using (private.can_read_call(call_id));

-- Marks under a line, each person each mark once.
create table public.reactions (
  line_id uuid not null references public.lines on delete cascade,
  user_id uuid not null references public.profiles on delete cascade,
  emoji text not null check (emoji = any (private.reactions())),
  created_at timestamptz not null default now(),
  primary key (line_id, user_id, emoji)
);
revoke all on public.reactions from public, anon, authenticated, service_role;
alter table public.reactions enable row level security;
grant select on public.reactions to authenticated;

create index reactions_user_id_idx on public.reactions (user_id);

-- The inner select is under the policies of lines: one rule, said once.
create policy "who reads the line reads its reactions" on public.reactions
for select to authenticated
using (exists (select from public.lines where lines.id = reactions.line_id));

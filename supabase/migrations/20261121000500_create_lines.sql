-- A line is something written or said in a call: chat, captions and transcript are one timeline. `id` is made by the
-- author's page and only recognises a repeat. `seq` is its place in the meeting's order, `changed` the seq of the last
-- change to it or to its translations: what `changes` goes by.
create table public.lines (
  id uuid primary key,
  meeting_id uuid not null references public.meetings on delete cascade,
  call_id uuid not null references public.calls on delete cascade,
  seq bigint not null,
  changed bigint not null check (changed >= seq),
  kind text not null default 'chat' check (kind in ('chat', 'speech')),
  author uuid not null references public.profiles on delete cascade,
  language text not null check (private.is_language(language)),
  text text not null check (char_length(text) between 1 and 4000),
  revision int not null default 1 check (revision > 0),
  created_at timestamptz not null default now(),
  unique (meeting_id, seq)
);
revoke all on public.lines from public, anon, authenticated, service_role;
alter table public.lines enable row level security;
grant select on public.lines to authenticated;

create index lines_call_id_seq_idx on public.lines (call_id, seq);
create index lines_meeting_id_changed_idx on public.lines (meeting_id, changed);
create index lines_author_created_at_idx on public.lines (author, created_at);

create policy "who may read the call reads its lines" on public.lines
for select to authenticated
using (private.can_read_call(call_id));

-- Measures of calls (contracts/measures.ts). They are stored when a call ends, and deleted with it.

-- Whether the measures of an ended call are stored. The job `sweep` looks for those that have none.
alter table public.calls add column measured boolean not null default false;
create index calls_unmeasured_idx on public.calls (ended_at, id) where ended_at is not null and not measured;

-- The measures of one person, which only that person reads.
alter table public.attendance
  add column talk_ms bigint not null default 0,
  add column turn_count int not null default 0,
  add column interruption_count int not null default 0;

-- One row per measured call. A meeting that keeps nothing has none.
create table public.call_measures (
  call_id uuid primary key references public.calls on delete cascade,
  people int not null check (people >= 0),
  speakers int not null check (speakers >= 0),
  effective_speakers double precision not null check (effective_speakers >= 0),
  talk_ms bigint not null check (talk_ms >= 0),
  turn_count int not null check (turn_count >= 0),
  overlap_count int not null check (overlap_count >= 0),
  interruption_count int not null check (interruption_count >= 0)
);
revoke all on public.call_measures from public, anon, authenticated, service_role;
alter table public.call_measures enable row level security;

create table public.call_languages (
  call_id uuid not null references public.calls on delete cascade,
  language text not null check (private.is_language(language)),
  speakers int not null check (speakers >= 0),
  readers int not null check (readers >= 0),
  talk_ms bigint not null check (talk_ms >= 0),
  primary key (call_id, language)
);
revoke all on public.call_languages from public, anon, authenticated, service_role;
alter table public.call_languages enable row level security;

-- Lines in one language, and those of them that have a translation into another that somebody reads.
create table public.call_reach (
  call_id uuid not null references public.calls on delete cascade,
  spoken text not null check (private.is_language(spoken)),
  read text not null check (private.is_language(read)),
  lines int not null check (lines >= 0),
  reached int not null check (reached between 0 and lines),
  primary key (call_id, spoken, read)
);
revoke all on public.call_reach from public, anon, authenticated, service_role;
alter table public.call_reach enable row level security;

-- Translations that an engine made, also those for people who read the call later. `characters` are those of the source.
create table public.call_engines (
  call_id uuid not null references public.calls on delete cascade,
  engine text not null,
  lines int not null check (lines >= 0),
  characters bigint not null check (characters >= 0),
  primary key (call_id, engine)
);
revoke all on public.call_engines from public, anon, authenticated, service_role;
alter table public.call_engines enable row level security;

-- The counters that pages in the call report once a minute, of all people together.
create table public.call_counters (
  call_id uuid primary key references public.calls on delete cascade,
  watched_ms bigint not null check (watched_ms >= 0),
  behind_ms bigint not null check (behind_ms between 0 and watched_ms),
  captions bigint not null check (captions >= 0),
  delay_ms bigint not null check (delay_ms >= 0),
  device_lines bigint not null check (device_lines >= 0),
  device_characters bigint not null check (device_characters >= 0)
);
revoke all on public.call_counters from public, anon, authenticated, service_role;
alter table public.call_counters enable row level security;

-- Counts the translations that a statement stored, by call and engine. A text that replaces another counts again, because
-- the engine received the line again.
create function private.count_engine_translations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.call_engines as existing (call_id, engine, lines, characters)
  select lines.call_id, stored.engine, count(*), sum(char_length(lines.text))
  from stored
  join earlier using (line_id, revision, language)
  join public.lines on lines.id = stored.line_id
  where stored.status = 'ready'
    and (earlier.status <> 'ready' or earlier.text <> stored.text)
    and stored.engine is not null
    and lines.call_id is not null
    and lines.text is not null
  group by lines.call_id, stored.engine
  order by lines.call_id, stored.engine
  on conflict (call_id, engine) do update
  set lines = existing.lines + excluded.lines, characters = existing.characters + excluded.characters;
  return null;
end
$$;

create trigger count_engine_translations
after update on public.translations
referencing old table as earlier new table as stored
for each statement execute function private.count_engine_translations();

-- As before, and adds the measures of the guest to those of the account.
create or replace function private.transfer_guest_peers(p_meeting_id uuid, p_guest_id uuid, p_account_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  peer public.call_peers;
begin
  for peer in
    select call_peers.*
    from public.call_peers
    join public.calls on calls.id = call_peers.call_id
    where calls.meeting_id = p_meeting_id and call_peers.user_id = p_guest_id and call_peers.left_at is null
  loop
    perform private.end_peer(peer, 'gone', now());
  end loop;

  update public.call_peers set user_id = p_account_id
  where user_id = p_guest_id and call_id in (select id from public.calls where meeting_id = p_meeting_id);

  insert into public.attendance as existing (
    call_id, user_id, joined_at, left_at, present_since, stays, line_count, talk_ms, turn_count, interruption_count
  )
  select call_id, p_account_id, joined_at, left_at, present_since, stays, line_count, talk_ms, turn_count, interruption_count
  from public.attendance
  where user_id = p_guest_id and call_id in (select id from public.calls where meeting_id = p_meeting_id)
  on conflict (call_id, user_id) do update
  set
    joined_at = least(existing.joined_at, excluded.joined_at),
    present_since = greatest(existing.present_since, excluded.present_since),
    stays = existing.stays + excluded.stays,
    line_count = existing.line_count + excluded.line_count,
    talk_ms = existing.talk_ms + excluded.talk_ms,
    turn_count = existing.turn_count + excluded.turn_count,
    interruption_count = existing.interruption_count + excluded.interruption_count,
    left_at = case
      when existing.left_at is not null and excluded.left_at is not null
        then greatest(existing.left_at, excluded.left_at)
    end;
  delete from public.attendance
  where user_id = p_guest_id and call_id in (select id from public.calls where meeting_id = p_meeting_id);
end
$$;

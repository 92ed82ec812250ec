-- What an account takes over from a guest, with all that a person can have in a meeting now; and meetings that lived a day
-- live on once they are an account's.

create or replace function private.settle_account(person uuid, mail text) returns void
language plpgsql set search_path = '' as $$
declare
  home uuid;
begin
  perform private.lock_person(person);
  home := private.first_workspace(person);
  if home is null then
    insert into public.workspaces (name)
    values (
      private.workspace_name((select display_name from public.profiles where id = person), mail)
    )
    returning id into home;
    insert into public.workspace_members (workspace_id, user_id, role) values (home, person, 'owner');
  end if;
  perform from public.meetings where host = person and workspace_id is null order by id for no key update;
  perform private.adopt_meeting(id, person, home) from public.meetings
  where host = person and workspace_id is null;
end
$$;

-- A meeting whose day had passed stays ended.
create function private.adopt_meeting(which uuid, account uuid, home uuid) returns void
language sql volatile set search_path = '' as $$
  update public.meetings
  set
    host = account,
    workspace_id = coalesce(workspace_id, home),
    ended_at = coalesce(ended_at, case when expires_at <= now() then expires_at end),
    expires_at = null
  where id = which
$$;

-- Each line that the guest wrote, marked or is mentioned in gets a change number of its own, so that `changes` gives them
-- page by page. No event tells of them: the numbers are missing to whoever is listening, and who misses numbers asks.
create or replace function private.hand_over_lines(in_meeting uuid, guest uuid, account uuid) returns void
language plpgsql set search_path = '' as $$
declare
  moved bigint;
begin
  update public.lines
  set
    author = case author when guest then account else author end,
    mentions = array(select distinct unnest(array_replace(mentions, guest, account))),
    changed = meetings.seq + theirs.place
  from (
    select id, row_number() over (order by seq) as place
    from public.lines
    where meeting_id = in_meeting
      and (
        author = guest
        or guest = any (mentions)
        or exists (select from public.reactions where line_id = lines.id and user_id = guest)
      )
  ) as theirs, public.meetings
  where lines.id = theirs.id and meetings.id = in_meeting;
  get diagnostics moved = row_count;
  update public.meetings set seq = seq + moved where id = in_meeting;

  insert into public.reactions (line_id, user_id, emoji, created_at)
  select line_id, account, emoji, reactions.created_at
  from public.reactions
  join public.lines on lines.id = line_id
  where user_id = guest and meeting_id = in_meeting
  on conflict do nothing;
  delete from public.reactions
  where user_id = guest and line_id in (select id from public.lines where meeting_id = in_meeting);
end
$$;

-- The guest's place becomes the account's. Who has one already keeps name and languages, the lower number of the two, and
-- what weighs more: the higher role, a mute.
create or replace function private.hand_over_place(in_meeting uuid, guest uuid, account uuid) returns void
language plpgsql set search_path = '' as $$
declare
  theirs public.participants;
  place public.participants;
begin
  delete from public.participants where meeting_id = in_meeting and user_id = guest returning * into theirs;
  if not found then
    return;
  end if;
  theirs.user_id := account;
  theirs.seq := private.next_seq(in_meeting);
  insert into public.participants as present select theirs.*
  on conflict (meeting_id, user_id) do update
  set
    number = least(present.number, excluded.number),
    role = case
      when 'host' in (present.role, excluded.role) then 'host'
      when 'co-host' in (present.role, excluded.role) then 'co-host'
      else 'guest'
    end,
    muted = present.muted or excluded.muted,
    seq = excluded.seq,
    created_at = least(present.created_at, excluded.created_at)
  returning * into place;
  perform private.tell_participant(place);
end
$$;

-- A denial comes along, so that nobody knocks again at once by signing in. Who waits knocks anew as the account.
create function private.hand_over_knocks(guest uuid, account uuid) returns void
language plpgsql set search_path = '' as $$
declare
  knock public.knocks;
begin
  for knock in select * from public.knocks where user_id = guest order by meeting_id loop
    perform private.lock_meeting(knock.meeting_id);
    if knock.denied_at is null then
      perform private.end_knock(knock.meeting_id, guest, 'withdrawn');
    else
      delete from public.knocks where meeting_id = knock.meeting_id and user_id in (guest, account);
      knock.user_id := account;
      insert into public.knocks select knock.*;
    end if;
  end loop;
end
$$;

create or replace function private.hand_over(guest uuid, account uuid) returns int
language plpgsql set search_path = '' as $$
declare
  home uuid := private.first_workspace(account);
  meeting uuid;
  moved int := 0;
begin
  -- All locks at once, in the order of the ids.
  perform from public.meetings
  where host = guest
    or id in (select meeting_id from public.participants where user_id = guest)
    or id in (select meeting_id from public.knocks where user_id = guest)
  order by id
  for no key update;
  for meeting in
    select id from public.meetings
    where host = guest or id in (select meeting_id from public.participants where user_id = guest)
    order by id
    for no key update
  loop
    if exists (
      select from public.participants
      where meeting_id = meeting and user_id in (guest, account) and admission = 'removed'
    ) then
      continue;
    end if;
    perform private.hand_over_peers(meeting, guest, account);
    perform private.hand_over_lines(meeting, guest, account);
    perform private.hand_over_place(meeting, guest, account);
    perform private.adopt_meeting(meeting, account, home) from public.meetings where id = meeting and host = guest;
    moved := moved + 1;
  end loop;
  perform private.hand_over_knocks(guest, account);

  insert into public.translation_reports (line_id, revision, language, reporter, text, engine, created_at)
  select line_id, revision, language, account, text, engine, created_at
  from public.translation_reports
  where reporter = guest
  on conflict do nothing;
  delete from public.translation_reports where reporter = guest;

  -- What the account has not said yet, the guest said last.
  update public.profiles as own
  set
    display_name = coalesce(own.display_name, theirs.display_name),
    speaks = coalesce(own.speaks, theirs.speaks),
    reads = coalesce(own.reads, theirs.reads),
    ui_locale = coalesce(own.ui_locale, theirs.ui_locale),
    time_zone = coalesce(own.time_zone, theirs.time_zone),
    updated_at = now()
  from public.profiles as theirs
  where own.id = account and theirs.id = guest;
  return moved;
end
$$;

-- Of a guest those alone that go on: what is over opens no more.
create or replace function private.home_meetings(person uuid) returns jsonb
language sql stable set search_path = '' as $$
  with known as (
    select meeting_id as id from public.participants where user_id = person and admission = 'admitted'
    union
    select id from public.meetings where host = person
    union
    select meetings.id
    from public.workspace_members
    join public.meetings using (workspace_id)
    where workspace_members.user_id = person and private.has_account(person)
  ),
  newest as (
    select meetings.*, last_call_at
    from known
    join public.meetings using (id)
    cross join lateral (
      select max(started_at) as last_call_at from public.calls where meeting_id = meetings.id
    ) as last_call
    where not private.is_over(meetings) or private.has_account(person)
    order by coalesce(last_call_at, created_at) desc, id
    limit private.bound('homeMeetings')
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'meeting_id', newest.id,
        'code', newest.code,
        'title', newest.title,
        'role', case when newest.host = person then 'host' else coalesce(place.role, 'member') end,
        'ended', newest.ended_at is not null or coalesce(newest.expires_at <= now(), false),
        'inside', (select count(*) from private.people_inside(newest.id)),
        'last_call_at', newest.last_call_at,
        'created_at', newest.created_at,
        'people', (
          select coalesce(
            jsonb_agg(
              jsonb_build_object('number', number, 'display_name', display_name, 'speaks', speaks, 'reads', reads)
              order by number
            ),
            '[]'
          )
          from (
            select * from public.participants
            where meeting_id = newest.id and admission = 'admitted'
            order by number
            limit private.bound('homePeople')
          ) as people
        ),
        'people_count', (
          select count(*) from public.participants where meeting_id = newest.id and admission = 'admitted'
        )
      )
      order by coalesce(newest.last_call_at, newest.created_at) desc, newest.id
    ),
    '[]'
  )
  from newest
  left join public.participants as place
    on place.meeting_id = newest.id and place.user_id = person and place.admission = 'admitted'
$$;

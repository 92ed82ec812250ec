-- What a meeting needs once not everybody may come in: who may enter, what is kept, when it is over, who leads it; and
-- how often one person may do a thing.

create or replace function private.errors() returns table (code text, status int)
language sql immutable set search_path = '' as $$
  values
    ('request/invalid', 400),
    ('request/sign-in-needed', 401),
    ('request/not-allowed', 403),
    ('request/not-found', 404),
    ('request/too-large', 413),
    ('request/rate-limited', 429),
    ('name/empty', 400),
    ('name/too-long', 400),
    ('title/too-long', 400),
    ('language/unknown', 400),
    ('locale/unknown', 400),
    ('time-zone/unknown', 400),
    ('mail/malformed', 400),
    ('account/needed', 403),
    ('account/code-refused', 400),
    ('account/link-refused', 400),
    ('account/too-many-tries', 429),
    ('account/mail-not-sent', 503),
    ('account/claim-refused', 410),
    ('code/malformed', 400),
    ('meeting/not-found', 404),
    ('meeting/ended', 410),
    ('meeting/full', 409),
    ('meeting/locked', 423),
    ('meeting/members-only', 403),
    ('meeting/removed', 403),
    ('meeting/lobby-full', 409),
    ('meeting/not-entered', 403),
    ('knock/not-found', 404),
    ('role/moderator-needed', 403),
    ('role/host-needed', 403),
    ('line/not-found', 404),
    ('line/empty', 400),
    ('line/too-long', 400),
    ('line/conflict', 409),
    ('translate/unavailable', 503),
    ('translate/unsupported-pair', 422),
    ('translate/quota', 429),
    ('device/permission-denied', 400),
    ('device/not-found', 400),
    ('device/in-use', 400),
    ('device/no-secure-context', 400),
    ('network/offline', 503),
    ('network/timeout', 504),
    ('network/signalling-lost', 503),
    ('network/media-failed', 503),
    ('bug/unexpected', 500)
$$;

create or replace function private.bounds() returns table (name text, value bigint)
language sql immutable set search_path = '' as $$
  values
    ('displayName.min', 1),
    ('displayName.max', 60),
    ('title.min', 1),
    ('title.max', 120),
    ('workspaceName.min', 1),
    ('workspaceName.max', 80),
    ('claimLife', 1800000),
    ('claimOffersPerHour', 5),
    ('homeMeetings', 20),
    ('homePeople', 5),
    ('message.min', 1),
    ('message.max', 4000),
    ('translation.min', 1),
    ('translation.max', 20000),
    ('meshPeople', 4),
    ('targetLanguages', 8),
    ('translateBatch', 50),
    ('translateTries', 3),
    ('translateLease', 20000),
    ('translateQuota.user', 100000),
    ('translateQuota.meeting', 200000),
    ('translateQuota.all', 2000000),
    ('translateRetries', 3),
    ('mentions', 20),
    ('lobbyPeople', 50),
    ('knockLife', 1800000),
    ('deniedWait', 300000),
    ('guestMeetingLife', 86400000),
    ('linesPerTenSeconds', 20),
    ('reactionsPerTenSeconds', 30),
    ('handsPerMinute', 20),
    ('knocksPerMinute', 20),
    ('entriesPerMinute', 30),
    ('reportsPerMinute', 20),
    ('retriesPerMinute', 10),
    ('meetingsPerHour', 20),
    ('peerGone', 60000),
    ('callLinger', 120000),
    ('changesPage', 200),
    ('historyPage', 50)
$$;

-- What may be put under a line; the same list as REACTIONS of contracts/meetings.ts.
create function private.reactions() returns text[]
language sql immutable set search_path = '' as $$
  select array['👍', '❤️', '😂', '😮', '😢', '🎉', '🙏', '👏']
$$;

-- When one person did a thing that is limited, by the name of its bound; only as far back as the bound reaches.
create table private.turns (
  person uuid not null references public.profiles on delete cascade,
  act text not null,
  times timestamptz[] not null,
  primary key (person, act)
);
revoke all on private.turns from public, anon, authenticated, service_role;
alter table private.turns enable row level security;

-- Counts one of a person's acts, or refuses when there were enough. The bound's name says in which time. It comes before
-- the meeting's lock: a flood waits for itself and holds up nobody. What fails afterwards was not counted.
create function private.take_turn(who uuid, what text) returns void
language plpgsql set search_path = '' as $$
declare
  at_most bigint := private.bound(what);
  span interval := case
    when what like '%PerTenSeconds' then interval '10 seconds'
    when what like '%PerMinute' then interval '1 minute'
  end;
  taken int;
begin
  insert into private.turns as known (person, act, times)
  values (who, what, array[clock_timestamp()])
  on conflict (person, act) do update
  set times = array(
    select earlier from unnest(known.times) as earlier where earlier > clock_timestamp() - span
  ) || clock_timestamp()
  returning cardinality(times) into taken;
  if at_most is null or span is null then
    perform private.fail('bug/unexpected');
  elsif taken > at_most then
    perform private.fail('request/rate-limited');
  end if;
end
$$;

-- `access`: whoever has the link enters, is let in, or is a member of the workspace. `keep`: `nothing` means that what
-- is written is broadcast and never stored. A guest's meeting expires; it is over from that moment, whether or not
-- somebody noticed and wrote `ended_at`.
alter table public.meetings
  drop constraint meetings_access_check,
  add constraint meetings_access_check check (access in ('open', 'knock', 'members')),
  add column locked boolean not null default false,
  add column keep text not null default 'days' check (keep in ('days', 'nothing')),
  add column ended_at timestamptz,
  add column expires_at timestamptz;
update public.meetings set expires_at = now() + private.span('guestMeetingLife') where workspace_id is null;

-- `muted`: by somebody who leads the meeting; every receiver obeys it. `hand`: the seq at which it was raised, so that
-- hands have an order.
alter table public.participants
  drop constraint participants_role_check,
  add constraint participants_role_check check (role in ('host', 'co-host', 'guest')),
  add column muted boolean not null default false,
  add column hand bigint;

alter table public.call_peers
  drop constraint call_peers_left_reason_check,
  add constraint call_peers_left_reason_check
    check (left_reason in ('left', 'gone', 'taken-over', 'removed', 'ended'));

create function private.is_over(meeting public.meetings) returns boolean
language sql stable set search_path = '' as $$
  select meeting.ended_at is not null or coalesce(meeting.expires_at <= now(), false)
$$;

-- A guest belongs to a meeting while it goes on, an account also afterwards. A removal ends it for both.
create function private.takes_part(person uuid, in_meeting uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select
    from public.participants
    join public.meetings on meetings.id = participants.meeting_id
    where participants.meeting_id = in_meeting
      and participants.user_id = person
      and participants.admission = 'admitted'
      and (not private.is_over(meetings) or private.has_account(person))
  )
$$;

create or replace function private.is_admitted(to_meeting uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.takes_part((select auth.uid()), to_meeting)
$$;

create or replace function private.has_attended(person uuid, which_call uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select
    from public.attendance
    join public.calls on calls.id = attendance.call_id
    where attendance.call_id = which_call
      and attendance.user_id = person
      and private.takes_part(person, calls.meeting_id)
  )
$$;

-- What a person leads: 3 as an admin or owner of the meeting's workspace, 2 as its host, 1 as a co-host, else 0. One acts
-- upon those of a lower rank. Who was put out leads nothing by what they were in the meeting.
create function private.rank(person uuid, in_meeting uuid) returns int
language sql stable security definer set search_path = '' as $$
  select case
    when private.belongs(person, meetings.workspace_id, 'admin') then 3
    when place.admission = 'removed' then 0
    when meetings.host = person then 2
    when place.role = 'co-host' then 1
    else 0
  end
  from public.meetings
  left join public.participants as place on place.meeting_id = meetings.id and place.user_id = person
  where meetings.id = in_meeting
$$;

-- A person who is no participant has not entered; one who was removed may not.
create or replace function private.require_admitted(person uuid, to_meeting uuid) returns void
language plpgsql stable set search_path = '' as $$
declare
  standing text := (
    select admission from public.participants where meeting_id = to_meeting and user_id = person
  );
begin
  if standing is null then
    perform private.fail('meeting/not-entered');
  elsif standing <> 'admitted' then
    perform private.fail('meeting/removed');
  end if;
end
$$;

-- Locks a meeting that goes on, for one who leads it: 1 and more admit, mute, remove, lock; 2 and more end it, change it
-- and make co-hosts.
create function private.lead(person uuid, in_meeting uuid, at_least int) returns public.meetings
language plpgsql set search_path = '' as $$
declare
  meeting public.meetings;
begin
  if coalesce(private.rank(person, in_meeting), 0) > 0 then
    meeting := private.lock_meeting(in_meeting);
  end if;
  -- Asked again behind the lock: it may have been taken away meanwhile.
  if coalesce(private.rank(person, in_meeting), 0) < at_least then
    if coalesce(private.rank(person, in_meeting), 0) = 0 then
      perform private.require_admitted(person, in_meeting);
    end if;
    perform private.fail(case at_least when 1 then 'role/moderator-needed' else 'role/host-needed' end);
  elsif private.is_over(meeting) then
    perform private.fail('meeting/ended');
  end if;
  return meeting;
end
$$;

create or replace function private.participant_shape(participant public.participants) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'user_id', participant.user_id,
    'number', participant.number,
    'role', participant.role,
    'admission', participant.admission,
    'display_name', participant.display_name,
    'speaks', participant.speaks,
    'reads', participant.reads,
    'muted', participant.muted,
    'hand', participant.hand
  )
$$;

-- What those who take part may know of it; the code too, since they may send the link.
create function private.meeting_shape(meeting public.meetings) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', meeting.id,
    'code', meeting.code,
    'title', meeting.title,
    'access', meeting.access,
    'locked', meeting.locked,
    'keep', meeting.keep,
    'ended', private.is_over(meeting),
    'expires_at', meeting.expires_at
  )
$$;

create function private.tell_participant(changed public.participants) returns void
language sql volatile set search_path = '' as $$
  select private.announce(
    changed.meeting_id,
    changed.seq,
    'participant_changed',
    jsonb_build_object('participant', private.participant_shape(changed))
  )
$$;

create function private.tell_meeting(changed uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  number bigint := private.next_seq(changed);
  shape jsonb := (select private.meeting_shape(meetings) from public.meetings where id = changed);
begin
  perform private.announce(changed, number, 'meeting_changed', jsonb_build_object('meeting', shape));
  return shape;
end
$$;

-- To one of the topics that have no order: the lobby's and the waiting person's.
create function private.tell(topic text, event text, body jsonb) returns void
language sql volatile set search_path = '' as $$
  select realtime.send(body, event, topic, true)
$$;

drop function public.create_meeting(uuid, text);
drop function private.create_meeting(uuid, text);

create function private.create_meeting(new_id uuid, raw_title text, new_access text, new_keep text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  clean_title text := nullif(private.clean_name(raw_title), '');
  home uuid;
  meeting public.meetings;
begin
  if new_id is null then
    perform private.fail('request/invalid');
  elsif char_length(clean_title) > private.bound('title.max') then
    perform private.fail('title/too-long');
  end if;

  -- One person's presses come one after another, so that the limit counts them all.
  perform private.lock_person(me);
  home := private.first_workspace(me);
  perform private.require_manner(new_access, new_keep, home);
  select * into meeting from public.meetings where id = new_id;
  if not found then
    if (
      select count(*) from public.meetings where host = me and created_at > now() - interval '1 hour'
    ) >= private.bound('meetingsPerHour') then
      perform private.fail('request/rate-limited');
    end if;
    insert into public.meetings (id, code, title, host, workspace_id, access, keep, expires_at)
    values (
      new_id, private.new_code(), clean_title, me, home, new_access, new_keep,
      case when home is null then now() + private.span('guestMeetingLife') end
    )
    on conflict (id) do nothing
    returning * into meeting;
  end if;
  if meeting.host is distinct from me then
    perform private.fail('request/not-allowed');
  end if;
  return jsonb_build_object('meeting_id', meeting.id, 'code', meeting.code);
end
$$;
grant execute on function private.create_meeting(uuid, text, text, text) to authenticated;

-- Refuses what no meeting can be: of members without a workspace.
create function private.require_manner(wanted_access text, wanted_keep text, workspace uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if wanted_access is null
    or wanted_access not in ('open', 'knock', 'members')
    or (wanted_access = 'members' and workspace is null)
    or wanted_keep is null
    or wanted_keep not in ('days', 'nothing')
  then
    perform private.fail('request/invalid');
  end if;
end
$$;

create function public.create_meeting(
  id uuid, title text default null, access text default 'open', keep text default 'days'
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.create_meeting(id, title, access, keep)
$$;
grant execute on function public.create_meeting(uuid, text, text, text) to authenticated;

-- What an account takes over from a guest: all that a person can have in a meeting. Whoever calls `hand_over` holds the
-- locks of both persons; it takes those of the meetings, and what it calls runs under them.

-- The guest's tabs in the call end: their page enters again as the account. So every page hears only what it knows.
create function private.hand_over_peers(in_meeting uuid, guest uuid, account uuid) returns void
language plpgsql set search_path = '' as $$
declare
  peer public.call_peers;
begin
  for peer in
    select call_peers.*
    from public.call_peers
    join public.calls on calls.id = call_peers.call_id
    where calls.meeting_id = in_meeting and call_peers.user_id = guest and call_peers.left_at is null
  loop
    perform private.end_peer(peer, 'gone', now());
  end loop;

  update public.call_peers set user_id = account
  where user_id = guest and call_id in (select id from public.calls where meeting_id = in_meeting);

  insert into public.attendance as present (call_id, user_id, joined_at, left_at)
  select call_id, account, joined_at, left_at
  from public.attendance
  where user_id = guest and call_id in (select id from public.calls where meeting_id = in_meeting)
  on conflict (call_id, user_id) do update
  set
    joined_at = least(present.joined_at, excluded.joined_at),
    left_at = case
      when present.left_at is not null and excluded.left_at is not null
        then greatest(present.left_at, excluded.left_at)
    end;
  delete from public.attendance
  where user_id = guest and call_id in (select id from public.calls where meeting_id = in_meeting);
end
$$;

-- Each line that has to do with the guest gets a change number of its own, so that `changes` gives them
-- page by page. No event tells of them: the numbers are missing to whoever is listening, and who misses numbers asks.
create function private.hand_over_lines(in_meeting uuid, guest uuid, account uuid) returns void
language plpgsql set search_path = '' as $$
declare
  moved bigint;
begin
  update public.lines
  set
    author = case author when guest then account else author end,
    typed_by = case typed_by when guest then account else typed_by end,
    corrected_by = case corrected_by when guest then account else corrected_by end,
    mentions = array(select distinct unnest(array_replace(mentions, guest, account))),
    changed = meetings.seq + theirs.place
  from (
    select id, row_number() over (order by seq) as place
    from public.lines
    where meeting_id = in_meeting
      and (
        guest in (author, typed_by, corrected_by)
        or guest = any (mentions)
        or exists (select from public.reactions where line_id = lines.id and user_id = guest)
        or exists (select from public.line_marks where line_id = lines.id and guest in (who, by))
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

  update public.line_marks
  set who = case who when guest then account else who end, by = case by when guest then account else by end
  where guest in (who, by) and line_id in (select id from public.lines where meeting_id = in_meeting);
  update public.line_corrections set author = account
  where author = guest and line_id in (select id from public.lines where meeting_id = in_meeting);
  update public.files set owner = account
  where owner = guest and call_id in (select id from public.calls where meeting_id = in_meeting);
end
$$;

-- Whom the guest types captions for, the account types them for; for oneself nobody does.
create function private.hand_over_captions(in_meeting uuid, guest uuid, account uuid) returns void
language plpgsql set search_path = '' as $$
declare
  participant public.participants;
  captioned uuid;
begin
  for captioned in
    select user_id from public.participants where meeting_id = in_meeting and captioner = guest order by number
  loop
    update public.participants set captioner = nullif(account, user_id), seq = private.next_seq(in_meeting)
    where meeting_id = in_meeting and user_id = captioned
    returning * into participant;
    perform private.tell_participant(participant);
  end loop;
end
$$;

-- The guest's place becomes the account's. Who has one already keeps name and languages, the lower number of the two, and
-- what weighs more: the higher role, a mute.
create function private.hand_over_place(in_meeting uuid, guest uuid, account uuid) returns void
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
  theirs.captioner := nullif(theirs.captioner, account);
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
      perform private.end_knock(knock.meeting_id, guest);
    else
      delete from public.knocks where meeting_id = knock.meeting_id and user_id in (guest, account);
      knock.user_id := account;
      insert into public.knocks select knock.*;
    end if;
  end loop;
end
$$;

-- All that the guest has becomes the account's; how many meetings. One that either of the two was put out of stays as it
-- is: a claim neither lifts a removal nor brings back what a removed person may no longer read.
create function private.hand_over(guest uuid, account uuid) returns int
language plpgsql set search_path = '' as $$
declare
  home uuid := private.first_workspace(account);
  meeting uuid;
  moved int := 0;
begin
  -- Before any meeting's, as those who change terms take them.
  perform from public.glossary_terms where guest in (proposed_by, approved_by) order by id for no key update;
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
    perform private.hand_over_captions(meeting, guest, account);
    perform private.hand_over_place(meeting, guest, account);
    update public.glossary_terms
    set
      proposed_by = case proposed_by when guest then account else proposed_by end,
      approved_by = case approved_by when guest then account else approved_by end
    where meeting_id = meeting and guest in (proposed_by, approved_by);
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

-- Functions that transfer a guest's data in meetings to an account, in steps of one meeting or some of its lines.
-- `transfer_guest_step` requires the locks of both users and takes the lock of its meeting; the other functions require
-- it.

-- Ends the guest's tabs in the call, and their page enters again as the account. So no page has to learn that a peer
-- changed its user.
create function private.transfer_guest_peers(p_meeting_id uuid, p_guest_id uuid, p_account_id uuid) returns void
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

  insert into public.attendance as existing (call_id, user_id, joined_at, left_at, present_since, stays, line_count)
  select call_id, p_account_id, joined_at, left_at, present_since, stays, line_count
  from public.attendance
  where user_id = p_guest_id and call_id in (select id from public.calls where meeting_id = p_meeting_id)
  on conflict (call_id, user_id) do update
  set
    joined_at = least(existing.joined_at, excluded.joined_at),
    present_since = greatest(existing.present_since, excluded.present_since),
    stays = existing.stays + excluded.stays,
    line_count = existing.line_count + excluded.line_count,
    left_at = case
      when existing.left_at is not null and excluded.left_at is not null
        then greatest(existing.left_at, excluded.left_at)
    end;
  delete from public.attendance
  where user_id = p_guest_id and call_id in (select id from public.calls where meeting_id = p_meeting_id);
end
$$;

-- Returns the first lines of the meeting that name the guest, found by the indexes of the columns that do.
create function private.lines_naming_guest(p_meeting_id uuid, p_guest_id uuid) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select lines.id
    from (
      select id from public.lines where author = p_guest_id
      union
      select id from public.lines where typed_by = p_guest_id
      union
      select id from public.lines where corrected_by = p_guest_id
      union
      select id from public.lines where mentions <> '{}' and mentions @> array[p_guest_id]
      union
      select line_id from public.reactions where user_id = p_guest_id
      union
      select line_id from public.line_marks where who = p_guest_id
      union
      select line_id from public.line_marks where by = p_guest_id
    ) as named
    join public.lines on lines.id = named.id
    where lines.meeting_id = p_meeting_id
    order by lines.seq
    limit private.limit_value('linesPerMergeStep')
  );
end
$$;

-- Moves some lines, and returns how many. Gives each its own change number, so that `changes_since` returns them page by
-- page. There is no event: clients notice the missing numbers and request the changes.
create function private.transfer_guest_lines(p_meeting_id uuid, p_guest_id uuid, p_account_id uuid) returns int
language plpgsql set search_path = '' as $$
declare
  line_ids uuid[] := private.lines_naming_guest(p_meeting_id, p_guest_id);
begin
  update public.lines
  set
    author = case author when p_guest_id then p_account_id else author end,
    typed_by = case typed_by when p_guest_id then p_account_id else typed_by end,
    corrected_by = case corrected_by when p_guest_id then p_account_id else corrected_by end,
    mentions = array(select distinct unnest(array_replace(mentions, p_guest_id, p_account_id))),
    changed = meetings.seq + affected.place
  from (
    select id, row_number() over (order by seq) as place
    from public.lines
    where id = any (line_ids)
  ) as affected, public.meetings
  where lines.id = affected.id and meetings.id = p_meeting_id;
  update public.meetings set seq = seq + cardinality(line_ids) where id = p_meeting_id;

  insert into public.reactions (line_id, user_id, emoji, created_at)
  select line_id, p_account_id, emoji, reactions.created_at
  from public.reactions
  where user_id = p_guest_id and line_id = any (line_ids)
  on conflict do nothing;
  delete from public.reactions where user_id = p_guest_id and line_id = any (line_ids);

  update public.line_marks
  set
    who = case who when p_guest_id then p_account_id else who end,
    by = case by when p_guest_id then p_account_id else by end
  where p_guest_id in (who, by) and line_id = any (line_ids);
  return cardinality(line_ids);
end
$$;

-- Moves earlier and proposed texts of lines, and files.
create function private.transfer_guest_texts(p_meeting_id uuid, p_guest_id uuid, p_account_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  update public.line_corrections set author = p_account_id
  from public.lines
  where line_corrections.author = p_guest_id and lines.id = line_id and lines.meeting_id = p_meeting_id;
  insert into public.line_proposals (line_id, proposer, text, made_at)
  select line_id, p_account_id, proposal.text, proposal.made_at
  from public.line_proposals as proposal
  join public.lines on lines.id = line_id
  where proposer = p_guest_id and meeting_id = p_meeting_id and author <> p_account_id
  on conflict do nothing;
  delete from public.line_proposals using public.lines
  where proposer in (p_guest_id, p_account_id) and lines.id = line_id and meeting_id = p_meeting_id
    and (proposer = p_guest_id or (proposer = p_account_id and author = p_account_id));
  update public.files set owner = p_account_id
  from public.calls
  where owner = p_guest_id and calls.id = call_id and calls.meeting_id = p_meeting_id;
end
$$;

-- Makes the account the captioner wherever the guest was, but not of itself.
create function private.transfer_guest_captioner(p_meeting_id uuid, p_guest_id uuid, p_account_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  participant public.participants;
  captioned_user_id uuid;
begin
  for captioned_user_id in
    select user_id from public.participants where meeting_id = p_meeting_id and captioner = p_guest_id order by number
  loop
    update public.participants set captioner = nullif(p_account_id, user_id), seq = private.next_seq(p_meeting_id)
    where meeting_id = p_meeting_id and user_id = captioned_user_id
    returning * into participant;
    perform private.broadcast_participant_changed(participant);
  end loop;
end
$$;

-- Moves the guest's participant to the account. An account that already participates keeps its name and languages,
-- and gets the lower number, the higher role and a mute of either.
create function private.transfer_guest_participant(
  p_meeting_id uuid, p_guest_id uuid, p_account_id uuid
) returns void
language plpgsql set search_path = '' as $$
declare
  guest_participant public.participants;
  account_participant public.participants;
begin
  delete from public.participants
  where meeting_id = p_meeting_id and user_id = p_guest_id
  returning * into guest_participant;
  if not found then
    return;
  end if;
  guest_participant.user_id := p_account_id;
  guest_participant.colour := private.free_colour(p_meeting_id, p_account_id);
  guest_participant.captioner := nullif(guest_participant.captioner, p_account_id);
  guest_participant.seq := private.next_seq(p_meeting_id);
  insert into public.participants as existing select guest_participant.*
  on conflict (meeting_id, user_id) do update
  set
    number = least(existing.number, excluded.number),
    role = case
      when 'host' in (existing.role, excluded.role) then 'host'
      when 'co-host' in (existing.role, excluded.role) then 'co-host'
      else 'guest'
    end,
    muted = existing.muted or excluded.muted,
    seq = excluded.seq,
    created_at = least(existing.created_at, excluded.created_at)
  returning * into account_participant;
  perform private.broadcast_participant_changed(account_participant);
end
$$;

-- Moves one denial to the account, so that signing in does not allow an immediate new knock. A waiting guest has to knock
-- again as the account. Returns whether there was a knock.
create function private.transfer_guest_knock(p_guest_id uuid, p_account_id uuid) returns boolean
language plpgsql set search_path = '' as $$
declare
  knock public.knocks;
begin
  select * into knock from public.knocks where user_id = p_guest_id order by meeting_id limit 1;
  if not found then
    return false;
  end if;
  perform private.lock_meeting_row(knock.meeting_id);
  if knock.denied_at is null then
    perform private.delete_knock(knock.meeting_id, p_guest_id);
  else
    delete from public.knocks where meeting_id = knock.meeting_id and user_id in (p_guest_id, p_account_id);
    knock.user_id := p_account_id;
    insert into public.knocks select knock.*;
  end if;
  return true;
end
$$;

-- Moves what the guest has outside of meetings.
create function private.transfer_guest_profile(p_guest_id uuid, p_account_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.translation_reports (line_id, revision, language, reporter, text, engine, created_at)
  select line_id, revision, language, p_account_id, text, engine, created_at
  from public.translation_reports
  where reporter = p_guest_id
  on conflict do nothing;
  delete from public.translation_reports where reporter = p_guest_id;

  -- The guest's values fill the empty fields of the account's profile.
  update public.profiles as account_profile
  set
    display_name = coalesce(account_profile.display_name, guest_profile.display_name),
    speaks = coalesce(account_profile.speaks, guest_profile.speaks),
    reads = coalesce(account_profile.reads, guest_profile.reads),
    ui_locale = coalesce(account_profile.ui_locale, guest_profile.ui_locale),
    time_zone = coalesce(account_profile.time_zone, guest_profile.time_zone),
    updated_at = now()
  from public.profiles as guest_profile
  where account_profile.id = p_account_id and guest_profile.id = p_guest_id;
end
$$;

-- Returns the next meeting of the guest. A meeting that removed either of the two is skipped: a merge neither lifts a
-- removal nor restores what a removed user may no longer read.
create function private.next_meeting_of_guest(p_guest_id uuid, p_account_id uuid) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (
    select theirs.id
    from (
      select id from public.meetings where host = p_guest_id
      union
      select meeting_id from public.participants where user_id = p_guest_id
    ) as theirs
    where not exists (
      select from public.participants
      where meeting_id = theirs.id and user_id in (p_guest_id, p_account_id) and admission = 'removed'
    )
    order by theirs.id
    limit 1
  );
end
$$;

-- Transfers one meeting of the guest to the account, or as many of its lines as one transaction moves. Only that meeting
-- waits for it. Returns the number of meetings that are complete, and whether there is more to transfer.
create function private.transfer_guest_step(
  p_guest_id uuid, p_account_id uuid, out moved_meetings int, out more boolean
)
language plpgsql set search_path = '' as $$
declare
  v_meeting_id uuid := private.next_meeting_of_guest(p_guest_id, p_account_id);
begin
  moved_meetings := 0;
  more := true;
  if v_meeting_id is null then
    more := private.transfer_guest_knock(p_guest_id, p_account_id);
    if not more then
      perform private.transfer_guest_profile(p_guest_id, p_account_id);
    end if;
    return;
  end if;
  -- Before the lock of the meeting: functions that change terms use this order.
  perform from public.glossary_terms
  where p_guest_id in (proposed_by, approved_by) and meeting_id = v_meeting_id
  order by id
  for no key update;
  perform private.lock_meeting_row(v_meeting_id);
  -- The meeting may have removed one of the two before the lock. The next step then skips it.
  if private.next_meeting_of_guest(p_guest_id, p_account_id) is distinct from v_meeting_id then
    return;
  end if;
  -- First, so that the guest writes no more lines between two steps.
  perform private.transfer_guest_peers(v_meeting_id, p_guest_id, p_account_id);
  if private.transfer_guest_lines(v_meeting_id, p_guest_id, p_account_id) = private.limit_value('linesPerMergeStep') then
    return;
  end if;
  perform private.transfer_guest_texts(v_meeting_id, p_guest_id, p_account_id);
  perform private.transfer_guest_captioner(v_meeting_id, p_guest_id, p_account_id);
  perform private.transfer_guest_participant(v_meeting_id, p_guest_id, p_account_id);
  update public.glossary_terms
  set
    proposed_by = case proposed_by when p_guest_id then p_account_id else proposed_by end,
    approved_by = case approved_by when p_guest_id then p_account_id else approved_by end
  where meeting_id = v_meeting_id and p_guest_id in (proposed_by, approved_by);
  perform private.assign_meeting(v_meeting_id, p_account_id, private.default_workspace_id(p_account_id))
  from public.meetings where id = v_meeting_id and host = p_guest_id;
  moved_meetings := 1;
  if private.next_meeting_of_guest(p_guest_id, p_account_id) is null
    and not exists (select from public.knocks where user_id = p_guest_id)
  then
    perform private.transfer_guest_profile(p_guest_id, p_account_id);
    more := false;
  end if;
end
$$;

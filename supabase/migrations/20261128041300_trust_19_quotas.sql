-- Reactions count against the day of a person, guests together leave a quarter to members and moderators, and a removal takes
-- as long for many captioned people as for few.

-- Counts characters against the day of a person and of a meeting, or raises an error. Guests use three quarters of a meeting's
-- day at most, so that they cannot silence its members and moderators. These two rows are locked, and no others: lines of
-- other meetings do not wait. Requires the meeting's row lock.
create function private.consume_characters(p_user_id uuid, p_meeting_id uuid, p_characters int) returns void
language plpgsql set search_path = '' as $$
declare
  today date := (clock_timestamp() at time zone 'utc')::date;
  meeting_limit bigint := private.limit_value('lineQuota.meeting');
  user_limit bigint := private.limit_value('lineQuota.user');
  counted record;
begin
  perform private.delete_old_usage('line', 100);
  if not private.belongs_to_meeting(p_user_id, p_meeting_id) then
    meeting_limit := meeting_limit * 3 / 4;
  end if;
  for counted in
    insert into public.usage as used (day, kind, scope, subject, amount)
    values (today, 'line', 'meeting', p_meeting_id, p_characters), (today, 'line', 'user', p_user_id, p_characters)
    on conflict (day, kind, scope, subject) do update set amount = used.amount + excluded.amount
    returning used.scope, used.amount
  loop
    if counted.amount > (case counted.scope when 'meeting' then meeting_limit else user_limit end) then
      perform private.raise_error('line/quota');
    end if;
  end loop;
end
$$;

-- Counts the characters of a line. A short line counts like one of 40 characters, because its row takes more.
create or replace function private.consume_line_quota(p_user_id uuid, p_meeting_id uuid, p_text text) returns void
language plpgsql set search_path = '' as $$
declare
  min_characters constant int := 40;
begin
  perform private.consume_characters(p_user_id, p_meeting_id, greatest(min_characters, char_length(p_text)));
end
$$;

create or replace function private.react_to_line(p_line_id uuid, p_emoji text, p_given boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  characters constant int := 20;
  caller_id uuid := private.require_user_id();
  line public.lines;
  payload jsonb;
  has_changed boolean;
begin
  if p_given is null or p_emoji is null or p_emoji <> all (private.allowed_reactions()) then
    perform private.raise_error('request/invalid');
  end if;
  perform private.check_rate_limit(caller_id, 'reactionsPerTenSeconds');
  line := private.lock_attended_line(caller_id, p_line_id);
  perform private.require_line_entry(caller_id, line);
  if p_given then
    insert into public.reactions (line_id, user_id, emoji)
    values (p_line_id, caller_id, p_emoji)
    on conflict do nothing;
  else
    delete from public.reactions where line_id = p_line_id and user_id = caller_id and emoji = p_emoji;
  end if;
  has_changed := found;
  if has_changed and p_given then
    perform private.consume_characters(caller_id, line.meeting_id, characters);
  end if;
  payload := jsonb_build_object('line_id', p_line_id, 'reactions', private.line_json(line) -> 'reactions');
  if has_changed then
    update public.lines set changed = private.next_seq(line.meeting_id) where id = p_line_id returning * into line;
    perform private.broadcast_to_line_readers(line, 'reacted', payload);
  end if;
  return payload;
end
$$;

-- Replaces the captioner of everybody who chose them; null ends the captioning, and nobody captions themselves. Pages learn it
-- from the event of each participant. Beyond `most_events`, all changes have one number, and pages that miss it request the
-- changes.
create function private.replace_captioner(p_meeting_id uuid, p_captioner_id uuid, p_new_captioner_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  most_events constant int := 20;
  participant public.participants;
  captioned_user_id uuid;
  rest_seq bigint;
begin
  for captioned_user_id in
    select user_id from public.participants
    where meeting_id = p_meeting_id and captioner = p_captioner_id
    order by number
    limit most_events
  loop
    update public.participants
    set captioner = nullif(p_new_captioner_id, user_id), seq = private.next_seq(p_meeting_id)
    where meeting_id = p_meeting_id and user_id = captioned_user_id
    returning * into participant;
    perform private.broadcast_participant_changed(participant);
  end loop;
  if exists (select from public.participants where meeting_id = p_meeting_id and captioner = p_captioner_id) then
    rest_seq := private.next_seq(p_meeting_id);
    update public.participants set captioner = nullif(p_new_captioner_id, user_id), seq = rest_seq
    where meeting_id = p_meeting_id and captioner = p_captioner_id;
    perform private.broadcast_meeting_changed(p_meeting_id);
  end if;
end
$$;

create or replace function private.clear_captioner(p_meeting_id uuid, p_captioner_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.replace_captioner(p_meeting_id, p_captioner_id, null);
end
$$;

-- Makes the account the captioner wherever the guest was, but not of itself.
create or replace function private.transfer_guest_captioner(
  p_meeting_id uuid, p_guest_id uuid, p_account_id uuid
) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.replace_captioner(p_meeting_id, p_guest_id, p_account_id);
end
$$;

alter table public.usage drop constraint usage_kind_check;
alter table public.usage
add constraint usage_kind_check check (kind in ('translate', 'summary', 'speech', 'file', 'index', 'line'));
alter table public.usage drop constraint usage_scope_check;
alter table public.usage add constraint usage_scope_check check (
  scope in (
    'user', 'meeting', 'workspace', 'all', 'guest', 'user_of_guests', 'guests', 'workspace_guests', 'address',
    'guests_address'
  )
);

-- Returns the quotas that an action of a user in a meeting counts against, with their limits; null is no limit.
--
-- Meetings of guests have no workspace and share one workspace quota. Shared buckets are this quota and that of the whole
-- installation. An hour, a meeting and an address each have a share of a shared bucket, and a guest has a share of the
-- meeting's day. In a workspace's meeting, everybody who is not its member counts as a guest; in a meeting without a workspace
-- everybody does. All guests together leave a quarter of the meeting's and the workspace's day to its members. So nobody can
-- use up what others need.
create or replace function private.quota_scopes(
  p_kind text,
  p_user_id uuid,
  p_meeting_id uuid,
  p_address uuid,
  out scope text,
  out subject uuid,
  out day_limit bigint,
  out hour_limit bigint
) returns setof record
language plpgsql stable set search_path = '' as $$
declare
  nil_id constant uuid := '00000000-0000-0000-0000-000000000000';
  v_workspace_id uuid := (select workspace_id from public.meetings where id = p_meeting_id);
  is_shared boolean := v_workspace_id is null;
  all_limit bigint := private.limit_value(p_kind || 'Quota.all');
  workspace_limit bigint := private.limit_value(p_kind || 'Quota.workspace');
  meeting_limit bigint := least(
    private.limit_value(p_kind || 'Quota.meeting'),
    all_limit / private.limit_value('quotaShares.meeting'),
    case when is_shared then workspace_limit / private.limit_value('quotaShares.meeting') end
  );
  is_of_bytes boolean := p_kind in ('file', 'index');
  hours bigint := case when not is_of_bytes then private.limit_value('quotaShares.hour') end;
  addresses bigint := private.limit_value('quotaShares.address');
  is_guest boolean := is_shared or not private.has_workspace_role(p_user_id, v_workspace_id, 'member');
  guest_limit bigint := meeting_limit
    / private.limit_value('quotaShares.' || case when is_shared then 'guestOfGuests' else 'guest' end);
  user_limit bigint := private.limit_value(p_kind || 'Quota.user');
begin
  -- Bytes have no shares by hour and address, but a person has one: of all, and of what guests have in all their meetings.
  -- Otherwise two people with twenty meetings would use up the day of all guests.
  if is_of_bytes then
    user_limit := least(user_limit, all_limit / private.limit_value('quotaShares.person'));
  end if;
  if is_of_bytes and is_shared then
    return query select 'user_of_guests', p_user_id, guest_limit, null::bigint;
  end if;
  return query
  values
    ('all', nil_id, all_limit, all_limit / hours),
    (
      'workspace', coalesce(v_workspace_id, nil_id), workspace_limit,
      case when is_shared then workspace_limit / hours end
    ),
    ('meeting', p_meeting_id, meeting_limit, null),
    ('user', p_user_id, user_limit, null);
  if is_guest then
    return query select 'guest', md5(p_user_id::text || p_meeting_id)::uuid, guest_limit, null::bigint;
  end if;
  if is_guest and not is_shared then
    return query
    values
      ('guests', p_meeting_id, meeting_limit * 3 / 4, null::bigint),
      ('workspace_guests', v_workspace_id, workspace_limit * 3 / 4, null);
  end if;
  if p_address is not null then
    return query select 'address', p_address, all_limit / addresses, all_limit / hours / addresses;
  end if;
  if p_address is not null and is_shared then
    return query select
      'guests_address', p_address, workspace_limit / addresses, workspace_limit / hours / addresses;
  end if;
end
$$;

-- Counts a new line of a call, for the limits of the call and of the person. Guests leave a quarter of a call to those to whom
-- the meeting belongs.
create or replace function private.count_call_line(p_line public.lines) returns void
language plpgsql set search_path = '' as $$
declare
  writer_id uuid := coalesce(p_line.typed_by, p_line.author);
  call_limit bigint := private.limit_value('linesPerCall');
begin
  if not private.belongs_to_meeting(writer_id, p_line.meeting_id) then
    call_limit := call_limit * 3 / 4;
  end if;
  update public.calls set line_count = line_count + 1 where id = p_line.call_id and line_count < call_limit;
  if not found then
    perform private.raise_error('line/call-full');
  end if;
  update public.attendance set line_count = line_count + 1
  where call_id = p_line.call_id and user_id = writer_id and line_count < private.limit_value('linesPerPersonInCall');
  if not found then
    perform private.raise_error('line/quota');
  end if;
  -- Authors read their own lines, also those that were sent after they left.
  update public.attendance
  set stays = stays + int8multirange(int8range(p_line.seq, p_line.seq, '[]'))
  where call_id = p_line.call_id and user_id = p_line.author and not stays @> p_line.seq;
end
$$;

-- Reactions count against the day of a person, and a removal takes as long for many captioned people as for few.

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

-- Ends the captioning of a person for everybody. Pages learn it from the event of each participant. Beyond `most_events`, all
-- changes have one number, and pages that miss it request the changes.
create or replace function private.clear_captioner(p_meeting_id uuid, p_captioner_id uuid) returns void
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
    update public.participants set captioner = null, seq = private.next_seq(p_meeting_id)
    where meeting_id = p_meeting_id and user_id = captioned_user_id
    returning * into participant;
    perform private.broadcast_participant_changed(participant);
  end loop;
  if exists (select from public.participants where meeting_id = p_meeting_id and captioner = p_captioner_id) then
    rest_seq := private.next_seq(p_meeting_id);
    update public.participants set captioner = null, seq = rest_seq
    where meeting_id = p_meeting_id and captioner = p_captioner_id;
    perform private.broadcast_meeting_changed(p_meeting_id);
  end if;
end
$$;

-- Lines of guests leave room for those to whom the meeting belongs, and no line is cheaper than its row.

-- Returns whether the user moderates the meeting or is a member of its workspace.
create function private.belongs_to_meeting(p_user_id uuid, p_meeting_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(private.moderation_rank(p_user_id, p_meeting_id), 0) > 0 or exists (
    select from public.meetings
    where id = p_meeting_id and private.has_workspace_role(p_user_id, workspace_id, 'member')
  );
end
$$;

-- Counts the characters of a line against the day of its author and of its meeting, or raises an error. A short line counts
-- like one of 40 characters, because its row takes more. Guests use three quarters of a meeting's day at most, so that they
-- cannot silence its members and moderators. These two rows are locked, and no others: lines of other meetings do not wait.
-- Requires the meeting's row lock.
create or replace function private.consume_line_quota(p_user_id uuid, p_meeting_id uuid, p_text text) returns void
language plpgsql set search_path = '' as $$
declare
  min_characters constant int := 40;
  today date := (clock_timestamp() at time zone 'utc')::date;
  characters int := greatest(min_characters, char_length(p_text));
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
    values (today, 'line', 'meeting', p_meeting_id, characters), (today, 'line', 'user', p_user_id, characters)
    on conflict (day, kind, scope, subject) do update set amount = used.amount + excluded.amount
    returning used.scope, used.amount
  loop
    if counted.amount > (case counted.scope when 'meeting' then meeting_limit else user_limit end) then
      perform private.raise_error('line/quota');
    end if;
  end loop;
end
$$;

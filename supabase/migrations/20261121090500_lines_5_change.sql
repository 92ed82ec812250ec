-- Functions that edit and delete a line, and react to it.

-- Returns whether the user attended the line's call and may read the line. Authors reach their own lines even after
-- their stay ended.
create function private.reaches_line(p_user_id uuid, p_line public.lines) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return private.has_attended(p_user_id, p_line.call_id)
    and (p_line.author = p_user_id or private.can_read_line(p_user_id, p_line.call_id, p_line.seq));
end
$$;

-- Locks the line's meeting and returns the current line. Users who cannot reach the line get "not found", and so does
-- everyone after its deletion.
create function private.lock_attended_line(p_user_id uuid, p_line_id uuid) returns public.lines
language plpgsql set search_path = '' as $$
declare
  line public.lines;
  meeting public.meetings;
begin
  select * into line from public.lines where id = p_line_id;
  if line.id is null or not private.reaches_line(p_user_id, line) then
    perform private.raise_error('line/not-found');
  end if;
  meeting := private.lock_meeting_row(line.meeting_id);
  select * into line from public.lines where id = p_line_id;
  if line.id is null or line.deleted_at is not null or not private.reaches_line(p_user_id, line) then
    perform private.raise_error('line/not-found');
  elsif private.has_ended(meeting) then
    perform private.raise_error('meeting/ended');
  end if;
  return line;
end
$$;

-- Returns the author of the current text; null means a recogniser or a deleted account.
create function private.text_author(p_line public.lines) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return case
    when p_line.kind = 'chat' and not exists (select from public.line_corrections where line_id = p_line.id)
      then p_line.author
    when p_line.edited_at is null then p_line.typed_by
    else p_line.corrected_by
  end;
end
$$;

-- Stores the current text in the history before it is replaced.
create function private.store_previous_text(p_line public.lines) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into public.line_corrections (line_id, revision, text, language, author, made_at)
  values (
    p_line.id,
    p_line.revision,
    p_line.text,
    p_line.language,
    private.text_author(p_line),
    coalesce(p_line.edited_at, p_line.created_at)
  );
end
$$;

-- Replaces the text of the caller's own line. Its translations are deleted, because the new text is translated again.
-- A line that someone else corrected keeps its history: from then on, edits by its author are stored as corrections
-- too.
create function private.edit_line(p_line_id uuid, p_language text, p_text text, p_mentions uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  clean_text text := private.clean_message(private.measured(p_text, 'message.max', 'line/too-long'));
  line public.lines;
  has_history boolean;
begin
  perform private.require_text(clean_text, coalesce(p_language, 'en'), 'message');
  perform private.check_line_rate_limit(caller_id, clean_text);
  line := private.lock_attended_line(caller_id, p_line_id);
  if line.author <> caller_id or line.kind <> 'chat' then
    perform private.raise_error('request/not-allowed');
  end if;
  if line.text = clean_text and line.language = coalesce(p_language, line.language) then
    return private.line_json(line);
  end if;
  perform private.consume_line_quota(caller_id, line.meeting_id, clean_text);
  has_history := exists (select from public.line_corrections where line_id = p_line_id);
  if has_history then
    perform private.store_previous_text(line);
  end if;
  delete from public.translations where line_id = p_line_id;
  delete from public.line_proposals where line_id = p_line_id;
  update public.lines
  set
    text = clean_text,
    language = coalesce(p_language, language),
    corrected_by = case when has_history then caller_id end,
    mentions = private.filter_mentions(line.meeting_id, coalesce(p_mentions, line.mentions)),
    revision = revision + 1,
    edited_at = now(),
    changed = private.next_seq(line.meeting_id)
  where id = p_line_id
  returning * into line;
  return private.broadcast_line_changed(line);
end
$$;
grant execute on function private.edit_line(uuid, text, text, uuid[]) to authenticated;

create function public.edit_line(
  p_line_id uuid, p_text text, p_language text default null, p_mentions uuid[] default null
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.edit_line(p_line_id, p_language, p_text, p_mentions)
$$;
grant execute on function public.edit_line(uuid, text, text, uuid[]) to authenticated;

-- Deletes the text of the caller's own line and everything derived from it. The row remains as a deleted line. Authors
-- can always delete their words: after the call, after the meeting, after they were removed. A repeat changes nothing.
create function private.delete_line(p_line_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  line public.lines;
begin
  select * into line from public.lines where id = p_line_id;
  if line.author = caller_id then
    perform private.lock_meeting_row(line.meeting_id);
    select * into line from public.lines where id = p_line_id;
  end if;
  if line.id is null or (
    line.author <> caller_id
    and (line.deleted_at is not null or not private.has_attended(caller_id, line.call_id))
  ) then
    perform private.raise_error('line/not-found');
  elsif line.author <> caller_id then
    perform private.raise_error('request/not-allowed');
  elsif line.deleted_at is not null then
    return private.line_json(line);
  end if;
  delete from public.translations where line_id = p_line_id;
  delete from public.translation_reports where line_id = p_line_id;
  delete from public.reactions where line_id = p_line_id;
  delete from public.line_marks where line_id = p_line_id;
  delete from public.line_corrections where line_id = p_line_id;
  delete from public.line_proposals where line_id = p_line_id;
  update public.files set name = null, deleted_at = now() where id = p_line_id;
  update public.lines
  set
    text = null,
    deleted_at = now(),
    corrected_by = null,
    mentions = '{}',
    reply_to = null,
    revision = revision + 1,
    changed = private.next_seq(line.meeting_id)
  where id = p_line_id
  returning * into line;
  return private.broadcast_line_changed(line);
end
$$;
grant execute on function private.delete_line(uuid) to authenticated;

create function public.delete_line(p_line_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.delete_line(p_line_id)
$$;
grant execute on function public.delete_line(uuid) to authenticated;

-- Adds or removes a reaction.
create function private.react_to_line(p_line_id uuid, p_emoji text, p_given boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
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
  payload := jsonb_build_object('line_id', p_line_id, 'reactions', private.line_json(line) -> 'reactions');
  if has_changed then
    update public.lines set changed = private.next_seq(line.meeting_id) where id = p_line_id returning * into line;
    perform private.broadcast_to_line_readers(line, 'reacted', payload);
  end if;
  return payload;
end
$$;
grant execute on function private.react_to_line(uuid, text, boolean) to authenticated;

create function public.react_to_line(p_line_id uuid, p_emoji text, p_given boolean default true) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.react_to_line(p_line_id, p_emoji, p_given)
$$;
grant execute on function public.react_to_line(uuid, text, boolean) to authenticated;

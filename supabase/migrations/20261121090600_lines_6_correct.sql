-- Functions that correct and mark a line, during a call or after it.

-- Locks the line's meeting and returns the current line for a user who may correct and mark it: attendees during the
-- call, all readers afterwards. Removed participants may not, even if the workspace lets them read.
create function private.lock_readable_line(p_user_id uuid, p_line_id uuid) returns public.lines
language plpgsql set search_path = '' as $$
declare
  line public.lines;
begin
  select * into line from public.lines where id = p_line_id;
  if line.id is null or not private.can_read_line(p_user_id, line.call_id, line.seq) then
    perform private.raise_error('line/not-found');
  end if;
  perform private.lock_meeting_row(line.meeting_id);
  select * into line from public.lines where id = p_line_id;
  if line.id is null or line.deleted_at is not null or not private.can_read_line(p_user_id, line.call_id, line.seq) then
    perform private.raise_error('line/not-found');
  elsif exists (
    select from public.participants
    where meeting_id = line.meeting_id and user_id = p_user_id and admission = 'removed'
  ) then
    perform private.raise_error('meeting/removed');
  elsif not private.has_attended(p_user_id, line.call_id)
    and (select private.call_ended_at(calls) is null from public.calls where id = line.call_id)
  then
    perform private.raise_error('meeting/not-entered');
  end if;
  return line;
end
$$;

-- Replaces the text of a line and keeps the previous one in the history. The translations are deleted, because the new
-- text is translated again. Proposals for the previous text are deleted too. Requires the meeting's row lock.
create function private.change_line_text(
  p_line public.lines, p_user_id uuid, p_text text, p_language text
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  line public.lines;
begin
  perform private.consume_line_quota(p_user_id, p_line.meeting_id, p_text);
  perform private.store_previous_text(p_line);
  delete from public.translations where line_id = p_line.id;
  delete from public.line_proposals where line_id = p_line.id;
  update public.lines
  set
    text = p_text,
    language = p_language,
    revision = revision + 1,
    edited_at = now(),
    corrected_by = p_user_id,
    changed = private.next_seq(p_line.meeting_id)
  where id = p_line.id
  returning * into line;
  return private.broadcast_line_changed(line);
end
$$;

-- Replaces the text of a caption, or of the caller's own message. Others propose a text for a message
-- (`propose_correction`). The last correction wins, whatever revision it was based on, and all of them are stored.
-- `p_revision` detects a retry after a lost response: the caller already stored the same text after that
-- revision.
create function private.correct_line(p_line_id uuid, p_revision int, p_text text, p_language text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  clean_text text := private.clean_message(private.measured(p_text, 'message.max', 'line/too-long'));
  line public.lines;
begin
  perform private.require_text(clean_text, coalesce(p_language, 'en'), 'message');
  perform private.check_rate_limit(caller_id, 'correctionsPerTenSeconds');
  line := private.lock_readable_line(caller_id, p_line_id);
  if line.kind = 'speech' then
    perform private.require_text(clean_text, line.language, 'caption');
  elsif line.author <> caller_id then
    perform private.raise_error('request/not-allowed');
  end if;
  if p_revision is null or p_revision not between 1 and line.revision then
    perform private.raise_error('request/invalid');
  elsif (line.text = clean_text and line.language = coalesce(p_language, line.language)) or exists (
    select from public.line_corrections as earlier
    where earlier.line_id = p_line_id
      and earlier.revision > p_revision
      and earlier.author = caller_id
      and earlier.text = clean_text
      and earlier.language = coalesce(p_language, earlier.language)
  ) then
    return private.line_json(line);
  end if;
  return private.change_line_text(line, caller_id, clean_text, coalesce(p_language, line.language));
end
$$;
grant execute on function private.correct_line(uuid, int, text, text) to authenticated;

create function public.correct_line(
  p_line_id uuid, p_revision int, p_text text, p_language text default null
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.correct_line(p_line_id, p_revision, p_text, p_language)
$$;
grant execute on function public.correct_line(uuid, int, text, text) to authenticated;

-- Returns the texts of a line, oldest first: the first one, the last ones before the current text, and the current text.
create function private.corrections(p_line_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  line public.lines;
begin
  select * into line from public.lines where id = p_line_id;
  if line.id is null or line.deleted_at is not null or not private.can_read_line(caller_id, line.call_id, line.seq) then
    perform private.raise_error('line/not-found');
  end if;
  return (
    select jsonb_agg(
      jsonb_build_object(
        'revision', entry.revision,
        'text', entry.text,
        'language', entry.language,
        'by', entry.author,
        'at', entry.made_at
      )
      order by entry.revision
    )
    from (
      (
        select revision, text, language, author, made_at
        from public.line_corrections
        where line_id = p_line_id
        order by revision
        limit 1
      )
      union
      (
        select revision, text, language, author, made_at
        from public.line_corrections
        where line_id = p_line_id
        order by revision desc
        limit private.limit_value('correctionsPerResponse')
      )
      union
      select
        line.revision,
        line.text,
        line.language,
        private.text_author(line),
        coalesce(line.edited_at, line.created_at)
    ) as entry
  );
end
$$;
grant execute on function private.corrections(uuid) to authenticated;

create function public.corrections(p_line_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.corrections(p_line_id)
$$;
grant execute on function public.corrections(uuid) to authenticated;

-- Marks a line as a decision, task or question. A null kind removes the mark. A repeat changes nothing.
create function private.mark_line(p_line_id uuid, p_kind text, p_assignee_id uuid, p_done boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  line public.lines;
begin
  if p_kind not in ('decision', 'task', 'question')
    or p_done is null
    or (p_assignee_id is not null and p_kind is distinct from 'task')
    or (p_done and coalesce(p_kind, 'decision') = 'decision')
  then
    perform private.raise_error('request/invalid');
  end if;
  perform private.check_rate_limit(caller_id, 'marksPerTenSeconds');
  line := private.lock_readable_line(caller_id, p_line_id);
  if p_assignee_id is not null and not exists (
    select from public.participants
    where meeting_id = line.meeting_id and user_id = p_assignee_id and admission = 'admitted'
  ) then
    perform private.raise_error('request/not-found');
  end if;

  if p_kind is null then
    delete from public.line_marks where line_id = p_line_id;
  else
    insert into public.line_marks as existing (line_id, kind, who, done, by)
    values (p_line_id, p_kind, p_assignee_id, p_done, caller_id)
    on conflict (line_id) do update
    set kind = excluded.kind, who = excluded.who, done = excluded.done, by = excluded.by, at = excluded.at
    where (existing.kind, existing.who, existing.done) is distinct from (excluded.kind, excluded.who, excluded.done);
  end if;
  if not found then
    return private.line_json(line);
  end if;
  update public.lines set changed = private.next_seq(line.meeting_id) where id = p_line_id returning * into line;
  return private.broadcast_line_changed(line, true);
end
$$;
grant execute on function private.mark_line(uuid, text, uuid, boolean) to authenticated;

create function public.mark_line(
  p_line_id uuid, p_kind text, p_assignee_id uuid default null, p_done boolean default false
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.mark_line(p_line_id, p_kind, p_assignee_id, p_done)
$$;
grant execute on function public.mark_line(uuid, text, uuid, boolean) to authenticated;

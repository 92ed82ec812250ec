-- Functions that change, mark and translate lines, which now also apply to lines of the board.

-- Returns whether the user uses the line with others and may read it. Authors reach their own lines even after their
-- stay ended.
create or replace function private.reaches_line(p_user_id uuid, p_line public.lines) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return private.shares_line(p_user_id, p_line)
    and (p_line.author = p_user_id or private.can_read_line(p_user_id, p_line));
end
$$;

-- Locks the line's meeting and returns the current line. Users who cannot reach the line get "not found", and so does
-- everyone after its deletion.
create or replace function private.lock_attended_line(p_user_id uuid, p_line_id uuid) returns public.lines
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
  -- A board outlives its meeting.
  elsif line.call_id is not null and private.has_ended(meeting) then
    perform private.raise_error('meeting/ended');
  end if;
  return line;
end
$$;

-- Deletes the text of the caller's own line and everything derived from it. The row remains as a deleted line. Authors
-- can always delete their words: after the call, after the meeting, after they were removed. A repeat changes nothing.
create or replace function private.delete_line(p_line_id uuid) returns jsonb
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
    and (line.deleted_at is not null or not private.shares_line(caller_id, line))
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
  delete from public.lines where about = p_line_id;
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

-- Locks the line's meeting and returns the current line for a user who may correct and mark it: attendees during the
-- call, all readers afterwards. Removed participants may not, even if the workspace lets them read.
create or replace function private.lock_readable_line(p_user_id uuid, p_line_id uuid) returns public.lines
language plpgsql set search_path = '' as $$
declare
  line public.lines;
begin
  select * into line from public.lines where id = p_line_id;
  if line.id is null or not private.can_read_line(p_user_id, line) then
    perform private.raise_error('line/not-found');
  end if;
  perform private.lock_meeting_row(line.meeting_id);
  select * into line from public.lines where id = p_line_id;
  if line.id is null or line.deleted_at is not null or not private.can_read_line(p_user_id, line) then
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

-- Returns the texts of a line, oldest first: the first one, the last ones before the current text, and the current text.
create or replace function private.corrections(p_line_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  line public.lines;
begin
  select * into line from public.lines where id = p_line_id;
  if line.id is null or line.deleted_at is not null or not private.can_read_line(caller_id, line) then
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

-- Returns the open proposals of a line, oldest first: all of them to its author, to others their own.
create or replace function private.proposals(p_line_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  line public.lines;
begin
  select * into line from public.lines where id = p_line_id;
  if line.id is null or line.deleted_at is not null or not private.can_read_line(caller_id, line) then
    perform private.raise_error('line/not-found');
  end if;
  return (
    select coalesce(
      jsonb_agg(jsonb_build_object('by', proposer, 'text', text, 'at', made_at) order by made_at, proposer),
      '[]'
    )
    from public.line_proposals
    where line_id = p_line_id and caller_id in (line.author, proposer)
  );
end
$$;

-- Marks a line of a call as a decision, task or question. A null kind removes the mark. A repeat changes nothing.
create or replace function private.mark_line(p_line_id uuid, p_kind text, p_assignee_id uuid, p_done boolean) returns jsonb
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
  if line.call_id is null then
    perform private.raise_error('request/not-allowed');
  end if;
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

-- Claims the translations into the languages read in the call, or into the one requested language. For a requested
-- language the text of ready translations is returned too, because later readers receive no broadcast. `terms` are
-- the glossary terms for the claims, each term once. `names` are the names that the claimed lines may mention.
create or replace function private.claim_translations(
  p_line_ids uuid[], p_user_id uuid, p_engine_up boolean, p_language text, p_address uuid
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  line public.lines;
  target text;
  claim record;
  lock_key int;
  readable_ids uuid[];
  v_workspace_id uuid;
  claimed jsonb := '[]';
  others jsonb := '[]';
  absent_ids uuid[] := p_line_ids;
begin
  if cardinality(p_line_ids) > private.limit_value('linesPerTranslateRequest')
    or p_user_id is null
    or p_engine_up is null
    or (p_language is not null and not private.is_language(p_language))
  then
    perform private.raise_error('request/invalid');
  end if;
  -- The author's page requests translations while it posts the line.
  perform private.wait_for_sending(p_user_id);
  readable_ids := array(
    select id from public.lines
    where id = any (p_line_ids) and deleted_at is null and private.can_read_line(p_user_id, lines)
  );
  -- Serialize the claims of a meeting: several pages request the same line within milliseconds.
  for lock_key in
    select distinct hashtext('private.claim_translations ' || meeting_id) from public.lines
    where id = any (readable_ids)
    order by 1
  loop
    perform pg_advisory_xact_lock(lock_key);
  end loop;
  -- Lock all rows before the first quota is consumed: `store_translations` holds such rows while it refunds quotas.
  perform from public.translations
  where line_id = any (readable_ids)
  order by line_id, revision, language
  for no key update;

  for line in
    select * from public.lines where id = any (readable_ids) and deleted_at is null
    order by meeting_id, seq
  loop
    absent_ids := array_remove(absent_ids, line.id);
    v_workspace_id := (select workspace_id from public.meetings where id = line.meeting_id);
    for target in select private.requested_languages(line, p_language) loop
      claim := private.claim_translation(
        line, target, p_language is not null, p_user_id, p_engine_up, p_address
      );
      if claim.token is not null then
        claimed := claimed || jsonb_build_object(
          'line_id', line.id,
          'revision', line.revision,
          'language', line.language,
          'text', line.text,
          'target', target,
          'claim', claim.token,
          'workspace_id', v_workspace_id
        );
      else
        others := others || (
          jsonb_build_object('line_id', line.id, 'language', target, 'status', claim.status, 'reason', claim.reason)
          || case when p_language is null then '{}' else private.ready_translation_json(line, target) end
        );
      end if;
    end loop;
  end loop;
  return jsonb_build_object(
    'claimed', claimed,
    'others', others,
    'absent', absent_ids,
    'terms', private.terms_for_claims(claimed),
    'names', (
      select coalesce(jsonb_agg(distinct name), '[]')
      from public.lines
      cross join lateral private.mentioned_names(lines.meeting_id, lines.text) as name
      where lines.id in (select (claims ->> 'line_id')::uuid from jsonb_array_elements(claimed) as claims)
    )
  );
end
$$;

-- Returns whether the user may read the line of a file. A shared file without a line is readable with its call
-- or board.
create or replace function private.can_read_file(p_user_id uuid, p_file public.files) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  line public.lines;
begin
  select * into line from public.lines where id = p_file.id;
  return case
    when line.id is not null then private.can_read_line(p_user_id, line)
    when p_file.call_id is null then private.can_read_board(p_user_id, p_file.meeting_id)
    else private.can_read_call(p_user_id, p_file.call_id)
  end;
end
$$;

drop function private.can_read_line(uuid, uuid, bigint);

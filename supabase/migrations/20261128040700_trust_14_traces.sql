-- Bytes of a deleted call and texts in a meeting that keeps nothing do not come back.

-- Reserves a file in a call that the caller has entered, or on the board of a meeting. A repeat with the same values
-- returns the same path, so that a page can resume an upload. An offer counts for the caller, the meeting and its workspace;
-- the upload consumes the quotas that strangers share.
create or replace function private.offer_file(
  p_file_id uuid, p_call_id uuid, p_meeting_id uuid, p_name text, p_type text, p_bytes bigint
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  clean_name text := private.clean_name(private.measured(p_name, 'fileName.max', 'request/invalid'));
  meeting public.meetings;
  file public.files;
begin
  if p_file_id is null
    or p_type is null
    or p_bytes is null
    or char_length(clean_name) not between private.limit_value('fileName.min') and private.limit_value('fileName.max')
  then
    perform private.raise_error('request/invalid');
  elsif p_type is distinct from private.file_type(clean_name) then
    perform private.raise_error('file/type');
  elsif p_bytes < private.limit_value('fileBytes.min') then
    perform private.raise_error('file/too-small');
  elsif p_bytes > private.limit_value('fileBytes.max') then
    perform private.raise_error('file/too-large');
  end if;
  meeting.id := private.meeting_of_place(caller_id, p_call_id, p_meeting_id);
  perform private.check_rate_limit(caller_id, 'filesPerMinute');
  meeting := private.lock_meeting_row(meeting.id);
  perform private.require_open_place(meeting, p_call_id, caller_id);
  if meeting.keep = 'nothing' then
    perform private.raise_error('file/not-kept');
  end if;

  select * into file from public.files where id = p_file_id;
  if file.id is not null then
    if (file.owner, file.meeting_id, file.call_id, file.name, file.type, file.bytes, file.deleted_at)
      is distinct from (caller_id, meeting.id, p_call_id, clean_name, p_type, p_bytes, null)
    then
      perform private.raise_error('line/conflict');
    end if;
    return jsonb_build_object('path', file.path);
  end if;
  -- Bytes under the path of a deleted call would be shared as if the caller had uploaded them.
  if exists (select from public.lines where id = p_file_id)
    or exists (select from public.files where path = coalesce(p_call_id, meeting.id) || '/' || p_file_id)
    or exists (
      select from storage.objects
      where bucket_id = 'files' and name = coalesce(p_call_id, meeting.id) || '/' || p_file_id
    )
  then
    perform private.raise_error('line/conflict');
  end if;
  if private.offered_bytes(caller_id) + p_bytes > private.limit_value('fileBytesPerDay') then
    perform private.raise_error('file/quota');
  end if;
  -- Files that were offered and never shared are invisible, so their number is limited.
  if (
    select count(*) from public.files
    where owner = caller_id
      and shared_at is null
      and deleted_at is null
      and lapsed_at is null
      and offered_at > now() - interval '24 hours'
  ) >= private.limit_value('filesAtOnce') then
    perform private.raise_error('file/too-many');
  end if;
  if not private.reserve_bytes(caller_id, meeting.id, p_bytes) then
    perform private.raise_error('file/quota');
  end if;
  insert into public.files (id, meeting_id, call_id, owner, path, name, type, bytes)
  values (
    p_file_id, meeting.id, p_call_id, caller_id, coalesce(p_call_id, meeting.id) || '/' || p_file_id,
    clean_name, p_type, p_bytes
  )
  returning * into file;
  return jsonb_build_object('path', file.path);
end
$$;

-- Posts a comment on a file. A repeat with the same id and text returns the stored line.
create or replace function private.post_comment(p_line_id uuid, p_file_id uuid, p_language text, p_text text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  clean_text text := private.clean_message(private.measured(p_text, 'message.max', 'line/too-long'));
  meeting public.meetings;
  line public.lines;
  existing public.lines;
  comment_limit bigint := private.limit_value('board.commentsPerFile');
begin
  perform private.lock_sending(caller_id);
  if p_line_id is null then
    perform private.raise_error('request/invalid');
  end if;
  perform private.require_text(clean_text, p_language, 'message');
  line.id := p_line_id;
  line.meeting_id := (private.require_file_line(caller_id, p_file_id)).meeting_id;
  line.about := p_file_id;
  line.kind := 'chat';
  line.author := caller_id;
  line.language := p_language;
  line.text := clean_text;
  line.mentions := '{}';
  line.forwarded := false;
  existing := private.find_duplicate_line(line);
  if existing.id is not null then
    return private.line_json(existing);
  end if;
  perform private.check_line_rate_limit(caller_id, line.text);
  meeting := private.lock_meeting_row(line.meeting_id);
  existing := private.find_duplicate_line(line);
  if existing.id is not null then
    return private.line_json(existing);
  end if;
  perform private.require_open_place(meeting, null, caller_id);
  if meeting.keep = 'nothing' then
    perform private.raise_error('line/not-kept');
  end if;
  -- The file may have been deleted, or the call closed to the caller.
  perform private.require_file_line(caller_id, p_file_id);
  -- Guests leave a quarter to the owner of the file and to those to whom the meeting belongs.
  if not private.belongs_to_meeting(caller_id, meeting.id)
    and not exists (select from public.files where id = p_file_id and owner = caller_id)
  then
    comment_limit := comment_limit * 3 / 4;
  end if;
  if (select count(*) from public.lines where about = p_file_id and deleted_at is null) >= comment_limit
    or (
      select count(*) from public.lines where about = p_file_id and author = caller_id
    ) >= private.limit_value('board.commentsPerPerson')
  then
    perform private.raise_error('line/board-full');
  end if;
  return private.insert_line(line, 'days');
end
$$;

-- Replaces the text of a line and keeps the previous one in the history. The translations are deleted, because the new
-- text is translated again. Proposals for the previous text are deleted too. Requires the meeting's row lock.
create or replace function private.change_line_text(
  p_line public.lines, p_user_id uuid, p_text text, p_language text
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  line public.lines;
begin
  if (select keep from public.meetings where id = p_line.meeting_id) = 'nothing' then
    perform private.raise_error('line/not-kept');
  end if;
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

-- Proposes a text for a chat message of somebody else. A second proposal of the same user replaces the first one; the
-- current text withdraws it.
create or replace function private.propose_correction(p_line_id uuid, p_text text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  clean_text text := private.clean_message(private.measured(p_text, 'message.max', 'line/too-long'));
  line public.lines;
begin
  perform private.require_text(clean_text, 'en', 'message');
  perform private.check_rate_limit(caller_id, 'correctionsPerTenSeconds');
  line := private.lock_readable_line(caller_id, p_line_id);
  if line.kind <> 'chat' or line.author = caller_id then
    perform private.raise_error('request/not-allowed');
  end if;
  if (select keep from public.meetings where id = line.meeting_id) = 'nothing' then
    perform private.raise_error('line/not-kept');
  end if;
  if line.text = clean_text then
    delete from public.line_proposals where line_id = p_line_id and proposer = caller_id;
  elsif (
    select count(*) from public.line_proposals where line_id = p_line_id and proposer <> caller_id
  ) >= private.limit_value('proposalsPerLine') then
    perform private.raise_error('request/rate-limited');
  else
    perform private.consume_line_quota(caller_id, line.meeting_id, clean_text);
    insert into public.line_proposals as existing (line_id, proposer, text)
    values (p_line_id, caller_id, clean_text)
    on conflict (line_id, proposer) do update
    set text = excluded.text, made_at = excluded.made_at
    where existing.text <> excluded.text;
  end if;
  if not found then
    return private.line_json(line);
  end if;
  update public.lines set changed = private.next_seq(line.meeting_id) where id = p_line_id returning * into line;
  return private.broadcast_line_changed(line);
end
$$;

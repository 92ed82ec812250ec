-- Comments on files. A comment is a line of the board about the line of a file, so whoever may read the file reads it.

-- The owner's last comment read. Newer comments of others are announced to the owner.
alter table public.files add column seen_comments_seq bigint not null default 0;

-- Returns the number of comments on a file that its owner has not seen.
create function private.unseen_comments(p_file public.files) returns int
language plpgsql stable set search_path = '' as $$
begin
  return (
    select count(*) from public.lines
    where about = p_file.id and seq > p_file.seen_comments_seq and deleted_at is null and author <> p_file.owner
  );
end
$$;

-- Returns the line of a shared file that the user may read. Others get "not found".
create function private.require_file_line(p_user_id uuid, p_file_id uuid) returns public.lines
language plpgsql stable set search_path = '' as $$
declare
  line public.lines;
begin
  select lines.* into line
  from public.lines
  join public.files on files.id = lines.id
  where lines.id = p_file_id and files.shared_at is not null and files.deleted_at is null;
  if line.id is null or not private.can_read_line(p_user_id, line) then
    perform private.raise_error('file/not-found');
  end if;
  return line;
end
$$;

-- Posts a comment on a file. A repeat with the same id and text returns the stored line.
create function private.post_comment(p_line_id uuid, p_file_id uuid, p_language text, p_text text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  clean_text text := private.clean_message(private.measured(p_text, 'message.max', 'line/too-long'));
  meeting public.meetings;
  line public.lines;
  existing public.lines;
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
  -- The file may have been deleted, or the call closed to the caller.
  perform private.require_file_line(caller_id, p_file_id);
  if (select count(*) from public.lines where about = p_file_id) >= private.limit_value('board.commentsPerFile') then
    perform private.raise_error('line/board-full');
  end if;
  return private.insert_line(line, 'days');
end
$$;
grant execute on function private.post_comment(uuid, uuid, text, text) to authenticated;

create function public.post_comment(p_line_id uuid, p_file_id uuid, p_language text, p_text text) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.post_comment(p_line_id, p_file_id, p_language, p_text)
$$;
grant execute on function public.post_comment(uuid, uuid, text, text) to authenticated;

-- Returns the authors of lines as the meeting knows them.
create function private.authors_json(p_meeting_id uuid, p_user_ids uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'user_id', user_id, 'number', number, 'colour', colour, 'display_name', display_name
        )
        order by number
      ),
      '[]'
    )
    from public.participants
    where meeting_id = p_meeting_id and user_id = any (p_user_ids)
  );
end
$$;

-- Returns a page of comments after `p_after_seq`, oldest first; null reads the first. Deleted comments are left out.
create function private.comments(p_file_id uuid, p_after_seq bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  file_line public.lines := private.require_file_line(private.require_user_id(), p_file_id);
  page_size int := private.limit_value('board.commentsPerPage');
  found_lines public.lines[] := array(
    select lines from public.lines
    where about = p_file_id and seq > coalesce(p_after_seq, 0) and deleted_at is null
    order by seq
    limit page_size + 1
  );
begin
  return json_build_object(
    'lines', private.lines_json(found_lines[:page_size]),
    'more', cardinality(found_lines) > page_size,
    'authors', private.authors_json(
      file_line.meeting_id, array(select distinct author from unnest(found_lines[:page_size]))
    )
  );
end
$$;
grant execute on function private.comments(uuid, bigint) to authenticated;

create function public.comments(p_file_id uuid, p_after_seq bigint default null) returns json
language sql stable security invoker set search_path = '' as $$
  select private.comments(p_file_id, p_after_seq)
$$;
grant execute on function public.comments(uuid, bigint) to authenticated;

-- Records the last comment that the owner of a file has read. Others change nothing.
create function private.see_comments(p_file_id uuid, p_seq bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  update public.files
  set seen_comments_seq = p_seq
  where id = p_file_id
    and owner = caller_id
    and p_seq > seen_comments_seq
    and p_seq <= (select seq from public.meetings where id = files.meeting_id);
end
$$;
grant execute on function private.see_comments(uuid, bigint) to authenticated;

create function public.see_comments(p_file_id uuid, p_seq bigint) returns void
language sql security invoker set search_path = '' as $$
  select private.see_comments(p_file_id, p_seq)
$$;
grant execute on function public.see_comments(uuid, bigint) to authenticated;

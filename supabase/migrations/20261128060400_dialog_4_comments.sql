-- Notices of new comments for the owner of a file.

-- The last comment by somebody else, and its time. Without them each notice would count the comments of all files.
alter table public.files
  add column last_comment_seq bigint not null default 0,
  add column commented_at timestamptz;

create index files_unseen_comments_idx on public.files (owner, commented_at desc, id)
where last_comment_seq > seen_comments_seq and deleted_at is null;

create function private.note_comment() returns trigger
language plpgsql set search_path = '' as $$
begin
  update public.files set last_comment_seq = new.seq, commented_at = new.created_at
  where id = new.about and owner <> new.author and last_comment_seq < new.seq;
  return null;
end
$$;

create trigger lines_comment_noted after insert on public.lines
for each row when (new.about is not null)
execute function private.note_comment();

update public.files
set last_comment_seq = found.seq, commented_at = found.created_at
from (
  select distinct on (comment.about) comment.about, comment.author, comment.seq, comment.created_at
  from public.lines as comment
  join public.files on files.id = comment.about
  where comment.author <> files.owner
  order by comment.about, comment.seq desc
) as found
where files.id = found.about;

-- Returns files of the caller with comments of others that the caller has not seen, the newest comment first.
create function private.commented_files() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  max_files constant int := 10;
  found_files public.files[];
  shown_files public.files[];
begin
  -- A comment may be deleted, and the owner may have been removed, so some are left out.
  found_files := array(
    select files from public.files
    where owner = caller_id and last_comment_seq > seen_comments_seq and deleted_at is null
    order by commented_at desc, id
    limit 5 * max_files
  );
  shown_files := array(
    select file
    from unnest(array(select id from unnest(found_files))) with ordinality as listed (id, place)
    join public.files as file on file.id = listed.id
    join public.lines on lines.id = file.id
    where private.can_read_line(caller_id, lines) and private.unseen_comments(file) > 0
    order by listed.place
    limit max_files
  );
  return json_build_object(
    'files', private.board_cards_json(caller_id, shown_files),
    'lines', private.lines_json(
      array(
        select lines
        from unnest(array(select id from unnest(shown_files))) with ordinality as listed (id, place)
        join public.lines on lines.id = listed.id
        order by listed.place
      )
    )
  );
end
$$;
grant execute on function private.commented_files() to authenticated;

create function public.commented_files() returns json
language sql stable security invoker set search_path = '' as $$
  select private.commented_files()
$$;
grant execute on function public.commented_files() to authenticated;

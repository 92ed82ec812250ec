-- Lets only those delete everybody's files who moderate the meeting as its host or as an admin of its workspace. Until now the host of old
-- could, also after they left the workspace, were removed, or were kept out by its policy.

create or replace function private.may_delete_file(p_user_id uuid, p_line public.lines) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_line.author = p_user_id or coalesce(private.moderation_rank(p_user_id, p_line.meeting_id), 0) >= 2;
end
$$;

-- As before, for the same people.
create or replace function private.removable_files(p_file_ids uuid[]) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  if cardinality(p_file_ids) not between 1 and private.limit_value('filesPerRequest') then
    perform private.raise_error('request/invalid');
  end if;
  return array(
    select files.path
    from public.files
    where id = any (p_file_ids)
      and (
        owner = caller_id
        or (shared_at is not null and coalesce(private.moderation_rank(caller_id, files.meeting_id), 0) >= 2)
      )
      and deleted_at is not null
      and not exists (select from public.files as used where used.path = files.path and used.deleted_at is null)
  );
end
$$;

-- The edge function `files` also passes the beginning of a text file, by which the file is found.

drop function public.approve_file(uuid, text);
drop function private.approve_file(uuid, text);

-- Records that the bytes of this version fit the file's type. Bytes of a version never change. `p_contents` is the
-- beginning of a text file.
create function private.approve_file(p_file_id uuid, p_version text, p_contents text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  file public.files;
begin
  update public.files set checked_version = p_version where id = p_file_id and shared_at is null and deleted_at is null
  returning * into file;
  if file.id is not null and p_contents is not null then
    perform private.require_size(octet_length(p_contents), private.limit_value('board.contentsBytes'), 'request/too-large');
    perform private.store_file_text(
      file, 'contents', private.searchable(p_contents, private.limit_value('board.contentsBytes')::int)
    );
  end if;
end
$$;
grant execute on function private.approve_file(uuid, text, text) to service_role;

create function public.approve_file(p_file_id uuid, p_version text, p_contents text default null) returns void
language sql security invoker set search_path = '' as $$
  select private.approve_file(p_file_id, p_version, p_contents)
$$;
grant execute on function public.approve_file(uuid, text, text) to service_role;

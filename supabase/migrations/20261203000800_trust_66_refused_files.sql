-- The bytes of a version of a file never change, so a version that was refused once is not read and checked again.

alter table public.files add column refused_version text;

-- As before, and remembers a refusal.
create or replace function private.uploaded_file(p_file_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  uploaded jsonb;
begin
  if exists (
    select from public.files
    join storage.objects on objects.bucket_id = 'files' and objects.name = files.path
    where files.id = p_file_id and files.owner = caller_id and files.refused_version = objects.version
  ) then
    perform private.raise_error('file/content');
  end if;
  select jsonb_build_object(
    'path', files.path,
    'type', files.type,
    'version', objects.version,
    'checked', files.shared_at is not null or files.checked_version is not distinct from objects.version
  ) into uploaded
  from public.files
  join storage.objects on objects.bucket_id = 'files' and objects.name = files.path
  where files.id = p_file_id
    and files.owner = caller_id
    and files.deleted_at is null
    and (objects.metadata ->> 'size')::bigint = files.bytes
    and objects.metadata ->> 'mimetype' = files.type
    and objects.version is not null;
  if uploaded is null then
    perform private.raise_error('file/not-found');
  end if;
  return uploaded;
end
$$;

create function private.refuse_file(p_file_id uuid, p_version text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.files set refused_version = p_version where id = p_file_id and shared_at is null;
end
$$;
grant execute on function private.refuse_file(uuid, text) to service_role;

create function public.refuse_file(p_file_id uuid, p_version text) returns void
language sql security invoker set search_path = '' as $$
  select private.refuse_file(p_file_id, p_version)
$$;
grant execute on function public.refuse_file(uuid, text) to service_role;

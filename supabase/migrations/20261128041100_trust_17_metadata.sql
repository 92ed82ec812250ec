-- Clients write the metadata of users and of objects at Auth and Storage, where nothing measures it. Parley uses one value.

-- Keeps the language of the page and nothing else. Auth puts the metadata of a user into each access token.
create function private.strip_user_metadata() returns trigger
language plpgsql set search_path = '' as $$
declare
  locale text := new.raw_user_meta_data ->> 'ui_locale';
begin
  new.raw_user_meta_data := case
    when locale ~ '^[A-Za-z0-9-]{2,35}$' then jsonb_build_object('ui_locale', locale)
    else '{}'
  end;
  return new;
end
$$;

create trigger strip_user_metadata
before insert or update of raw_user_meta_data on auth.users
for each row when (new.raw_user_meta_data <> '{}')
execute function private.strip_user_metadata();

update auth.users set raw_user_meta_data = raw_user_meta_data where raw_user_meta_data <> '{}';

-- Removes the metadata that an upload brings, which no quota counts.
create function private.strip_object_metadata() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.user_metadata := null;
  return new;
end
$$;

create trigger strip_object_metadata before insert or update on storage.objects
for each row when (new.bucket_id = 'files' and new.user_metadata is not null)
execute function private.strip_object_metadata();

-- Returns whether the caller offered this path and has neither shared nor withdrawn it. It can be uploaded once.
-- `p_length` is the declared length of the request. Storage gives a body without a length no limit, so the offered bytes
-- are the limit here; a form adds its envelope.
create or replace function private.can_upload_file(p_path text, p_length bigint) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  envelope_bytes constant int := 4096;
begin
  return exists (
    select from public.files
    where path = p_path and owner = auth.uid() and shared_at is null and deleted_at is null
      and p_length between bytes and bytes + envelope_bytes
  );
end
$$;

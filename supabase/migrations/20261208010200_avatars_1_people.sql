-- Avatars: the picture of a person, which replaces the initials.
--
-- The edge function `avatars` checks the bytes, stores them with its secret key, and then names them here. No policy lets
-- clients write or list the bucket. It is public: everybody who knows the id can read the bytes without a token.
-- The id is random, and functions return it with the name of the person.
--
-- An object is named `<avatar id>/<pixels of a side>`. The bytes of an id never change: a new picture has a new id.

alter table public.profiles
  add column avatar_id uuid,
  -- Offers of the day in UTC.
  add column avatar_day date,
  add column avatar_offers int not null default 0;
create unique index profiles_avatar_id_idx on public.profiles (avatar_id) where avatar_id is not null;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('avatars', 'avatars', true, 65536, array['image/jpeg', 'image/webp']);

-- Permits one upload and returns the id of the new avatar. Counts it, because each upload costs Storage.
create function private.offer_avatar() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  today date := (now() at time zone 'UTC')::date;
  offers int;
begin
  perform private.check_rate_limit(caller_id, 'avatars.changesPerMinute');
  if not private.has_account(caller_id) then
    perform private.raise_error('account/needed');
  end if;
  update public.profiles
  set avatar_offers = case when avatar_day = today then avatar_offers else 0 end + 1, avatar_day = today
  where id = caller_id
  returning avatar_offers into offers;
  if offers > private.limit_value('avatars.changesInDay') then
    perform private.raise_error('file/quota');
  end if;
  return jsonb_build_object('id', gen_random_uuid());
end
$$;
grant execute on function private.offer_avatar() to authenticated;

create function public.offer_avatar() returns jsonb
language sql security invoker set search_path = '' as $$
  select private.offer_avatar()
$$;
grant execute on function public.offer_avatar() to authenticated;

-- Shows a stored avatar. Returns the id of the replaced one, whose bytes the caller removes.
create function private.store_avatar(p_user_id uuid, p_avatar_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  replaced_id uuid;
begin
  -- The account may be deleted since the offer.
  select avatar_id into replaced_id from public.profiles where id = p_user_id and closed_at is null for update;
  if not found or p_avatar_id is null or not private.has_account(p_user_id) then
    perform private.raise_error('request/not-allowed');
  end if;
  update public.profiles set avatar_id = p_avatar_id, updated_at = now() where id = p_user_id;
  return jsonb_build_object('replaced', replaced_id);
end
$$;
grant execute on function private.store_avatar(uuid, uuid) to service_role;

create function public.store_avatar(p_user_id uuid, p_avatar_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.store_avatar(p_user_id, p_avatar_id)
$$;
grant execute on function public.store_avatar(uuid, uuid) to service_role;

-- Shows the caller's initials again. Returns the id of the former avatar, or null.
create function private.remove_avatar() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  replaced_id uuid;
begin
  perform private.check_rate_limit(caller_id, 'avatars.changesPerMinute');
  select avatar_id into replaced_id from public.profiles where id = caller_id for update;
  update public.profiles set avatar_id = null, updated_at = now() where id = caller_id and avatar_id is not null;
  return jsonb_build_object('replaced', replaced_id);
end
$$;
grant execute on function private.remove_avatar() to authenticated;

create function public.remove_avatar() returns jsonb
language sql security invoker set search_path = '' as $$
  select private.remove_avatar()
$$;
grant execute on function public.remove_avatar() to authenticated;

-- Returns the id in the name of an object. Null: the name has none.
create function private.avatar_of_object(p_name text) returns uuid
language plpgsql immutable set search_path = '' as $$
begin
  return substring(p_name from '^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/')::uuid;
end
$$;

-- Returns names of objects that nobody shows: replaced, removed, of deleted accounts, and of uploads that never ended.
create function private.orphaned_avatars() returns text[]
language plpgsql security definer set search_path = '' as $$
begin
  return array(
    select objects.name
    from storage.objects
    where bucket_id = 'avatars'
      and created_at < now() - private.limit_interval('avatars.unusedTtlMs')
      and not exists (select from public.profiles where avatar_id = private.avatar_of_object(objects.name))
    order by created_at
    limit private.limit_value('filesPerSweep')
  );
end
$$;
grant execute on function private.orphaned_avatars() to service_role;

create function public.orphaned_avatars() returns text[]
language sql security invoker set search_path = '' as $$
  select private.orphaned_avatars()
$$;
grant execute on function public.orphaned_avatars() to service_role;

create or replace function private.profile_json(p_profile public.profiles) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'display_name', p_profile.display_name,
    'speaks', p_profile.speaks,
    'reads', p_profile.reads,
    'ui_locale', p_profile.ui_locale,
    'time_zone', p_profile.time_zone,
    'confirmation_emails', p_profile.confirmation_emails,
    'delete_at', (select delete_at from private.account_deletions where user_id = p_profile.id),
    'factor_reset', (private.open_factor_reset(p_profile.id)).user_id is not null,
    'avatar', p_profile.avatar_id
  );
end
$$;

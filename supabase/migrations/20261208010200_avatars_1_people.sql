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

-- Returns the id in the name of an object. Null: the name has none.
create function private.avatar_of_object(p_name text) returns uuid
language plpgsql immutable set search_path = '' as $$
begin
  return substring(p_name from '^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/')::uuid;
end
$$;

-- As before, with the avatar.
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

-- Codes of Auth are sent in the language that a person has chosen. The function `auth-messages` asks for it.

-- Returns the UI language of a user's profile. Null: the user has chosen none, or there is no such user yet.
create function private.message_locale(p_user_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select ui_locale from public.profiles where id = p_user_id);
end
$$;
grant execute on function private.message_locale(uuid) to service_role;

create function public.message_locale(p_user_id uuid) returns text
language sql stable set search_path = '' as $$
  select private.message_locale(p_user_id)
$$;
grant execute on function public.message_locale(uuid) to service_role;

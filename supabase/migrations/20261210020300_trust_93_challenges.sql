-- Auth keeps challenges of second factors for a day, though they last five minutes, and it has no index for their factor: each factor that is
-- deleted reads them all.
create function private.bound_challenges() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.mfa_challenges where id in (
    select id from auth.mfa_challenges where created_at < now() - interval '10 minutes' limit 20 for update skip locked
  );
  return new;
end
$$;

create trigger bound_challenges
before insert on auth.mfa_challenges
for each row execute function private.bound_challenges();

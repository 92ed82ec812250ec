-- As before, and so did sessions of Auth's OAuth server, which an older session may begin, and of Web3. Neither is on by default.
create or replace function private.began_at_provider(p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from auth.mfa_amr_claims
    where session_id = p_session_id and authentication_method ~ '^(oauth|sso|web3)'
  );
end
$$;

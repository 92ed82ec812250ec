-- A full log of changes stops no admin from removing a picture. The thief of an older session could set it and then fill the log.

-- As before, and the removal of a picture.
create or replace function private.undoes_counted_change(p_action text, p_detail jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return p_action in (
      'member-removed', 'member-left', 'invitation-revoked', 'deletion-withdrawn', 'factor-reset-declined', 'picture-removed'
    )
    or p_action = 'two-factor-changed' and p_detail ->> 'to' = 'on'
    or p_action = 'role-changed' and (
      p_detail ->> 'to' = 'member' or p_detail ->> 'from' = 'owner' and p_detail ->> 'to' = 'admin'
    );
end
$$;

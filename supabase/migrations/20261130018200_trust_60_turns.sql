-- Reads that cost more than their turn, and emails that one person could send to another without end.

-- As before, with the rights of each place once, as in the search of files.
create or replace function private.readable_files(p_file_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  if cardinality(p_file_ids) not between 1 and private.limit_value('filesPerRequest') then
    perform private.raise_error('request/invalid');
  end if;
  return (
    select coalesce(
      jsonb_agg(jsonb_build_object('id', id, 'path', path, 'name', name, 'type', type)),
      '[]'
    )
    from public.files
    where id = any (private.readable_file_ids(caller_id, p_file_ids))
  );
end
$$;

-- Counts a read of so many items as a turn for each ten of them.
create function private.count_page_items(p_items int) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_rate_limit(
    private.require_user_id(), 'pageReadsPerMinute', least(20, greatest(1, (coalesce(p_items, 0) + 9) / 10))
  );
end
$$;
grant execute on function private.count_page_items(int) to authenticated;

create or replace function public.readable_files(p_file_ids uuid[]) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.count_page_items(cardinality(p_file_ids));
  select private.readable_files(p_file_ids)
$$;

-- As before. An address that is too long for the outbox gets no email, and stops nothing.
create or replace function private.enqueue_email(
  p_key text, p_recipient text, p_template text, p_locale text, p_payload jsonb default '{}'
) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.outbox_emails (key, recipient, template, locale, payload)
  select p_key, p_recipient, p_template, coalesce(p_locale, 'en'), p_payload
  where char_length(p_recipient) <= private.limit_value('workspaces.email.max')
  on conflict (key) do nothing;
end
$$;

-- Refuses an invitation to an address that got several on this day, from whomever.
create function private.require_emails_left_for(p_email text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (
    select count(*) from public.workspace_changes
    where coalesce(detail ->> 'email', detail ->> 'address') = p_email
      and at > now() - interval '1 day'
      and action in ('member-invited', 'invitation-renewed')
  ) >= private.limit_value('workspaces.emailsPerAddressInDay')
  then
    perform private.raise_error('workspace/too-many-emails');
  end if;
end
$$;

-- As before, with a limit for each address.
create or replace function private.send_invitation(p_invitation_id uuid, p_user_id uuid, p_action text, p_locale text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  invitation public.workspace_invitations;
begin
  perform private.withdraw_invitation_email(token_hash) from public.workspace_invitations where id = p_invitation_id;
  update public.workspace_invitations
  set
    token_hash = sha256(decode(token, 'hex')),
    expires_at = now() + private.limit_interval('workspaces.invitationTtlMs'),
    invited_by = p_user_id
  where id = p_invitation_id
  returning * into invitation;
  if invitation.email is not null then
    perform private.require_invitation_emails_left(invitation.workspace_id, p_user_id);
    perform private.require_emails_left_for(invitation.email);
    perform private.enqueue_email(
      'invitation:' || encode(invitation.token_hash, 'hex'),
      invitation.email,
      'invitation',
      p_locale,
      jsonb_build_object(
        'token', token,
        'workspace', (select name from public.workspaces where id = invitation.workspace_id),
        'inviter', (select display_name from public.profiles where id = p_user_id)
      )
    );
  end if;
  perform private.log_change(
    invitation.workspace_id, p_action, p_user_id, null,
    jsonb_strip_nulls(jsonb_build_object('email', invitation.email, 'role', invitation.role))
  );
  return private.invitation_json(invitation) || jsonb_build_object('token', token);
end
$$;

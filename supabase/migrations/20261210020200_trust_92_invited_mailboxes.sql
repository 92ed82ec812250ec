-- As before, by mailbox: `tom+1@` and `tom+2@` are one.
create index workspace_changes_mailbox_idx on public.workspace_changes
  ((private.mailbox_of(coalesce(detail ->> 'email', detail ->> 'address'))), at);

create or replace function private.require_emails_left_for(p_email text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (
    select count(*) from public.workspace_changes
    where private.mailbox_of(coalesce(detail ->> 'email', detail ->> 'address')) = private.mailbox_of(p_email)
      and at > now() - interval '1 day'
      and action in ('member-invited', 'invitation-renewed')
  ) >= private.limit_value('workspaces.emailsPerAddressInDay')
  then
    perform private.raise_error('workspace/too-many-emails');
  end if;
end
$$;

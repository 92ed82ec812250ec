-- Links in emails, by which attendees with an address answer without signing in, or want no more emails.

-- A link belongs to a person, a line and one revision of its text. The token is the only proof, so only its SHA-256 is stored.
-- The rows also record who got an email and a reminder.
create table private.confirmation_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  line_id uuid not null references public.confirmations on delete cascade,
  user_id uuid not null references public.profiles on delete cascade,
  revision int not null check (revision > 0),
  -- SHA-256 of the address that got the link. It answers for its account only while the account has this address.
  address_hash bytea not null check (octet_length(address_hash) = 32),
  reminder boolean not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (line_id, user_id, revision, reminder)
);
revoke all on private.confirmation_links from public, anon, authenticated, service_role;
alter table private.confirmation_links enable row level security;

create index confirmation_links_user_id_idx on private.confirmation_links (user_id, created_at);
create index confirmation_links_expires_at_idx on private.confirmation_links (expires_at);

-- The link of an email. A waiting email goes with it: with its line, its person, or its time.
alter table private.outbox_emails add column link bytea references private.confirmation_links on delete cascade;
create index outbox_emails_link_idx on private.outbox_emails (link) where link is not null;

-- The emails of the last day, which count against the shares. They outlive lines and links, so that a deletion gives no share
-- back, and have no words. `payer` is the meeting's workspace, or the guest who hosts it.
create table private.confirmation_emails (
  user_id uuid not null,
  line_id uuid not null,
  meeting_id uuid not null,
  payer uuid not null,
  of_guests boolean not null,
  queued_at timestamptz not null default now(),
  primary key (user_id, line_id, queued_at)
);
revoke all on private.confirmation_emails from public, anon, authenticated, service_role;
alter table private.confirmation_emails enable row level security;

create index confirmation_emails_queued_at_idx on private.confirmation_emails (queued_at);

create function private.address_hash(p_address text) returns bytea
language plpgsql immutable set search_path = '' as $$
begin
  return sha256(convert_to(lower(p_address), 'utf8'));
end
$$;

-- Returns the link of a token, also if its text changed. Unknown and expired tokens, and those that an earlier address of the
-- account got, are refused.
create function private.find_link(p_token text) returns private.confirmation_links
language plpgsql stable set search_path = '' as $$
declare
  link private.confirmation_links;
begin
  select links.* into link
  from private.confirmation_links as links
  join auth.users on users.id = links.user_id and links.address_hash = private.address_hash(users.email)
  where links.token_hash = sha256(decode(case when p_token ~ '^[0-9a-f]{64}$' then p_token else '' end, 'hex'))
    and links.expires_at > now();
  if link.token_hash is null then
    perform private.raise_error('confirmation/link-refused');
  end if;
  return link;
end
$$;

-- Returns the link of a token that may answer. Those of people who may no longer read the line get the error of unknown ones.
-- A link to an earlier text gets another, because a newer email has the current one.
create function private.require_link(p_token text) returns private.confirmation_links
language plpgsql stable set search_path = '' as $$
declare
  link private.confirmation_links := private.find_link(p_token);
  line public.lines;
begin
  select * into line from public.lines where id = link.line_id and deleted_at is null;
  if line.id is null
    or not private.is_put_to_everybody(line.id)
    or not private.has_attended(link.user_id, line.call_id)
  then
    perform private.raise_error('confirmation/link-refused');
  elsif line.revision <> link.revision then
    perform private.raise_error('confirmation/changed');
  end if;
  return link;
end
$$;

-- Returns the name of another person who corrected or typed the words of a line, else null.
create function private.writer_name(p_line public.lines) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select display_name from public.participants
    where meeting_id = p_line.meeting_id and user_id = nullif(private.text_author(p_line), p_line.author)
  );
end
$$;

-- Returns what the page of a link shows. Reading changes nothing, because mail scanners follow links.
create function private.confirmation_by_link(p_token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  link private.confirmation_links := private.require_link(p_token);
begin
  return (
    select jsonb_build_object(
      'line_id', lines.id,
      'revision', lines.revision,
      'kind', line_marks.kind,
      'title', meetings.title,
      'host_name', private.host_name(meetings),
      'said_at', coalesce(lines.spoken_at, lines.created_at),
      'time_zone', profiles.time_zone,
      'author', author.display_name,
      'writer', private.writer_name(lines),
      'text', lines.text,
      'language', lines.language,
      'reads', reader.reads,
      'translation', private.text_read(lines, reader.reads),
      'answer', answers.answer,
      'words', (select text from public.lines as words where words.id = answers.words_id),
      'emails', profiles.confirmation_emails
    )
    from public.lines
    join public.line_marks on line_marks.line_id = lines.id
    join public.meetings on meetings.id = lines.meeting_id
    join public.profiles on profiles.id = link.user_id
    join public.participants as reader on reader.meeting_id = lines.meeting_id and reader.user_id = link.user_id
    join public.participants as author on author.meeting_id = lines.meeting_id and author.user_id = lines.author
    left join public.confirmation_answers as answers
      on answers.line_id = lines.id and answers.user_id = link.user_id and answers.revision = lines.revision
    where lines.id = link.line_id
  );
end
$$;
grant execute on function private.confirmation_by_link(text) to anon, authenticated;

create function public.confirmation_by_link(p_token text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.confirmation_by_link(p_token)
$$;
grant execute on function public.confirmation_by_link(text) to anon, authenticated;

-- Answers as the person of the link, with the rules and limits of `answer_confirmation`. The link opens nothing else.
create function private.answer_by_link(
  p_token text, p_answer text, p_words_id uuid, p_language text, p_text text
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link private.confirmation_links := private.require_link(p_token);
begin
  perform private.store_answer(
    link.user_id,
    link.line_id,
    link.revision,
    p_answer,
    (
      select participants.reads
      from public.lines
      join public.participants
        on participants.meeting_id = lines.meeting_id and participants.user_id = link.user_id
      where lines.id = link.line_id
    ),
    p_words_id,
    p_language,
    p_text
  );
  return private.confirmation_by_link(p_token);
end
$$;
grant execute on function private.answer_by_link(text, text, uuid, text, text) to anon, authenticated;

create function public.answer_by_link(
  p_token text,
  p_answer text,
  p_words_id uuid default null,
  p_language text default null,
  p_text text default null
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.answer_by_link(p_token, p_answer, p_words_id, p_language, p_text)
$$;
grant execute on function public.answer_by_link(text, text, uuid, text, text) to anon, authenticated;

-- Switches off the emails to the person of the link. A repeat changes nothing.
create function private.stop_confirmation_emails(p_token text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link private.confirmation_links := private.find_link(p_token);
begin
  update public.profiles set confirmation_emails = false where id = link.user_id and confirmation_emails;
end
$$;
grant execute on function private.stop_confirmation_emails(text) to anon, authenticated;

create function public.stop_confirmation_emails(p_token text) returns void
language sql security invoker set search_path = '' as $$
  select private.stop_confirmation_emails(p_token)
$$;
grant execute on function public.stop_confirmation_emails(text) to anon, authenticated;

create or replace function private.profile_json(p_profile public.profiles) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'display_name', p_profile.display_name,
    'speaks', p_profile.speaks,
    'reads', p_profile.reads,
    'ui_locale', p_profile.ui_locale,
    'time_zone', p_profile.time_zone,
    'confirmation_emails', p_profile.confirmation_emails
  );
end
$$;

-- Switches the emails to the caller on or off. Returns the profile.
create function private.set_confirmation_emails(p_on boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  if p_on is null then
    perform private.raise_error('request/invalid');
  end if;
  update public.profiles set confirmation_emails = p_on, updated_at = now()
  where id = caller_id and confirmation_emails <> p_on;
  return (select private.profile_json(profiles) from public.profiles where id = caller_id);
end
$$;
grant execute on function private.set_confirmation_emails(boolean) to authenticated;

create function public.set_confirmation_emails(p_on boolean) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.set_confirmation_emails(p_on)
$$;
grant execute on function public.set_confirmation_emails(boolean) to authenticated;

-- Returns whether the person of a link still waits for its email: with this address, about this text, and without an answer.
create function private.is_email_wanted(p_link private.confirmation_links, p_recipient text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select
    from public.lines
    join public.profiles on profiles.id = p_link.user_id and profiles.confirmation_emails
    join auth.users on users.id = p_link.user_id and users.email = p_recipient
    where lines.id = p_link.line_id
      and lines.deleted_at is null
      and lines.revision = p_link.revision
      and private.is_put_to_everybody(lines.id)
      and private.has_attended(p_link.user_id, lines.call_id)
      and not exists (
        select from public.confirmation_answers as answers
        where answers.line_id = lines.id and answers.user_id = p_link.user_id and answers.revision = lines.revision
      )
  );
end
$$;

-- Deletes waiting emails that nobody is to get any more, with their words, and gives up those that waited for a day.
create function private.drop_waiting_emails() returns void
language plpgsql set search_path = '' as $$
begin
  delete from private.outbox_emails
  where id in (
    select emails.id
    from private.outbox_emails as emails
    join private.confirmation_links as links on links.token_hash = emails.link
    where emails.state = 'waiting' and not private.is_email_wanted(links, emails.recipient)
    for update of emails skip locked
  );
  update private.outbox_emails
  set state = 'dead', ended_at = now(), lease = null, lease_until = null, last_error = 'waited too long'
  where id in (
    select id from private.outbox_emails
    where state = 'waiting' and created_at < now() - private.limit_interval('email.maxWaitMs')
    for update skip locked
  );
end
$$;
